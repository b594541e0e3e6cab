// The choices of the reader.

const DATA = /** @type {Report} */ (JSON.parse(find("#report").textContent || "{}"));
const RIGHT = 0,
  WRONG = 1,
  MISSING = 2,
  SPURIOUS = 3;
const VERDICT_CLASS = ["right", "wrong", "missing", "spurious"];
const SIDES = /** @type {SideName[]} */ (["key", "response"]);

const state = {
  document: -1,
  system: 0,
  page: /** @type {"front" | "document" | "compare"} */ ("front"),
  view: /** @type {ViewName} */ ("together"),
  rival: 1, // the system to compare with
  family: /** @type {string | null} */ (null), // the entity that is held
  hovered: /** @type {string | null} */ (null),
  chosen: /** @type {MentionRef | null} */ (null),
  error: -1,
  find: "",
  metric: DATA.headline,
  adjudicating: false,
  filters: {
    kinds: /** @type {Set<number>} */ (new Set()),
    verdicts: /** @type {Set<number>} */ (new Set()),
    categories: /** @type {Set<number>} */ (new Set()),
    types: /** @type {Set<number>} */ (new Set()),
    against: /** @type {Set<number>} */ (new Set()), // 0: right here and wrong there, 1: wrong here and right there
  },
};
/** @typedef {keyof typeof state.filters} FilterName */

/** The name of a side; it may be the name of an annotator. @param {SideName} side */
function sideName(side) {
  if (side === "key") return DATA.keyName || "Key";
  return DATA.keyName || DATA.systems.length > 1 ? DATA.systems[state.system].name : "Response";
}
const several = () => DATA.systems.length > 1;
