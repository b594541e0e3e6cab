// The front page: the main score first, then the table of scores, costs of errors, documents and entities.

const WORST = 5;

/** @param {string} title @param {...Child} content */
const section = (title, ...content) => make("section", {}, make("h2", { text: title }), ...content);

/** @param {SystemSummary} system @param {number} metric */
function headline(system, metric) {
  const { key, response, shared, right } = system.counts;
  const interval = system.intervals[metric];
  const documents = DATA.documents.length;
  const range = interval
    ? `${Math.round(100 * (DATA.level || 0))} % interval ${percent(interval[0])} to ${percent(interval[1])} over ${plural(documents, "document")}`
    : documents > 1
      ? `${plural(documents, "document")}, no interval`
      : "One document, so there is no interval";
  const { title, about } = DATA.metrics[metric];
  return make(
    "section",
    { id: "headline" },
    make(
      "p",
      { class: "answer" },
      make("strong", { text: percent(system.scores[metric][2]) }),
      make(
        "span",
        {},
        make("b", { text: `${title} F1${several() ? `, ${system.name}` : ""}` }),
        make("br"),
        make("span", { class: "soft", text: range }),
      ),
    ),
    make("p", {
      class: "meaning",
      text: `${title}: ${about}. Of ${plural(key, "key mention")}, ${count(shared)} are found, ${count(right)} of them in the right entity. Of ${plural(response, "response mention")}, ${count(response - shared)} are not in the key.`,
    }),
  );
}
/** @param {number} number */
function frontPage(number) {
  const system = DATA.systems[number];
  const again = () => showOverview();
  const metric = DATA.metrics[state.metric].title;
  const summary = several() ? systemsTable(again) : [scoreTable(system)];
  const scores = summary[summary.length - 1];
  const chooser = several() ? null : metricChooser(again);
  const worst = worstTable(number, state.metric, WORST);
  const costly = costlyTable(system, number);
  const links = errorTable(system, "martschat", "Links (Martschat and Strube 2014)"),
    errors = errorTable(system, "kummerfeld", "Repairs (Kummerfeld and Klein 2013)"),
    relations = hasErrors(system, "relations") ? errorTable(system, "relations", "Plural entities and bridges") : null;
  return [
    headline(system, state.metric),
    make(
      "section",
      { class: several() ? "wide" : null },
      make("h2", { text: "Scores" }),
      tabled("Scores", scores, several() ? summary[0] : null),
      several()
        ? make("p", {
            class: "small soft",
            text: DATA.tests || "Differences are not tested: a test needs 30 documents that all systems have.",
          })
        : null,
    ),
    several()
      ? section(
          `${metric} F1 of the systems`,
          figureOf("systems", (width) => systemsChart(state.metric, width)),
          make("p", {}, make("a", { href: compareAddress(), text: "Gains and losses of two systems" })),
        )
      : null,
    section(
      "Points lost by kind of error",
      make(
        "p",
        { class: "small soft" },
        `The increase in ${metric} F1${several() ? ` of ${system.name}` : ""} as each kind of error is repaired, one kind after the other. `,
        chooser,
      ),
      figureOf("points lost by kind of error", (width) => pricesChart(system, state.metric, width)),
    ),
    section(
      DATA.documents.length > WORST ? "Documents with the lowest scores" : "Documents",
      tabled("Documents", worst),
      DATA.documents.length > 2 ? figureOf("documents", (width) => documentsChart(number, state.metric, width)) : null,
    ),
    section(
      "Entities with the highest costs",
      make("p", {
        class: "small soft",
        text: "Cost: points by which the F1 of B³ would rise if only this entity were repaired.",
      }),
      system.entities.length
        ? tabled("Costly entities", costly)
        : make("p", { class: "soft", text: "None. All entities are right." }),
    ),
    section(
      "Errors by type of mention",
      tabled("Errors", errors),
      tabled("Links", links),
      relations ? tabled("Relations", relations) : null,
    ),
    make(
      "section",
      { class: "wide about" },
      make("h2", { text: "About these figures" }),
      make("p", { class: "small" }, "Key: ", ...breakable(DATA.key)),
      ...DATA.systems.map((each) =>
        make("p", { class: "small" }, several() ? `${each.name}: ` : "Response: ", ...breakable(each.about)),
      ),
      ...[...new Map(DATA.systems.map((each) => [each.signature, each.short_signature]))].flatMap(signatures),
    ),
  ];
}
/** The short form of a signature, and the long one for those who want it. @param {[string, string]} forms */
function signatures([long, short]) {
  const parts = long.split(/(?<=\|)/).flatMap((part) => [part, make("wbr")]);
  return [
    make("p", {}, make("code", { text: short })),
    make(
      "details",
      { class: "small" },
      make("summary", { text: "Every policy" }),
      make("p", {}, make("code", {}, ...parts)),
    ),
  ];
}
function showOverview() {
  document.body.className = "front";
  find("#main").replaceChildren(
    ...(DATA.notice ? [make("p", { class: "notice", text: DATA.notice })] : []),
    make("h1", { class: "visually-hidden", text: DATA.title }),
    make("div", { class: "front" }, ...frontPage(state.system).filter((part) => part !== null)),
  );
  find("#main").scrollTop = 0;
}
