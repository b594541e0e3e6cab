// A strip for the whole document: the mentions of the selected entity, or the errors. The frame is the window.

const BINS = 300;

class Minimap {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.svg = drawn("svg", { viewBox: `0 0 ${BINS} 14`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.frame = make("div", { class: "frame" });
    this.caption = make("p", { class: "small soft" });
    this.element = make("div", { id: "minimap" }, this.caption, make("div", { class: "strip" }, this.svg, this.frame));
    find(".strip", this.element).addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const index = Math.min(this.model.length - 1, Math.max(0, Math.floor(share * this.model.length)));
      if (text) text.scrollTo(this.model.tokens ? this.model.tokens[index] : index);
    });
  }
  /** @param {number} token */
  bin(token) {
    return Math.floor((this.model.indexOf(token) * BINS) / Math.max(1, this.model.length));
  }
  draw() {
    const { model } = this;
    const family = state.family === null ? null : model.families.get(state.family);
    /** @type {Record<SideName, Set<number>>} */
    const bins = { key: new Set(), response: new Set() };
    for (const side of SIDES) {
      const here = model.sides[side];
      const entity = family ? family[side] : -1;
      here.start.forEach((start, mention) => {
        if (family ? here.entity[mention] === entity : here.verdict[mention] !== RIGHT) bins[side].add(this.bin(start));
      });
    }
    this.svg.replaceChildren(
      ...SIDES.map((side, row) =>
        drawn("path", {
          class: `${side} ${family ? family.colour : "c"}`,
          d: [...bins[side]].map((bin) => `M${bin + 0.5} ${row * 8} v6`).join(""),
        }),
      ),
    );
    this.caption.textContent = family
      ? `Entity ${family.title} in the document: ${sideName("key")} above, ${sideName("response")} below`
      : `Differences of the two sides: ${sideName("key")} above, ${sideName("response")} below`;
  }
  /** Show which part of the text is in the window. */
  follow() {
    const main = find("#main"),
      host = find(".text", main);
    if (!host) return;
    const top = main.getBoundingClientRect().top - host.getBoundingClientRect().top;
    const share = Math.max(0, Math.min(1, top / host.offsetHeight));
    const part = Math.min(1, main.clientHeight / host.offsetHeight);
    this.frame.style.setProperty("inset-inline-start", `${100 * Math.min(share, 1 - part)}%`);
    this.frame.style.setProperty("width", `${100 * part}%`);
  }
}
let minimap = /** @type {Minimap | null} */ (null);
