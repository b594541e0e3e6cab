// A document, with its views and filters.

function setView(view) {
  state.view = view;
  document
    .querySelectorAll("[data-view]")
    .forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.view === view)));
  const host = find("#view");
  host.replaceChildren();
  text = null;
  if (view === "alignment") {
    host.append(...alignmentView().filter(Boolean));
    lightAlignment();
    return;
  }
  const body = make("div", { class: "text" });
  host.append(legend(), body);
  text = new Text(model, body);
  text.draw(0);
}
function legend() {
  const sample = (classes, label) => make("span", { class: `tag ${classes}`, text: label });
  const where = state.view === "side" ? "" : " Key above the words, response below.";
  return make(
    "p",
    { class: "legend", style: { margin: "0 0 .6rem" } },
    make("span", {}, sample("c0", "1"), "found on both sides"),
    make("span", {}, sample("c1", "!2"), "in another entity"),
    make("span", {}, sample("c0 hollow", "−1"), "missing"),
    make("span", {}, sample("c hollow", "+a"), "spurious"),
    make("span", { text: `Numbers and colours are entities; aligned ones have the same.${where}` }),
  );
}
function filterBar() {
  const counts = (values) => {
    const found = new Map();
    for (const value of values) found.set(value, (found.get(value) || 0) + 1);
    return found;
  };
  const both = (name) => [
    ...model.key[name],
    ...model.response[name].filter((_, mention) => model.twinOfResponse[mention] < 0),
  ];
  const byEntity = (side) => side.entity.map((entity) => side.categories[entity]);
  const groups = [
    ["kinds", "Errors", DATA.kinds.map((kind) => kind.title), counts(model.errors.map((error) => error.kind))],
    ["verdicts", "Mentions", DATA.verdicts, counts(both("verdict"))],
    [
      "categories",
      "Entities",
      DATA.categories,
      counts([
        ...byEntity(model.key),
        ...byEntity(model.response).filter((_, mention) => model.twinOfResponse[mention] < 0),
      ]),
    ],
    ["types", "Types", DATA.types, counts(both("type"))],
  ];
  const active = () => Object.values(state.filters).some((chosen) => chosen.size);
  const clear = make("button", {
    class: "small",
    text: "Clear",
    hidden: !active(),
    on: {
      click: () => {
        Object.values(state.filters).forEach((chosen) => chosen.clear());
        box.querySelectorAll(".chip").forEach((chip) => chip.setAttribute("aria-pressed", "false"));
        changed();
      },
    },
  });
  const changed = () => {
    clear.hidden = !active();
    if (text) text.mark();
    showPanel();
  };
  const box = make(
    "details",
    { class: "filters", open: active() },
    make("summary", { text: "Filters" }),
    ...groups.map(([name, title, titles, found]) =>
      make(
        "fieldset",
        {},
        make("legend", { text: title }),
        ...titles.map((label, value) =>
          found.has(value) || state.filters[name].has(value)
            ? make(
                "button",
                {
                  class: "chip",
                  "data-filter": name,
                  "data-value": value,
                  "aria-pressed": String(state.filters[name].has(value)),
                  on: {
                    click: (event) => {
                      const chosen = state.filters[name];
                      if (chosen.has(value)) chosen.delete(value);
                      else chosen.add(value);
                      event.currentTarget.setAttribute("aria-pressed", String(chosen.has(value)));
                      changed();
                    },
                  },
                },
                label,
                make("b", { text: count(found.get(value) || 0) }),
              )
            : null,
        ),
      ),
    ),
    clear,
  );
  return box;
}
function showDocument() {
  const entry = DATA.documents[state.document];
  document.body.classList.add("reading");
  const main = find("#main");
  const stepTo = (by) =>
    make("button", {
      text: by < 0 ? "← Previous" : "Next →",
      disabled: state.document + by < 0 || state.document + by >= DATA.documents.length,
      on: { click: () => go(state.document + by) },
    });
  const scores = entry.scores[state.system];
  const pills = make(
    "div",
    { class: "pills" },
    ...(scores || []).map((value, place) =>
      make("span", { class: "pill", text: `${DATA.metrics[place].title} ${percent(value)}` }),
    ),
  );
  const head = [
    make(
      "div",
      { class: "bar" },
      make("h2", { dir: "auto", style: { margin: "0" }, text: entry.name }),
      make("span", { class: "spring" }),
      DATA.single ? null : stepTo(-1),
      DATA.single ? null : stepTo(1),
    ),
    pills,
  ];
  if (!entry.here) {
    document.body.classList.remove("reading");
    main.replaceChildren(
      ...head,
      make("p", { class: "notice", text: "The text of this document is not in the page. " + (DATA.notice || "") }),
    );
    model = null;
    text = null;
    return;
  }
  model = new Model(state.document, state.system);
  const views = [
    ["overlaid", "Overlaid"],
    ["side", "Side by side"],
    ["alignment", "Alignment"],
  ];
  const search = make("input", {
    id: "find",
    type: "search",
    placeholder: "Find words",
    "aria-label": "Find words in the document",
    value: state.find,
    on: {
      input: () => {
        state.find = search.value;
        findWords();
      },
      keydown: (event) => {
        if (event.key === "Enter") findNext();
      },
    },
  });
  main.replaceChildren(
    ...head,
    model.absent ? make("p", { class: "notice", text: "This response does not have the document." }) : "",
    make(
      "div",
      { class: "bar", style: { "margin-top": ".8rem" } },
      make(
        "div",
        { class: "toggle", role: "group", "aria-label": "View" },
        ...views.map(([name, title]) =>
          make("button", { "data-view": name, text: title, on: { click: () => setView(name) } }),
        ),
      ),
      search,
      make("span", { id: "hits", class: "soft small", "aria-live": "polite" }),
    ),
    filterBar(),
    make("div", { id: "view" }),
  );
  setView(state.view);
  showPanel();
  main.scrollTop = 0;
  find("#panel").scrollTop = 0;
}
let hit = -1;
function hits() {
  const wanted = state.find.toLowerCase();
  if (!wanted || !model.words) return [];
  const found = [];
  model.words.forEach((word, token) => {
    if (word.toLowerCase().includes(wanted)) found.push(token);
  });
  return found;
}
function findWords() {
  hit = -1;
  find("#hits").textContent = state.find ? `${count(hits().length)} found` : "";
  if (text) text.mark();
}
function findNext() {
  const found = hits();
  if (!found.length || !text) return;
  hit = (hit + 1) % found.length;
  text.draw(model.blockOf(found[hit]));
  text.words.get(found[hit])[0].scrollIntoView({ block: "center" });
}
