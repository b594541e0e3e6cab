// The words of a document with strips for mentions.

class Text {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.strips = new Map();
    this.words = new Map();
    this.places = [];
    this.drawn = new Set();
    this.fresh = new Set();
    this.watch = new IntersectionObserver(
      (entries) =>
        entries.forEach((entry) => {
          if (entry.isIntersecting) this.draw(Number(entry.target.dataset.block));
        }),
      { root: find("#main"), rootMargin: "900px" },
    );
    const both = state.view === "side";
    host.classList.toggle("columns", both);
    if (both) host.append(make("h3", { text: "Key" }), make("h3", { text: "Response" }));
    model.blocks.forEach((tokens, block) => {
      const cells = (both ? [["key"], ["response"]] : [["key", "response"]]).map((sides) => {
        const cell = make("p", {
          "data-block": block,
          dir: model.fromRight ? "rtl" : "ltr",
          style: { "min-height": `${Math.ceil(tokens.length / (both ? 8 : 15)) * 3.2}em` },
        });
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
  drawAll() {
    this.places.forEach((_, block) => this.draw(block));
  }
  draw(block) {
    if (this.drawn.has(block)) return;
    this.drawn.add(block);
    for (const cell of this.places[block]) {
      this.watch.unobserve(cell);
      cell.style.removeProperty("min-height");
      this.fill(cell, this.model.blocks[block]);
    }
    for (const name of this.fresh) {
      this.lightStrips(name, state.family);
      this.markStrips(name);
    }
    this.fresh.clear();
    this.model.blocks[block].forEach((token) => this.markWords(token));
    cancelAnimationFrame(this.redraw);
    this.redraw = requestAnimationFrame(() => this.drawArrows()); // what is drawn may have moved the rest
  }
  fill(cell, tokens) {
    const { model } = this;
    const together = cell.sides.length > 1;
    tokens.forEach((token, place) => {
      if (!model.words && (place ? tokens[place - 1] + 1 < token : token > 0))
        cell.append(make("span", { class: "number", text: "… " }));
      const word = make("span", { class: model.words ? "w" : "w number", "data-token": token });
      const gap =
        place + 1 < tokens.length && model.spaced(token)
          ? make("span", { class: model.words ? "g" : "g number", text: " " })
          : null;
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
    const element = make("i", {
      class: `s ${where} ${model.colours(family)}`,
      style: { "--lane": model.lanes[side][mention] },
      "data-side": side,
      "data-mention": mention,
    });
    element.classList.toggle("hollow", verdict === MISSING || verdict === SPURIOUS);
    element.classList.toggle("wrong", verdict === WRONG && side === "response");
    element.classList.toggle("last", token === end[mention]);
    const sign = verdict === WRONG && side === "key" ? "" : SIGNS[verdict];
    const label = sign + model.title.get(family);
    if (first) {
      element.classList.add("first");
      element.dataset.label = `\u2066${label}\u2069`; // a sign stays before its number in any script
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      element.setAttribute(
        "aria-label",
        `${side} mention ${model.text(side, mention)}, entity ${model.title.get(family)}, ${DATA.verdicts[verdict]}`,
      );
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
      if (here)
        return {
          side,
          mention: here.reduce((a, b) => (this.model.lanes[side][a] <= this.model.lanes[side][b] ? a : b)),
        };
    }
    return null;
  }
  click(event) {
    const chosen = this.at(event);
    if (chosen) choose(chosen.side, chosen.mention, { scroll: false });
    else letGo();
  }
  hover(event) {
    const over = this.at(event);
    this.light(over ? this.model.familyOf(over.side, over.mention) : state.family);
  }
  parts(name) {
    const side = name.startsWith("key") ? "key" : "response";
    return [side, Number(name.slice(side.length))];
  }
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
    const here =
      chosen !== null &&
      (side === chosen.side ? mention === chosen.mention : mention === this.model.twin(chosen.side, chosen.mention));
    const out = !this.model.shown(side, mention);
    this.strips.get(name).forEach((strip) => {
      strip.classList.toggle("chosen", here);
      strip.classList.toggle("out", out);
    });
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
    strips[0].scrollIntoView({
      block: "center",
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
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
      if (before >= 0)
        found.push([
          { side, mention },
          { side, mention: before },
        ]);
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
      const aside = Math.abs(a.y - b.y) > 20 ? -Math.max(0, 30 - Math.abs(a.x - b.x) / 2) : 0; // not through the words above one another
      this.arrows.append(
        drawn("path", {
          class: from.side,
          d: `M${a.x} ${a.y} C${a.x + aside} ${a.y + bow} ${b.x + aside} ${b.y + bow} ${b.x} ${b.y}`,
        }),
      );
      const tip = b.up ? -7 : 7;
      this.arrows.append(drawn("path", { class: `tip ${from.side}`, d: `M${b.x} ${b.y} l-4 ${tip} l8 0 z` }));
    }
  }
}
