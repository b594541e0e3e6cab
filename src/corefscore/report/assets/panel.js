// What is known of the chosen one, and lists of errors and entities.

const tag = (family, hollow) =>
  make("span", { class: `tag ${model.colours(family)}${hollow ? " hollow" : ""}`, text: model.title.get(family) });
function listed(rows, draw) {
  const list = make("ol", { class: "rows" });
  const more = rows.length > SHOWN;
  rows.slice(0, SHOWN).forEach((row) => list.append(draw(row)));
  if (!more) return [list];
  const button = make("button", {
    text: `Show all ${count(rows.length)}`,
    on: {
      click: () => {
        rows.slice(SHOWN).forEach((row) => list.append(draw(row)));
        button.remove();
      },
    },
  });
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
    const span =
      here.start[mention] === here.end[mention]
        ? `token ${here.start[mention]}`
        : `tokens ${here.start[mention]}–${here.end[mention]}`;
    row("Mention", `${DATA.types[here.type[mention]]}, ${span}`);
    row("Verdict", DATA.verdicts[here.verdict[mention]]);
    for (const name of ["key", "response"]) {
      const own = name === side ? mention : twin;
      if (own < 0) {
        row(name === "key" ? "Key" : "Response", make("span", { class: "soft", text: "has no such mention" }));
        continue;
      }
      const there = model.sides[name];
      const family = model.familyOf(name, own);
      row(
        name === "key" ? "Key" : "Response",
        make(
          "span",
          { class: "chipline" },
          tag(family, false),
          make("span", {
            class: "soft",
            text: `${there.labels[there.entity[own]]}, ${there.chains[there.entity[own]].length} mentions`,
          }),
        ),
      );
      const before = there.before[own];
      if (before >= 0)
        row(
          "after",
          make("button", {
            class: "quiet small antecedent",
            dir: "auto",
            text: model.text(name, before),
            on: { click: () => choose(name, before) },
          }),
        );
    }
    parts.push(make("h2", { dir: "auto", text: model.text(side, mention) }), make("dl", {}, ...rows));
    const about = model.errors.filter((error) => {
      const ends = model.endsOf(error).about;
      return (
        ends && ((ends.side === side && ends.mention === mention) || (ends.side !== side && ends.mention === twin))
      );
    });
    if (about.length) parts.push(make("h3", { text: "Errors here" }), ...listed(about, errorRow));
  }
  const { key, response } = model.members.get(state.family);
  parts.push(
    make(
      "h3",
      {},
      make(
        "span",
        { class: "chipline" },
        tag(state.family, key < 0 || response < 0),
        `Entity ${model.title.get(state.family)}: ${describe(key, response)}`,
      ),
    ),
    ...chain(key, response),
  );
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
  if (key >= 0)
    model.key.chains[key].forEach((mention) => rows.push({ side: "key", mention, start: model.key.start[mention] }));
  if (response >= 0)
    model.response.chains[response].forEach((mention) => {
      if (model.verdictOf("response", mention) !== RIGHT)
        rows.push({ side: "response", mention, start: model.response.start[mention] });
    });
  rows.sort((a, b) => a.start - b.start);
  return listed(rows, ({ side, mention }) => {
    const verdict = model.verdictOf(side, mention);
    const here = state.chosen && state.chosen.side === side && state.chosen.mention === mention;
    const other =
      verdict === WRONG
        ? model.title.get(
            side === "key"
              ? model.familyOf("response", model.twin("key", mention))
              : model.familyOf("key", model.twin("response", mention)),
          )
        : "";
    const note =
      verdict === RIGHT
        ? ""
        : verdict === WRONG
          ? side === "key"
            ? `found in ${other}`
            : `belongs to ${other}`
          : DATA.verdicts[verdict];
    return make(
      "li",
      {},
      make(
        "button",
        { "aria-current": here ? "true" : null, on: { click: () => choose(side, mention) } },
        make("span", { class: "aside", text: SIGNS[verdict] || "✓" }),
        make("span", { class: "what", dir: "auto", text: model.text(side, mention) }),
        make("span", { class: "aside", text: note }),
      ),
    );
  });
}
function errorRow(error) {
  const kind = DATA.kinds[error.kind];
  const other = error.otherStart < 0 ? "" : model.joined(error.otherStart, error.otherEnd);
  return make(
    "li",
    {},
    make(
      "button",
      {
        class: "error",
        "data-error": error.number,
        title: kind.meaning,
        "aria-current": state.error === error.number ? "true" : null,
        on: { click: () => chooseError(error.number) },
      },
      make(
        "span",
        { class: "what" },
        make("span", { class: "kind", text: kind.title }),
        " ",
        make("mark", { dir: "auto", text: model.joined(error.start, error.end) }),
        other ? make("span", { class: "soft" }, " · ", make("bdi", { text: other })) : null,
      ),
      make("span", { class: "aside", text: error.size > 1 ? `${error.size} mentions` : "" }),
    ),
  );
}
function errorList() {
  const errors = model.errors.filter((error) => model.errorShown(error));
  return [
    make("h3", { text: `Errors (${count(errors.length)})` }),
    ...(errors.length ? listed(errors, errorRow) : [make("p", { class: "soft", text: "None." })]),
  ];
}
function entityList() {
  return [
    make("h3", { text: `Entities (${count(model.families.length)})` }),
    ...listed(model.families, ({ family, size }) => {
      const { key, response } = model.members.get(family);
      return make(
        "li",
        {},
        make(
          "button",
          { class: "entity", "data-family": family, on: { click: () => chooseFamily(family) } },
          tag(family, key < 0 || response < 0),
          make("span", { class: "what", dir: "auto", text: representative(key, response) }),
          make("span", { class: "aside", text: `${size} ×` }),
        ),
      );
    }),
  ];
}
/* A name if there is one, else the longest of the first mentions. */
function representative(key, response) {
  const side = key >= 0 ? "key" : "response";
  const mentions = model.sides[side].chains[key >= 0 ? key : response].slice(0, 25);
  const rank = (mention) => [0, 1, 3, 4, 2][model.sides[side].type[mention]];
  return model.text(
    side,
    mentions.reduce((best, mention) => (rank(mention) < rank(best) ? mention : best)),
  );
}
