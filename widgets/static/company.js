// Who is at the table: every chair with whoever sits on it, at this screen or at another, what can be done about it, and
// the way here for others. Python says all of it; the page adds the name that somebody types before they sit down.

import { seatBadge } from "./cards.js";
import { h } from "./dom.js";
import { linkToCopy } from "./copying.js";
import { glyph } from "./glyphs.js";
import { actionButton } from "./panels.js";

export function company(data, ui) {
  const mayChoose = data.seats.some((seat) => seat.buttons.some((button) => button.do.do === "sit-down"));
  const watchers = data.watchers === 1 ? "1 other screen is watching." : `${data.watchers} other screens are watching.`;
  return [
    data.text && h("p", { key: "text" }, data.text),
    (mayChoose || data.called !== undefined) && nameField(data.called, ui),
    h("ul", { class: "company", key: "seats" }, data.seats.map((seat) => place(seat, ui))),
    data.watchers > 0 && h("p", { class: "small", key: "watchers" }, watchers),
    data.warning && h("p", { class: "warning", key: "warning" }, glyph("covered"), h("span", {}, data.warning)),
    data.code && wayHere(data, ui),
    h("div", { class: "row", key: "buttons" }, data.buttons.map((button) => actionButton(button, ui))),
  ];
}

/**
 * A name that was typed once stays: whoever comes back to the table is called as before. Who has a chair is called so
 * from when they leave the field (`called` is their name until then); the others are when they sit down.
 */
function nameField(called, ui) {
  const id = `${ui.uid}-guest`;
  const { local } = ui;
  const type = (event) => Object.assign(local, { guestName: event.target.value });
  const tell = (event) => ui.send({ do: "call-me", name: event.target.value });
  const onchange = called === undefined ? null : tell;
  return h(
    "div",
    { class: "guest-name", key: "name" },
    h("label", { class: "label", for: id }, "Your name (optional)"),
    h("input", { id, type: "text", maxlength: "20", autocomplete: "off", spellcheck: "false", value: local.guestName ?? called ?? "", oninput: type, onchange, "data-guest-name": "" }),
  );
}

function place(seat, ui) {
  const called = seat.person ? `${seat.name} (${seat.person})` : seat.name;
  return h(
    "li",
    { key: seat.seat, class: `company-seat is-${seat.state}` },
    seatBadge(seat.seat),
    h("span", { class: "name" }, h("b", {}, called), h("small", {}, seat.said)),
    h("span", { class: "buttons" }, seat.buttons.map((button) => seatButton(button, ui, seat.state === "there"))),
    seat.link && h("div", { class: "new-link" }, linkToCopy({ link: seat.link, qr: null, note: NEW_LINK, named: `seat-${seat.seat}` }, ui)),
  );
}

const NEW_LINK = "Give this link to the person in this seat. Their old link no longer works.";

const TAKES_AWAY = { give: "takes their seat", relink: "disables their old link" };

/** Whoever sits down does so with the name that stands above; who would take a chair away from somebody is asked first. */
function seatButton(button, ui, isThere = false) {
  const id = JSON.stringify(button.do);
  if (isThere && TAKES_AWAY[button.do.do] && ui.local.sureOfChair !== id) {
    const ask = () => ui.setLocal({ sureOfChair: id });
    return h("button", { key: id, type: "button", class: "btn small", onclick: ask }, h("span", {}, button.text));
  }
  if (isThere && TAKES_AWAY[button.do.do]) {
    const text = `${button.text}? This ${TAKES_AWAY[button.do.do]}`;
    return actionButton({ ...button, text }, ui, "small danger");
  }
  if (button.do.do !== "sit-down") return actionButton(button, ui, "small");
  const name = (event) => event.currentTarget.closest(".drawer")?.querySelector("[data-guest-name]")?.value ?? "";
  const sit = (event) => ui.send({ ...button.do, name: name(event) });
  const look = `btn small ${button.main ? "main" : ""}`;
  return h("button", { key: "sit", type: "button", class: look, onclick: sit }, h("span", {}, button.text));
}

function wayHere(data, ui) {
  return h(
    "section",
    { class: "way-here", key: "way" },
    h("h4", {}, "How to join"),
    h("p", { class: "small" }, "Others type this code on the first page, or open the link. They watch first, then take a free seat or a bot's seat."),
    h("p", { class: "table-code", "aria-label": `Table code: ${[...data.code].join(" ")}` }, data.code),
    data.share && linkToCopy(data.share, ui),
    data.note && h("p", { class: "small", key: "note" }, data.note),
    h("p", { class: "small" }, glyph("covered"), h("span", {}, " Each player’s own link is secret, because it opens their seat. Share only this one.")),
  );
}
