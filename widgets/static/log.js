// What happened: one block for each move, the newest on top. In a block the move comes first and what it caused below;
// more than a few effects are folded. A click on a block shows the table as it stood then.

import { h } from "./dom.js";
import { seatBadge } from "./cards.js";
import { glyph } from "./glyphs.js";
import { heading } from "./panels.js";
import { houseMark, ruleLink } from "./rules.js";

const RECENT = 8; // blocks that are always drawn
const EFFECTS = 3; // of one move that are never folded
const GLANCE = 3; // lines of a log that is folded as a whole

export function logPanel(screen, ui) {
  const blocks = screen.log || [];
  if (!blocks.length) return h("div", { class: "pane log", key: "log" });
  const glance = ui.projector && ui.layout === "wide";
  const id = `${ui.uid}-log`;
  const shown = glance ? 1 : blocksShown(blocks, ui);
  return h(
    "div",
    { class: `pane log ${glance ? "folded" : ""}`, key: "log", role: "group", "aria-labelledby": id, late: true },
    heading("What happened", null, { id }),
    h(
      "ol",
      { class: "blocks" },
      blocks.slice(0, shown).map((block, index) => [
        !glance && block.turn !== null && block.turn !== blocks[index - 1]?.turn && turnMark(block, screen),
        drawBlock(block, ui, glance, index === 0),
      ]),
      !glance && earlierBlocks(blocks.length - shown, ui),
      !glance && shown >= blocks.length && screen.time && blocks.at(-1)?.at > 1 &&
        h("li", { class: "small earlier", key: "oldest" }, "To see older moves, move the slider back."),
    ),
  );
}

/** The new blocks and some before, until more are wanted. */
function blocksShown(blocks, ui) {
  if (ui.local.wholeLog) return blocks.length;
  const known = blocks.findIndex((block) => !block.new);
  return Math.min(blocks.length, Math.max(RECENT, known));
}

function earlierBlocks(count, ui) {
  if (count <= 0) return null;
  const show = () => ui.setLocal({ wholeLog: true });
  const text = count === 1 ? "1 earlier move" : `${count} earlier moves`;
  return h("li", { class: "earlier", key: "earlier" }, h("button", { type: "button", class: "btn quiet", onclick: show }, text));
}

/** Above the moves of a turn, or of a day where everybody acts in any order. */
function turnMark({ turn }, { round = "turn" }) {
  const text = turn < 1 ? "Setting up" : `${round} ${turn}`;
  return h("li", { class: "turn", key: `turn ${turn}` }, h("span", {}, text[0].toUpperCase() + text.slice(1)));
}

function drawBlock(block, ui, glance, newest) {
  const [first, ...effects] = block.lines;
  const folds = effects.length > EFFECTS;
  const isOpen = !folds || isUnfolded(block, ui, newest);
  const most = glance ? GLANCE - 1 : isOpen ? effects.length : 0;
  const go = () => ui.send({ do: "goto", number: block.at });
  return h(
    "li",
    { key: `block ${block.at}`, class: `block ${block.new ? "new" : ""}`, onclick: go },
    moment(block),
    h("p", { class: "cause", key: "cause" }, line(first, ui)),
    most > 0 && effects.length > 0 && h(
      "ul",
      { class: "effects", key: "effects" },
      effects.slice(0, most).map((effect, index) => h("li", { key: index }, line(effect, ui))),
    ),
    folds && !glance && foldButton(block, effects.length, isOpen, ui),
  );
}

/** The newest move lies open where there is room: it is what one wants to read. */
function isUnfolded(block, ui, newest) {
  return (ui.local.unfolded || {})[block.at] ?? (newest && ui.layout === "wide");
}

function moment(block) {
  const spoken = block.at ? `Go to move ${block.number}` : "Go to the beginning";
  const mark = block.seat === null ? glyph("flag") : seatBadge(block.seat);
  return h(
    "button",
    { type: "button", key: "moment", class: "moment", title: spoken, "aria-label": spoken },
    mark,
    h("span", {}, String(block.number)),
  );
}

function line(entry, ui) {
  return [
    h("span", { class: "happened", key: "text" }, entry.text),
    " ",
    entry.rule && ruleLink(entry.rule, ui),
    houseMark(entry.ruled, ui),
  ];
}

function foldButton(block, count, isOpen, ui) {
  const toggle = (event) => {
    event.stopPropagation();
    ui.setLocal({ unfolded: { ...ui.local.unfolded, [block.at]: !isOpen } });
  };
  const text = isOpen ? "Show less" : `Show ${count} effects`;
  const props = { key: "fold", type: "button", class: "fold", "aria-expanded": String(isOpen), onclick: toggle };
  return h("button", props, text);
}
