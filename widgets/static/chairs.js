// The chairs around a table where people and bots act in any order: where one sits, who may act, and who is done. A
// click on a person's chair sits down there; a click on a bot's lets it act. Each chair has a digit for its key.

import { h } from "./dom.js";
import { seatBadge } from "./cards.js";
import { actionButton, heading } from "./panels.js";

export function chairsPanel({ chairs }, ui) {
  if (!chairs) return null;
  const id = `${ui.uid}-chairs`;
  return h(
    "div",
    { class: "pane chairs", key: "chairs", role: "group", "aria-labelledby": id },
    heading(chairs.title || (chairs.shared ? "You sit in for" : "At the table"), "people", { id }),
    h("ul", { class: `buttons${chairs.seats.length % 2 ? " is-odd" : ""}`, key: "row" }, chairs.seats.map((chair) => chairOf(chair, ui))),
    chairs.note && h("p", { class: "small", key: "note" }, chairs.note),
    chairs.buttons.length > 0 &&
      h("div", { class: "row", key: "buttons" }, chairs.buttons.map((button) => actionButton(button, ui))),
  );
}

function chairOf(chair, ui) {
  const { seat, name, person, here, state } = chair;
  const sits = chair.do?.do === "sit-in";
  const now = here ? chair.here_said || "your seat now" : chair.said;
  const said = [person, now].filter(Boolean).join(", ");
  const props = {
    type: "button",
    class: `chair ${state}${here ? " is-here" : ""}`,
    disabled: !chair.do && !here,
    "aria-pressed": sits || here ? String(here) : null,
    "aria-label": `${chair.text || name}, ${said}`,
    onclick: () => chair.do && ui.send(chair.do),
  };
  const lines = [name, person, now].filter(Boolean).map((line, index) => h(index ? "small" : "b", { key: index }, line));
  const words = sits || !chair.do ? lines : chair.text;
  return h(
    "li",
    { key: seat },
    h(
      "button",
      props,
      seatBadge(seat),
      h("span", { class: "name" }, words),
      chair.do && ui.layout !== "narrow" && h("kbd", { "aria-hidden": "true" }, String(seat + 1)),
    ),
  );
}

/** The chairs while something is played back: who sits where, and nothing to press. */
export function restingChairs(chairs) {
  const seats = chairs?.seats.map((chair) => ({ ...chair, do: null, text: "" }));
  return chairs && { ...chairs, seats, note: "", buttons: [] };
}

/** A digit is the key of a chair; whether there was something to do there. */
export function pressChair(key, { chairs }, send) {
  const chair = chairs?.seats.find((one) => String(one.seat + 1) === key);
  if (chair?.do) send(chair.do);
  return Boolean(chair?.do);
}
