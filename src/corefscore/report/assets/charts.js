// Charts, as drawings that can be saved.

/** @param {string} title @param {number} width @param {number} height @param {boolean} [links] */
function chart(title, width, height, links = false) {
  return drawn("svg", {
    class: "chart",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: links ? "group" : "img",
    "aria-label": title,
  });
}
/** A chart that is drawn again when its size changes. @param {string} name @param {(width: number) => SVGElement} draw
 * @param {number} [width] */
function figureOf(name, draw, width = 0) {
  const room = fitted(draw, width);
  return make(
    "figure",
    {},
    room,
    pictureMenu(name, () => room.querySelector("svg")),
  );
}
let paperWidth = 0; // on paper there is no window to fit, so the width is fixed

/** An element that holds a chart. @param {(width: number) => SVGElement} draw @param {number} [width] */
function fitted(draw, width = 0) {
  const room = make("div", { class: "room" });
  let drawnAt = 0;
  const fit = () => {
    const wide = Math.floor(paperWidth || room.clientWidth || width || 600);
    if (wide === drawnAt) return;
    drawnAt = wide;
    room.replaceChildren(draw(wide));
    lightAlignment();
  };
  new ResizeObserver(fit).observe(room);
  if (width || paperWidth) fit();
  return room;
}
/** @param {string} text @param {number} letters */
const clipped = (text, letters) => (text.length > letters ? `${text.slice(0, Math.max(1, letters - 1))}…` : text);

/** F1 as kinds of errors are repaired one after the other. @param {SystemSummary} system @param {number} metric
 * @param {number} width */
function pricesChart(system, metric, width) {
  const steps = system.prices.filter(([kind, errors], index) => index === 0 || errors > 0 || !kind);
  const row = 26;
  const left = Math.min(190, width * 0.46),
    right = 62,
    bars = width - left - right;
  const base = steps[0][2][metric] || 0;
  const levels = steps.map(([, , level]) => level[metric] || 0);
  const low = Math.min(base, ...levels),
    span = Math.max(0.01, 1 - low);
  /** @param {number} value */
  const x = (value) => left + ((value - low) / span) * bars;
  const said = [`${DATA.metrics[metric].title} F1 is ${percent(base)}`];
  const svg = chart("", width, row * (steps.length + 1) + 4);
  steps.forEach(([kind, errors], index) => {
    const y = row * index + 18;
    const title = kind ? DATA.kinds.find((each) => each.name === kind)?.title || kind : "As scored";
    svg.append(drawn("text", { x: 0, y }, clipped(title, Math.floor((left - 44) / 7))));
    if (!index) {
      svg.append(drawn("path", { class: "rule", d: `M${x(base)} ${y - 16} V${row * steps.length + 6}` }));
      svg.append(drawn("text", { x: width, y, "text-anchor": "end", class: "figure strong" }, percent(base)));
      return;
    }
    const gain = levels[index] - levels[index - 1];
    const [from, to] = [x(Math.min(levels[index], levels[index - 1])), x(Math.max(levels[index], levels[index - 1]))];
    said.push(`${title}, ${plural(errors, "error")}: ${points(gain)}`);
    svg.append(
      drawn("text", { x: left - 10, y, "text-anchor": "end", class: "figure soft" }, count(errors)),
      drawn("rect", {
        x: from,
        y: y - 12,
        width: Math.max(1, to - from),
        height: 15,
        class: gain < 0 ? "loss" : "gain",
      }),
      drawn("text", { x: width, y, "text-anchor": "end", class: "figure" }, points(gain)),
    );
  });
  const end = row * steps.length + 18;
  svg.append(
    drawn("text", { x: 0, y: end }, "Everything repaired"),
    drawn(
      "text",
      { x: width, y: end, "text-anchor": "end", class: "figure strong" },
      percent(levels[levels.length - 1]),
    ),
  );
  svg.setAttribute("aria-label", `${said.join("; ")}.`);
  return svg;
}

