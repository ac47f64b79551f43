// The screens that are not a table: the door with all games, the curtain between two people, and the quiet moment
// before the first answer.

import { h } from "./dom.js";
import { seatBadge } from "./cards.js";
import { glyph } from "./glyphs.js";
import { lookButtons, plainButton } from "./panels.js";
import { ruleLink } from "./rules.js";
import { linkToCopy } from "./copying.js";
import { restoreForm } from "./drawers.js";

const MEEPLE =
  "M43 34a3.4 3.4 0 0 1 3 5c3 .6 5 1.6 5 3 0 1-1.6 1.4-3.2 1.3L50 48h-5l-2-3-2 3h-5l2.2-4.7" +
  "c-1.6.1-3.2-.3-3.2-1.3 0-1.4 2-2.4 5-3a3.4 3.4 0 0 1 3-5z";

// -- Door ------------------------------------------------------------------------------------------------------------

const WHAT_IT_IS =
  "Learn a tabletop game by playing it, one rule at a time. Free, nothing to install, against bots or with friends.";

/** The games that are ready come first, then the ways back and to a class; those to come are small, and last. */
export function doorScreen(screen, ui) {
  const games = screen.games || [];
  const coming = games.filter((game) => !game.there);
  const isNarrow = ui.layout === "narrow"; // the lids are a long way to scroll there: whoever has a code meets it first
  return h(
    "div",
    { class: "door-page", key: "door" },
    doorHead(screen, ui),
    backToClass(screen.school, ui),
    isNarrow && h("div", { class: "aside", key: "code" }, backToTable(screen, ui)),
    h("ul", { class: "lids", key: "lids" }, games.filter((game) => game.there).map((game) => lid(game, ui))),
    h("div", { class: "aside", key: "aside" }, h("div", { class: "aside-stack" }, !isNarrow && backToTable(screen, ui), forDesigners()), forClass(games, screen.share, ui)),
    guideLinks(screen.guides || []),
    coming.length > 0 && h(
      "section",
      { class: "coming", key: "coming" },
      h("h2", { class: "label" }, glyph("hourglass"), h("span", {}, "Coming soon")),
      h("ul", {}, coming.map(comingLid)),
    ),
  );
}

/** One quiet line for those who want to know more. */
function guideLinks(guides) {
  if (!guides.length) return null;
  const links = guides.flatMap((guide, n) => [n ? " · " : "", h("a", { href: guide.href, key: guide.href }, guide.title)]);
  return h("nav", { class: "guide-links small", key: "guides", "aria-label": "Guides" }, "Guides: ", links);
}

function doorHead(screen, ui) {
  return h(
    "div",
    { class: "door-head", key: "head" },
    h("div", { class: "emblem" }, notebookEmblem()),
    h("div", { class: "door-title" }, h("h1", {}, screen.title || "Tabletop Notebooks"), h("p", {}, WHAT_IT_IS)),
    h("div", { class: "tools" }, ui.layout !== "narrow" && shortWays(ui), lookButtons(ui, "")),
  );
}

/** For those who did not come for the games: the ways that lie below them. */
function shortWays(ui) {
  const type = () => document.getElementById(`${ui.uid}-restore`)?.focus();
  return [
    plainButton("Join with a code", type, { icon: "link", look: "quiet", key: "join" }),
    h("a", { class: "btn quiet", href: "class.ipynb", key: "class" }, glyph("people"), h("span", {}, "Open a class")),
  ];
}

/** Whoever is in a class, or has closed its window, finds the way back before anything else. */
function backToClass(school, ui) {
  if (!school) return null;
  return h(
    "div",
    { class: "aside to-class", key: "school" },
    h("p", {}, "You are the ", h("b", { class: "animal", "data-colour": school.colour }, school.name), ` in class ${school.code}.`),
    plainButton("Back to the class", () => ui.send({ do: "back-to-class" }), { look: "main large" }),
  );
}

function comingLid(game) {
  return h(
    "li",
    { class: "coming-lid", key: game.name },
    game.lid && h("img", { src: game.lid, alt: "" }),
    h("div", {}, h("h3", {}, game.title), h("p", { class: "small" }, game.line)),
  );
}

