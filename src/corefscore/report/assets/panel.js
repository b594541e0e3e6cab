// Details of the selected mention or entity, and lists of errors and entities.

const SHOWN = 200; // rows of a list before "show all"

/** The label of an entity. @param {Family} family */
const tag = (family) => make("span", { class: `tag ${family.colour}`, text: family.title });
/** @template T @param {T[]} rows @param {(row: T) => HTMLElement} draw @param {string} [kind] */
function listed(rows, draw, kind = "") {
  const list = make("ol", { class: `rows ${kind}` }, ...rows.slice(0, SHOWN).map(draw));
  if (rows.length <= SHOWN) return [list];
  const more = button(`Show all ${count(rows.length)}`, () => {
    list.append(...rows.slice(SHOWN).map(draw));
    more.remove();
  });
  return [list, more];
}
function showPanel() {
  const panel = find("#panel");
  if (!model) return panel.replaceChildren();
  const close = button("Close", () => togglePanel(false), { class: "close", "aria-label": "Close the panel" });
  const parts = state.adjudicating
    ? adjudicationPanel(model)
    : [...(state.family === null ? [] : inspector(model, state.family)), ...errorList(model), ...entityList(model)];
  panel.replaceChildren(close, ...parts);
  const current = find("[aria-current]", panel);
  if (state.adjudicating && current) current.scrollIntoView({ block: "nearest" });
  else if (state.family !== null) panel.scrollTop = 0;
}
/** On small windows, the panel covers the text. @param {boolean} open */
function togglePanel(open) {
  document.body.classList.toggle("paneling", open);
  find("#details")?.setAttribute("aria-expanded", String(open));
  if (open) find("#panel .close").focus();
}
/** @param {Model} model @param {string} name */
function inspector(model, name) {
  const family = model.familyNamed(name);
  const { chosen } = state;
  return [
    ...(chosen ? mentionFacts(model, chosen) : []),
    make("h3", {}, "Entity ", tag(family)),
    make("p", { class: "small soft", text: describe(model, family) }),
    ...chainOf(model, family),
  ];
}
/** @param {Model} model @param {MentionRef} chosen */
function mentionFacts(model, { side, mention }) {
  const here = model.sides[side];
  const match = model.match(side, mention);
  /** @type {HTMLElement[]} */
  const rows = [];
  /** @param {string} name @param {...Child} content */
  const row = (name, ...content) => rows.push(make("dt", { text: name }), make("dd", {}, ...content));
  const [start, end] = [here.start[mention], here.end[mention]];
  row("Mention", `${DATA.types[here.type[mention]]}, ${start === end ? `token ${start}` : `tokens ${start}–${end}`}`);
  row("Verdict", DATA.verdicts[here.verdict[mention]]);
  for (const name of SIDES) {
    const own = name === side ? mention : match;
    if (own < 0) {
      row(sideName(name), make("span", { class: "soft", text: "has no such mention" }));
      continue;
    }
    const there = model.sides[name];
    const entity = there.entity[own];
    const before = there.before[own];
    row(
      sideName(name),
      tag(model.familyOf(name, own)),
      make("span", {
        class: "soft",
        text: ` with the name ${[there.labels[entity], there.antecedents[entity]].filter(Boolean).join(" ")}, ${plural(there.chains[entity].length, "mention")}`,
      }),
    );
    if (before >= 0)
      row(
        "after",
        button(model.text(name, before), () => choose({ side: name, mention: before }), {
          class: "link antecedent",
          dir: "auto",
        }),
      );
  }
  const about = model.errors.filter((error) => {
    const ends = model.endsOf(error).about;
    return ends && (ends.side === side ? ends.mention === mention : ends.mention === match);
  });
  return [
    make("h2", { dir: "auto", text: model.text(side, mention) }),
    make("dl", {}, ...rows),
    make(
      "p",
      { class: "actions" },
      button("Deselect", letGo, { title: "Esc" }),
      button("Copy link", () => copyLink(), { title: "A link to this mention" }),
    ),
    ...(about.length ? [make("h3", { text: "Errors here" }), ...listed(about, (error) => errorRow(model, error))] : []),
  ];
}
/** @param {Model} model @param {Family} family */
function describe(model, { key, response }) {
  if (key < 0) return `Only ${sideName("response")} has it.`;
  const chain = model.key.chains[key];
  if (response < 0)
    return `${plural(chain.length, "mention")} in ${sideName("key")}; no entity of ${sideName("response")} is aligned to it.`;
  const right = chain.filter((mention) => model.key.verdict[mention] === RIGHT).length;
  return `${right} of ${plural(chain.length, "key mention")} and of ${plural(model.response.chains[response].length, "response mention")} are right.`;
}
/** The mentions of an entity on both sides, in the order of the text. @param {Model} model @param {Family} family */
function chainOf(model, { key, response }) {
  /** @type {(MentionRef & { start: number })[]} */
  const rows = [];
  if (key >= 0)
    for (const mention of model.key.chains[key]) rows.push({ side: "key", mention, start: model.key.start[mention] });
  if (response >= 0)
    for (const mention of model.response.chains[response])
      if (model.response.verdict[mention] !== RIGHT)
        rows.push({ side: "response", mention, start: model.response.start[mention] });
  rows.sort((a, b) => a.start - b.start);
  return listed(rows, ({ side, mention }) => {
    const verdict = model.sides[side].verdict[mention];
    const match = model.match(side, mention);
    const other = match < 0 ? "" : model.familyOf(side === "key" ? "response" : "key", match).title;
    const note =
      verdict === RIGHT
        ? ""
        : verdict === WRONG
          ? `${side === "key" ? "found in" : "belongs to"} ${other}`
          : DATA.verdicts[verdict];
    const here = state.chosen && state.chosen.side === side && state.chosen.mention === mention;
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", "aria-current": here ? "true" : null, on: { click: () => choose({ side, mention }) } },
        make("span", { class: "what", dir: "auto", text: model.text(side, mention) }),
        make("span", { class: `aside ${VERDICT_CLASS[verdict]}`, text: note || "right" }),
      ),
    );
  });
}
/** @param {Model} model @param {CorefError} error */
function errorRow(model, error) {
  const kind = DATA.kinds[error.kind];
  const other = error.otherStart < 0 ? "" : model.joined(error.otherStart, error.otherEnd);
  return make(
    "li",
    {},
    make(
      "button",
      {
        type: "button",
        class: "error",
        title: kind.meaning,
        "aria-current": state.error === error.number ? "true" : null,
        on: { click: () => chooseError(error.number) },
      },
      make(
        "span",
        { class: "what" },
        make("bdi", { text: model.joined(error.start, error.end) }),
        other ? make("span", { class: "soft" }, " · ", make("bdi", { text: other })) : null,
      ),
      make("span", { class: "aside", text: kind.title + (error.size > 1 ? `, ${error.size}` : "") }),
    ),
  );
}
/** @param {Model} model */
function errorList(model) {
  const errors = model.errors.filter((error) => errorShown(model, error));
  return [
    make("h3", {}, "Errors ", make("span", { class: "figure", text: count(errors.length) })),
    ...(errors.length
      ? listed(errors, (error) => errorRow(model, error), "errors")
      : [make("p", { class: "soft small", text: "None." })]),
  ];
}
/** @param {Model} model */
function entityList(model) {
  const shown = model.bySize;
  return [
    make("h3", {}, "Entities ", make("span", { class: "figure", text: count(shown.length) })),
    make(
      "p",
      { class: "columns small soft" },
      make("span", { text: "" }),
      make("span", { text: sideName("key") }),
      make("span", { text: sideName("response") }),
    ),
    ...listed(
      shown,
      (family) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "entity", on: { click: () => chooseFamily(family.name) } },
            tag(family),
            make("span", { class: "what", dir: "auto", text: model.representative(family) }),
            ...SIDES.map((side) =>
              make("span", {
                class: "size",
                text: family[side] < 0 ? "–" : count(model.sides[side].chains[family[side]].length),
              }),
            ),
          ),
        ),
      "entities",
    ),
  ];
}
/** The bar of small windows. Screen readers read the selected mention or entity from it. */
function showHeld() {
  const bar = find("#held");
  const { chosen } = state;
  if (!bar) return;
  if (!model || !chosen) {
    bar.replaceChildren();
    bar.classList.remove("open");
    return;
  }
  const verdict = model.sides[chosen.side].verdict[chosen.mention];
  const family = model.familyOf(chosen.side, chosen.mention);
  bar.classList.add("open");
  bar.replaceChildren(
    make(
      "p",
      {},
      tag(family),
      make("bdi", { class: "what", text: model.text(chosen.side, chosen.mention) }),
      make("span", { class: "soft", text: DATA.verdicts[verdict] }),
    ),
    make(
      "div",
      { class: "actions" },
      button("‹", () => stepInEntity(-1), { "aria-label": "Previous mention of the entity" }),
      button("›", () => stepInEntity(1), { "aria-label": "Next mention of the entity" }),
      button("Details", () => togglePanel(true)),
      button("✕", letGo, { "aria-label": "Deselect" }),
    ),
  );
}
