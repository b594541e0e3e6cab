// Printing: the front page, then the chosen documents, or else the open document.

/** @type {Map<number, DocumentData>} */
const ready = new Map();

const PAPER_WIDTH = 330; // a column of the front page, in pixels

/** Unpack the documents that may be printed in advance, since printing does not wait. */
async function prepareForPaper() {
  if (!DATA.asked) return;
  for (const [number, entry] of DATA.documents.entries()) if (entry.here) ready.set(number, await load(`d${number}`));
}
function toPaper() {
  const paper = find("#paper");
  if (paper.childElementCount) return;
  const open = model;
  paperWidth = PAPER_WIDTH;
  const numbers = DATA.asked ? [...ready.keys()] : open ? [open.number] : [];
  if (!DATA.single)
    paper.append(
      make("h1", { text: DATA.title }),
      make("div", { class: "front" }, ...frontPage(state.system).filter((part) => part !== null)),
    );
  for (const number of numbers) {
    const data = open && open.number === number ? open.data : ready.get(number);
    if (!data) continue;
    model = new Model(data, number, state.system);
    const body = make("div", { class: "text" });
    paper.append(make("h2", { class: "document", text: DATA.documents[number].title }), legend(), body);
    const view = new TextView(model, body, state.view === "side" && number === open?.number);
    view.drawAll();
    view.close();
  }
  model = open;
  paperWidth = 0;
}
function fromPaper() {
  find("#paper").replaceChildren();
}
window.addEventListener("beforeprint", toPaper);
window.addEventListener("afterprint", fromPaper);
