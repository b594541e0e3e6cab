// One document with one response.

const CLOSED = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/;
const LONG_SENTENCE = 150; // tokens of a paragraph where sentences are not known

class Side {
  /** @param {SideName} name @param {SideData} columns @param {number[]} categories @param {number[]} verdict */
  constructor(name, columns, categories, verdict) {
    this.name = name;
    this.start = columns.start;
    this.end = columns.end;
    this.entity = columns.entity;
    this.type = columns.type;
    this.labels = columns.labels;
    this.antecedents = columns.antecedents;
    this.categories = categories;
    this.verdict = verdict;
    this.chains = this.labels.map(() => /** @type {number[]} */ ([]));
    this.entity.forEach((entity, mention) => this.chains[entity].push(mention));
    this.bySpan = new Map(this.start.map((start, mention) => [`${start}-${this.end[mention]}`, mention]));
    this.before = new Array(this.start.length).fill(-1);
    for (const chain of this.chains)
      chain.forEach((mention, index) => {
        if (index) this.before[mention] = chain[index - 1];
      });
  }
  /** The mention of a span, or -1. @param {number} start @param {number} end */
  at(start, end) {
    return this.bySpan.get(`${start}-${end}`) ?? -1;
  }
}

/** A name of letters for a number from 1. @param {number} number */
function letters(number) {
  let name = "";
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  return name;
}

