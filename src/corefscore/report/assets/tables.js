// Tables of scores, errors and entities.

const RATE_TITLES = ["Recall", "Precision", "F1"];

/** @param {string} title @param {HTMLElement} table @param {...Child} rest */
const tabled = (title, table, ...rest) => make("div", { class: "tabled" }, table, ...rest, tableMenu(title, table));
/** @param {string} text @param {Record<string, any>} [options] */
const head = (text, options = {}) => make("th", { scope: "col", text, ...options });
/** @param {[number, number] | null} interval */
const intervalText = (interval) => (interval ? `[${percent(interval[0])}, ${percent(interval[1])}]` : "");
/** Systems from the best to the worst. @param {number} metric */
function ranking(metric) {
  return DATA.systems
    .map((_, number) => number)
    .sort((a, b) => (DATA.systems[b].scores[metric][2] || 0) - (DATA.systems[a].scores[metric][2] || 0));
}
/** What is a part of a metric, such as a level of bridging. @param {Metric} metric @param {string} name */
const familyTitle = (metric, name) => `${metric.title}, ${name}`;
/** The parts of a metric that some system has. @param {number} metric */
const familiesOf = (metric) => [...new Set(DATA.systems.flatMap((system) => Object.keys(system.families[metric])))];
/** Recall, precision and F1 of one system and, below each metric, of its parts. @param {SystemSummary} system */
function scoreTable(system) {
  const intervals = system.intervals.some(Boolean);
  const rows = DATA.metrics.flatMap((metric, number) => [
    make(
      "tr",
      { class: number === DATA.headline ? "headline" : null },
      make("th", { scope: "row", text: metric.title, title: metric.about }),
      ...system.scores[number].map((value) => make("td", { text: percent(value) })),
      intervals ? make("td", { class: "interval", text: intervalText(system.intervals[number]) }) : null,
    ),
    ...Object.entries(system.families[number]).map(([name, rates]) =>
      make(
        "tr",
        { class: "family" },
        make("th", { scope: "row", text: familyTitle(metric, name) }),
        ...rates.map((value) => make("td", { text: percent(value) })),
        intervals ? make("td", { class: "interval" }) : null,
      ),
    ),
  ]);
  const titles = [
    "Metric",
    ...RATE_TITLES,
    ...(intervals ? [`${Math.round(100 * (DATA.level || 0))} % interval`] : []),
  ];
  return make(
    "table",
    { id: "summary" },
    make("thead", {}, make("tr", {}, ...titles.map((title) => head(title)))),
    make("tbody", {}, ...rows),
  );
}
/** F1 of all systems; on small windows, only of the chosen metric. @param {() => void} changed */
function systemsTable(changed) {
  const best = DATA.metrics.map((_, metric) =>
    Math.max(...DATA.systems.map((system) => system.scores[metric][2] || 0)),
  );
  /** @param {number} metric */
  const shown = (metric) => (metric === state.metric ? "chosen" : "other");
  const rows = ranking(state.metric).map((number) => {
    const system = DATA.systems[number];
    return make(
      "tr",
      { class: number === state.system ? "selected" : null },
      make(
        "th",
        { scope: "row" },
        make("a", { href: `#system=${number}`, title: system.about }, ...breakable(system.name)),
      ),
      ...DATA.metrics.flatMap((_, metric) => [
        make(
          "td",
          {
            class: `${shown(metric)}${system.scores[metric][2] === best[metric] ? " best" : ""}`,
            "data-value": percent(system.scores[metric][2]) + system.marks[metric],
          },
          percent(system.scores[metric][2]),
          DATA.tests ? make("span", { class: "stars", text: system.marks[metric] }) : null,
        ),
        ...familiesOf(metric).map((name) =>
          make("td", { class: shown(metric), text: percent(system.families[metric][name]?.[2]) }),
        ),
      ]),
    );
  });
  const table = make(
    "table",
    { id: "summary", class: DATA.tests ? "systems starred" : "systems" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        head("F1"),
        ...DATA.metrics.flatMap((metric, number) => [
          head(metric.title, { class: shown(number), title: metric.about }),
          ...familiesOf(number).map((name) => head(familyTitle(metric, name), { class: shown(number) })),
        ]),
      ),
    ),
    make("tbody", {}, ...rows),
  );
  return [metricChooser(changed), table];
}
/** @param {() => void} changed */
function metricChooser(changed) {
  const select = /** @type {HTMLSelectElement} */ (
    make(
      "select",
      { "aria-label": "Metric", class: "metric" },
      ...DATA.metrics.map((metric, number) =>
        make("option", { value: number, text: metric.title, selected: number === state.metric }),
      ),
    )
  );
  select.addEventListener("change", () => {
    state.metric = Number(select.value);
    changed();
  });
  return select;
}
/** Whether there are errors of one taxonomy. @param {SystemSummary} system @param {string} taxonomy */
const hasErrors = (system, taxonomy) =>
  DATA.kinds.some((kind, number) => kind.taxonomy === taxonomy && system.errors[number].some((each) => each > 0));
