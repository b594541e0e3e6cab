// The notation: a line under the words for each response mention, and a line above the words for each key mention on
// which the response differs. The label of the entity is at the end of the line. A mention is one element, so its line
// has no gaps. Mentions that cross others are cut there.

const LANES = 8;
const ENOUGH = 0.98;

/** @typedef {{ side: SideName, mention: number, start: number, end: number, where: "up" | "down" }} Mark */

/** The marks of a document that are drawn in a view. @param {Model} model @param {SideName[]} sides @returns {Mark[]} */
function marksOf(model, sides) {
  /** @type {Mark[]} */
  const marks = [];
  for (const side of sides)
    model.sides[side].start.forEach((start, mention) => {
      const together = sides.length > 1;
      if (together && side === "key" && model.agreed("key", mention)) return;
      const where = together && side === "key" ? "up" : "down";
      marks.push({ side, mention, start, end: model.sides[side].end[mention], where });
    });
  return marks.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The lane of each mark. The shortest marks are next to the words; marks that share a token are in different lanes.
 * @param {Mark[]} marks @returns {Map<Mark, number>} */
function lanesOf(marks) {
  const taken = {
    up: /** @type {Map<number, number>} */ (new Map()),
    down: /** @type {Map<number, number>} */ (new Map()),
  };
  const lane = new Map();
  const order = [...marks].sort((a, b) => a.end - a.start - (b.end - b.start) || a.start - b.start);
  for (const mark of order) {
    const here = taken[mark.where];
    let used = 0;
    for (let token = mark.start; token <= mark.end; token += 1) used |= here.get(token) || 0;
    let free = 0;
    while (used & (1 << free) && free < 30) free += 1;
    lane.set(mark, Math.min(free, LANES - 1));
    for (let token = mark.start; token <= mark.end; token += 1) here.set(token, (here.get(token) || 0) | (1 << free));
  }
  return lane;
}

class Notation {
  /** @param {Model} model @param {SideName[]} sides */
  constructor(model, sides) {
    this.model = model;
    this.marks = marksOf(model, sides);
    this.lanes = lanesOf(this.marks);
    this.longest = this.marks.reduce((most, { start, end }) => Math.max(most, end - start), 0);
    /** @type {Map<number, Mark[]>} */
    this.opening = new Map();
    for (const mark of this.marks) {
      const here = this.opening.get(mark.start);
      if (here) here.push(mark);
      else this.opening.set(mark.start, [mark]);
    }
  }
  /** How many lanes lines of text leave room for: enough for nearly all marks. The few that are nested deeper reach into
   * the room of the next line. @param {"up" | "down"} where */
  depth(where) {
    const lanes = [...this.lanes].filter(([mark]) => mark.where === where).map(([, lane]) => lane);
    lanes.sort((a, b) => a - b);
    return lanes.length ? lanes[Math.floor((lanes.length - 1) * ENOUGH)] + 1 : 0;
  }
  /** Write a sentence into an element. @param {HTMLElement} host @param {number} low @param {number} high
   * @param {Map<number, Text[]>} nodes the text of each token */
  write(host, low, high, nodes) {
    const { model } = this;
    /** @type {{ mark: Mark, element: HTMLElement }[]} */
    let open = this.reopened(host, model.tokens ? model.tokens[low] : low);
    for (let index = low; index < high; index += 1) {
      const token = model.tokens ? model.tokens[index] : index;
      const before = model.tokens && index > 0 ? model.tokens[index - 1] : -1;
      if (!model.words && token > before + 1) inner(open, host).append("… ");
      for (const mark of this.opening.get(token) || []) open.push(this.opened(open, host, mark, true));
      const node = document.createTextNode(model.word(token));
      inner(open, host).append(model.empty.has(token) ? make("span", { class: "empty" }, node) : node);
      nodes.set(token, [...(nodes.get(token) || []), node]);
      open = this.closed(open, host, token);
      if (index + 1 < high && model.spaced(token)) inner(open, host).append(" ");
    }
  }
  /** Open the marks that continue from the sentence before. @param {HTMLElement} host @param {number} token */
  reopened(host, token) {
    /** @type {{ mark: Mark, element: HTMLElement }[]} */
    const open = [];
    for (let start = Math.max(0, token - this.longest); start < token; start += 1)
      for (const mark of this.opening.get(start) || [])
        if (mark.end >= token) open.push(this.opened(open, host, mark, false));
    return open;
  }
  /** @param {{ mark: Mark, element: HTMLElement }[]} open @param {HTMLElement} host @param {Mark} mark
   * @param {boolean} first */
  opened(open, host, mark, first) {
    const { model } = this;
    const family = model.familyOf(mark.side, mark.mention);
    const element = make("span", {
      class: `m ${mark.where} ${VERDICT_CLASS[model.sides[mark.side].verdict[mark.mention]]} ${family.colour}`,
      style: { "--lane": this.lanes.get(mark) },
      "data-side": mark.side,
      "data-mention": mark.mention,
      "data-family": family.name,
    });
    if (first) element.classList.add("first");
    paintMention(element);
    inner(open, host).append(element);
    return { mark, element };
  }
  /** Close the marks that end with a token. Marks inside them that continue are cut.
   * @param {{ mark: Mark, element: HTMLElement }[]} open @param {HTMLElement} host @param {number} token */
  closed(open, host, token) {
    const first = open.findIndex(({ mark }) => mark.end === token);
    if (first < 0) return open;
    const kept = open.slice(0, first);
    const ending = open.slice(first).filter(({ mark }) => mark.end === token);
    ending.reverse().forEach(({ mark, element }, index) => {
      element.classList.add("last");
      const before = ending.slice(0, index).some((other) => other.mark.where === mark.where);
      element.classList.toggle("further", before); // its label follows another one
      element.dataset.label = this.label(mark);
    });
    for (const { mark } of open.slice(first)) if (mark.end > token) kept.push(this.opened(kept, host, mark, false));
    return kept;
  }
  /** @param {Mark} mark */
  label({ side, mention }) {
    const verdict = this.model.sides[side].verdict[mention];
    const sign = verdict === WRONG ? (side === "key" ? "" : "!") : ["", "", "−", "+"][verdict];
    return `\u2066${sign}${this.model.familyOf(side, mention).title}\u2069`; // a sign stays before its number in any script
  }
}
/** @param {{ element: HTMLElement }[]} open @param {HTMLElement} host */
const inner = (open, host) => (open.length ? open[open.length - 1].element : host);

/** Show the selection and the filters. @param {HTMLElement} element */
function paintMention(element) {
  if (!model) return;
  const { side, mention, family } = element.dataset;
  const { chosen } = state;
  const lit = state.hovered || state.family;
  const ref = { side: /** @type {SideName} */ (side), mention: Number(mention) };
  element.classList.toggle("on", lit !== null && family === lit);
  element.classList.toggle("out", !mentionShown(model, ref.side, ref.mention));
  const here =
    chosen !== null &&
    (ref.side === chosen.side
      ? ref.mention === chosen.mention
      : ref.mention === model.match(chosen.side, chosen.mention));
  element.classList.toggle("chosen", here);
}
