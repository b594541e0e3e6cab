// The list of documents, addresses and keys.

/** @param {number} number @param {number} [system] @param {string} [rest] */
function addressOf(number, system = state.system, rest = "") {
  return `#document=${number}&system=${system}${rest}`;
}
/** @param {number} [system] @param {number} [rival] */
function compareAddress(system = state.system, rival = state.rival) {
  return `#compare=1&system=${system}&rival=${rival === system ? (system ? 0 : 1) : rival}`;
}
/** The address of what is shown now. */
function address() {
  if (state.page === "compare") return compareAddress();
  if (state.page === "front") return `#system=${state.system}`;
  const { chosen } = state;
  const view = state.view === "together" ? "" : `&view=${state.view}`;
  const rival = several() ? `&rival=${state.rival}` : "";
  const held = chosen ? `&mention=${chosen.side}.${chosen.mention}` : state.family ? `&entity=${state.family}` : "";
  return addressOf(state.document, state.system, view + rival + held);
}
/** @param {number | undefined} number @param {number} [system] */
function go(number, system = state.system) {
  if (DATA.single || number === undefined) return;
  location.hash =
    number < 0 ? `#system=${system}` : addressOf(number, system, several() ? `&rival=${state.rival}` : "");
}
const control = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (find(id));

/** The documents of the list, after searching and sorting. */
function order() {
  const wanted = control("#search").value.trim().toLowerCase();
  /** @param {number} number */
  const figure = (number) => DATA.documents[number].scores[state.system]?.[DATA.headline] ?? null;
  /** @type {Record<string, (a: number, b: number) => number>} */
  const orders = {
    text: (a, b) => a - b,
    worst: (a, b) => (figure(a) ?? 2) - (figure(b) ?? 2),
    best: (a, b) => (figure(b) ?? -1) - (figure(a) ?? -1),
    name: (a, b) => (DATA.documents[a].title < DATA.documents[b].title ? -1 : 1),
    size: (a, b) => DATA.documents[b].mentions - DATA.documents[a].mentions,
  };
  return DATA.documents
    .map((_, number) => number)
    .filter((number) => DATA.documents[number].name.toLowerCase().includes(wanted))
    .sort(orders[control("#order").value]);
}
function showList() {
  const rows = order();
  find("#documents").replaceChildren(
    ...rows.map((number) => {
      const entry = DATA.documents[number];
      return make(
        "li",
        {},
        make(
          "a",
          { href: addressOf(number), title: entry.name, "aria-current": number === state.document ? "true" : null },
          make("span", { class: "name", dir: "auto" }, ...breakable(entry.title)),
          make("span", { class: "figure", text: percent(entry.scores[state.system]?.[DATA.headline]) }),
        ),
      );
    }),
    ...(rows.length ? [] : [make("li", { class: "soft none", text: "No document has this name." })]),
  );
}
/** @param {string | null} given @param {number} most @param {number} otherwise */
function numberIn(given, most, otherwise) {
  const number = given === null || given === "" ? NaN : Number(given);
  return Number.isInteger(number) && number >= 0 && number < most ? number : otherwise;
}
function route() {
  const given = new URLSearchParams(location.hash.slice(1));
  const systems = DATA.systems.length;
  state.system = numberIn(given.get("system"), systems, state.system);
  state.rival = numberIn(given.get("rival"), systems, state.rival);
  if (state.rival === state.system) state.rival = state.system ? 0 : Math.min(1, systems - 1);
  state.document = DATA.single ? 0 : numberIn(given.get("document"), DATA.documents.length, -1);
  state.page = state.document >= 0 ? "document" : given.has("compare") && several() ? "compare" : "front";
  const view = VIEWS.find(([name]) => name === given.get("view"));
  if (view) state.view = view[0];
  state.chosen = null;
  state.family = null;
  state.error = -1;
  control("#system").value = String(state.system);
  if (state.page !== "document") {
    model = null;
    if (text) text.close();
    text = null;
    minimap = null;
    showPanel();
    showHeld();
  }
  if (state.page === "document") void showDocument(given);
  else if (state.page === "compare") showComparison();
  else showOverview();
  showList();
  find("#documents [aria-current]")?.scrollIntoView({ block: "nearest" });
}
function turnTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = dark ? "light" : "dark";
}
/** On small windows, the list covers the page. @param {boolean} open */
function toggleList(open) {
  document.body.classList.toggle("listing", open);
  find("#menu").setAttribute("aria-expanded", String(open));
  if (open) control("#search").focus();
}
/** @param {number} by */
function stepDocument(by) {
  const here = order();
  const index = here.indexOf(state.document);
  go(here[index < 0 ? 0 : index + by]);
}
const dialog = () => /** @type {HTMLDialogElement} */ (find("#keys"));
function escape() {
  if (document.body.classList.contains("listing")) toggleList(false);
  else if (document.body.classList.contains("paneling")) togglePanel(false);
  else letGo();
}
/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => step(model?.fromRight ? -1 : 1),
  ArrowLeft: () => step(model?.fromRight ? 1 : -1),
  ".": () => stepInEntity(1),
  ",": () => stepInEntity(-1),
  n: () => (state.adjudicating ? stepDisagreement(1) : stepError(1)),
  p: () => (state.adjudicating ? stepDisagreement(-1) : stepError(-1)),
  a: toggleAdjudication,
  1: () => decide("key"),
  2: () => decide("response"),
  3: () => decide("neither"),
  "]": () => stepDocument(1),
  "[": () => stepDocument(-1),
  v: () => setView(VIEWS[(VIEWS.findIndex(([name]) => name === state.view) + 1) % VIEWS.length][0]),
  f: () => find("#find")?.focus(),
  "/": () => {
    toggleList(true);
    control("#search").focus();
  },
  h: () => go(-1),
  d: turnTheme,
  "?": () => dialog().showModal(),
  Escape: escape,
};
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || dialog().open) return;
  if (target.matches("input, select, textarea")) {
    if (event.key === "Escape") {
      target.blur();
      escape();
    }
    return;
  }
  const act = KEYS[event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});
find("#home").textContent = DATA.title;
find("#home").addEventListener("click", (event) => {
  event.preventDefault();
  go(-1);
});
DATA.systems.forEach((system, number) => find("#system").append(make("option", { value: number, text: system.name })));
find("#system-label").hidden = !several();
find("#compare").hidden = !several();
find("#compare").addEventListener("click", () => (location.hash = compareAddress()));
control("#system").addEventListener("change", () => {
  const system = Number(control("#system").value);
  if (state.page === "compare") location.hash = compareAddress(system);
  else go(state.document, system);
});
control("#search").addEventListener("input", showList);
control("#search").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  control("#search").blur();
  go(order()[0]);
});
control("#order").addEventListener("change", showList);
find("#documents").addEventListener("click", () => toggleList(false));
find("#theme").addEventListener("click", turnTheme);
find("#help").addEventListener("click", () => dialog().showModal());
find("#menu").addEventListener("click", () => toggleList(!document.body.classList.contains("listing")));
find("#main").addEventListener("scroll", () => minimap && minimap.follow(), { passive: true });
document.documentElement.classList.toggle("single", DATA.single);
window.addEventListener("hashchange", () => {
  toggleList(false);
  route();
});
window.addEventListener("resize", () => text && text.later());
void prepareForPaper();
route();
