// The script of the leaderboard page: tables that can be sorted and searched.

const boardStatus = /** @type {HTMLElement} */ (document.getElementById("status"));

/**
 * The value of a cell for sorting: its number, or else its text; null if the cell is empty.
 * @param {HTMLTableRowElement} row
 * @param {number} column
 * @returns {number | string | null}
 */
function cellValue(row, column) {
  const cell = row.classList.contains("failed") && column !== 1 ? undefined : row.cells[column];
  if (cell === undefined || cell.textContent === "") return null;
  return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
}

/**
 * @param {number | string} one
 * @param {number | string} other
 */
function cellOrder(one, other) {
  return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
}

/**
 * Sort the rows of a table. Cells without a value come last in both directions.
 * @param {HTMLTableCellElement} head
 */
function sortBoard(head) {
  const table = /** @type {HTMLTableElement} */ (head.closest("table"));
  const heads = [.../** @type {HTMLTableSectionElement} */ (table.tHead).rows[0].cells];
  const column = heads.indexOf(head);
  const before = head.getAttribute("aria-sort");
  const highestFirst = head.classList.contains("number") && column > 0;
  const descending = before === "none" ? highestFirst : before === "ascending";
  for (const each of heads) each.setAttribute("aria-sort", "none");
  const order = descending ? "descending" : "ascending";
  head.setAttribute("aria-sort", order);
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({ row, value: cellValue(row, column) }));
  rows.sort((one, other) => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
    return (descending ? -1 : 1) * cellOrder(one.value, other.value);
  });
  body.append(...rows.map((each) => each.row));
  boardStatus.textContent = `Sorted by ${head.textContent}, ${order}.`;
}

for (const button of document.querySelectorAll("thead button")) {
  const head = /** @type {HTMLTableCellElement} */ (button.closest("th"));
  button.addEventListener("click", () => sortBoard(head));
}

const boardFind = /** @type {HTMLInputElement} */ (document.getElementById("find"));
boardFind.addEventListener("input", () => {
  const wanted = boardFind.value.trim().toLowerCase();
  const rows = /** @type {NodeListOf<HTMLTableRowElement>} */ (document.querySelectorAll("table.board tbody tr"));
  let shown = 0;
  for (const row of rows) {
    row.hidden = !String(row.cells[1].textContent).toLowerCase().includes(wanted);
    shown += row.hidden ? 0 : 1;
  }
  boardStatus.textContent = wanted ? `${shown} systems have “${wanted}” in their names.` : "";
});

const boardTheme = /** @type {HTMLElement} */ (document.getElementById("theme"));
boardTheme.addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
