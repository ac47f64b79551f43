// The class that somebody at this page is in: who they are there, what their teacher wants, and the cover while nobody
// is to play. It belongs to the page and not to a table: every table that is on the page is told the same.

import { closeOthers, openStep } from "./chapters.js";
import { h, patch } from "./dom.js";
import { forgetClass, readProgress, rememberClass, stayAt, writeLink } from "./page.js";

const BAR = "class-bar";
const COVER = "class-cover";

let now = null; // what the class says
let speaker = null; // the table through which the page answers
let gone = 0; // how often this page was led anywhere
let isLed = false; // whether it was: from then on one table is in sight
let held = null; // what had the focus when the page began to wait for the others
let redrawPage = () => {};

/** A table listens for its class; `redraw` draws what the page shows around its tables. */
export function hearClass(table, redraw) {
  redrawPage = redraw;
  const take = () => {
    const said = table.model.get("classroom");
    if (!said || !Object.keys(said).length) return;
    speaker = table;
    show(said);
  };
  table.listen(table.model, "change:classroom", take);
  tables.add(table);
  table.watchers.push(() => tables.delete(table));
  take();
}

const tables = new Set(); // of this page, in no order

/** Whoever was led somewhere by their class has one table in sight; of all others a line is left, which opens them. */
export function bringOut(root) {
  if (!isLed) return;
  const chosen = [...tables].find((table) => table.root === root);
  if (!chosen) return;
  closeOthers(chosen);
  for (const table of tables) table.setAside(table !== chosen);
}

function bringBackAll() {
  isLed = false;
  for (const table of tables) table.setAside(false);
}

/** What is left of a table that is not where the class is. */
export function tableAside(table) {
  const open = () => {
    bringOut(table.root);
    stayAt(table.root);
  };
  return h(
    "div",
    { class: "closed-chapter", key: "aside" },
    h("p", {}, "Another table on this page."),
    h("button", { key: "open", type: "button", class: "btn", "aria-expanded": "false", onclick: open }, h("span", {}, "Open table")),
  );
}

function show(said) {
  if (JSON.stringify(said) === JSON.stringify(now)) return;
  now = said;
  if (now.ticket) rememberClass(now.ticket);
  else forgetClass(), bringBackAll();
  writeLink({ class: now.ticket || "", join: now.join || "", obey: "" });
  drawClass();
  redrawPage();
  if (now.goto && now.goto.way !== gone) go(now.goto);
}

/** Where an order leads: to a step or a table of this page, or to the page of another game, which then goes on. */
function go(goto) {
  gone = goto.way;
  isLed = true;
  if (goto.page) {
    const learned = readProgress(goto.game)?.hash || "learn";
    const part = goto.part === "learn" ? [learned] : [];
    const table = goto.part === "learn" ? [] : [goto.part];
    const keys = [...part, `class=${encodeURIComponent(now.ticket)}`, `obey=${goto.n}`, ...table];
    location.assign(`${goto.page}#${keys.join("&")}`);
  } else if (goto.step) openSoon(goto.step);
  else {
    /** @type {HTMLElement | null} */
    const table = document.querySelector(`.tabletop[data-slot="${CSS.escape(goto.slot)}"]`);
    if (!table) return;
    bringOut(table);
    stayAt(table);
    table.focus({ preventScroll: true });
  }
}

const SOON = 100; // milliseconds
const TRIES = 200;

/** Open a step as soon as its chapter is on the page: a page that was just opened may not have all of them yet. */
function openSoon(step, tries = TRIES) {
  const table = openStep(step);
  if (table) return void stayAt(table); // other tables of a page that was just opened still push it about
  if (!tries || now?.goto?.step !== step) return;
  setTimeout(() => openSoon(step, tries - 1), SOON);
}

const answer = (message) => speaker?.send(message);

// -- What the page shows -----------------------------------------------------------------------------------------------

/** Who one is in a class, for the page's bar; nothing for whoever is in none. */
export function classBadge() {
  if (!now?.name) return null;
  return h(
    "div",
    { class: "class-badge", key: "class" },
    animal(now.name, now.colour),
    h("span", { class: "class-code" }, `class ${now.code}`),
    now.back && h("button", { type: "button", class: "class-return", onclick: () => answer({ do: "back-to-class" }) }, "Back to class"),
    h("button", { type: "button", class: "class-leave", onclick: () => askToLeave(true) }, "Leave class"),
  );
}