/** Errors by kind and type of mention, for one taxonomy. @param {SystemSummary} system @param {string} taxonomy
 * @param {string} title */
function errorTable(system, taxonomy, title) {
  const types = DATA.types.map((_, type) => type).filter((type) => system.errors.some((row) => row[type] > 0));
  const kinds = DATA.kinds
    .map((kind, number) => ({ ...kind, number, total: system.errors[number].reduce((a, b) => a + b, 0) }))
    .filter((kind) => kind.taxonomy === taxonomy && (kind.total > 0 || !kind.name.endsWith("singleton")));
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, head(title), ...types.map((type) => head(DATA.types[type])), head("all"))),
    make(
      "tbody",
      {},
      ...kinds.map(({ title: name, meaning, number, total }) =>
        make(
          "tr",
          {},
          make("th", { scope: "row", text: name, title: meaning }),
          ...types.map((type) =>
            make("td", {
              text: system.errors[number][type] ? count(system.errors[number][type]) : "·",
              "data-value": system.errors[number][type],
            }),
          ),
          make("td", { class: "strong", text: count(total), "data-value": total }),
        ),
      ),
    ),
  );
}
/** The entities with the highest costs. @param {SystemSummary} system @param {number} number */
function costlyTable(system, number) {
  return make(
    "table",
    { id: "costly" },
    make("thead", {}, make("tr", {}, head("Entity"), head("Right"), head("B³ points"))),
    make(
      "tbody",
      {},
      ...system.entities.map((entity) =>
        make(
          "tr",
          {},
          make(
            "th",
            { scope: "row" },
            make("a", {
              dir: "auto",
              href: addressOf(entity.document, number, `&entity=${familyName(entity)}`),
              text: entity.text,
            }),
            make("span", { class: "soft small" }, ...breakable(DATA.documents[entity.document].title)),
          ),
          make("td", {
            text:
              entity.side === "key"
                ? `${count(entity.right)} of ${count(entity.size)}`
                : `spurious, ${count(entity.size)}`,
          }),
          make("td", { text: percent(entity.cost) }),
        ),
      ),
    ),
  );
}
/** @param {CostlyEntity} entity */
const familyName = ({ side, entity }) => (side === "key" ? `n${entity}` : `r${entity}`);
/** The documents with the lowest scores. @param {number} system @param {number} metric @param {number} most */
function worstTable(system, metric, most) {
  const rows = DATA.documents
    .map((entry, number) => ({ entry, number, value: entry.scores[system]?.[metric] ?? null }))
    .filter((row) => row.value !== null)
    .sort((a, b) => (a.value || 0) - (b.value || 0))
    .slice(0, most);
  return make(
    "table",
    { id: "worst" },
    make("thead", {}, make("tr", {}, head("Document"), head("Key mentions"), head(DATA.metrics[metric].title))),
    make(
      "tbody",
      {},
      ...rows.map(({ entry, number, value }) =>
        make(
          "tr",
          {},
          make(
            "th",
            { scope: "row" },
            make("a", { dir: "auto", href: addressOf(number, system), title: entry.name }, ...breakable(entry.title)),
          ),
          make("td", { text: count(entry.mentions) }),
          make("td", { text: percent(value) }),
        ),
      ),
    ),
  );
}
