// What a move would bring, beside the table, while its piece is looked at: «If you take Glass Titan».

import { h } from "./dom.js";
import { heading } from "./panels.js";
import { ruleLink } from "./rules.js";

/** The piece to speak of: the one under the mouse or in focus, if it ends the move that was begun; else the chosen one. */
export function aheadOf(screen, { chosen, pointed }) {
  const found = new Map();
  collect(screen.scene, found);
  const looked = found.get(pointed);
  const begun = found.get(chosen);
  if (begun && looked?.moves?.length) return looked.ahead;
  const told = looked?.choose || looked?.ahead.glance ? looked : null;
  return (begun || told)?.ahead || null;
}

function collect(thing, found) {
  if (Array.isArray(thing)) thing.forEach((one) => collect(one, found));
  else if (thing && typeof thing === "object") {
    if (thing.id && thing.ahead) found.set(thing.id, thing);
    Object.values(thing).forEach((one) => collect(one, found));
  }
}

export function aheadPanel(screen, ui) {
  const ahead = screen.kind === "table" && aheadOf(screen, ui.local);
  if (!ahead) return null;
  const id = `${ui.uid}-ahead`;
  const line = ({ text, rule }, index) =>
    h("li", { key: index }, h("b", {}, String(index + 1)), h("p", {}, text, " ", rule && ruleLink(rule, ui)));
  return h(
    "div",
    { class: "pane ahead", key: "ahead", role: "group", "aria-labelledby": id },
    heading(ahead.title, null, { id }),
    h("ol", {}, ahead.lines.map(line)),
  );
}

/** Follow what is looked at; the page is drawn anew only where that says something else. */
export function watchPointing(table) {
  const look = (event) => {
    const id = event.target.closest?.("[data-piece]")?.dataset.piece || null;
    if (id === (table.local.pointed || null) || !table.screen || table.playback.busy) return;
    const before = aheadOf(table.screen, table.local);
    table.local.pointed = id;
    if (aheadOf(table.screen, table.local) !== before) table.draw();
  };
  table.watch(table.root, "pointerover", look);
  table.watch(table.root, "focusin", look);
}