let leaving = false; // whether the page asks if somebody really wants to

function askToLeave(asked) {
  leaving = asked;
  drawClass();
}

function sureToLeave() {
  if (!leaving || !now.name) return null;
  const leave = () => (askToLeave(false), answer({ do: "leave-class" }));
  return h(
    "div",
    { class: "class-order", key: "leaving" },
    h("p", { role: "status" }, "Leave the class? You give up your seat and can't come back as this animal."),
    h("button", { type: "button", key: "yes", onclick: leave }, "Leave"),
    h("button", { type: "button", key: "no", class: "class-go", onclick: () => askToLeave(false) }, "Stay"),
  );
}

/** An animal in its colour; its name is always there, so that nobody needs the colour. */
export function animal(name, colour) {
  return h("b", { class: "animal", "data-colour": colour }, name);
}

/** The bar for what is wanted; where a page has no bar of its own, it also says who one is. */
function drawClass() {
  const hasBar = Boolean(document.getElementById("page-bar"));
  const place = document.getElementById(BAR) || makeBar();
  const waits = Boolean(now.cover) && !now.covers_all;
  const parts = [!hasBar && classBadge(), sureToLeave(), waits ? waiting() : order(), farewell()].filter(Boolean);
  const before = place.offsetHeight;
  place.hidden = !parts.length;
  patch(place, parts);
  if (place.offsetHeight !== before) makeRoom(place.offsetHeight, place.offsetHeight - before);
  hold(waits);
  drawCover(now.covers_all && now.cover);
}

/** Whoever has answered waits for the others, and still sees the table that all of them talk about. */
function waiting() {
  return h("div", { class: "class-order is-waiting", key: "waiting" }, h("p", { role: "status" }, now.cover));
}

/** While somebody waits nothing on the page can be used but this bar; it can be read. */
function hold(on) {
  if (on === Boolean(held)) return;
  const focus = /** @type {HTMLElement | null} */ (document.activeElement);
  for (const part of document.body.children) if (part.id !== BAR) /** @type {HTMLElement} */ (part).inert = on;
  if (!on && held !== document.body) held.focus({ preventScroll: true });
  held = on ? focus || document.body : null;
}

/** Tables fit into what the bar leaves of the window, and what one was looking at is not under it. */
function makeRoom(height, more) {
  document.documentElement.style.setProperty("--class-bar", `${height}px`);
  if (window.scrollY > height) window.scrollBy(0, -more);
  window.dispatchEvent(new Event("resize"));
}

function makeBar() {
  const place = document.createElement("div");
  place.id = BAR;
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", "Your class");
  const bar = document.getElementById("page-bar");
  place.className = bar ? "" : "is-alone";
  if (bar) bar.after(place);
  else document.body.prepend(place);
  return place;
}

function order() {
  if (!now.order) return null;
  const { n, text, button } = now.order;
  const obey = () => answer({ do: "obey", n });
  return h(
    "div",
    { class: "class-order", key: `order ${n}` },
    h("p", { role: "status" }, text),
    button && h("button", { type: "button", class: "class-go", onclick: obey }, button),
  );
}

function farewell() {
  if (!now.gone) return null;
  const close = () => {
    now = { ...now, gone: "" };
    drawClass();
  };
  return h(
    "div",
    { class: "class-order", key: "gone" },
    h("p", { role: "status" }, now.gone),
    h("button", { type: "button", onclick: close }, "Close"),
  );
}

/** While the class rests, its screens are covered: nothing behind the cover can be used, or read out. */
function drawCover(text) {
  const cover = /** @type {HTMLDialogElement} */ (document.getElementById(COVER) || (text && makeCover()));
  if (!cover) return;
  if (!text) return cover.close();
  patch(cover, h("p", { tabindex: "-1", autofocus: true }, text), h("div", {}, animal(now.name, now.colour)));
  if (!cover.open) cover.showModal();
}

function makeCover() {
  const cover = document.createElement("dialog");
  cover.id = COVER;
  cover.setAttribute("aria-label", "Your class");
  cover.addEventListener("cancel", (event) => event.preventDefault());
  cover.addEventListener("close", () => now?.cover && cover.showModal()); // a browser may close it all the same
  document.body.append(cover);
  return cover;
}
