// Choosing mentions, entities and errors.

let text = null;
function choose(side, mention, { scroll = true, error = -1 } = {}) {
  state.chosen = { side, mention };
  state.error = error;
  state.family = model.familyOf(side, mention);
  if (state.view === "alignment") setView("overlaid");
  showPanel();
  text.light(state.family);
  text.mark();
  if (scroll) text.reveal(side, mention);
}
function chooseFamily(family) {
  const { key, response } = model.members.get(family);
  if (state.view === "alignment") {
    state.family = family;
    state.chosen = null;
    state.error = -1;
    showPanel();
    lightAlignment();
    return;
  }
  if (key >= 0) choose("key", model.key.chains[key][0]);
  else choose("response", model.response.chains[response][0]);
}
function chooseError(number) {
  const { about } = model.endsOf(model.errors[number]);
  if (about) choose(about.side, about.mention, { error: number });
}
function letGo() {
  state.chosen = null;
  state.family = null;
  state.error = -1;
  if (text) {
    text.light(null);
    text.mark();
  }
  lightAlignment();
  if (model) showPanel();
}
function step(by) {
  const order = [];
  for (const side of ["key", "response"])
    model.sides[side].start.forEach((start, mention) => {
      if ((side === "key" || model.twinOfResponse[mention] < 0) && model.shown(side, mention))
        order.push({ side, mention, start, end: model.sides[side].end[mention] });
    });
  order.sort((a, b) => a.start - b.start || b.end - a.end);
  if (!order.length) return;
  const { chosen } = state;
  const here = chosen
    ? order.findIndex((each) =>
        each.side === chosen.side
          ? each.mention === chosen.mention
          : model.twin(each.side, each.mention) === chosen.mention,
      )
    : -1;
  const next = order[here < 0 ? (by > 0 ? 0 : order.length - 1) : (here + by + order.length) % order.length];
  choose(next.side, next.mention);
}
function stepError(by) {
  const numbers = model.errors.filter((error) => model.errorShown(error)).map((error) => error.number);
  if (!numbers.length) return;
  const here = numbers.indexOf(state.error);
  chooseError(numbers[here < 0 ? (by > 0 ? 0 : numbers.length - 1) : (here + by + numbers.length) % numbers.length]);
}
