// Which entities share mentions.

const ALIGNED = 250;
function alignmentView() {
  const ours = model.families
    .filter(({ family }) => model.members.get(family).key >= 0)
    .map(({ family }) => model.members.get(family).key);
  const left = ours.slice(0, ALIGNED);
  const place = new Map(left.map((key, row) => [key, row]));
  const best = new Map();
  for (const [key, response, shared] of model.cells)
    if (
      place.has(key) &&
      (model.partner[response] === key ||
        !best.has(response) ||
        (model.partner[response] !== best.get(response).key && shared > best.get(response).shared))
    )
      best.set(response, { key, shared });
  const theirs = model.response.labels
    .map((_, response) => response)
    .filter((response) => best.has(response) || model.partner[response] < 0);
  theirs.sort(
    (a, b) =>
      (best.has(a) ? place.get(best.get(a).key) : ALIGNED) - (best.has(b) ? place.get(best.get(b).key) : ALIGNED) ||
      (model.partner[b] >= 0) - (model.partner[a] >= 0),
  );
  const right = theirs.slice(0, ALIGNED);
  const row = new Map(right.map((response, number) => [response, number]));
  const item = (side, entity) => {
    const family = model.family[side][entity];
    const parts = [
      make("span", {
        class: "what",
        dir: "auto",
        text: side === "key" ? representative(entity, -1) : representative(-1, entity),
      }),
      make("span", { class: "aside soft", text: `${model.sides[side].chains[entity].length} ×` }),
      tag(family, false),
    ];
    return make(
      "li",
      {
        "data-family": family,
        tabindex: "0",
        on: {
          click: () => chooseFamily(family),
          keydown: (event) => {
            if (event.key === "Enter") chooseFamily(family);
          },
        },
      },
      ...(side === "key" ? parts : parts.reverse()),
    );
  };
  const height = 28 * Math.max(left.length, right.length, 1);
  const lines = drawn("svg", {
    viewBox: `0 0 100 ${height}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": "Which entities share mentions",
  });
  for (const [key, response, shared] of model.cells) {
    if (!place.has(key) || !row.has(response)) continue;
    const a = place.get(key) * 28 + 14,
      b = row.get(response) * 28 + 14;
    const aligned = model.partner[response] === key;
    const line = drawn("path", {
      d: `M2 ${a} C40 ${a} 60 ${b} 98 ${b}`,
      "stroke-width": Math.min(2 + 2.2 * Math.sqrt(shared), 16),
      class: aligned ? model.colours(model.family.key[key]) : "loose",
      "data-family": model.family.key[key],
      "data-other": model.family.response[response],
      style: aligned ? "stroke: var(--c)" : "",
      "vector-effect": "non-scaling-stroke",
    });
    const title = drawn("title", {});
    title.textContent = `${shared} shared${aligned ? ", aligned" : ""}`;
    line.append(title);
    lines.append(line);
  }
  const hidden = ours.length + theirs.length - left.length - right.length;
  return [
    make("p", {
      class: "small soft",
      text: "Key entities and response entities that share mentions. Coloured: aligned one to one, so that as many mentions as possible are shared (CEAF-m). Grey: shared, but not aligned.",
    }),
    make("div", { class: "columns" }, make("h3", { text: "Key" }), make("h3", { text: "Response" })),
    make(
      "div",
      { class: "align", style: { "min-height": `${height}px` } },
      make("ol", {}, ...left.map((key) => item("key", key))),
      make("div", { style: { height: `${height}px` } }, lines),
      make("ol", {}, ...right.map((response) => item("response", response))),
    ),
    hidden ? make("p", { class: "soft", text: `${count(hidden)} smaller entities are not drawn.` }) : null,
  ];
}
function lightAlignment() {
  const host = find(".align");
  if (!host) return;
  host.classList.toggle("focus", state.family !== null);
  host
    .querySelectorAll("[data-family]")
    .forEach((each) =>
      each.classList.toggle("on", each.dataset.family === state.family || each.dataset.other === state.family),
    );
}
