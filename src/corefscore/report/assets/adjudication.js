// Adjudication: the user goes through the mentions on which both sides differ, and decides which side is right. The
// browser keeps the decisions, and the user can save them as a file.

const DECISIONS = ["key", "response", "neither"];
const STORE = `corefscore-adjudication ${DATA.title} ${DATA.systems.map((system) => system.name).join(" ")}`;

/** @type {Record<string, string>} */
let decisions = {};
try {
  decisions = JSON.parse(localStorage.getItem(STORE) || "{}");
} catch {
  decisions = {}; // a browser may keep nothing for pages from disk
}
function keepDecisions() {
  try {
    localStorage.setItem(STORE, JSON.stringify(decisions));
  } catch {
    // without storage, decisions are kept until the page is closed
  }
}
/** The mentions on which the sides differ. @param {Model} model */
function disagreements(model) {
  return inOrder().filter(({ side, mention }) => model.sides[side].verdict[mention] !== RIGHT);
}
/** @param {Model} model @param {MentionRef} ref */
function decisionKey(model, { side, mention }) {
  const here = model.sides[side];
  return `${state.system} ${DATA.documents[model.number].name} ${here.start[mention]}-${here.end[mention]}`;
}
/** @param {string} choice */
function decide(choice) {
  if (!model || !state.adjudicating) return;
  const order = disagreements(model);
  const here = chosenIndex(order);
  if (here < 0) return;
  const key = decisionKey(model, order[here]);
  if (decisions[key] === choice) delete decisions[key];
  else decisions[key] = choice;
  keepDecisions();
  if (decisions[key] && here + 1 < order.length) choose(order[here + 1]);
  else refresh();
}
/** @param {number} by */
function stepDisagreement(by) {
  if (!model) return;
  const order = disagreements(model);
  if (order.length) choose(following(order, chosenIndex(order), by));
}
function toggleAdjudication() {
  if (!model) return;
  state.adjudicating = !state.adjudicating;
  find("#adjudicate")?.setAttribute("aria-pressed", String(state.adjudicating));
  if (state.adjudicating && chosenIndex(disagreements(model)) < 0) letGo();
  if (state.adjudicating && !state.chosen) stepDisagreement(1);
  else refresh();
}
/** The entity of a mention on a side, as text. @param {Model} model @param {SideName} side @param {number} mention */
function opinion(model, side, mention) {
  if (mention < 0) return "no mention";
  const here = model.sides[side];
  const before = here.before[mention];
  const title = model.familyOf(side, mention).title;
  if (before >= 0) return `entity ${title}, after “${model.text(side, before)}”`;
  return here.chains[here.entity[mention]].length > 1 ? `entity ${title}, its first mention` : `entity ${title}, alone`;
}
/** @param {Model} model @returns {HTMLElement[]} */
function adjudicationPanel(model) {
  const order = disagreements(model);
  const index = chosenIndex(order);
  const decided = order.filter((ref) => decisions[decisionKey(model, ref)]).length;
  const head = [
    make("h2", { text: "Adjudication" }),
    make("p", {
      class: "small soft",
      role: "status",
      text: `${count(decided)} of ${plural(order.length, "disagreement")} decided`,
    }),
    make(
      "p",
      { class: "actions" },
      button("Save decisions", saveDecisions, { id: "save-decisions" }),
      button("End", toggleAdjudication, { title: "a" }),
    ),
  ];
  const current = index < 0 ? [] : currentDisagreement(model, order[index]);
  const list = listed(
    order,
    (ref) => {
      const choice = decisions[decisionKey(model, ref)];
      return make(
        "li",
        {},
        make(
          "button",
          { type: "button", "aria-current": ref === order[index] ? "true" : null, on: { click: () => choose(ref) } },
          make("span", { class: "what", dir: "auto", text: model.text(ref.side, ref.mention) }),
          make("span", {
            class: "aside",
            text: choice ? `✓ ${choiceName(choice)}` : DATA.verdicts[model.sides[ref.side].verdict[ref.mention]],
          }),
        ),
      );
    },
    "disagreements",
  );
  return [...head, ...current, ...list];
}
/** @param {string} choice */
const choiceName = (choice) => (choice === "neither" ? "Neither" : sideName(/** @type {SideName} */ (choice)));
/** @param {Model} model @param {MentionRef} ref */
function currentDisagreement(model, { side, mention }) {
  const match = model.match(side, mention);
  const of = { key: side === "key" ? mention : match, response: side === "response" ? mention : match };
  const choice = decisions[decisionKey(model, { side, mention })];
  return [
    make("h3", { dir: "auto", text: model.text(side, mention) }),
    make(
      "div",
      { class: "decide", role: "group", "aria-label": "Which side is right?" },
      ...DECISIONS.map((name, number) =>
        make(
          "button",
          {
            type: "button",
            "aria-pressed": String(choice === name),
            "data-decision": name,
            on: { click: () => decide(name) },
          },
          make("kbd", { text: String(number + 1) }),
          make("b", { text: choiceName(name) }),
          make("span", {
            class: "soft",
            dir: "auto",
            text:
              name === "neither"
                ? ""
                : opinion(model, /** @type {SideName} */ (name), of[/** @type {SideName} */ (name)]),
          }),
        ),
      ),
    ),
  ];
}
/** All decisions of this system, as they are saved. @returns {Promise<Decision[]>} */
async function allDecisions() {
  const rows = [];
  for (const [number, entry] of DATA.documents.entries()) {
    const start = `${state.system} ${entry.name} `;
    if (!entry.here || !Object.keys(decisions).some((key) => key.startsWith(start))) continue;
    const here = new Model(await load(`d${number}`), number, state.system);
    for (const side of SIDES)
      for (let mention = 0; mention < here.sides[side].start.length; mention += 1) {
        const choice = decisions[decisionKey(here, { side, mention })];
        const match = here.match(side, mention);
        if (choice && (side === "key" || match < 0)) rows.push(asDecision(here, { side, mention }, choice));
      }
  }
  return rows;
}
/** @param {Model} model @param {MentionRef} ref @param {string} choice @returns {Decision} */
function asDecision(model, { side, mention }, choice) {
  const here = model.sides[side];
  const match = model.match(side, mention);
  const of = { key: side === "key" ? mention : match, response: side === "response" ? mention : match };
  /** @param {SideName} name */
  const label = (name) => (of[name] < 0 ? null : model.sides[name].labels[model.sides[name].entity[of[name]]]);
  return {
    document: DATA.documents[model.number].name,
    start: here.start[mention],
    end: here.end[mention],
    text: model.text(side, mention),
    difference: DATA.verdicts[here.verdict[mention]],
    key_entity: label("key"),
    response_entity: label("response"),
    decision: choice,
  };
}
async function saveDecisions() {
  const content = {
    key: DATA.keyName || DATA.key,
    response: DATA.systems[state.system].name,
    decisions: await allDecisions(),
  };
  download("adjudication.json", "application/json", `${JSON.stringify(content, null, 2)}\n`);
}
