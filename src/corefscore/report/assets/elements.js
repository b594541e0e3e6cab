// Functions that all parts of the page share. Texts of files are always inserted as text, never as markup.

/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement} */
function find(selector, root = document) {
  return /** @type {HTMLElement} */ (root.querySelector(selector));
}
/** @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
function findAll(selector, root = document) {
  return Array.from(root.querySelectorAll(selector));
}

/**
 * Make an element. `text` is its text, `on` has its listeners, `style` its style. All other options are attributes.
 * @param {string} tag @param {Record<string, any>} [options] @param {...Child} children @returns {HTMLElement}
 */
function make(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on")
      for (const [event, act] of Object.entries(value))
        element.addEventListener(event, /** @type {EventListener} */ (act));
    else if (name === "style")
      for (const [key, one] of Object.entries(value)) element.style.setProperty(key, String(one));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}
/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
}
/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
function drawn(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
/** A button. @param {string} text @param {(event: MouseEvent) => void} act @param {Record<string, any>} [options] */
const button = (text, act, options = {}) => make("button", { type: "button", text, on: { click: act }, ...options });

/** A name that may be broken after its separators. @param {string} name @returns {Child[]} */
function breakable(name) {
  return name.split(/(?<=[/_.\-:])/).flatMap((part, index) => (index ? [make("wbr"), part] : [part]));
}

/**
 * A share as a percentage, with the digits that Python prints. Python rounds exact halves to the even digit, but
 * JavaScript rounds them up. Such halves are eighths.
 * @param {number | null | undefined} value
 */
function percent(value) {
  if (value === null || value === undefined) return "";
  const figure = 100 * value;
  const size = Math.abs(figure);
  const text = (size * 8) % 4 === 1 ? (size - 0.004).toFixed(2) : size.toFixed(2);
  return (figure < 0 ? "-" : "") + text;
}
/** A difference in points, with its sign. @param {number} value */
const points = (value) => (value < 0 ? "−" : "+") + percent(Math.abs(value));
/** @param {number} value */
const count = (value) => value.toLocaleString("en");
/** @param {number} number @param {string} one @param {string} [many] */
const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** The data of an element, which may be compressed. @param {string} id @returns {Promise<any>} */
async function load(id) {
  const element = find(`#${id}`);
  const text = element.textContent || "";
  if (element.getAttribute("type") === "application/json") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}