class Model {
  /** @param {DocumentData} data @param {number} number @param {number} system */
  constructor(data, number, system) {
    const response = data.systems[system];
    const text = (response && response.own) || data;
    /** @type {ResponseData} */
    const none = {
      ...{ start: [], end: [], entity: [], type: [], labels: [], antecedents: [], categories: [], own: null },
      ...{ match: [], verdict: [], partner: [], cells: [], errors: [] },
      keyVerdict: text.key.start.map(() => MISSING),
      keyCategories: text.key.categories,
    };
    const found = response || none;
    this.data = data;
    this.number = number;
    this.absent = response === null;
    this.words = text.words;
    this.empty = new Set(text.empty);
    this.fromRight = text.fromRight;
    this.loose = text.loose;
    this.key = new Side("key", text.key, found.keyCategories, found.keyVerdict);
    this.response = new Side("response", found, found.categories, found.verdict);
    this.sides = { key: this.key, response: this.response };
    this.partner = found.partner;
    this.cells = found.cells;
    this.errors = found.errors.map((row, index) => asError(row, index));
    this.matchOfKey = new Array(this.key.start.length).fill(-1);
    found.match.forEach((key, mention) => {
      if (key >= 0) this.matchOfKey[key] = mention;
    });
    this.matchOfResponse = found.match;
    this.family = {
      key: this.key.labels.map((_, entity) => `n${entity}`),
      response: this.partner.map((key, entity) => (key >= 0 ? `n${key}` : `r${entity}`)),
    };
    this.families = this.nameFamilies();
    this.bySize = [...this.families.values()].sort((a, b) => b.size - a.size);
    this.bySize.filter((each) => each.size > 1).forEach((each, index) => (each.colour = `c${index % 8}`));
    this.tokens = text.loose ? this.covered() : null;
    this.index = this.tokens && new Map(this.tokens.map((token, index) => [token, index]));
    this.length = this.tokens ? this.tokens.length : (this.words || []).length;
    this.blocks = this.cut(text.sentences);
    this.errorKinds = this.markErrors();
  }
  /** Entities that are aligned are one family, with one number and one colour. */
  nameFamilies() {
    /** @type {Map<string, Family>} */
    const found = new Map();
    let letter = 0;
    /** @param {string} name @param {string} title */
    const add = (name, title) =>
      found.set(name, { name, title, key: -1, response: -1, size: 0, colour: "c" }).get(name);
    this.key.labels.forEach((_, entity) => {
      const family = /** @type {Family} */ (add(`n${entity}`, String(entity + 1)));
      family.key = entity;
      family.size = this.key.chains[entity].length;
    });
    this.partner.forEach((key, entity) => {
      const family = /** @type {Family} */ (key >= 0 ? found.get(`n${key}`) : add(`r${entity}`, letters(++letter)));
      family.response = entity;
      family.size = Math.max(family.size, this.response.chains[entity].length);
    });
    return found;
  }
  /** @param {SideName} side @param {number} mention @returns {Family} */
  familyOf(side, mention) {
    return /** @type {Family} */ (this.families.get(this.family[side][this.sides[side].entity[mention]]));
  }
  /** @param {string} name @returns {Family} */
  familyNamed(name) {
    return /** @type {Family} */ (this.families.get(name));
  }
  /** The match of a mention on the other side, or -1. @param {SideName} side @param {number} mention @returns {number} */
  match(side, mention) {
    return (side === "key" ? this.matchOfKey : this.matchOfResponse)[mention];
  }
  /** Whether a mention is right and has the same span on both sides. @param {SideName} side @param {number} mention */
  agreed(side, mention) {
    const here = this.sides[side],
      there = this.sides[side === "key" ? "response" : "key"],
      match = this.match(side, mention);
    return (
      here.verdict[mention] === RIGHT &&
      here.start[mention] === there.start[match] &&
      here.end[mention] === there.end[match]
    );
  }
  /** Sentences as ranges of tokens, from the first up to the one after the last. @param {number[]} sentences */
  cut(sentences) {
    /** @type {[number, number][]} */
    const blocks = [];
    const bounds = this.tokens ? [0, this.length] : [...sentences, this.length];
    for (let index = 0; index + 1 < bounds.length; index += 1)
      for (let low = bounds[index]; low < bounds[index + 1]; low += LONG_SENTENCE)
        blocks.push([low, Math.min(low + LONG_SENTENCE, bounds[index + 1])]);
    return blocks;
  }
  /** Without a text, only the tokens in mentions are shown. */
  covered() {
    /** @type {Set<number>} */
    const found = new Set();
    for (const side of [this.key, this.response])
      side.start.forEach((start, mention) => {
        for (let token = start; token <= side.end[mention]; token += 1) found.add(token);
      });
    return [...found].sort((a, b) => a - b);
  }
  /** The index of a token among those shown. @param {number} token */
  indexOf(token) {
    return this.index ? (this.index.get(token) ?? 0) : token;
  }
  /** @param {number} token */
  blockOf(token) {
    const index = this.indexOf(token);
    let low = 0,
      high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle][0] <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  /** @param {number} token */
  word(token) {
    const word = this.words && token < this.words.length ? this.words[token] : String(token);
    return this.empty.has(token) ? `∅${word === "_" ? "" : word}` : word;
  }
  /** @param {number} token */
  spaced(token) {
    return !(CLOSED.test(this.word(token).slice(-1)) && CLOSED.test(this.word(token + 1).slice(0, 1)));
  }
  /** @param {number} start @param {number} end */
  joined(start, end) {
    if (!this.words) return start === end ? `[${start}]` : `[${start}–${end}]`;
    let text = "";
    for (let token = start; token <= end; token += 1)
      text += (token > start && this.spaced(token - 1) ? " " : "") + this.word(token);
    return text;
  }
  /** @param {SideName} side @param {number} mention */
  text(side, mention) {
    return this.joined(this.sides[side].start[mention], this.sides[side].end[mention]);
  }
  /** The kinds of errors of each mention. */
  markErrors() {
    const kinds = {
      key: this.key.start.map(() => /** @type {Set<number>} */ (new Set())),
      response: this.response.start.map(() => /** @type {Set<number>} */ (new Set())),
    };
    /** @param {SideName} side @param {number} mention @param {number} kind */
    const add = (side, mention, kind) => {
      if (mention < 0) return;
      kinds[side][mention].add(kind);
      const match = this.match(side, mention);
      if (match >= 0) kinds[side === "key" ? "response" : "key"][match].add(kind);
    };
    for (const error of this.errors) {
      for (const side of SIDES) add(side, this.sides[side].at(error.start, error.end), error.kind);
      if (DATA.kinds[error.kind].name === "span")
        add("response", this.response.at(error.otherStart, error.otherEnd), error.kind);
      if (error.size > 1) for (const { side, mention } of this.partOf(error)) add(side, mention, error.kind);
    }
    return kinds;
  }
  /** All mentions of an error that has several. @param {CorefError} error @returns {MentionRef[]} */
  partOf({ ours, theirs }) {
    const side = ours >= 0 ? "key" : "response";
    const chain = ours >= 0 ? this.key.chains[ours] : this.response.chains[theirs];
    return chain
      .filter((mention) => {
        const match = this.match(side, mention);
        return ours >= 0 && theirs >= 0 ? match >= 0 && this.response.entity[match] === theirs : match < 0;
      })
      .map((mention) => ({ side, mention }));
  }
  /** The mention of a span on either side. @param {number} start @param {number} end @returns {MentionRef | null} */
  at(start, end) {
    for (const side of SIDES) {
      const mention = this.sides[side].at(start, end);
      if (mention >= 0) return { side, mention };
    }
    return null;
  }
  /** The mention of an error, and its other mention. @param {CorefError} error */
  endsOf(error) {
    return {
      about: this.at(error.start, error.end),
      other: error.otherStart < 0 ? null : this.at(error.otherStart, error.otherEnd),
    };
  }
  /** A mention as the name of an entity: a name, or else the first mention that is not a pronoun. @param {Family} family */
  representative({ key, response }) {
    const side = key >= 0 ? this.key : this.response;
    const mentions = side.chains[key >= 0 ? key : response].slice(0, 25);
    /** @param {number} mention */
    const rank = (mention) => [0, 1, 3, 4, 2][side.type[mention]];
    return this.text(
      side.name,
      mentions.reduce((best, mention) => (rank(mention) < rank(best) ? mention : best)),
    );
  }
}

/** @param {number[]} row @param {number} number @returns {CorefError} */
function asError([kind, start, end, type, size, ours, theirs, otherStart, otherEnd], number) {
  return { number, kind, start, end, type, size, ours, theirs, otherStart, otherEnd };
}

let model = /** @type {Model | null} */ (null); // the document that is shown
