// The visible part of a document, as a drawing for a paper.

/** @param {TextView} view @returns {SVGElement | null} */
function documentPicture(view) {
  const main = find("#main").getBoundingClientRect();
  const seen = findAll(".chunk p", view.host).filter((sentence) => {
    const box = sentence.getBoundingClientRect();
    return box.bottom > main.top + 20 && box.top < main.bottom - 20;
  });
  if (!seen.length) return null;
  const boxes = seen.map((sentence) => sentence.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)) - 4,
    top = Math.min(...boxes.map((box) => box.top)) - 4;
  const width = Math.ceil(Math.max(...boxes.map((box) => box.right)) - left + 8),
    height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) - top + 4);
  const svg = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "picture" });
  document.body.append(svg); // computed styles exist only in the document
  const style = getComputedStyle(view.host);
  svg.setAttribute(
    "style",
    `position:absolute;left:-9999px;font-family:${style.fontFamily.replaceAll('"', "'")};font-size:${style.fontSize}`,
  );
  for (const sentence of seen) {
    for (const mark of findAll(".m", sentence)) svg.append(...lineOf(mark, left, top), ...labelOf(mark, left, top));
    svg.append(...wordsOf(sentence, left, top));
  }
  requestAnimationFrame(() => svg.remove());
  return svg;
}
/** @param {HTMLElement} mark @param {number} left @param {number} top */
function lineOf(mark, left, top) {
  const style = getComputedStyle(mark);
  const up = mark.classList.contains("up");
  const dashed = mark.classList.contains("missing") || mark.classList.contains("spurious");
  const double = mark.classList.contains("wrong");
  return Array.from(mark.getClientRects(), (box) => {
    const y = (up ? box.top + 1 : box.bottom - 1) - top;
    const offsets = double ? [-1, 1] : [0];
    return drawn("path", {
      d: offsets.map((offset) => `M${box.left - left} ${y + offset} H${box.right - left}`).join(""),
      style: `stroke:${up ? style.borderTopColor : style.borderBottomColor};stroke-width:${double ? 1 : 2};stroke-dasharray:${dashed ? "5 3" : "none"};fill:none`,
    });
  });
}
/** @param {HTMLElement} mark @param {number} left @param {number} top */
function labelOf(mark, left, top) {
  const label = mark.dataset.label;
  const boxes = mark.getClientRects();
  if (!label || !boxes.length) return [];
  const style = getComputedStyle(mark, "::after");
  const rightToLeft = getComputedStyle(mark).direction === "rtl";
  const box = boxes[boxes.length - 1];
  const up = mark.classList.contains("up");
  const padding = parseFloat(up ? getComputedStyle(mark).paddingTop : getComputedStyle(mark).paddingBottom);
  const y = up ? box.top + padding + 10 : box.bottom - padding - 3;
  return [
    drawn(
      "text",
      {
        x: (rightToLeft ? box.left : box.right) - left,
        y: y - top,
        "text-anchor": rightToLeft ? "start" : "end",
        style: `fill:${style.color};font-size:${style.fontSize};font-family:${style.fontFamily.replaceAll('"', "'")};font-weight:${style.fontWeight}`,
      },
      label.replace(/[\u2066\u2069]/g, ""),
    ),
  ];
}
/** The words of a sentence, at their positions. @param {HTMLElement} sentence @param {number} left @param {number} top */
function wordsOf(sentence, left, top) {
  const walker = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
  const found = [];
  const colour = getComputedStyle(sentence).color;
  const size = parseFloat(getComputedStyle(sentence).fontSize);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node.textContent || "").trim()) continue;
    const range = new Range();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    if (!box) continue;
    const baseline = box.top + (box.height - size) / 2 + size * 0.82;
    found.push(
      drawn("text", { x: box.left - left, y: baseline - top, style: `fill:${colour}` }, node.textContent || ""),
    );
  }
  return found;
}
