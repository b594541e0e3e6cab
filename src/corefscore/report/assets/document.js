// A document, with its views and filters.

const VIEWS = /** @type {[ViewName, string][]} */ ([
  ["together", "Together"],
  ["side", "Side by side"],
  ["alignment", "Alignment"],
]);

const LONG = 600; // tokens from which on a document has a strip of its own

/** @param {ViewName} view */
function setView(view) {
  const here = model;
  if (!here) return;
  state.view = view;
  find("#main").dataset.shows = view;
  findAll("button[data-view]").forEach((each) => each.setAttribute("aria-pressed", String(each.dataset.view === view)));
  const host = find("#view");
  if (text) text.close();
  text = null;
  minimap = null;
  host.replaceChildren();
  if (view === "alignment") host.append(...alignmentView(here, host.clientWidth));
  else {
    const body = make("div", { class: "text" });
    minimap = new Minimap(here);
    host.append(legend(), ...(here.length > LONG ? [minimap.element] : []), body);
    text = new TextView(here, body, view === "side");
    if (here.blocks.length) text.draw(0);
    minimap.draw();
    minimap.follow();
  }
  lightAlignment();
}
function legend() {
  /** @param {string} classes @param {string} label @param {string} word */
  const sample = (classes, label, word) =>
    make("span", { class: `m ${classes}`, style: { "--lane": 0 }, "data-label": label, text: word });
  const [key, response] = SIDES.map(sideName);
  const one = state.view === "side";
  return make(
    "p",
    { class: "legend" },
    make("span", {}, sample("down right last c0", "1", "right")),
    make("span", {}, sample("down wrong last c1", "!2", "other entity")),
    make("span", {}, sample(`${one ? "down" : "up"} missing last c2`, "−3", "missing")),
    make("span", {}, sample("down spurious last c", "+a", "spurious")),
    make("span", {
      class: "soft",
      text: one
        ? "Aligned entities have the same number."
        : `Below the words: ${response}. Above the words: ${key}, if it differs.`,
    }),
  );
}
/** @param {DocumentSummary} entry */
function documentHead(entry) {
  const scores = entry.scores[state.system];
  const figure = scores ? scores[DATA.headline] : null;
  const here = order();
  const index = here.indexOf(state.document);
  /** @param {number} by @param {string} sign @param {string} title */
  const stepTo = (by, sign, title) =>
    button(sign, () => go(here[index + by]), { "aria-label": title, title, disabled: here[index + by] === undefined });
  return make(
    "div",
    { class: "title" },
    make("h1", { dir: "auto", title: entry.name }, ...breakable(entry.title)),
    figure === null || figure === undefined
      ? null
      : make(
          "details",
          { class: "scores" },
          make("summary", {}, `${DATA.metrics[DATA.headline].title} `, make("b", { text: percent(figure) })),
          make(
            "table",
            {},
            make(
              "tbody",
              {},
              ...(scores || []).map((value, number) =>
                make(
                  "tr",
                  {},
                  make("th", { scope: "row", text: DATA.metrics[number].title }),
                  make("td", { text: percent(value) }),
                ),
              ),
            ),
          ),
        ),
    entry.here ? pictureMenu("document", currentPicture) : null,
    DATA.single
      ? null
      : make("div", { class: "steps" }, stepTo(-1, "←", "Previous document"), stepTo(1, "→", "Next document")),
  );
}
/** The visible part of the document, as a drawing. */
function currentPicture() {
  return text ? documentPicture(text) : /** @type {SVGElement | null} */ (document.querySelector("#view svg.align"));
}
/** @param {Model} model */
function documentTools(model) {
  const search = /** @type {HTMLInputElement} */ (
    make("input", {
      id: "find",
      type: "search",
      placeholder: "Find words",
      "aria-label": "Find words in the document",
      value: state.find,
    })
  );
  search.addEventListener("input", () => findWords(search.value));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") findNext(event.shiftKey ? -1 : 1);
  });
  const bar = filterBar(model, () => {
    if (text) text.paint();
    showPanel();
  });
  const filters = button("Filter", () => {
    bar.hidden = !bar.hidden;
    filters.setAttribute("aria-expanded", String(!bar.hidden));
  });
  filters.id = "filter";
  filters.setAttribute("aria-expanded", String(!bar.hidden));
  filters.setAttribute("aria-controls", "filters");
  const tools = make(
    "div",
    { class: "tools" },
    make(
      "div",
      { class: "toggle", role: "group", "aria-label": "View" },
      ...VIEWS.map(([name, title]) => button(title, () => setView(name), { "data-view": name })),
    ),
    search,
    make("span", { id: "hits", class: "soft small", role: "status" }),
    filters,
    button("Adjudicate", toggleAdjudication, {
      id: "adjudicate",
      "aria-pressed": String(state.adjudicating),
      title: "a",
    }),
    button("Errors and entities", () => togglePanel(!document.body.classList.contains("paneling")), {
      id: "details",
      "aria-expanded": "false",
    }),
  );
  return [tools, bar];
}
/** @param {URLSearchParams} given */
async function showDocument(given) {
  const entry = DATA.documents[state.document];
  const main = find("#main");
  const { document: number, system } = state;
  if (!entry.here) {
    document.body.className = "front";
    model = null;
    main.replaceChildren(
      documentHead(entry),
      make("p", { class: "notice", text: `The text of this document is not on the page. ${DATA.notice || ""}` }),
    );
    return;
  }
  const data = await load(`d${number}`);
  if (state.document !== number || state.system !== system) return; // another one was opened meanwhile
  document.body.className = "reading";
  model = new Model(data, number, system);
  main.replaceChildren(
    documentHead(entry),
    ...(model.absent ? [make("p", { class: "notice", text: "This response does not have the document." })] : []),
    ...documentTools(model),
    make("div", { id: "view" }),
  );
  main.scrollTop = 0;
  setView(state.view);
  openAt(given);
}
/** Go to the place that an address names. @param {URLSearchParams} given */
function openAt(given) {
  if (!model) return;
  const [side, mention] = (given.get("mention") || "").split(".");
  const family = given.get("entity") || "";
  if ((side === "key" || side === "response") && Number(mention) < model.sides[side].start.length)
    choose({ side, mention: Number(mention) });
  else if (model.families.has(family)) chooseFamily(family);
  else {
    showPanel();
    showHeld();
  }
}
let hit = -1;
function hits() {
  const wanted = state.find.toLowerCase();
  const here = model;
  if (!wanted || !here || !here.words) return [];
  return here.words.map((_, token) => token).filter((token) => here.word(token).toLowerCase().includes(wanted));
}
/** @param {string} wanted */
function findWords(wanted) {
  state.find = wanted;
  hit = -1;
  find("#hits").textContent = wanted ? `${count(hits().length)} found` : "";
  if (text) text.markFound();
}
/** @param {number} by */
function findNext(by) {
  const found = hits();
  if (!found.length || !text) return;
  hit = (hit + by + found.length) % found.length;
  find("#hits").textContent = `${count(hit + 1)} of ${count(found.length)}`;
  text.scrollTo(found[hit]);
}
