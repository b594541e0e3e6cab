// What all parts of the page share. Text of files is only ever put into it with textContent, never as markup.

const parsed = (id) => {
  const element = document.getElementById(id);
  return element && JSON.parse(element.textContent);
};
const find = (selector, root = document) => root.querySelector(selector);
const DATA = parsed("report");
const RIGHT = 0,
  WRONG = 1,
  MISSING = 2,
  SPURIOUS = 3;
const SIGNS = ["", "!", "−", "+"];
const BLOCK = 150; // tokens drawn at a time where sentences are not known
const SHOWN = 400; // rows of a list before "show all"
const CLOSED = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/;

const state = {
  document: -1,
  system: 0,
  view: "overlaid",
  family: null,
  chosen: null,
  error: -1,
  find: "",
  filters: { kinds: new Set(), verdicts: new Set(), categories: new Set(), types: new Set() },
};
let model = null; // the document that is shown

function make(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
function drawn(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
const percent = (value) => (value === null || value === undefined ? "" : (100 * value).toFixed(2));
const count = (value) => value.toLocaleString("en");