/** A notebook page lying on a card, with a meeple on it. */
function notebookEmblem() {
  return h(
    "svg",
    { class: "notebook-emblem", viewBox: "0 0 60 60", "aria-hidden": "true" },
    h(
      "rect",
      { class: "under-card", x: "6", y: "10", width: "30", height: "44", rx: "4", transform: "rotate(-8 21 32)" },
    ),
    h("rect", { class: "page", x: "20", y: "5", width: "35", height: "49", rx: "4" }),
    h("path", { class: "lines", d: "M27 16H48M27 23H48M27 30H41" }),
    h("path", {
      class: "meeple",
      d: MEEPLE,
    }),
  );
}

function lid(game, ui) {
  return h(
    "li",
    { class: "lid", key: game.name },
    h("div", { class: "picture" }, game.lid && h("img", { src: game.lid, alt: game.lid_text || "" })),
    h(
      "div",
      { class: "lid-text" },
      h("h2", {}, game.title),
      h("p", {}, game.line),
      h(
        "p",
        { class: "facts" },
        game.players && h("span", {}, glyph("people"), game.players),
        game.length && h("span", {}, glyph("clock"), game.length),
      ),
      lidActions(game, ui),
    ),
  );
}

/** What this browser remembers of a course, as long as that is still the same course. */
function progressIn(game, ui) {
  const progress = ui.progress(game.name);
  return progress && progress.done > 0 && progress.steps === game.steps ? progress : null;
}

function lidActions(game, ui) {
  const progress = progressIn(game, ui);
  const finished = progress && progress.done >= progress.steps;
  const word = finished ? "Learn again" : progress ? "Continue learning" : "Learn";
  return [
    progress ? progressBar(progress, finished) : h("p", { class: "facts first" }, glyph("flag"), "First move within a minute"),
    h(
      "p",
      { class: "links" },
      link(word, `${game.href}#${progress ? progress.hash : "learn"}`, game, finished ? "" : "main"),
      link("Play", `${game.href}#play`, game, finished ? "main" : ""),
      link("Rules", `${game.href}#rules`, game, "quiet rules-link", "book"),
    ),
  ];
}

function link(text, href, game, look = "", icon = null) {
  const props = { class: `btn large ${look}`, href, key: text, "aria-label": `${text}: ${game.title}` };
  return h("a", props, icon && glyph(icon), h("span", {}, text));
}

function progressBar({ done, steps }, finished) {
  const text = finished ? `All ${steps} steps done` : `${done} of ${steps} steps`;
  const props = { role: "progressbar", "aria-valuenow": done, "aria-valuemin": "0", "aria-valuemax": steps };
  return h(
    "p",
    { class: `progress ${finished ? "finished" : ""}` },
    finished && glyph("tick"),
    h(
      "span",
      { class: "track", ...props, "aria-label": text },
      h("i", { style: `width: ${(100 * done) / Math.max(steps, 1)}%` }),
    ),
    h("span", {}, text),
  );
}

function backToTable(screen, ui) {
  return h(
    "div",
    { class: "aside-part" },
    h("h2", {}, "Join or return to a table"),
    h("p", {}, "Type a table or class code, or paste a save code or link. You need no account or name."),
    restoreForm(screen.problem, ui),
  );
}

function forClass(games, share, ui) {
  const there = games.filter((game) => game.there);
  if (!there.length) return null;
  const begin = (game) => () => {
    ui.setLook({ projector: true });
    ui.go(`${game.href}#learn`);
  };
  const button = (game) => {
    const text = there.length > 1 ? game.title : "Show on projector";
    return plainButton(text, begin(game), { icon: "projector", look: "large", label: `Show on projector: ${game.title}` });
  };
  return h(
    "div",
    { class: "aside-part" },
    h("h2", {}, "For a class"),
    h("p", {}, "Open a class with a code. See where everyone is, form tables and ask questions."),
    h("div", { class: "row" }, h("a", { class: "btn large", href: "class.ipynb" }, glyph("people"), h("span", {}, "Open a class"))),
    h("p", {}, "Or show one table on the projector, with large type and public cards only, one step at a time."),
    h("div", { class: "row" }, there.map(button)),
    share && h(
      "details",
      { class: "way-in", key: "way in" },
      h("summary", { class: "btn large" }, glyph("link"), h("span", {}, "Link for pupils")),
      share.note && !share.qr ? h("p", { class: "small", key: "note" }, share.note) : linkToCopy(share, ui),
    ),
  );
}

