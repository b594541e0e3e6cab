// Charts as SVG and PNG, tables as CSV and LaTeX, and links.

/** @param {string} name @param {string} type @param {BlobPart} content */
function download(name, type, content) {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([content], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.getAttribute("href") || ""), 1000);
}
/** @param {string} name */
const fileName = (name) =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase() || "figure";

const COPIED = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
];
/** A drawing with its style inside, as text. @param {SVGElement} svg */
function standalone(svg) {
  const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
  const sources = [svg, ...svg.querySelectorAll("*")],
    copies = [copy, ...copy.querySelectorAll("*")];
  sources.forEach((source, index) => {
    const style = getComputedStyle(source);
    for (const name of COPIED) copies[index].setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "style", "tabindex", "role", "data-family", "data-other"])
      copies[index].removeAttribute(name);
  });
  const [width, height] = ["width", "height"].map((name) => copy.getAttribute(name) || "0");
  const back = getComputedStyle(document.body).getPropertyValue("--paper");
  copy.prepend(drawn("rect", { width, height, fill: back }));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}
/** @param {string} name @param {SVGElement} svg */
function saveSvg(name, svg) {
  download(`${fileName(name)}.svg`, "image/svg+xml", standalone(svg));
}
/** @param {string} name @param {SVGElement} svg */
function savePng(name, svg) {
  const picture = new Image();
  const scale = 3;
  picture.addEventListener("load", () => {
    const canvas = /** @type {HTMLCanvasElement} */ (make("canvas"));
    canvas.width = scale * Number(svg.getAttribute("width"));
    canvas.height = scale * Number(svg.getAttribute("height"));
    const context = canvas.getContext("2d");
    if (!context) return;
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download(`${fileName(name)}.png`, "image/png", blob));
  });
  picture.src = `data:image/svg+xml,${encodeURIComponent(standalone(svg))}`;
}

/** The rows of a table as they are shown, without its hidden parts. @param {HTMLElement} table */
function rowsOf(table) {
  return findAll("tr", table).map((row) =>
    findAll("th, td", row)
      .filter((cell) => !cell.classList.contains("bar"))
      .map((cell) => (cell.dataset.value ?? (cell.textContent || "")).trim()),
  );
}
/** @param {string[][]} rows */
function asCsv(rows) {
  /** @param {string} cell */
  const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map(quoted).join(",")}\n`).join("");
}
const LATEX = /** @type {Record<string, string>} */ ({
  ...{ "&": "\\&", "%": "\\%", $: "\\$", "#": "\\#", _: "\\_", "{": "\\{", "}": "\\}" },
  ...{ "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "\\": "\\textbackslash{}", "−": "$-$", "³": "$^3$" },
});
/** @param {string[][]} rows */
function asLatex(rows) {
  /** @param {string[]} row */
  const line = (row) =>
    `${row.map((cell) => cell.replace(/[&%$#_{}~^\\−³]/g, (sign) => LATEX[sign])).join(" & ")} \\\\\n`;
  const [head, ...body] = rows;
  const columns = `l${"r".repeat(Math.max(0, head.length - 1))}`;
  return `\\begin{tabular}{${columns}}\n\\toprule\n${line(head)}\\midrule\n${body.map(line).join("")}\\bottomrule\n\\end{tabular}\n`;
}

/** A small menu of ways to save something. @param {string} what @param {[string, () => void][]} ways */
function saveMenu(what, ways) {
  const box = make(
    "details",
    { class: "save" },
    make("summary", { text: "Save", "aria-label": `Save: ${what}` }),
    make(
      "div",
      {},
      ...ways.map(([title, act]) =>
        button(title, () => {
          act();
          box.removeAttribute("open");
        }),
      ),
    ),
  );
  return box;
}
/** @param {string} name @param {() => SVGElement | null} svg */
const pictureMenu = (name, svg) =>
  saveMenu(
    name,
    /** @type {[string, (name: string, svg: SVGElement) => void][]} */ ([
      ["SVG", saveSvg],
      ["PNG", savePng],
    ]).map(([title, save]) => [
      title,
      () => {
        const drawing = svg();
        if (drawing) save(name, drawing);
      },
    ]),
  );
/** @param {string} name @param {HTMLElement} table */
const tableMenu = (name, table) =>
  saveMenu(name, [
    ["CSV", () => download(`${fileName(name)}.csv`, "text/csv", asCsv(rowsOf(table)))],
    ["LaTeX", () => download(`${fileName(name)}.tex`, "text/plain", asLatex(rowsOf(table)))],
  ]);

async function copyLink() {
  const link = location.href.split("#")[0] + address();
  try {
    await navigator.clipboard.writeText(link);
    announce("The link is copied.");
  } catch {
    announce(link); // some browsers let no page from disk write to the clipboard
  }
}
/** @param {string} message */
function announce(message) {
  const note = find("#note");
  note.textContent = message;
  setTimeout(() => {
    if (note.textContent === message) note.textContent = "";
  }, 4000);
}
