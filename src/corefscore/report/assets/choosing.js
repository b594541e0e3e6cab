// Selecting mentions, entities and errors.

/** @param {MentionRef} ref @param {{ scroll?: boolean, error?: number }} [options] */
function choose(ref, { scroll = true, error = -1 } = {}) {
  if (!model) return;
  state.chosen = ref;
  state.error = error;
  state.family = model.familyOf(ref.side, ref.mention).name;
  if (state.view === "alignment") setView("together");
  refresh();
  if (scroll && text) text.scrollTo(model.sides[ref.side].start[ref.mention], true);
}
/** @param {string} name */
function chooseFamily(name) {
  if (!model) return;
  const { key, response } = model.familyNamed(name);
  if (state.view === "alignment") {
    state.family = name;
    state.chosen = null;
    state.error = -1;
    refresh();
  } else if (key >= 0) choose({ side: "key", mention: model.key.chains[key][0] });
  else choose({ side: "response", mention: model.response.chains[response][0] });
}
/** @param {number} number */
function chooseError(number) {
  if (!model) return;
  const { about } = model.endsOf(model.errors[number]);
  if (about) choose(about, { error: number });
}
function letGo() {
  if (!state.chosen && state.family === null) return;
  state.chosen = null;
  state.family = null;
  state.error = -1;
  refresh();
}
/** @param {MentionRef | null} ref */
function hover(ref) {
  const family = ref && model ? model.familyOf(ref.side, ref.mention).name : null;
  if (family === state.hovered) return;
  state.hovered = family;
  if (text) text.paint();
}
/** Draw again everything that depends on the selection. */
function refresh() {
  state.hovered = null;
  if (text) {
    text.paint();
    text.drawArrows();
  }
  if (minimap) minimap.draw();
  lightAlignment();
  showPanel();
  showHeld();
  if (!DATA.single) history.replaceState(null, "", address()); // a frame of a notebook has no address
}
/** The mentions of the document in the order of the text; two that match are there once. @returns {(MentionRef & { start: number })[]} */
function inOrder() {
  if (!model) return [];
  const { sides, matchOfResponse } = model;
  const found = [];
  for (const side of SIDES)
    for (let mention = 0; mention < sides[side].start.length; mention += 1)
      if ((side === "key" || matchOfResponse[mention] < 0) && mentionShown(model, side, mention))
        found.push({ side, mention, start: sides[side].start[mention], end: sides[side].end[mention] });
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}
/** The index of the chosen mention among others, or -1. @param {MentionRef[]} order */
function chosenIndex(order) {
  const { chosen } = state;
  if (!chosen || !model) return -1;
  const match = model.match(chosen.side, chosen.mention);
  return order.findIndex((each) =>
    each.side === chosen.side ? each.mention === chosen.mention : each.mention === match,
  );
}
/** The next item; after the last comes the first. @template T @param {T[]} order @param {number} here @param {number} by @returns {T} */
function following(order, here, by) {
  return order[here < 0 ? (by > 0 ? 0 : order.length - 1) : (here + by + order.length) % order.length];
}
/** @param {number} by */
function step(by) {
  const order = inOrder();
  if (order.length) choose(following(order, chosenIndex(order), by));
}
/** @param {number} by */
function stepError(by) {
  if (!model) return;
  const here = model;
  const numbers = here.errors.filter((error) => errorShown(here, error)).map((error) => error.number);
  if (numbers.length) chooseError(following(numbers, numbers.indexOf(state.error), by));
}
/** Go to the next mention of the selected entity. @param {number} by */
function stepInEntity(by) {
  const here = model;
  if (!here || state.family === null) return;
  const order = inOrder().filter(({ side, mention }) => {
    const match = here.match(side, mention);
    const other = side === "key" ? "response" : "key";
    return (
      here.familyOf(side, mention).name === state.family ||
      (match >= 0 && here.familyOf(other, match).name === state.family)
    );
  });
  const family = state.family;
  if (!order.length) return;
  choose(following(order, chosenIndex(order), by));
  state.family = family;
  refresh();
}
