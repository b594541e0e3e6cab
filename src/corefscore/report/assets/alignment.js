// Which entities share mentions.

const ALIGNED = 200;
const ROW = 26;

/** The key entities, the largest first, and each response entity next to the key entity with the most shared mentions.
 * @param {Model} model */
function alignmentOrder(model) {
  const left = model.bySize.map((family) => family.key).filter((key) => key >= 0);
  const row = new Map(left.map((key, index) => [key, index]));
  /** @type {Map<number, { key: number, shared: number }>} */
  const best = new Map();
  for (const [key, response, shared] of model.cells) {
    const old = best.get(response);
    const aligned = model.partner[response] === key;
    if (aligned || !old || (model.partner[response] !== old.key && shared > old.shared))
      best.set(response, { key, shared });
  }
  /** @param {number} response */
  const beside = (response) => row.get(best.get(response)?.key ?? -1) ?? left.length;
  const right = model.response.labels.map((_, response) => response);
  right.sort((a, b) => beside(a) - beside(b) || Number(model.partner[b] >= 0) - Number(model.partner[a] >= 0));
  return {
    left: left.slice(0, ALIGNED),
    right: right.slice(0, ALIGNED),
    hidden: Math.max(0, left.length - ALIGNED) + Math.max(0, right.length - ALIGNED),
  };
}
/** @param {Model} model @param {number} width */
function alignmentChart(model, width) {
  const { left, right } = alignmentOrder(model);
  const height = ROW * (1 + Math.max(left.length, right.length, 1));
  const side = Math.min(260, width * 0.38);
  const letters = Math.floor(side / 8) - 6;
  const svg = chart("Which entities share mentions", width, height, true);
  svg.classList.add("align");
  svg.append(
    drawn("text", { x: side - 8, y: 14, class: "soft", "text-anchor": "end" }, sideName("key")),
    drawn("text", { x: width - side + 8, y: 14, class: "soft" }, sideName("response")),
  );
  const leftRow = new Map(left.map((key, index) => [key, index]));
  const rightRow = new Map(right.map((response, index) => [response, index]));
  for (const [key, response, shared] of model.cells) {
    const from = leftRow.get(key),
      to = rightRow.get(response);
    if (from === undefined || to === undefined) continue;
    const [a, b] = [ROW * (from + 1.5), ROW * (to + 1.5)];
    const aligned = model.partner[response] === key;
    const [one, other] = [model.family.key[key], model.family.response[response]];
    const line = drawn("path", {
      d: `M${side} ${a} C${width / 2} ${a} ${width / 2} ${b} ${width - side} ${b}`,
      "stroke-width": Math.min(1.5 + 1.5 * Math.sqrt(shared), 14),
      class: `link ${aligned ? model.familyNamed(one).colour : "loose"}`,
      "data-family": one,
      "data-other": other,
    });
    line.append(drawn("title", {}, `${plural(shared, "shared mention")}${aligned ? ", aligned" : ""}`));
    svg.append(line);
  }
  left.forEach((key, index) =>
    svg.append(alignmentLabel(model, model.family.key[key], "key", index, side - 8, letters)),
  );
  right.forEach((response, index) =>
    svg.append(alignmentLabel(model, model.family.response[response], "response", index, width - side + 8, letters)),
  );
  return svg;
}
/** @param {Model} model @param {string} name @param {SideName} side @param {number} row @param {number} x
 * @param {number} letters */
function alignmentLabel(model, name, side, row, x, letters) {
  const family = model.familyNamed(name);
  const own = { ...family, [side === "key" ? "response" : "key"]: -1 };
  const what = model.representative(own);
  const size = model.sides[side].chains[family[side]].length;
  const short = what.length > letters ? `${what.slice(0, letters - 1)}…` : what;
  const label = drawn(
    "text",
    {
      x,
      y: ROW * (row + 1.5) + 5,
      "text-anchor": side === "key" ? "end" : "start",
      "data-family": name,
      tabindex: 0,
      role: "button",
    },
    side === "key" ? `${short} × ${size}  ` : "",
    drawn("tspan", { class: `tag ${family.colour}` }, family.title),
    side === "key" ? "" : `  ${short} × ${size}`,
  );
  label.append(drawn("title", {}, `${what}, ${plural(size, "mention")}`));
  label.addEventListener("click", () => chooseFamily(name));
  label.addEventListener("keydown", (event) => {
    if (/** @type {KeyboardEvent} */ (event).key === "Enter") chooseFamily(name);
  });
  return label;
}
/** @param {Model} model @param {number} width @returns {HTMLElement[]} */
function alignmentView(model, width) {
  const { hidden } = alignmentOrder(model);
  return [
    make("p", {
      class: "small soft",
      text: "Entities that share mentions. Solid lines: aligned one to one, so that the aligned entities share as many mentions as possible (CEAF-m). Dashed lines: not aligned.",
    }),
    fitted((wide) => alignmentChart(model, wide), width),
    ...(hidden
      ? [make("p", { class: "soft", text: `${plural(hidden, "smaller entity", "smaller entities")} not drawn.` })]
      : []),
  ];
}
function lightAlignment() {
  const host = find(".align");
  if (!host) return;
  host.classList.toggle("focus", state.family !== null);
  findAll("[data-family]", host).forEach((each) =>
    each.classList.toggle("on", each.dataset.family === state.family || each.dataset.other === state.family),
  );
}
