"use strict";
// Text of files is only ever put into the page with textContent, never as markup.
(() => {
  const parsed = (id) => { const element = document.getElementById(id); return element && JSON.parse(element.textContent); };
  const find = (selector, root = document) => root.querySelector(selector);
  const DATA = parsed("report");
  const RIGHT = 0, WRONG = 1, MISSING = 2, SPURIOUS = 3;
  const SIGNS = ["", "!", "−", "+"];
  const BLOCK = 150;          // tokens drawn at a time where sentences are not known
  const SHOWN = 400;          // rows of a list before "show all"
  const LANE = 14;
  const CLOSED = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/;

  const state = { document: -1, system: 0, view: "overlaid", family: null, chosen: null, error: -1, find: "",
    filters: { kinds: new Set(), verdicts: new Set(), categories: new Set(), types: new Set() } };
  let model = null;           // the document that is shown

  // ---- elements -------------------------------------------------------------------------------------------------
  function make(tag, options = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(options)) {
      if (value === undefined || value === null || value === false) continue;
      if (name === "text") element.textContent = value;
      else if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
      else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }
  function drawn(tag, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  }
  const percent = (value) => (value === null || value === undefined ? "" : (100 * value).toFixed(2));
  const count = (value) => value.toLocaleString("en");

  // ---- one document with one response -----------------------------------------------------------------------------
  class Side {
    constructor(name, columns, verdicts) {
      this.name = name;
      Object.assign(this, columns);
      this.verdict = verdicts;
      this.chains = this.labels.map(() => []);
      this.entity.forEach((entity, mention) => this.chains[entity].push(mention));
      this.bySpan = new Map(this.start.map((start, mention) => [`${start}-${this.end[mention]}`, mention]));
      this.before = new Array(this.start.length).fill(-1);
      for (const chain of this.chains) chain.forEach((mention, place) => { if (place) this.before[mention] = chain[place - 1]; });
    }
    at(start, end) { const found = this.bySpan.get(`${start}-${end}`); return found === undefined ? -1 : found; }
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
      const none = { start: [], end: [], entity: [], type: [], labels: [], categories: [], twin: [], verdict: [], partner: [], cells: [], errors: [], keyVerdict: data.key.start.map(() => MISSING), keyCategories: data.key.categories };
      this.absent = response === null;
      const found = response || none;
      this.key = new Side("key", { ...data.key, categories: found.keyCategories }, found.keyVerdict);
      this.response = new Side("response", found, found.verdict);
      this.sides = { key: this.key, response: this.response };
      this.partner = found.partner;
      this.cells = found.cells;
      this.errors = found.errors.map(([kind, start, end, type, size, ours, theirs, otherStart, otherEnd], number) =>
        ({ number, kind, start, end, type, size, ours, theirs, otherStart, otherEnd }));
      this.twinOfKey = new Array(this.key.start.length).fill(-1);
      found.twin.forEach((key, mention) => { if (key >= 0) this.twinOfKey[key] = mention; });
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
      const letters = (number) => { let name = ""; while (number > 0) { number -= 1; name = String.fromCharCode(97 + number % 26) + name; number = Math.floor(number / 26); } return name; };
      this.family = { key: this.key.labels.map((_, entity) => `n${entity}`), response: this.partner.map((key, entity) => (key >= 0 ? `n${key}` : `r${entity}`)) };
      this.title = new Map();
      this.key.labels.forEach((_, entity) => this.title.set(`n${entity}`, String(entity + 1)));
      this.partner.forEach((key, entity) => { if (key < 0) this.title.set(`r${entity}`, letters(++letter)); });
      this.members = new Map([...this.title.keys()].map((family) => [family, { key: -1, response: -1 }]));
      this.key.labels.forEach((_, entity) => { this.members.get(`n${entity}`).key = entity; });
      this.partner.forEach((_, entity) => { this.members.get(this.family.response[entity]).response = entity; });
      const size = (family) => { const { key, response } = this.members.get(family); return Math.max(key < 0 ? 0 : this.key.chains[key].length, response < 0 ? 0 : this.response.chains[response].length); };
      this.families = [...this.members.keys()].map((family) => ({ family, size: size(family) })).sort((a, b) => b.size - a.size);
      this.colour = new Map();
      this.families.filter((each) => each.size > 1).forEach(({ family }, place) => this.colour.set(family, `c${place % 10} p${Math.floor(place / 10) % 3}`));
    }
    colours(family) { return this.colour.get(family) || "c"; }
    familyOf(side, mention) { return this.family[side][this.sides[side].entity[mention]]; }
    verdictOf(side, mention) { return this.sides[side].verdict[mention]; }
    twin(side, mention) { return (side === "key" ? this.twinOfKey : this.twinOfResponse)[mention]; }
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
      for (const side of [this.key, this.response]) side.start.forEach((start, mention) => { for (let token = start; token <= side.end[mention]; token += 1) found.add(token); });
      return [...found].sort((a, b) => a - b);
    }
    blockOf(token) {
      let low = 0, high = this.blocks.length - 1;
      while (low < high) { const middle = (low + high + 1) >> 1; if (this.blocks[middle][0] <= token) low = middle; else high = middle - 1; }
      return low;
    }
    word(token) { return this.words && token < this.words.length ? this.words[token] : String(token); }
    joined(start, end) {
      if (!this.words) return start === end ? `[${start}]` : `[${start}–${end}]`;
      let text = "";
      for (let token = start; token <= end; token += 1) text += (token > start && this.spaced(token - 1) ? " " : "") + this.word(token);
      return text;
    }
    spaced(token) {
      const here = this.word(token), next = this.word(token + 1);
      return !(CLOSED.test(here.slice(-1)) && CLOSED.test(next.slice(0, 1)));
    }
    text(side, mention) { const { start, end } = this.sides[side]; return this.joined(start[mention], end[mention]); }
    /* Which kinds of errors a mention is part of. */
    markErrors() {
      const kinds = { key: this.key.start.map(() => new Set()), response: this.response.start.map(() => new Set()) };
      const add = (side, mention, kind) => { if (mention >= 0) { kinds[side][mention].add(kind); const twin = this.twin(side, mention); if (twin >= 0) kinds[side === "key" ? "response" : "key"][twin].add(kind); } };
      for (const error of this.errors) {
        add("key", this.key.at(error.start, error.end), error.kind);
        add("response", this.response.at(error.start, error.end), error.kind);
        if (DATA.kinds[error.kind].name === "span") add("response", this.response.at(error.otherStart, error.otherEnd), error.kind);
        if (error.size > 1) this.partOf(error).forEach(([side, mention]) => add(side, mention, error.kind));
      }
      return kinds;
    }
    /* All mentions of an error about several. */
    partOf(error) {
      const { ours, theirs } = error;
      if (ours >= 0 && theirs >= 0) return this.key.chains[ours].filter((mention) => { const twin = this.twinOfKey[mention]; return twin >= 0 && this.response.entity[twin] === theirs; }).map((mention) => ["key", mention]);
      if (ours >= 0) return this.key.chains[ours].filter((mention) => this.twinOfKey[mention] < 0).map((mention) => ["key", mention]);
      return this.response.chains[theirs].filter((mention) => this.twinOfResponse[mention] < 0).map((mention) => ["response", mention]);
    }
    /* The mention an error is about, and the one it points to. */
    endsOf(error) {
      const at = (start, end) => { for (const side of ["key", "response"]) { const mention = this.sides[side].at(start, end); if (mention >= 0) return { side, mention }; } return null; };
      const about = at(error.start, error.end);
      const other = error.otherStart < 0 ? null : at(error.otherStart, error.otherEnd);
      return { about, other };
    }
    shown(side, mention) {
      const { kinds, verdicts, categories, types } = state.filters;
      const here = this.sides[side];
      return (!verdicts.size || verdicts.has(here.verdict[mention]))
        && (!types.size || types.has(here.type[mention]))
        && (!categories.size || categories.has(here.categories[here.entity[mention]]))
        && (!kinds.size || [...kinds].some((kind) => this.errorKinds[side][mention].has(kind)));
    }
    errorShown(error) {
      const { kinds, verdicts, categories, types } = state.filters;
      if (kinds.size ? !kinds.has(error.kind) : DATA.kinds[error.kind].taxonomy !== "kummerfeld") return false;
      if (types.size && !types.has(error.type)) return false;
      const about = this.endsOf(error).about;
      if (!about) return true;
      const side = this.sides[about.side];
      return (!verdicts.size || verdicts.has(side.verdict[about.mention]))
        && (!categories.size || categories.has(side.categories[side.entity[about.mention]]));
    }
  }

  /* Mentions in lanes, the shortest next to the words; those that share a token are in different lanes. */
  function lanes(side) {
    const taken = new Map();
    const order = side.start.map((_, mention) => mention).sort((a, b) => (side.end[a] - side.start[a]) - (side.end[b] - side.start[b]) || a - b);
    const lane = new Array(order.length).fill(0);
    for (const mention of order) {
      let used = 0;
      for (let token = side.start[mention]; token <= side.end[mention]; token += 1) used |= taken.get(token) || 0;
      let free = 0;
      while (used & (1 << free) && free < 30) free += 1;
      lane[mention] = free;
      for (let token = side.start[mention]; token <= side.end[mention]; token += 1) taken.set(token, (taken.get(token) || 0) | (1 << free));
    }
    return lane;
  }
  function byToken(side) {
    const found = new Map();
    side.start.forEach((start, mention) => { for (let token = start; token <= side.end[mention]; token += 1) { if (!found.has(token)) found.set(token, []); found.get(token).push(mention); } });
    return found;
  }

  // ---- the text ---------------------------------------------------------------------------------------------------
  class Text {
    constructor(model, host) {
      this.model = model;
      this.host = host;
      this.strips = new Map();
      this.words = new Map();
      this.places = [];
      this.drawn = new Set();
      this.fresh = new Set();
      this.watch = new IntersectionObserver((entries) => entries.forEach((entry) => { if (entry.isIntersecting) this.draw(Number(entry.target.dataset.block)); }), { root: find("#main"), rootMargin: "900px" });
      const both = state.view === "side";
      host.classList.toggle("columns", both);
      if (both) host.append(make("h3", { text: "Key" }), make("h3", { text: "Response" }));
      model.blocks.forEach((tokens, block) => {
        const cells = (both ? [["key"], ["response"]] : [["key", "response"]]).map((sides) => {
          const cell = make("p", { "data-block": block, dir: model.fromRight ? "rtl" : "ltr", style: { "min-height": `${Math.ceil(tokens.length / (both ? 8 : 15)) * 3.2}em` } });
          cell.sides = sides;
          host.append(cell);
          this.watch.observe(cell);
          return cell;
        });
        this.places.push(cells);
      });
      this.arrows = drawn("svg", { class: "arrows", "aria-hidden": "true" });
      host.append(this.arrows);
      host.addEventListener("click", (event) => this.click(event));
      host.addEventListener("mouseover", (event) => this.hover(event));
      host.addEventListener("mouseleave", () => this.light(state.family));
    }
    drawAll() { this.places.forEach((_, block) => this.draw(block)); }
    draw(block) {
      if (this.drawn.has(block)) return;
      this.drawn.add(block);
      for (const cell of this.places[block]) {
        this.watch.unobserve(cell);
        cell.style.removeProperty("min-height");
        this.fill(cell, this.model.blocks[block]);
      }
      for (const name of this.fresh) { this.lightStrips(name, state.family); this.markStrips(name); }
      this.fresh.clear();
      this.model.blocks[block].forEach((token) => this.markWords(token));
      cancelAnimationFrame(this.redraw);
      this.redraw = requestAnimationFrame(() => this.drawArrows());  // what is drawn may have moved the rest
    }
    fill(cell, tokens) {
      const { model } = this;
      const together = cell.sides.length > 1;
      tokens.forEach((token, place) => {
        if (!model.words && (place ? tokens[place - 1] + 1 < token : token > 0)) cell.append(make("span", { class: "number", text: "… " }));
        const word = make("span", { class: model.words ? "w" : "w number", "data-token": token });
        const gap = place + 1 < tokens.length && model.spaced(token) ? make("span", { class: model.words ? "g" : "g number", text: " " }) : null;
        const levels = { up: 0, down: 0 };
        let label = 0;
        word.append(model.word(token));
        for (const side of cell.sides) {
          const where = together && side === "key" ? "up" : "down";
          for (const mention of model.tokens[side].get(token) || []) {
            levels[where] = Math.max(levels[where], model.lanes[side][mention] + 1);
            label = Math.max(label, this.strip(word, side, mention, token, where));
            if (gap && token < model.sides[side].end[mention]) this.strip(gap, side, mention, -1, where);
          }
        }
        if (levels.up || levels.down) {
          word.classList.add("m");
          word.prepend(make("b", { class: "strut", style: { "--up": levels.up, "--down": levels.down } }));
          const lacking = label * 6 + 7 - model.word(token).length * 7;
          if (lacking > 0) word.style.setProperty("padding-inline-end", `${lacking}px`);
        }
        this.words.set(token, [...(this.words.get(token) || []), word]);
        cell.append(word);
        if (gap) cell.append(gap);
      });
    }
    /* One piece of a mention's strip; returns how many letters its label has. */
    strip(host, side, mention, token, where) {
      const { model } = this;
      const { start, end } = model.sides[side];
      const verdict = model.verdictOf(side, mention);
      const family = model.familyOf(side, mention);
      const first = token === start[mention];
      const element = make("i", { class: `s ${where} ${model.colours(family)}`, style: { "--lane": model.lanes[side][mention] }, "data-side": side, "data-mention": mention });
      element.classList.toggle("hollow", verdict === MISSING || verdict === SPURIOUS);
      element.classList.toggle("wrong", verdict === WRONG && side === "response");
      element.classList.toggle("last", token === end[mention]);
      const sign = verdict === WRONG && side === "key" ? "" : SIGNS[verdict];
      const label = sign + model.title.get(family);
      if (first) {
        element.classList.add("first");
        element.dataset.label = `\u2066${label}\u2069`;  // a sign stays before its number in any script
        element.setAttribute("role", "button");
        element.setAttribute("tabindex", "-1");
        element.setAttribute("aria-label", `${side} mention ${model.text(side, mention)}, entity ${model.title.get(family)}, ${DATA.verdicts[verdict]}`);
      }
      host.append(element);
      const name = `${side}${mention}`;
      if (!this.strips.has(name)) this.strips.set(name, []);
      this.strips.get(name).push(element);
      this.fresh.add(name);
      return first ? label.length : 0;
    }
    at(event) {
      const strip = event.target.closest(".s");
      if (strip) return { side: strip.dataset.side, mention: Number(strip.dataset.mention) };
      const word = event.target.closest(".w");
      if (!word) return null;
      const token = Number(word.dataset.token);
      const sides = word.parentElement.sides || ["key", "response"];
      for (const side of sides) {
        const here = this.model.tokens[side].get(token);
        if (here) return { side, mention: here.reduce((a, b) => (this.model.lanes[side][a] <= this.model.lanes[side][b] ? a : b)) };
      }
      return null;
    }
    click(event) { const chosen = this.at(event); if (chosen) choose(chosen.side, chosen.mention, { scroll: false }); else letGo(); }
    hover(event) { const over = this.at(event); this.light(over ? this.model.familyOf(over.side, over.mention) : state.family); }
    parts(name) { const side = name.startsWith("key") ? "key" : "response"; return [side, Number(name.slice(side.length))]; }
    light(family) {
      this.host.classList.toggle("focus", family !== null);
      for (const name of this.strips.keys()) this.lightStrips(name, family);
    }
    lightStrips(name, family) {
      const on = family !== null && this.model.familyOf(...this.parts(name)) === family;
      this.strips.get(name).forEach((strip) => strip.classList.toggle("on", on));
    }
    /* Show what is chosen, filtered and found. */
    mark() {
      for (const name of this.strips.keys()) this.markStrips(name);
      for (const token of this.words.keys()) this.markWords(token);
      this.drawArrows();
    }
    markStrips(name) {
      const { chosen } = state;
      const [side, mention] = this.parts(name);
      const here = chosen !== null && (side === chosen.side ? mention === chosen.mention : mention === this.model.twin(chosen.side, chosen.mention));
      const out = !this.model.shown(side, mention);
      this.strips.get(name).forEach((strip) => { strip.classList.toggle("chosen", here); strip.classList.toggle("out", out); });
    }
    markWords(token) {
      const found = state.find !== "" && this.model.word(token).toLowerCase().includes(state.find.toLowerCase());
      this.words.get(token).forEach((word) => word.classList.toggle("found", found));
    }
    reveal(side, mention) {
      const block = this.model.blockOf(this.model.sides[side].start[mention]);
      this.draw(block);
      const strips = this.strips.get(`${side}${mention}`);
      if (!strips) return;
      strips[0].scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
      strips[0].focus({ preventScroll: true });
    }
    /* From the chosen mention to the ones before it in its entities, or along the chosen error. */
    links() {
      const { chosen } = state;
      if (!chosen) return [];
      if (state.error >= 0) {
        const { about, other } = this.model.endsOf(this.model.errors[state.error]);
        return about && other ? [[about, other]] : [];
      }
      const found = [];
      const twin = this.model.twin(chosen.side, chosen.mention);
      for (const side of ["key", "response"]) {
        const mention = side === chosen.side ? chosen.mention : twin;
        const before = mention < 0 ? -1 : this.model.sides[side].before[mention];
        if (before >= 0) found.push([{ side, mention }, { side, mention: before }]);
      }
      return found;
    }
    drawArrows() {
      this.arrows.replaceChildren();
      const base = this.host.getBoundingClientRect();
      for (const [from, to] of this.links()) {
        const ends = [from, to].map(({ side, mention }) => {
          this.draw(this.model.blockOf(this.model.sides[side].start[mention]));
          const box = this.strips.get(`${side}${mention}`)[0].getBoundingClientRect();
          const up = side === "key" && state.view === "overlaid";
          return { x: box.left - base.left + Math.min(box.width / 2, 9), y: (up ? box.top : box.bottom) - base.top, up };
        });
        const [a, b] = ends;
        const bow = (a.up ? -1 : 1) * Math.min(46, 14 + Math.abs(a.x - b.x) / 9 + Math.abs(a.y - b.y) / 14);
        const aside = Math.abs(a.y - b.y) > 20 ? -Math.max(0, 30 - Math.abs(a.x - b.x) / 2) : 0;  // not through the words above one another
        this.arrows.append(drawn("path", { class: from.side, d: `M${a.x} ${a.y} C${a.x + aside} ${a.y + bow} ${b.x + aside} ${b.y + bow} ${b.x} ${b.y}` }));
        const tip = b.up ? -7 : 7;
        this.arrows.append(drawn("path", { class: `tip ${from.side}`, d: `M${b.x} ${b.y} l-4 ${tip} l8 0 z` }));
      }
    }
  }

  // ---- choosing -----------------------------------------------------------------------------------------------------
  let text = null;
  function choose(side, mention, { scroll = true, error = -1 } = {}) {
    state.chosen = { side, mention };
    state.error = error;
    state.family = model.familyOf(side, mention);
    if (state.view === "alignment") setView("overlaid");
    showPanel();
    text.light(state.family);
    text.mark();
    if (scroll) text.reveal(side, mention);
  }
  function chooseFamily(family) {
    const { key, response } = model.members.get(family);
    if (state.view === "alignment") {
      state.family = family; state.chosen = null; state.error = -1;
      showPanel(); lightAlignment();
      return;
    }
    if (key >= 0) choose("key", model.key.chains[key][0]); else choose("response", model.response.chains[response][0]);
  }
  function chooseError(number) {
    const { about } = model.endsOf(model.errors[number]);
    if (about) choose(about.side, about.mention, { error: number });
  }
  function letGo() {
    state.chosen = null; state.family = null; state.error = -1;
    if (text) { text.light(null); text.mark(); }
    lightAlignment();
    if (model) showPanel();
  }
  function step(by) {
    const order = [];
    for (const side of ["key", "response"]) model.sides[side].start.forEach((start, mention) => { if ((side === "key" || model.twinOfResponse[mention] < 0) && model.shown(side, mention)) order.push({ side, mention, start, end: model.sides[side].end[mention] }); });
    order.sort((a, b) => a.start - b.start || b.end - a.end);
    if (!order.length) return;
    const { chosen } = state;
    const here = chosen ? order.findIndex((each) => each.side === chosen.side ? each.mention === chosen.mention : model.twin(each.side, each.mention) === chosen.mention) : -1;
    const next = order[here < 0 ? (by > 0 ? 0 : order.length - 1) : (here + by + order.length) % order.length];
    choose(next.side, next.mention);
  }
  function stepError(by) {
    const numbers = model.errors.filter((error) => model.errorShown(error)).map((error) => error.number);
    if (!numbers.length) return;
    const here = numbers.indexOf(state.error);
    chooseError(numbers[here < 0 ? (by > 0 ? 0 : numbers.length - 1) : (here + by + numbers.length) % numbers.length]);
  }

  // ---- the panel ------------------------------------------------------------------------------------------------------
  const tag = (family, hollow) => make("span", { class: `tag ${model.colours(family)}${hollow ? " hollow" : ""}`, text: model.title.get(family) });
  function listed(rows, draw) {
    const list = make("ol", { class: "rows" });
    const more = rows.length > SHOWN;
    rows.slice(0, SHOWN).forEach((row) => list.append(draw(row)));
    if (!more) return [list];
    const button = make("button", { text: `Show all ${count(rows.length)}`, on: { click: () => { rows.slice(SHOWN).forEach((row) => list.append(draw(row))); button.remove(); } } });
    return [list, button];
  }
  function showPanel() {
    const panel = find("#panel");
    panel.replaceChildren(...(state.family === null ? [] : inspector()), ...errorList(), ...entityList());
    const current = find("[aria-current]", panel);
    if (state.family !== null && !current) panel.scrollTop = 0;
  }
  function inspector() {
    const parts = [];
    const { chosen } = state;
    if (chosen) {
      const { side, mention } = chosen;
      const here = model.sides[side];
      const twin = model.twin(side, mention);
      const rows = [];
      const row = (name, ...content) => rows.push(make("dt", { text: name }), make("dd", {}, ...content));
      const span = here.start[mention] === here.end[mention] ? `token ${here.start[mention]}` : `tokens ${here.start[mention]}–${here.end[mention]}`;
      row("Mention", `${DATA.types[here.type[mention]]}, ${span}`);
      row("Verdict", DATA.verdicts[here.verdict[mention]]);
      for (const name of ["key", "response"]) {
        const own = name === side ? mention : twin;
        if (own < 0) { row(name === "key" ? "Key" : "Response", make("span", { class: "soft", text: "has no such mention" })); continue; }
        const there = model.sides[name];
        const family = model.familyOf(name, own);
        row(name === "key" ? "Key" : "Response", make("span", { class: "chipline" }, tag(family, false), make("span", { class: "soft", text: `${there.labels[there.entity[own]]}, ${there.chains[there.entity[own]].length} mentions` })));
        const before = there.before[own];
        if (before >= 0) row("after", make("button", { class: "quiet small antecedent", dir: "auto", text: model.text(name, before), on: { click: () => choose(name, before) } }));
      }
      parts.push(make("h2", { dir: "auto", text: model.text(side, mention) }), make("dl", {}, ...rows));
      const about = model.errors.filter((error) => { const ends = model.endsOf(error).about; return ends && ((ends.side === side && ends.mention === mention) || (ends.side !== side && ends.mention === twin)); });
      if (about.length) parts.push(make("h3", { text: "Errors here" }), ...listed(about, errorRow));
    }
    const { key, response } = model.members.get(state.family);
    parts.push(make("h3", {}, make("span", { class: "chipline" }, tag(state.family, key < 0 || response < 0), `Entity ${model.title.get(state.family)}: ${describe(key, response)}`)), ...chain(key, response));
    parts.push(make("p", {}, make("button", { class: "small", text: "Let go (Esc)", on: { click: letGo } })));
    return parts;
  }
  function describe(key, response) {
    if (key < 0) return "in the response only";
    if (response < 0) return "no response entity is aligned with it";
    const shared = model.key.chains[key].filter((mention) => model.verdictOf("key", mention) === RIGHT).length;
    return `${shared} of ${model.key.chains[key].length} key mentions, ${shared} of ${model.response.chains[response].length} response mentions`;
  }
  /* The mentions of an entity on both sides, in the order of the text. */
  function chain(key, response) {
    const rows = [];
    if (key >= 0) model.key.chains[key].forEach((mention) => rows.push({ side: "key", mention, start: model.key.start[mention] }));
    if (response >= 0) model.response.chains[response].forEach((mention) => { if (model.verdictOf("response", mention) !== RIGHT) rows.push({ side: "response", mention, start: model.response.start[mention] }); });
    rows.sort((a, b) => a.start - b.start);
    return listed(rows, ({ side, mention }) => {
      const verdict = model.verdictOf(side, mention);
      const here = state.chosen && state.chosen.side === side && state.chosen.mention === mention;
      const other = verdict === WRONG ? model.title.get(side === "key" ? model.familyOf("response", model.twin("key", mention)) : model.familyOf("key", model.twin("response", mention))) : "";
      const note = verdict === RIGHT ? "" : verdict === WRONG ? (side === "key" ? `found in ${other}` : `belongs to ${other}`) : DATA.verdicts[verdict];
      return make("li", {}, make("button", { "aria-current": here ? "true" : null, on: { click: () => choose(side, mention) } },
        make("span", { class: "aside", text: SIGNS[verdict] || "✓" }), make("span", { class: "what", dir: "auto", text: model.text(side, mention) }), make("span", { class: "aside", text: note })));
    });
  }
  function errorRow(error) {
    const kind = DATA.kinds[error.kind];
    const other = error.otherStart < 0 ? "" : model.joined(error.otherStart, error.otherEnd);
    return make("li", {}, make("button", { class: "error", "data-error": error.number, title: kind.meaning, "aria-current": state.error === error.number ? "true" : null, on: { click: () => chooseError(error.number) } },
      make("span", { class: "what" }, make("span", { class: "kind", text: kind.title }), " ", make("mark", { dir: "auto", text: model.joined(error.start, error.end) }), other ? make("span", { class: "soft" }, " · ", make("bdi", { text: other })) : null),
      make("span", { class: "aside", text: error.size > 1 ? `${error.size} mentions` : "" })));
  }
  function errorList() {
    const errors = model.errors.filter((error) => model.errorShown(error));
    return [make("h3", { text: `Errors (${count(errors.length)})` }), ...(errors.length ? listed(errors, errorRow) : [make("p", { class: "soft", text: "None." })])];
  }
  function entityList() {
    return [make("h3", { text: `Entities (${count(model.families.length)})` }), ...listed(model.families, ({ family, size }) => {
      const { key, response } = model.members.get(family);
      return make("li", {}, make("button", { class: "entity", "data-family": family, on: { click: () => chooseFamily(family) } }, tag(family, key < 0 || response < 0), make("span", { class: "what", dir: "auto", text: representative(key, response) }), make("span", { class: "aside", text: `${size} ×` })));
    })];
  }
  /* A name if there is one, else the longest of the first mentions. */
  function representative(key, response) {
    const side = key >= 0 ? "key" : "response";
    const mentions = model.sides[side].chains[key >= 0 ? key : response].slice(0, 25);
    const rank = (mention) => [0, 1, 3, 4, 2][model.sides[side].type[mention]];
    return model.text(side, mentions.reduce((best, mention) => (rank(mention) < rank(best) ? mention : best)));
  }

  // ---- the alignment ------------------------------------------------------------------------------------------------------
  const ALIGNED = 250;
  function alignmentView() {
    const ours = model.families.filter(({ family }) => model.members.get(family).key >= 0).map(({ family }) => model.members.get(family).key);
    const left = ours.slice(0, ALIGNED);
    const place = new Map(left.map((key, row) => [key, row]));
    const best = new Map();
    for (const [key, response, shared] of model.cells) if (place.has(key) && (model.partner[response] === key || !best.has(response) || (model.partner[response] !== best.get(response).key && shared > best.get(response).shared))) best.set(response, { key, shared });
    const theirs = model.response.labels.map((_, response) => response).filter((response) => best.has(response) || model.partner[response] < 0);
    theirs.sort((a, b) => (best.has(a) ? place.get(best.get(a).key) : ALIGNED) - (best.has(b) ? place.get(best.get(b).key) : ALIGNED) || (model.partner[b] >= 0) - (model.partner[a] >= 0));
    const right = theirs.slice(0, ALIGNED);
    const row = new Map(right.map((response, number) => [response, number]));
    const item = (side, entity) => {
      const family = model.family[side][entity];
      const parts = [make("span", { class: "what", dir: "auto", text: side === "key" ? representative(entity, -1) : representative(-1, entity) }), make("span", { class: "aside soft", text: `${model.sides[side].chains[entity].length} ×` }), tag(family, false)];
      return make("li", { "data-family": family, tabindex: "0", on: { click: () => chooseFamily(family), keydown: (event) => { if (event.key === "Enter") chooseFamily(family); } } }, ...(side === "key" ? parts : parts.reverse()));
    };
    const height = 28 * Math.max(left.length, right.length, 1);
    const lines = drawn("svg", { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": "Which entities share mentions" });
    for (const [key, response, shared] of model.cells) {
      if (!place.has(key) || !row.has(response)) continue;
      const a = place.get(key) * 28 + 14, b = row.get(response) * 28 + 14;
      const aligned = model.partner[response] === key;
      const line = drawn("path", { d: `M2 ${a} C40 ${a} 60 ${b} 98 ${b}`, "stroke-width": Math.min(2 + 2.2 * Math.sqrt(shared), 16), class: aligned ? model.colours(model.family.key[key]) : "loose", "data-family": model.family.key[key], "data-other": model.family.response[response], style: aligned ? "stroke: var(--c)" : "", "vector-effect": "non-scaling-stroke" });
      const title = drawn("title", {});
      title.textContent = `${shared} shared${aligned ? ", aligned" : ""}`;
      line.append(title);
      lines.append(line);
    }
    const hidden = ours.length + theirs.length - left.length - right.length;
    return [
      make("p", { class: "small soft", text: "Key entities and response entities that share mentions. Coloured: aligned one to one, so that as many mentions as possible are shared (CEAF-m). Grey: shared, but not aligned." }),
      make("div", { class: "columns" }, make("h3", { text: "Key" }), make("h3", { text: "Response" })),
      make("div", { class: "align", style: { "min-height": `${height}px` } }, make("ol", {}, ...left.map((key) => item("key", key))), make("div", { style: { height: `${height}px` } }, lines), make("ol", {}, ...right.map((response) => item("response", response)))),
      hidden ? make("p", { class: "soft", text: `${count(hidden)} smaller entities are not drawn.` }) : null,
    ];
  }
  function lightAlignment() {
    const host = find(".align");
    if (!host) return;
    host.classList.toggle("focus", state.family !== null);
    host.querySelectorAll("[data-family]").forEach((each) => each.classList.toggle("on", each.dataset.family === state.family || each.dataset.other === state.family));
  }

  // ---- the document view ----------------------------------------------------------------------------------------------------
  function setView(view) {
    state.view = view;
    document.querySelectorAll("[data-view]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.view === view)));
    const host = find("#view");
    host.replaceChildren();
    text = null;
    if (view === "alignment") { host.append(...alignmentView().filter(Boolean)); lightAlignment(); return; }
    const body = make("div", { class: "text" });
    host.append(legend(), body);
    text = new Text(model, body);
    text.draw(0);
  }
  function legend() {
    const sample = (classes, label) => make("span", { class: `tag ${classes}`, text: label });
    const where = state.view === "side" ? "" : " Key above the words, response below.";
    return make("p", { class: "legend", style: { margin: "0 0 .6rem" } },
      make("span", {}, sample("c0", "1"), "found on both sides"), make("span", {}, sample("c1", "!2"), "in another entity"), make("span", {}, sample("c0 hollow", "−1"), "missing"), make("span", {}, sample("c hollow", "+a"), "spurious"),
      make("span", { text: `Numbers and colours are entities; aligned ones have the same.${where}` }));
  }
  function filterBar() {
    const counts = (values) => { const found = new Map(); for (const value of values) found.set(value, (found.get(value) || 0) + 1); return found; };
    const both = (name) => [...model.key[name], ...model.response[name].filter((_, mention) => model.twinOfResponse[mention] < 0)];
    const byEntity = (side) => side.entity.map((entity) => side.categories[entity]);
    const groups = [
      ["kinds", "Errors", DATA.kinds.map((kind) => kind.title), counts(model.errors.map((error) => error.kind))],
      ["verdicts", "Mentions", DATA.verdicts, counts(both("verdict"))],
      ["categories", "Entities", DATA.categories, counts([...byEntity(model.key), ...byEntity(model.response).filter((_, mention) => model.twinOfResponse[mention] < 0)])],
      ["types", "Types", DATA.types, counts(both("type"))],
    ];
    const active = () => Object.values(state.filters).some((chosen) => chosen.size);
    const clear = make("button", { class: "small", text: "Clear", hidden: !active(), on: { click: () => { Object.values(state.filters).forEach((chosen) => chosen.clear()); box.querySelectorAll(".chip").forEach((chip) => chip.setAttribute("aria-pressed", "false")); changed(); } } });
    const changed = () => { clear.hidden = !active(); if (text) text.mark(); showPanel(); };
    const box = make("details", { class: "filters", open: active() }, make("summary", { text: "Filters" }), ...groups.map(([name, title, titles, found]) =>
      make("fieldset", {}, make("legend", { text: title }), ...titles.map((label, value) => (found.has(value) || state.filters[name].has(value) ? make("button", { class: "chip", "data-filter": name, "data-value": value, "aria-pressed": String(state.filters[name].has(value)), on: { click: (event) => {
        const chosen = state.filters[name];
        if (chosen.has(value)) chosen.delete(value); else chosen.add(value);
        event.currentTarget.setAttribute("aria-pressed", String(chosen.has(value)));
        changed();
      } } }, label, make("b", { text: count(found.get(value) || 0) })) : null)))), clear);
    return box;
  }
  function showDocument() {
    const entry = DATA.documents[state.document];
    document.body.classList.add("reading");
    const main = find("#main");
    const stepTo = (by) => make("button", { text: by < 0 ? "← Previous" : "Next →", disabled: state.document + by < 0 || state.document + by >= DATA.documents.length, on: { click: () => go(state.document + by) } });
    const scores = entry.scores[state.system];
    const pills = make("div", { class: "pills" }, ...(scores || []).map((value, place) => make("span", { class: "pill", text: `${DATA.metrics[place].title} ${percent(value)}` })));
    const head = [make("div", { class: "bar" }, make("h2", { dir: "auto", style: { margin: "0" }, text: entry.name }), make("span", { class: "spring" }), DATA.single ? null : stepTo(-1), DATA.single ? null : stepTo(1)), pills];
    if (!entry.here) {
      document.body.classList.remove("reading");
      main.replaceChildren(...head, make("p", { class: "notice", text: "The text of this document is not in the page. " + (DATA.notice || "") }));
      model = null; text = null;
      return;
    }
    model = new Model(state.document, state.system);
    const views = [["overlaid", "Overlaid"], ["side", "Side by side"], ["alignment", "Alignment"]];
    const search = make("input", { id: "find", type: "search", placeholder: "Find words", "aria-label": "Find words in the document", value: state.find, on: { input: () => { state.find = search.value; findWords(); }, keydown: (event) => { if (event.key === "Enter") findNext(); } } });
    main.replaceChildren(...head,
      model.absent ? make("p", { class: "notice", text: "This response does not have the document." }) : "",
      make("div", { class: "bar", style: { "margin-top": ".8rem" } }, make("div", { class: "toggle", role: "group", "aria-label": "View" }, ...views.map(([name, title]) => make("button", { "data-view": name, text: title, on: { click: () => setView(name) } }))), search, make("span", { id: "hits", class: "soft small", "aria-live": "polite" })),
      filterBar(), make("div", { id: "view" }));
    setView(state.view);
    showPanel();
    main.scrollTop = 0;
    find("#panel").scrollTop = 0;
  }
  let hit = -1;
  function hits() {
    const wanted = state.find.toLowerCase();
    if (!wanted || !model.words) return [];
    const found = [];
    model.words.forEach((word, token) => { if (word.toLowerCase().includes(wanted)) found.push(token); });
    return found;
  }
  function findWords() {
    hit = -1;
    find("#hits").textContent = state.find ? `${count(hits().length)} found` : "";
    if (text) text.mark();
  }
  function findNext() {
    const found = hits();
    if (!found.length || !text) return;
    hit = (hit + 1) % found.length;
    text.draw(model.blockOf(found[hit]));
    text.words.get(found[hit])[0].scrollIntoView({ block: "center" });
  }

  // ---- the overview -----------------------------------------------------------------------------------------------------------
  function bar(left, width, classes) { return make("i", { class: classes, style: { left: `${100 * left}%`, width: `${100 * width}%` } }); }
  function summaryTable() {
    const head = make("tr", {}, make("th", { text: "" }), ...DATA.systems.map((system) => make("th", { class: "group", colspan: 3, text: system.name, title: system.name })));
    const titles = make("tr", {}, make("th", { text: "Metric" }), ...DATA.systems.flatMap(() => ["Recall", "Precision", "F1"].map((title) => make("th", { text: title }))));
    const rows = DATA.metrics.map((metric, place) => {
      const best = Math.max(...DATA.systems.map((system) => system.scores[place][2]));
      const cells = DATA.systems.flatMap((system) => system.scores[place].map((value, rate) => {
        const interval = rate === 2 && system.intervals[place];
        const cell = make("td", { class: rate === 2 && DATA.systems.length > 1 && value === best ? "best" : null, text: percent(value) });
        if (interval) cell.append(make("span", { class: "interval", text: `[${percent(interval[0])}, ${percent(interval[1])}]` }));
        return cell;
      }));
      return make("tr", { class: place === DATA.headline ? "headline" : null }, make("td", { text: metric.title }), ...cells);
    });
    return make("div", { class: "scroll" }, make("table", { id: "summary" }, make("thead", {}, DATA.systems.length > 1 ? head : null, titles), make("tbody", {}, ...rows)));
  }
  const card = (title, ...content) => make("section", { class: "card" }, make("h2", { text: title }), ...content);
  const systemTitle = (system) => (DATA.systems.length > 1 ? make("h3", { text: system.name }) : null);
  function metricBars() {
    const several = DATA.systems.length > 1;
    const rows = DATA.metrics.flatMap((metric, place) => [make("span", { text: metric.title }), make("div", { class: "group" }, ...DATA.systems.map((system, number) => make("div", { class: `track${several ? " thin" : ""}`, title: `${system.name}: ${percent(system.scores[place][2])}` }, bar(0, system.scores[place][2], several ? `t${number % 5}` : "")))), make("span", { class: "figure", text: percent(Math.max(...DATA.systems.map((system) => system.scores[place][2]))) })]);
    const names = make("p", { class: "legend" }, ...DATA.systems.map((system, number) => make("span", {}, make("i", { class: `swatch t${number % 5}` }), system.name)));
    return [make("h3", { text: several ? "F1 (figures: the best)" : "F1", style: { "margin-top": "0" } }), make("div", { class: "bars" }, ...rows), several ? names : null].filter(Boolean);
  }
  function distribution() {
    return DATA.systems.flatMap((system, number) => {
      const stacked = new Map();
      const dots = DATA.documents.map((entry, place) => {
        const value = entry.scores[number] && entry.scores[number][DATA.headline];
        if (value === null || value === undefined) return null;
        const bin = Math.round(value * 60);
        const height = stacked.get(bin) || 0;
        stacked.set(bin, height + 1);
        return make("a", { href: address(place, number), title: `${entry.name}: ${percent(value)}`, "aria-label": `${entry.name}: ${percent(value)}`, style: { left: `${100 * value}%`, bottom: `${9 + Math.min(height * 6, 60)}px` } });
      });
      return [systemTitle(system), make("div", { class: "strip" }, ...dots.filter(Boolean)), make("div", { class: "axis" }, ...[0, 25, 50, 75, 100].map((tick) => make("span", { text: tick })))].filter(Boolean);
    });
  }
  function errorBars() {
    const most = Math.max(1, ...DATA.systems.flatMap((system) => system.errors.map((types) => types.reduce((a, b) => a + b, 0))));
    const used = new Set();
    const parts = DATA.systems.flatMap((system) => [systemTitle(system), make("div", { class: "bars" }, ...DATA.kinds.flatMap((kind, place) => {
      const total = system.errors[place].reduce((a, b) => a + b, 0);
      if (!total && kind.name.endsWith("singleton")) return [];
      const pieces = system.errors[place].map((size, type) => { if (size) used.add(type); return size ? make("i", { class: `t${type}`, title: `${DATA.types[type]}: ${count(size)}`, style: { width: `${100 * size / most}%` } }) : null; });
      return [make("span", { text: kind.title, title: kind.meaning }), make("div", { class: "track stack" }, ...pieces), make("span", { class: "figure", text: count(total) })];
    }))]).filter(Boolean);
    return [...parts, make("p", { class: "legend" }, ...[...used].sort().map((type) => make("span", {}, make("i", { class: `swatch t${type}` }), DATA.types[type])))];
  }
  function waterfall() {
    const host = make("div", {});
    const select = make("select", { id: "price-metric", "aria-label": "Metric" }, ...DATA.metrics.map((metric, place) => make("option", { value: place, selected: place === DATA.headline, text: metric.title })));
    const draw = () => {
      const metric = Number(select.value);
      host.replaceChildren(...DATA.systems.flatMap((system) => {
        let before = null;
        return [systemTitle(system), make("div", { class: "bars" }, ...system.prices.flatMap(([kind, errors, levels]) => {
          const level = levels[metric];
          const title = kind ? DATA.kinds.find((each) => each.name === kind).title : "As scored";
          const gain = before === null ? level : level - before;
          const piece = gain === 0 ? null : before === null ? bar(0, level, "base") : bar(Math.min(before, level), Math.abs(gain), gain >= 0 ? "up" : "down");
          const figure = before === null ? percent(level) : `${gain >= 0 ? "+" : "−"}${percent(Math.abs(gain))}`;
          before = level;
          return [make("span", { text: kind ? `${title} (${count(errors)})` : title }), make("div", { class: "track" }, piece), make("span", { class: "figure", text: figure })];
        }))].filter(Boolean);
      }));
    };
    select.addEventListener("change", draw);
    draw();
    return [make("p", { class: "small soft", text: "F1 when errors are repaired, one kind after the other, until none is left." }), select, host];
  }
  function showOverview() {
    document.body.classList.remove("reading");
    model = null; text = null;
    find("#main").replaceChildren(
      DATA.notice ? make("p", { class: "notice", text: DATA.notice }) : "",
      card("Scores", make("div", { class: "scores" }, summaryTable(), make("div", {}, ...metricBars())), make("p", { class: "small soft" }, make("span", { text: `Key: ${DATA.key}` }), ...DATA.systems.flatMap((system) => [make("br"), make("span", { text: `Response: ${system.about}` })])), ...[...new Set(DATA.systems.map((system) => system.signature))].map((signature) => make("div", {}, make("code", { text: signature })))),
      make("div", { class: "cards" }, card("Errors", ...errorBars()), card("What errors cost", ...waterfall()), card(`${DATA.metrics[DATA.headline].title} F1 of each document`, ...distribution())));
    find("#main").scrollTop = 0;
  }

  // ---- documents and routes ---------------------------------------------------------------------------------------------------
  const address = (place, system = state.system) => (place < 0 ? `#system=${system}` : `#document=${place}&system=${system}`);
  function go(place, system = state.system) {
    if (DATA.single) return;
    if (place >= DATA.documents.length || place < -1) return;
    location.hash = address(place, system);
  }
  function showList() {
    const wanted = find("#search").value.trim().toLowerCase();
    const figure = (entry) => (entry.scores[state.system] ? entry.scores[state.system][DATA.headline] : null);
    const rows = DATA.documents.map((entry, place) => ({ entry, place, figure: figure(entry) })).filter(({ entry }) => entry.name.toLowerCase().includes(wanted));
    const orders = { text: (a, b) => a.place - b.place, worst: (a, b) => (a.figure ?? 2) - (b.figure ?? 2), best: (a, b) => (b.figure ?? -1) - (a.figure ?? -1), name: (a, b) => (a.entry.name < b.entry.name ? -1 : 1), size: (a, b) => b.entry.mentions - a.entry.mentions };
    rows.sort(orders[find("#order").value]);
    find("#documents").replaceChildren(...rows.map(({ entry, place, figure: value }) => make("li", {}, make("a", { href: address(place), "aria-current": place === state.document ? "true" : null }, make("span", { class: "name", dir: "auto", text: entry.name }), make("span", { class: "figure", text: percent(value) }), make("div", { class: "track" }, bar(0, value || 0, ""))))));
    if (!rows.length) find("#documents").append(make("li", {}, make("p", { class: "soft", style: { padding: "0 .8rem" }, text: "No document has such a name." })));
  }
  function route() {
    const given = new URLSearchParams(location.hash.slice(1));
    const place = Number(given.get("document") ?? -1), system = Number(given.get("system") ?? state.system);
    state.system = system >= 0 && system < DATA.systems.length ? system : 0;
    state.document = DATA.single ? 0 : Number.isInteger(place) && place >= 0 && place < DATA.documents.length ? place : -1;
    state.chosen = null; state.family = null; state.error = -1;
    find("#system").value = String(state.system);
    document.body.classList.remove("listing");
    if (state.document < 0) showOverview(); else showDocument();
    showList();
    const current = find("#documents [aria-current]");
    if (current) current.scrollIntoView({ block: "nearest" });
  }
  function turnTheme() {
    const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  }
  const VIEWS = ["overlaid", "side", "alignment"];
  const KEYS = {
    ArrowRight: () => model && step(1), ArrowLeft: () => model && step(-1), n: () => model && stepError(1), p: () => model && stepError(-1),
    "]": () => go(state.document + 1), "[": () => state.document > 0 && go(state.document - 1), v: () => model && setView(VIEWS[(VIEWS.indexOf(state.view) + 1) % 3]),
    f: () => model && find("#find").focus(), "/": () => find("#search").focus(), d: turnTheme, "?": () => find("#keys").showModal(), Escape: () => letGo(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || find("#keys").open) return;
    if (event.target.matches("input, select, textarea")) { if (event.key === "Escape") event.target.blur(); return; }
    const act = KEYS[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  find("#home").textContent = DATA.title;
  find("#home").addEventListener("click", (event) => { event.preventDefault(); go(-1); });
  DATA.systems.forEach((system, place) => find("#system").append(make("option", { value: place, text: system.name })));
  find("#system-label").hidden = DATA.systems.length < 2;
  find("#system").addEventListener("change", (event) => go(state.document, Number(event.target.value)));
  find("#search").addEventListener("input", showList);
  find("#order").addEventListener("change", showList);
  find("#theme").addEventListener("click", turnTheme);
  find("#help").addEventListener("click", () => find("#keys").showModal());
  find("#menu").addEventListener("click", () => { const open = document.body.classList.toggle("listing"); find("#menu").setAttribute("aria-expanded", String(open)); });
  document.body.classList.toggle("single", DATA.single);
  window.addEventListener("hashchange", route);
  window.addEventListener("resize", () => text && text.drawArrows());
  window.addEventListener("beforeprint", () => text && text.drawAll());
  route();
})();