function forDesigners() {
  return h(
    "div",
    { class: "aside-part", key: "lab" },
    h("h2", {}, "For designers"),
    h("p", {}, "Change a rule or a card, let bots play hundreds of games, and see what changes. Combine records of played games."),
    h("div", { class: "row" }, h("a", { class: "btn large", href: "lab.ipynb" }, glyph("chart"), h("span", {}, "Open the lab"))),
  );
}

// -- Curtain ---------------------------------------------------------------------------------------------------------

/** Between two people nothing private is in the page: this screen has no data but what everybody may see. */
export function curtainScreen(screen, ui, publicTable) {
  return h(
    "div",
    { class: `curtain-page seat${screen.seat + 1}`, key: "curtain" },
    publicTable
      ? h("div", { class: "public", key: "public" }, publicTable, liftStrip(screen, ui))
      : h("div", { class: "cloth", key: "cloth" }, pelmet(), curtainCard(screen, ui)),
    curtainFoot(screen, ui, Boolean(publicTable)),
  );
}

/** The scalloped edge at the top, drawn as a repeating pattern so that it fits every width. */
function pelmet() {
  return h(
    "svg",
    { class: "pelmet", key: "pelmet", width: "100%", height: "92", "aria-hidden": "true" },
    h(
      "defs",
      {},
      h(
        "pattern",
        { id: "tabletop-scallop", width: "80", height: "92", patternUnits: "userSpaceOnUse" },
        h("path", { class: "valance", d: "M0 0H80V62Q60 84 40 84T0 62Z" }),
        h("path", { class: "cord thin", d: "M0 50Q20 72 40 72T80 50" }),
        h("path", { class: "cord", d: "M0 62Q20 84 40 84T80 62" }),
      ),
    ),
    h("rect", { width: "100%", height: "92", fill: "url(#tabletop-scallop)" }),
  );
}

function curtainCard(screen, ui) {
  const id = `${ui.uid}-curtain`;
  const line = (item, index) =>
    h(
      "li",
      { key: index, class: item.rule ? "is-ruled" : null },
      glyph(item.glyph || "tick"),
      h("p", {}, item.text, " ", item.rule && ruleLink(item.rule, ui)),
    );
  return h(
    "div",
    { class: "curtain-card", key: "card", role: "group", "aria-labelledby": id },
    seatBadge(screen.seat),
    h("h2", { id }, h("span", {}, "Pass the screen to"), " ", h("b", {}, whoOf(screen))),
    screen.person && screen.person !== screen.name && h("p", { class: "person" }, `plays ${screen.name}`),
    screen.lines && screen.lines.length > 0 && h("ul", { class: "curtain-lines" }, screen.lines.map(line)),
    liftButton(screen, ui),
    h("p", { class: "small" }, "Not you? Leave the curtain down and pass the screen on."),
  );
}

function whoOf(screen) {
  return screen.person || screen.name;
}

function liftButton(screen, ui) {
  return h(
    "button",
    {
      type: "button",
      class: "btn main lift",
      key: "lift",
      "data-main": "",
      "data-land": "lift",
      onclick: () => ui.send({ do: "lift" }),
    },
    h("span", {}, `I am ${whoOf(screen)}, lift the curtain`),
    h("kbd", { "aria-hidden": "true" }, "Enter"),
  );
}

function liftStrip(screen, ui) {
  return h("div", { class: "lift-strip", key: "lift-strip" }, seatBadge(screen.seat), liftButton(screen, ui));
}

function curtainFoot(screen, ui, isPublic) {
  const rules = () => ui.send({ do: "open", drawer: "rules" });
  return h(
    "div",
    { class: "curtain-foot", key: "foot" },
    h("div", { class: "emblem" }, glyph(screen.emblem || "crown")),
    h("b", {}, screen.title),
    screen.where && h("span", { class: "small" }, screen.where.text),
    h("div", { class: "push" }),
    h("span", { class: "small may" }, "What everyone may see:"),
    plainButton("Public table", () => ui.send({ do: "public" }), { icon: "people", "aria-pressed": String(isPublic) }),
    plainButton("Rules", rules, { icon: "book" }),
  );
}

// -- Waiting ---------------------------------------------------------------------------------------------------------

export function waitingScreen(screen) {
  return h(
    "div",
    { class: "waiting-page", key: "waiting", tabindex: "0" }, // the focus brings it into sight, and that sets the table
    h("div", { class: "emblem" }, glyph(screen.emblem || "crown")),
    h("h2", {}, screen.title || "The table"),
    h("p", {}, screen.text || "Setting up the table …"),
  );
}
