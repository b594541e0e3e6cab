// One document with one response.

class Side {
  constructor(name, columns, verdicts) {
    this.name = name;
    Object.assign(this, columns);
    this.verdict = verdicts;
    this.chains = this.labels.map(() => []);
    this.entity.forEach((entity, mention) => this.chains[entity].push(mention));
    this.bySpan = new Map(this.start.map((start, mention) => [`${start}-${this.end[mention]}`, mention]));
    this.before = new Array(this.start.length).fill(-1);
    for (const chain of this.chains)
      chain.forEach((mention, place) => {
        if (place) this.before[mention] = chain[place - 1];
      });
  }
  at(start, end) {
    const found = this.bySpan.get(`${start}-${end}`);
    return found === undefined ? -1 : found;
  }
}

class Model {
  constructor(number, system) {
    const data = parsed(`d${number}`);
    const response = data.systems[system];
    this.number = number;
    this.words = data.words;
    this.fromRight = data.fromRight;
    this.loose = data.loose;
    this.name = data.name;
    const none = {
      start: [],
      end: [],
      entity: [],
      type: [],
      labels: [],
      categories: [],
      twin: [],
      verdict: [],
      partner: [],
      cells: [],
      errors: [],
      keyVerdict: data.key.start.map(() => MISSING),
      keyCategories: data.key.categories,
    };
    this.absent = response === null;
    const found = response || none;
    this.key = new Side("key", { ...data.key, categories: found.keyCategories }, found.keyVerdict);
    this.response = new Side("response", found, found.verdict);
    this.sides = { key: this.key, response: this.response };
    this.partner = found.partner;
    this.cells = found.cells;
    this.errors = found.errors.map(([kind, start, end, type, size, ours, theirs, otherStart, otherEnd], number) => ({
      number,
      kind,
      start,
      end,
      type,
      size,
      ours,
      theirs,
      otherStart,
      otherEnd,
    }));
    this.twinOfKey = new Array(this.key.start.length).fill(-1);
    found.twin.forEach((key, mention) => {
      if (key >= 0) this.twinOfKey[key] = mention;
    });
    this.twinOfResponse = found.twin;
    this.nameFamilies();
    this.blocks = this.cut(data.sentences);
    this.lanes = { key: lanes(this.key), response: lanes(this.response) };
    this.tokens = { key: byToken(this.key), response: byToken(this.response) };
    this.errorKinds = this.markErrors();
  }
  /* Entities that are aligned are one family, with one number and one colour. */
  nameFamilies() {
    let letter = 0;
    const letters = (number) => {
      let name = "";
      while (number > 0) {
        number -= 1;
        name = String.fromCharCode(97 + (number % 26)) + name;
        number = Math.floor(number / 26);
      }
      return name;
    };
    this.family = {
      key: this.key.labels.map((_, entity) => `n${entity}`),
      response: this.partner.map((key, entity) => (key >= 0 ? `n${key}` : `r${entity}`)),
    };
    this.title = new Map();
    this.key.labels.forEach((_, entity) => this.title.set(`n${entity}`, String(entity + 1)));
    this.partner.forEach((key, entity) => {
      if (key < 0) this.title.set(`r${entity}`, letters(++letter));
    });
    this.members = new Map([...this.title.keys()].map((family) => [family, { key: -1, response: -1 }]));
    this.key.labels.forEach((_, entity) => {
      this.members.get(`n${entity}`).key = entity;
    });
    this.partner.forEach((_, entity) => {
      this.members.get(this.family.response[entity]).response = entity;
    });
    const size = (family) => {
      const { key, response } = this.members.get(family);
      return Math.max(
        key < 0 ? 0 : this.key.chains[key].length,
        response < 0 ? 0 : this.response.chains[response].length,
      );
    };
    this.families = [...this.members.keys()]
      .map((family) => ({ family, size: size(family) }))
      .sort((a, b) => b.size - a.size);
    this.colour = new Map();
    this.families
      .filter((each) => each.size > 1)
      .forEach(({ family }, place) => this.colour.set(family, `c${place % 10} p${Math.floor(place / 10) % 3}`));
  }
  colours(family) {
    return this.colour.get(family) || "c";
  }
  familyOf(side, mention) {
    return this.family[side][this.sides[side].entity[mention]];
  }
  verdictOf(side, mention) {
    return this.sides[side].verdict[mention];
  }
  twin(side, mention) {
    return (side === "key" ? this.twinOfKey : this.twinOfResponse)[mention];
  }
  cut(sentences) {
    const tokens = this.loose ? this.covered() : null;
    const blocks = [];
    const bounds = tokens ? [0, tokens.length] : [...sentences, this.words.length];
    for (let place = 0; place + 1 < bounds.length; place += 1)
      for (let low = bounds[place]; low < bounds[place + 1]; low += BLOCK) {
        const high = Math.min(low + BLOCK, bounds[place + 1]);
        blocks.push(tokens ? tokens.slice(low, high) : Array.from({ length: high - low }, (_, offset) => low + offset));
      }
    return blocks;
  }
  /* Without a text, only the tokens in mentions are shown. */
  covered() {
    const found = new Set();
    for (const side of [this.key, this.response])
      side.start.forEach((start, mention) => {
        for (let token = start; token <= side.end[mention]; token += 1) found.add(token);
      });
    return [...found].sort((a, b) => a - b);
  }
  blockOf(token) {
    let low = 0,
      high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle][0] <= token) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  word(token) {
    return this.words && token < this.words.length ? this.words[token] : String(token);
  }
  joined(start, end) {
    if (!this.words) return start === end ? `[${start}]` : `[${start}–${end}]`;
    let text = "";
    for (let token = start; token <= end; token += 1)
      text += (token > start && this.spaced(token - 1) ? " " : "") + this.word(token);
    return text;
  }
  spaced(token) {
    const here = this.word(token),
      next = this.word(token + 1);
    return !(CLOSED.test(here.slice(-1)) && CLOSED.test(next.slice(0, 1)));
  }
  text(side, mention) {
    const { start, end } = this.sides[side];
    return this.joined(start[mention], end[mention]);
  }
  /* Which kinds of errors a mention is part of. */
  markErrors() {
    const kinds = { key: this.key.start.map(() => new Set()), response: this.response.start.map(() => new Set()) };
    const add = (side, mention, kind) => {
      if (mention >= 0) {
        kinds[side][mention].add(kind);
        const twin = this.twin(side, mention);
        if (twin >= 0) kinds[side === "key" ? "response" : "key"][twin].add(kind);
      }
    };
    for (const error of this.errors) {
      add("key", this.key.at(error.start, error.end), error.kind);
      add("response", this.response.at(error.start, error.end), error.kind);
      if (DATA.kinds[error.kind].name === "span")
        add("response", this.response.at(error.otherStart, error.otherEnd), error.kind);
      if (error.size > 1) this.partOf(error).forEach(([side, mention]) => add(side, mention, error.kind));
    }
    return kinds;
  }
  /* All mentions of an error about several. */
  partOf(error) {
    const { ours, theirs } = error;
    if (ours >= 0 && theirs >= 0)
      return this.key.chains[ours]
        .filter((mention) => {
          const twin = this.twinOfKey[mention];
          return twin >= 0 && this.response.entity[twin] === theirs;
        })
        .map((mention) => ["key", mention]);
    if (ours >= 0)
      return this.key.chains[ours].filter((mention) => this.twinOfKey[mention] < 0).map((mention) => ["key", mention]);
    return this.response.chains[theirs]
      .filter((mention) => this.twinOfResponse[mention] < 0)
      .map((mention) => ["response", mention]);
  }
  /* The mention an error is about, and the one it points to. */
  endsOf(error) {
    const at = (start, end) => {
      for (const side of ["key", "response"]) {
        const mention = this.sides[side].at(start, end);
        if (mention >= 0) return { side, mention };
      }
      return null;
    };
    const about = at(error.start, error.end);
    const other = error.otherStart < 0 ? null : at(error.otherStart, error.otherEnd);
    return { about, other };
  }
  shown(side, mention) {
    const { kinds, verdicts, categories, types } = state.filters;
    const here = this.sides[side];
    return (
      (!verdicts.size || verdicts.has(here.verdict[mention])) &&
      (!types.size || types.has(here.type[mention])) &&
      (!categories.size || categories.has(here.categories[here.entity[mention]])) &&
      (!kinds.size || [...kinds].some((kind) => this.errorKinds[side][mention].has(kind)))
    );
  }
  errorShown(error) {
    const { kinds, verdicts, categories, types } = state.filters;
    if (kinds.size ? !kinds.has(error.kind) : DATA.kinds[error.kind].taxonomy !== "kummerfeld") return false;
    if (types.size && !types.has(error.type)) return false;
    const about = this.endsOf(error).about;
    if (!about) return true;
    const side = this.sides[about.side];
    return (
      (!verdicts.size || verdicts.has(side.verdict[about.mention])) &&
      (!categories.size || categories.has(side.categories[side.entity[about.mention]]))
    );
  }
}

/* Mentions in lanes, the shortest next to the words; those that share a token are in different lanes. */
function lanes(side) {
  const taken = new Map();
  const order = side.start
    .map((_, mention) => mention)
    .sort((a, b) => side.end[a] - side.start[a] - (side.end[b] - side.start[b]) || a - b);
  const lane = new Array(order.length).fill(0);
  for (const mention of order) {
    let used = 0;
    for (let token = side.start[mention]; token <= side.end[mention]; token += 1) used |= taken.get(token) || 0;
    let free = 0;
    while (used & (1 << free) && free < 30) free += 1;
    lane[mention] = free;
    for (let token = side.start[mention]; token <= side.end[mention]; token += 1)
      taken.set(token, (taken.get(token) || 0) | (1 << free));
  }
  return lane;
}
function byToken(side) {
  const found = new Map();
  side.start.forEach((start, mention) => {
    for (let token = start; token <= side.end[mention]; token += 1) {
      if (!found.has(token)) found.set(token, []);
      found.get(token).push(mention);
    }
  });
  return found;
}
