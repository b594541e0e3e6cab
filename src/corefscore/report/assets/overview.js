// Scores and charts.

function bar(left, width, classes) {
  return make("i", { class: classes, style: { left: `${100 * left}%`, width: `${100 * width}%` } });
}
function summaryTable() {
  const head = make(
    "tr",
    {},
    make("th", { text: "" }),
    ...DATA.systems.map((system) => make("th", { class: "group", colspan: 3, text: system.name, title: system.name })),
  );
  const titles = make(
    "tr",
    {},
    make("th", { text: "Metric" }),
    ...DATA.systems.flatMap(() => ["Recall", "Precision", "F1"].map((title) => make("th", { text: title }))),
  );
  const rows = DATA.metrics.map((metric, place) => {
    const best = Math.max(...DATA.systems.map((system) => system.scores[place][2]));
    const cells = DATA.systems.flatMap((system) =>
      system.scores[place].map((value, rate) => {
        const interval = rate === 2 && system.intervals[place];
        const cell = make("td", {
          class: rate === 2 && DATA.systems.length > 1 && value === best ? "best" : null,
          text: percent(value),
        });
        if (interval)
          cell.append(make("span", { class: "interval", text: `[${percent(interval[0])}, ${percent(interval[1])}]` }));
        return cell;
      }),
    );
    return make(
      "tr",
      { class: place === DATA.headline ? "headline" : null },
      make("td", { text: metric.title }),
      ...cells,
    );
  });
  return make(
    "div",
    { class: "scroll" },
    make(
      "table",
      { id: "summary" },
      make("thead", {}, DATA.systems.length > 1 ? head : null, titles),
      make("tbody", {}, ...rows),
    ),
  );
}
const card = (title, ...content) => make("section", { class: "card" }, make("h2", { text: title }), ...content);
const systemTitle = (system) => (DATA.systems.length > 1 ? make("h3", { text: system.name }) : null);
function metricBars() {
  const several = DATA.systems.length > 1;
  const rows = DATA.metrics.flatMap((metric, place) => [
    make("span", { text: metric.title }),
    make(
      "div",
      { class: "group" },
      ...DATA.systems.map((system, number) =>
        make(
          "div",
          { class: `track${several ? " thin" : ""}`, title: `${system.name}: ${percent(system.scores[place][2])}` },
          bar(0, system.scores[place][2], several ? `t${number % 5}` : ""),
        ),
      ),
    ),
    make("span", {
      class: "figure",
      text: percent(Math.max(...DATA.systems.map((system) => system.scores[place][2]))),
    }),
  ]);
  const names = make(
    "p",
    { class: "legend" },
    ...DATA.systems.map((system, number) =>
      make("span", {}, make("i", { class: `swatch t${number % 5}` }), system.name),
    ),
  );
  return [
    make("h3", { text: several ? "F1 (figures: the best)" : "F1", style: { "margin-top": "0" } }),
    make("div", { class: "bars" }, ...rows),
    several ? names : null,
  ].filter(Boolean);
}
function distribution() {
  return DATA.systems.flatMap((system, number) => {
    const stacked = new Map();
    const dots = DATA.documents.map((entry, place) => {
      const value = entry.scores[number] && entry.scores[number][DATA.headline];
      if (value === null || value === undefined) return null;
      const bin = Math.round(value * 60);
      const height = stacked.get(bin) || 0;
      stacked.set(bin, height + 1);
      return make("a", {
        href: address(place, number),
        title: `${entry.name}: ${percent(value)}`,
        "aria-label": `${entry.name}: ${percent(value)}`,
        style: { left: `${100 * value}%`, bottom: `${9 + Math.min(height * 6, 60)}px` },
      });
    });
    return [
      systemTitle(system),
      make("div", { class: "strip" }, ...dots.filter(Boolean)),
      make("div", { class: "axis" }, ...[0, 25, 50, 75, 100].map((tick) => make("span", { text: tick }))),
    ].filter(Boolean);
  });
}
function errorBars() {
  const most = Math.max(
    1,
    ...DATA.systems.flatMap((system) => system.errors.map((types) => types.reduce((a, b) => a + b, 0))),
  );
  const used = new Set();
  const parts = DATA.systems
    .flatMap((system) => [
      systemTitle(system),
      make(
        "div",
        { class: "bars" },
        ...DATA.kinds.flatMap((kind, place) => {
          const total = system.errors[place].reduce((a, b) => a + b, 0);
          if (!total && kind.name.endsWith("singleton")) return [];
          const pieces = system.errors[place].map((size, type) => {
            if (size) used.add(type);
            return size
              ? make("i", {
                  class: `t${type}`,
                  title: `${DATA.types[type]}: ${count(size)}`,
                  style: { width: `${(100 * size) / most}%` },
                })
              : null;
          });
          return [
            make("span", { text: kind.title, title: kind.meaning }),
            make("div", { class: "track stack" }, ...pieces),
            make("span", { class: "figure", text: count(total) }),
          ];
        }),
      ),
    ])
    .filter(Boolean);
  return [
    ...parts,
    make(
      "p",
      { class: "legend" },
      ...[...used].sort().map((type) => make("span", {}, make("i", { class: `swatch t${type}` }), DATA.types[type])),
    ),
  ];
}
function waterfall() {
  const host = make("div", {});
  const select = make(
    "select",
    { id: "price-metric", "aria-label": "Metric" },
    ...DATA.metrics.map((metric, place) =>
      make("option", { value: place, selected: place === DATA.headline, text: metric.title }),
    ),
  );
  const draw = () => {
    const metric = Number(select.value);
    host.replaceChildren(
      ...DATA.systems.flatMap((system) => {
        let before = null;
        return [
          systemTitle(system),
          make(
            "div",
            { class: "bars" },
            ...system.prices.flatMap(([kind, errors, levels]) => {
              const level = levels[metric];
              const title = kind ? DATA.kinds.find((each) => each.name === kind).title : "As scored";
              const gain = before === null ? level : level - before;
              const piece =
                gain === 0
                  ? null
                  : before === null
                    ? bar(0, level, "base")
                    : bar(Math.min(before, level), Math.abs(gain), gain >= 0 ? "up" : "down");
              const figure = before === null ? percent(level) : `${gain >= 0 ? "+" : "−"}${percent(Math.abs(gain))}`;
              before = level;
              return [
                make("span", { text: kind ? `${title} (${count(errors)})` : title }),
                make("div", { class: "track" }, piece),
                make("span", { class: "figure", text: figure }),
              ];
            }),
          ),
        ].filter(Boolean);
      }),
    );
  };
  select.addEventListener("change", draw);
  draw();
  return [
    make("p", {
      class: "small soft",
      text: "F1 when errors are repaired, one kind after the other, until none is left.",
    }),
    select,
    host,
  ];
}
function showOverview() {
  document.body.classList.remove("reading");
  model = null;
  text = null;
  find("#main").replaceChildren(
    DATA.notice ? make("p", { class: "notice", text: DATA.notice }) : "",
    card(
      "Scores",
      make("div", { class: "scores" }, summaryTable(), make("div", {}, ...metricBars())),
      make(
        "p",
        { class: "small soft" },
        make("span", { text: `Key: ${DATA.key}` }),
        ...DATA.systems.flatMap((system) => [make("br"), make("span", { text: `Response: ${system.about}` })]),
      ),
      ...[...new Set(DATA.systems.map((system) => system.signature))].map((signature) =>
        make("div", {}, make("code", { text: signature })),
      ),
    ),
    make(
      "div",
      { class: "cards" },
      card("Errors", ...errorBars()),
      card("What errors cost", ...waterfall()),
      card(`${DATA.metrics[DATA.headline].title} F1 of each document`, ...distribution()),
    ),
  );
  find("#main").scrollTop = 0;
}
