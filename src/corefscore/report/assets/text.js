// The words of a document. Only the visible part and its surroundings are drawn.

const CHUNK = 400; // tokens drawn at a time
const AHEAD = 1200; // pixels

class TextView {
  /** @param {Model} model @param {HTMLElement} host @param {boolean} beside key and response in columns of their own */
  constructor(model, host, beside) {
    this.model = model;
    this.host = host;
    this.notations = (beside ? SIDES.map((side) => [side]) : [SIDES]).map((sides) => new Notation(model, sides));
    /** @type {Map<number, Text[]>} */
    this.nodes = new Map();
    /** @type {Set<number>} */
    this.full = new Set();
    this.printing = false;
    this.chunks = this.divided();
    /** @type {number[]} */
    this.chunkOf = [];
    this.chunks.forEach(([low, high], chunk) => this.chunkOf.push(...new Array(high - low).fill(chunk)));
    const most = (/** @type {"up" | "down"} */ where) => Math.max(...this.notations.map((each) => each.depth(where)));
    host.style.setProperty("--up", String(most("up")));
    host.style.setProperty("--down", String(most("down")));
    host.classList.toggle("beside", beside);
    host.dir = model.fromRight ? "rtl" : "ltr";
    this.watch = new IntersectionObserver((entries) => this.seen(entries), {
      root: find("#main"),
      rootMargin: `${AHEAD}px`,
    });
    this.cells = this.chunks.map(([low, high], chunk) => {
      const cell = make("div", {
        class: "chunk",
        "data-chunk": chunk,
        style: { "min-height": this.estimate(low, high) },
      });
      host.append(cell);
      this.watch.observe(cell);
      return cell;
    });
    this.arrows = drawn("svg", { class: "arrows", "aria-hidden": "true" });
    host.append(this.arrows);
    host.addEventListener("click", (event) => this.click(event));
    host.addEventListener("mouseover", (event) => hover(this.at(event)));
    host.addEventListener("mouseleave", () => hover(null));
  }
  /** Sentences in groups, as ranges of their numbers. */
  divided() {
    /** @type {[number, number][]} */
    const chunks = [];
    let first = 0;
    this.model.blocks.forEach(([low, high], block) => {
      if (high - this.model.blocks[first][0] >= CHUNK || block + 1 === this.model.blocks.length) {
        chunks.push([first, block + 1]);
        first = block + 1;
      }
      return low;
    });
    return chunks;
  }
  /** @param {number} low @param {number} high */
  estimate(low, high) {
    const tokens = this.model.blocks[high - 1][1] - this.model.blocks[low][0];
    return `${Math.round((high - low) * 0.9 + tokens / 11) * 2}em`;
  }
  /** @param {IntersectionObserverEntry[]} entries */
  seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const chunk = Number(/** @type {HTMLElement} */ (target).dataset.chunk);
      if (isIntersecting) this.draw(chunk);
      else if (!this.printing) this.empty(chunk);
    }
  }
  drawAll() {
    this.printing = true;
    this.chunks.forEach((_, chunk) => this.draw(chunk));
  }
  /** @param {number} chunk */
  draw(chunk) {
    if (this.full.has(chunk)) return;
    this.full.add(chunk);
    const cell = this.cells[chunk];
    const [low, high] = this.chunks[chunk];
    cell.style.removeProperty("min-height");
    for (let block = low; block < high; block += 1)
      for (const notation of this.notations) {
        const sentence = make("p", {});
        if (this.notations.length > 1)
          sentence.dataset.side = sideName(notation.marks.length ? notation.marks[0].side : "key");
        notation.write(sentence, ...this.model.blocks[block], this.nodes);
        cell.append(sentence);
      }
    this.later();
  }
  /** @param {number} chunk */
  empty(chunk) {
    if (!this.full.delete(chunk)) return;
    const cell = this.cells[chunk];
    cell.style.setProperty("min-height", `${cell.offsetHeight}px`);
    cell.replaceChildren();
    const [low, high] = this.chunks[chunk];
    for (let index = this.model.blocks[low][0]; index < this.model.blocks[high - 1][1]; index += 1)
      this.nodes.delete(this.model.tokens ? this.model.tokens[index] : index);
  }
  /** Update positions, since new parts may have moved the rest. */
  later() {
    cancelAnimationFrame(this.redraw || 0);
    this.redraw = requestAnimationFrame(() => {
      this.drawArrows();
      this.markFound();
    });
  }
  /** @param {Event} event @returns {MentionRef | null} */
  at(event) {
    const mark = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".m"));
    return mark && { side: /** @type {SideName} */ (mark.dataset.side), mention: Number(mark.dataset.mention) };
  }
  /** @param {MouseEvent} event */
  click(event) {
    if (String(getSelection())) return; // the user is copying
    const chosen = this.at(event);
    if (chosen) choose(chosen, { scroll: false });
    else letGo();
  }
  paint() {
    this.host.classList.toggle("focus", (state.hovered || state.family) !== null);
    findAll(".m", this.host).forEach(paintMention);
  }
  /** @param {number} token @param {boolean} [smooth] */
  scrollTo(token, smooth = false) {
    this.draw(this.chunkOf[this.model.blockOf(token)]);
    const nodes = this.nodes.get(token);
    const element = nodes && nodes[0].parentElement;
    if (!element) return;
    const calm = !smooth || matchMedia("(prefers-reduced-motion: reduce)").matches;
    // chunks in between are drawn while the page moves, so a long way is taken at once, and twice
    const main = find("#main");
    const way = () => element.getBoundingClientRect().top - main.getBoundingClientRect().top - main.clientHeight / 2.5;
    const far = Math.abs(way()) > 2 * main.clientHeight;
    main.scrollBy({ top: way(), behavior: calm || far ? "auto" : "smooth" });
    if (far) requestAnimationFrame(() => main.scrollBy({ top: way() }));
  }
  /** The elements of a mention. @param {MentionRef} ref */
  elementsOf({ side, mention }) {
    const there = side === "key" ? "response" : "key";
    const own = findAll(`.m[data-side="${side}"][data-mention="${mention}"]`, this.host);
    const match = this.model?.match(side, mention);
    return own.length ? own : findAll(`.m[data-side="${there}"][data-mention="${match}"]`, this.host);
  }
  /** Draw lines from the selected mention to the previous mentions of its entities, or along the selected error.
   * @returns {[MentionRef, MentionRef][]} */
  links() {
    const { chosen } = state;
    if (!chosen || !model) return [];
    if (state.error >= 0) {
      const { about, other } = this.model.endsOf(this.model.errors[state.error]);
      return about && other ? [[about, other]] : [];
    }
    /** @type {[MentionRef, MentionRef][]} */
    const found = [];
    for (const side of SIDES) {
      const mention = side === chosen.side ? chosen.mention : this.model.match(chosen.side, chosen.mention);
      const before = mention < 0 ? -1 : this.model.sides[side].before[mention];
      const same = found.length && this.model.matchOfResponse[before] === found[0][1].mention; // one arrow for both sides
      if (before >= 0 && !same)
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
      const boxes = [from, to].map((ref) => this.elementsOf(ref)[0]?.getClientRects()[0]);
      if (!boxes[0] || !boxes[1]) continue; // an end that is far away is not drawn
      const up = from.side === "key" && this.notations.length < 2;
      const [a, b] = boxes.map((box) => ({
        x: box.left - base.left + Math.min(box.width / 2, 12),
        y: (up ? box.top : box.bottom) - base.top,
      }));
      const bow = (up ? -1 : 1) * Math.min(34, 10 + Math.abs(a.x - b.x) / 12 + Math.abs(a.y - b.y) / 16);
      // an arrow between lines goes beside words that stand one above the other, not through them
      const aside = Math.abs(a.y - b.y) > 20 ? -Math.max(0, 24 - Math.abs(a.x - b.x) / 2) : 0;
      const tip = up ? -6 : 6;
      this.arrows.append(
        drawn("path", {
          class: from.side,
          d: `M${a.x} ${a.y} C${a.x + aside} ${a.y + bow} ${b.x + aside} ${b.y + bow} ${b.x} ${b.y}`,
        }),
        drawn("path", { class: `tip ${from.side}`, d: `M${b.x} ${b.y} l-3.5 ${tip} l7 0 z` }),
      );
    }
  }
  /** Mark the words that match the search. */
  markFound() {
    if (!("highlights" in CSS)) return;
    const ranges = [];
    const wanted = state.find.toLowerCase();
    if (wanted)
      for (const [token, nodes] of this.nodes)
        if (this.model.word(token).toLowerCase().includes(wanted))
          for (const node of nodes) {
            const range = new Range();
            range.selectNodeContents(node);
            ranges.push(range);
          }
    CSS.highlights.set("found", new Highlight(...ranges));
  }
  close() {
    this.watch.disconnect();
  }
}
let text = /** @type {TextView | null} */ (null);
