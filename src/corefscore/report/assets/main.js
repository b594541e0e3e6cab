// The list of documents, addresses and keys.

const address = (place, system = state.system) =>
  place < 0 ? `#system=${system}` : `#document=${place}&system=${system}`;
function go(place, system = state.system) {
  if (DATA.single) return;
  if (place >= DATA.documents.length || place < -1) return;
  location.hash = address(place, system);
}
function showList() {
  const wanted = find("#search").value.trim().toLowerCase();
  const figure = (entry) => (entry.scores[state.system] ? entry.scores[state.system][DATA.headline] : null);
  const rows = DATA.documents
    .map((entry, place) => ({ entry, place, figure: figure(entry) }))
    .filter(({ entry }) => entry.name.toLowerCase().includes(wanted));
  const orders = {
    text: (a, b) => a.place - b.place,
    worst: (a, b) => (a.figure ?? 2) - (b.figure ?? 2),
    best: (a, b) => (b.figure ?? -1) - (a.figure ?? -1),
    name: (a, b) => (a.entry.name < b.entry.name ? -1 : 1),
    size: (a, b) => b.entry.mentions - a.entry.mentions,
  };
  rows.sort(orders[find("#order").value]);
  find("#documents").replaceChildren(
    ...rows.map(({ entry, place, figure: value }) =>
      make(
        "li",
        {},
        make(
          "a",
          { href: address(place), "aria-current": place === state.document ? "true" : null },
          make("span", { class: "name", dir: "auto", text: entry.name }),
          make("span", { class: "figure", text: percent(value) }),
          make("div", { class: "track" }, bar(0, value || 0, "")),
        ),
      ),
    ),
  );
  if (!rows.length)
    find("#documents").append(
      make("li", {}, make("p", { class: "soft", style: { padding: "0 .8rem" }, text: "No document has such a name." })),
    );
}
function route() {
  const given = new URLSearchParams(location.hash.slice(1));
  const place = Number(given.get("document") ?? -1),
    system = Number(given.get("system") ?? state.system);
  state.system = system >= 0 && system < DATA.systems.length ? system : 0;
  state.document = DATA.single
    ? 0
    : Number.isInteger(place) && place >= 0 && place < DATA.documents.length
      ? place
      : -1;
  state.chosen = null;
  state.family = null;
  state.error = -1;
  find("#system").value = String(state.system);
  document.body.classList.remove("listing");
  if (state.document < 0) showOverview();
  else showDocument();
  showList();
  const current = find("#documents [aria-current]");
  if (current) current.scrollIntoView({ block: "nearest" });
}
function turnTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
}
const VIEWS = ["overlaid", "side", "alignment"];
const KEYS = {
  ArrowRight: () => model && step(1),
  ArrowLeft: () => model && step(-1),
  n: () => model && stepError(1),
  p: () => model && stepError(-1),
  "]": () => go(state.document + 1),
  "[": () => state.document > 0 && go(state.document - 1),
  v: () => model && setView(VIEWS[(VIEWS.indexOf(state.view) + 1) % 3]),
  f: () => model && find("#find").focus(),
  "/": () => find("#search").focus(),
  d: turnTheme,
  "?": () => find("#keys").showModal(),
  Escape: () => letGo(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find("#keys").open) return;
  if (event.target.matches("input, select, textarea")) {
    if (event.key === "Escape") event.target.blur();
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
DATA.systems.forEach((system, place) => find("#system").append(make("option", { value: place, text: system.name })));
find("#system-label").hidden = DATA.systems.length < 2;
find("#system").addEventListener("change", (event) => go(state.document, Number(event.target.value)));
find("#search").addEventListener("input", showList);
find("#order").addEventListener("change", showList);
find("#theme").addEventListener("click", turnTheme);
find("#help").addEventListener("click", () => find("#keys").showModal());
find("#menu").addEventListener("click", () => {
  const open = document.body.classList.toggle("listing");
  find("#menu").setAttribute("aria-expanded", String(open));
});
document.body.classList.toggle("single", DATA.single);
window.addEventListener("hashchange", route);
window.addEventListener("resize", () => text && text.drawArrows());
window.addEventListener("beforeprint", () => text && text.drawAll());
route();
