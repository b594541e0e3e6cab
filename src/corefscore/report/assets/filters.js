// The filters: which mentions and errors are shown.

/** Whether a key mention is right only in this response (0), only in the other system's response (1), or neither (-1).
 * @param {Model} model @param {number} mention */
function againstRival(model, mention) {
  const rival = model.data.systems[state.rival];
  const here = model.key.verdict[mention] === RIGHT,
    there = rival !== null && rival !== undefined && rival.keyVerdict[mention] === RIGHT;
  return here === there ? -1 : here ? 0 : 1;
}
/** @param {Model} model @param {SideName} side @param {number} mention */
function mentionShown(model, side, mention) {
  const { kinds, verdicts, categories, types, against } = state.filters;
  const here = model.sides[side];
  const key = side === "key" ? mention : model.matchOfResponse[mention];
  return (
    (!verdicts.size || verdicts.has(here.verdict[mention])) &&
    (!types.size || types.has(here.type[mention])) &&
    (!categories.size || categories.has(here.categories[here.entity[mention]])) &&
    (!kinds.size || [...kinds].some((kind) => model.errorKinds[side][mention].has(kind))) &&
    (!against.size || (key >= 0 && against.has(againstRival(model, key))))
  );
}
/** @param {Model} model @param {CorefError} error */
function errorShown(model, error) {
  const { kinds, types } = state.filters;
  if (kinds.size ? !kinds.has(error.kind) : DATA.kinds[error.kind].taxonomy !== "kummerfeld") return false;
  if (types.size && !types.has(error.type)) return false;
  const { about } = model.endsOf(error);
  return about === null || mentionShown(model, about.side, about.mention);
}
const filtered = () => Object.values(state.filters).some((chosen) => chosen.size > 0);

/** @param {Iterable<number>} values */
function counted(values) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const value of values) found.set(value, (found.get(value) || 0) + 1);
  return found;
}
/** @param {Model} model @returns {[FilterName, string, string[], Map<number, number>][]} */
function filterGroups(model) {
  const alone = model.response.start.map((_, mention) => mention).filter((m) => model.matchOfResponse[m] < 0);
  /** @param {(side: Side, mention: number) => number} value */
  const both = (value) =>
    counted([
      ...model.key.start.map((_, mention) => value(model.key, mention)),
      ...alone.map((mention) => value(model.response, mention)),
    ]);
  /** @type {[FilterName, string, string[], Map<number, number>][]} */
  const groups = [
    ["kinds", "Errors", DATA.kinds.map((kind) => kind.title), counted(model.errors.map((error) => error.kind))],
    ["verdicts", "Mentions", DATA.verdicts, both((side, mention) => side.verdict[mention])],
    ["types", "Types", DATA.types, both((side, mention) => side.type[mention])],
    ["categories", "Entities", DATA.categories, both((side, mention) => side.categories[side.entity[mention]])],
  ];
  if (several() && state.rival !== state.system) {
    const names = [DATA.systems[state.system].name, DATA.systems[state.rival].name];
    const titles = [`${names[0]} right, ${names[1]} wrong`, `${names[0]} wrong, ${names[1]} right`];
    groups.push([
      "against",
      "Systems",
      titles,
      counted(model.key.start.map((_, mention) => againstRival(model, mention))),
    ]);
  }
  return groups;
}
/** The filters of a document. @param {Model} model @param {() => void} changed */
function filterBar(model, changed) {
  const clear = button("Clear all", () => {
    Object.values(state.filters).forEach((chosen) => chosen.clear());
    findAll(".chip", box).forEach((chip) => chip.setAttribute("aria-pressed", "false"));
    update();
  });
  const update = () => {
    clear.hidden = !filtered();
    changed();
  };
  /** @param {FilterName} name @param {number} value @param {string} label @param {number} number */
  const chip = (name, value, label, number) => {
    const chosen = state.filters[name];
    const made = button("", () => {
      if (!chosen.delete(value)) chosen.add(value);
      made.setAttribute("aria-pressed", String(chosen.has(value)));
      update();
    });
    made.className = "chip";
    made.dataset.filter = name;
    made.setAttribute("aria-pressed", String(chosen.has(value)));
    made.append(label, make("span", { class: "figure", text: count(number) }));
    return made;
  };
  const box = make(
    "div",
    { class: "filters", id: "filters", hidden: !filtered() },
    ...filterGroups(model).map(([name, title, titles, found]) =>
      make(
        "fieldset",
        {},
        make("legend", { text: title }),
        ...titles.map((label, value) =>
          found.has(value) || state.filters[name].has(value) ? chip(name, value, label, found.get(value) || 0) : null,
        ),
      ),
    ),
    clear,
  );
  clear.hidden = !filtered();
  return box;
}
