// Gains and losses of one system over another, by document and by entity.

const LISTED = 10;

/** The rows with the highest and with the lowest values. @template T @param {T[]} rows @param {(row: T) => number} value */
function extremes(rows, value) {
  const order = rows.filter((row) => value(row) !== 0).sort((a, b) => value(b) - value(a));
  return order.length <= 2 * LISTED ? order : [...order.slice(0, LISTED), ...order.slice(-LISTED)];
}
/** @param {string} label @param {number} value @param {(number: number) => void} act */
function systemChooser(label, value, act) {
  const select = /** @type {HTMLSelectElement} */ (
    make(
      "select",
      { "aria-label": label },
      ...DATA.systems.map((system, number) =>
        make("option", { value: number, text: system.name, selected: number === value }),
      ),
    )
  );
  select.addEventListener("change", () => act(Number(select.value)));
  return select;
}
/** The p-value of two systems, if one of them is the baseline. @param {number} one @param {number} other */
function pairTest(one, other) {
  const tested = one === 0 ? other : other === 0 ? one : -1;
  const p = tested < 0 ? null : DATA.systems[tested].p[state.metric];
  return p === null ? "" : p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`;
}
function showComparison() {
  document.body.className = "front";
  const [one, other] = [state.system, state.rival];
  const metric = state.metric;
  const names = [DATA.systems[one].name, DATA.systems[other].name];
  const [a, b] = [one, other].map((system) => DATA.systems[system].scores[metric][2] || 0);
  /** @param {number} system @param {number} rival */
  const to = (system, rival) => (location.hash = compareAddress(system, rival));
  const documents = DATA.documents.map((entry, number) => ({
    label: entry.title,
    value: (entry.scores[one]?.[metric] ?? 0) - (entry.scores[other]?.[metric] ?? 0),
    href: addressOf(number, one, `&rival=${other}`),
    both: entry.scores[one] !== null && entry.scores[other] !== null,
  }));
  const entities = extremes(DATA.differences, (row) => row.costs[other] - row.costs[one]);
  const shown = extremes(
    documents.filter((row) => row.both),
    (row) => row.value,
  );
  const table = make(
    "table",
    { id: "entity-gains" },
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        head("Entity"),
        ...names.map((name) => make("th", { scope: "col" }, "Cost, ", ...breakable(name))),
        head("Gain"),
      ),
    ),
    make("tbody", {}, ...entities.map((row) => entityGain(row, one, other))),
  );
  const [better, worse] = [
    documents.filter((row) => row.value > 0).length,
    documents.filter((row) => row.value < 0).length,
  ];
  find("#main").replaceChildren(
    make("h1", { class: "visually-hidden", text: `${names[0]} and ${names[1]}` }),
    make(
      "div",
      { class: "front" },
      make(
        "section",
        { id: "headline" },
        make(
          "p",
          { class: "pair" },
          systemChooser("First system", one, (number) => to(number, other)),
          " against ",
          systemChooser("Second system", other, (number) => to(one, number)),
          " by ",
          metricChooser(showComparison),
        ),
        make(
          "p",
          { class: "answer" },
          make("strong", { text: points(a - b) }),
          make(
            "span",
            {},
            make("b", { text: `${percent(a)} against ${percent(b)}` }),
            make("br"),
            make("span", {
              class: "soft",
              text:
                pairTest(one, other) ||
                (DATA.tests
                  ? "Only the first response is tested against the others."
                  : "Not tested: a test needs 30 documents."),
            }),
          ),
        ),
        make("p", {
          class: "meaning",
          text: `${names[0]} is better in ${plural(better, "document")}, ${names[1]} in ${count(worse)}.`,
        }),
      ),
      section(
        "By document",
        make("p", {
          class: "small soft",
          text: `Differences in ${DATA.metrics[metric].title} F1: the largest gains and losses.`,
        }),
        shown.length
          ? figureOf("gains by document", (width) => differencesChart("Gains and losses by document", shown, width))
          : make("p", { text: "The systems do not differ in any document." }),
      ),
      section(
        "By entity",
        make("p", {
          class: "small soft",
          text: "The cost of an entity for each system, in points of B³ F1, and the difference.",
        }),
        entities.length
          ? tabled("Gains by entity", table)
          : make("p", { text: "The systems do not differ in any entity." }),
      ),
    ),
  );
  find("#main").scrollTop = 0;
}
/** @param {EntityDifference} row @param {number} one @param {number} other */
function entityGain(row, one, other) {
  return make(
    "tr",
    {},
    make(
      "th",
      { scope: "row" },
      make("a", {
        dir: "auto",
        href: addressOf(row.document, one, `&rival=${other}&entity=n${row.entity}`),
        text: row.text,
      }),
      make("span", { class: "soft small" }, ...breakable(DATA.documents[row.document].title)),
    ),
    ...[one, other].map((system) => make("td", { text: percent(row.costs[system]) })),
    make("td", { text: points(row.costs[other] - row.costs[one]) }),
  );
}