/** A dot for each document, on an axis that fits them. @param {number} system @param {number} metric @param {number} width */
function documentsChart(system, metric, width) {
  const dots = DATA.documents
    .map((entry, number) => ({ entry, number, value: entry.scores[system]?.[metric] ?? null }))
    .filter((dot) => dot.value !== null)
    .map((dot) => ({ ...dot, value: /** @type {number} */ (dot.value) }));
  const radius = dots.length > 400 ? 2.5 : dots.length > 60 ? 3.5 : 5;
  const values = dots.map((dot) => 100 * dot.value);
  const low = Math.max(0, Math.floor(Math.min(...values, 95) / 5) * 5),
    high = Math.min(100, Math.max(low + 10, Math.ceil(Math.max(...values, 0) / 5) * 5));
  const edge = 16;
  /** @param {number} value */
  const x = (value) => edge + ((value - low) / (high - low)) * (width - 2 * edge);
  /** @type {Map<number, number>} */
  const stacks = new Map();
  const placed = dots.map((dot) => {
    const bin = Math.round(x(100 * dot.value) / (2 * radius + 1));
    const level = stacks.get(bin) || 0;
    stacks.set(bin, level + 1);
    return { ...dot, bin, level };
  });
  const most = Math.max(1, ...stacks.values());
  const pitch = Math.min(2 * radius + 1, 150 / most);
  const floor = 26 + most * pitch;
  const title = `${DATA.metrics[metric].title} F1 of each document`;
  const svg = chart(title, width, floor + 26, true);
  const step = high - low > 50 ? 20 : high - low > 20 ? 10 : 5;
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step)
    svg.append(
      drawn("path", { class: "rule", d: `M${x(tick)} ${floor} v5` }),
      drawn("text", { x: x(tick), y: floor + 20, "text-anchor": "middle", class: "soft small figure" }, String(tick)),
    );
  svg.append(drawn("path", { class: "rule", d: `M${edge} ${floor} H${width - edge}` }));
  const whole = DATA.systems[system].scores[metric][2];
  if (whole !== null && 100 * whole >= low && 100 * whole <= high) {
    const middle = x(100 * whole);
    const anchor = middle < 80 ? "start" : middle > width - 80 ? "end" : "middle";
    svg.append(
      drawn("path", { class: "rule dashed", d: `M${middle} 16 V${floor}` }),
      drawn("text", { x: middle, y: 11, "text-anchor": anchor, class: "soft small figure" }, `all ${percent(whole)}`),
    );
  }
  for (const { entry, number, value, level, bin } of placed) {
    const link = drawn("a", {
      href: addressOf(number, system),
      tabindex: -1,
      "aria-label": `${entry.title}: ${percent(value)}`,
    });
    link.append(
      drawn("circle", { cx: bin * (2 * radius + 1), cy: floor - radius - 2 - level * pitch, r: radius, class: "dot" }),
      drawn("title", {}, `${entry.title}: ${percent(value)}`),
    );
    svg.append(link);
  }
  return svg;
}

/** Systems with their intervals, the best first. @param {number} metric @param {number} width */
function systemsChart(metric, width) {
  const order = ranking(metric);
  const row = 24;
  const letters = Math.max(...DATA.systems.map((system) => system.name.length));
  const left = Math.min(8 * letters, width * 0.48),
    right = 78;
  const ends = order.flatMap((number) => {
    const { scores, intervals } = DATA.systems[number];
    return [scores[metric][2] || 0, ...(intervals[metric] || [])];
  });
  const low = Math.min(0.95, Math.floor(Math.min(...ends) * 20) / 20),
    high = Math.min(1, Math.max(low + 0.05, Math.ceil(Math.max(...ends) * 20) / 20));
  /** @param {number} value */
  const x = (value) => left + 8 + ((value - low) / (high - low)) * (width - left - right - 16);
  const svg = chart(
    `${DATA.metrics[metric].title} F1: ${order.map((number) => `${DATA.systems[number].name} ${percent(DATA.systems[number].scores[metric][2])}`).join(", ")}`,
    width,
    row * order.length + 30,
  );
  const floor = row * order.length + 6;
  for (const value of [low, (low + high) / 2, high])
    svg.append(
      drawn("path", { class: "rule faint", d: `M${x(value)} 0 V${floor}` }),
      drawn(
        "text",
        { x: x(value), y: floor + 17, "text-anchor": "middle", class: "soft small figure" },
        (100 * value).toFixed(1).replace(".0", ""),
      ),
    );
  order.forEach((number, index) => {
    const { name, scores, intervals, marks } = DATA.systems[number];
    const y = row * index + 17;
    const value = scores[metric][2] || 0;
    const interval = intervals[metric];
    svg.append(
      drawn("text", { x: 0, y, class: number === state.system ? "strong" : "" }, clipped(name, Math.floor(left / 7.5))),
    );
    if (interval) svg.append(drawn("path", { class: "interval", d: `M${x(interval[0])} ${y - 5} H${x(interval[1])}` }));
    svg.append(
      drawn("circle", { cx: x(value), cy: y - 5, r: 4.5, class: "dot" }),
      drawn("text", { x: width - 28, y, "text-anchor": "end", class: "figure" }, percent(value)),
      drawn("text", { x: width - 25, y, class: "small" }, marks[metric]),
    );
  });
  return svg;
}

/** Differences with their signs, with a row for each. @param {string} title
 * @param {{ label: string, value: number, href: string }[]} rows @param {number} width */
function differencesChart(title, rows, width) {
  const row = 24;
  const left = Math.min(240, width * 0.42),
    right = 62;
  const most = Math.max(1e-9, ...rows.map((each) => Math.abs(each.value)));
  const losses = rows.some((each) => each.value < 0);
  const middle = losses ? left + (width - left - right) / 2 : left;
  const room = (losses ? middle - left : width - left - right) - 8;
  const svg = chart(title, width, row * rows.length + 4, true);
  rows.forEach(({ label, value, href }, index) => {
    const y = row * index + 17;
    const length = (Math.abs(value) / most) * room;
    const link = drawn("a", { href }, drawn("text", { x: 0, y }, clipped(label, Math.floor(left / 7.5))));
    link.append(drawn("title", {}, label));
    svg.append(
      link,
      drawn("rect", {
        x: value < 0 ? middle - length : middle,
        y: y - 12,
        width: Math.max(1, length),
        height: 14,
        class: value < 0 ? "loss" : "gain",
      }),
      drawn("text", { x: width, y, "text-anchor": "end", class: "figure" }, points(value)),
    );
  });
  svg.append(drawn("path", { class: "rule", d: `M${middle} 0 V${row * rows.length}` }));
  return svg;
}
