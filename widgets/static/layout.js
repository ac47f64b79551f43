// Where everything stands: the layouts of a table at its three widths, and the other kinds of screens.

import { h } from "./dom.js";
import { drawPart } from "./parts.js";
import { atLeast, showsTypes } from "./section.js";
import { onwardBar, taskPanel } from "./lesson.js";
import { logPanel } from "./log.js";
import { masthead, nowPanel, plainButton, whyPanel } from "./panels.js";
import { answerSheet, boardLeads, mapStays, mayBeUsed, strip } from "./phone.js";
import { dock, moveBar, timePanel } from "./bar.js";
import { campaignPanel } from "./campaign.js";
import { chairsPanel } from "./chairs.js";
import { coachCard, coachPanel } from "./coach.js";
import { drawer, oddsPanel, setupScreen } from "./drawers.js";
import { aheadPanel } from "./ahead.js";
import { playbackBand, recapPanel } from "./playback.js";
import { classScreen } from "./teacher.js";
import { labScreen } from "./lab.js";
import { puzzleScreen } from "./puzzle.js";
import { curtainScreen, doorScreen, waitingScreen } from "./door.js";

/** The screen by its kind; one that is not known waits quietly. */
export function drawScreen(screen, ui) {
  const kinds = { table: tableScreen, curtain, setup, door: doorScreen, puzzle: puzzleScreen, class: school, lab: labScreen };
  return Object.hasOwn(kinds, screen.kind) ? kinds[screen.kind](screen, ui) : waitingScreen(screen);
}

/** The page of a teacher; on its wall the table lies that the class is asked about. */
const school = (screen, ui) => classScreen(screen, ui, mat);

function tableScreen(screen, ui) {
  if (ui.layout === "narrow") return narrowTable(screen, ui);
  const inline = ui.projector && ui.layout === "wide" && screen.drawer && screen.drawer.kind === "odds";
  const log = inline ? oddsPanel(screen, ui) : logPanel(screen, ui);
  const said = [nowPanel(screen, ui), campaignPanel(screen, ui), whyPanel(screen, ui), coachPanel(screen, ui), coachCard(screen, ui), recapPanel(screen, ui)];
  const panels = [taskPanel(screen, ui, inline), chairsPanel(screen, ui), ...said, aheadPanel(screen, ui)];
  const isWide = ui.layout === "wide";
  return [
    masthead(screen, ui),
    !isWide && h("div", { class: "briefing", key: "briefing" }, panels),
    mat(screen, ui),
    isWide
      ? h("div", { class: "rail-cell", key: "rail" }, h("div", { class: "rail" }, panels, log), onwardBar(screen, ui))
      : log,
    !isWide && onwardBar(screen, ui),
    h("div", { class: "bar", key: "bar" }, (ui.playback.busy ? playbackBand : moveBar)(screen, ui), timePanel(screen, ui)),
    !inline && drawer(screen, ui),
  ];
}

/** One column. What is active comes first; scores and the board stay in sight, and answers come from below. */
function narrowTable(screen, ui) {
  const scene = screen.scene || [];
  const places = byPlace(scene.filter((part) => !part.dimmed)); // what a lesson does not need yet comes last
  const said = [
    strip(screen, ui),
    taskPanel(screen, ui),
    chairsPanel(screen, ui),
    nowPanel(screen, ui),
    campaignPanel(screen, ui),
    recapPanel(screen, ui),
    coachCard(screen, ui),
    coachPanel(screen, ui),
  ];
  const table = [
    h(
      "div",
      { class: matLook(scene), key: "mat" },
      (mapStays(places) ? aroundMap : byWhatIsActive)(places, screen, ui),
      place("top", places.top, ui),
      place("later", scene.filter((part) => part.dimmed), ui),
    ),
    logPanel(screen, ui),
  ];
  const moves = ui.playback.busy
    ? h("div", { class: "dock", key: "dock" }, playbackBand(screen, ui))
    : dock(screen, ui, onwardBar(screen, ui));
  const head = masthead(screen, ui);
  return [
    ...(ui.flat ? [besideEachOther([head, table], said, moves)] : [head, said, table, moves]),
    answerSheet(screen, ui),
    drawer(screen, ui),
  ];
}

/** On a phone that lies on its side there is no room above the table: what is said and the moves stand beside it. */
function besideEachOther(table, said, moves) {
  return h(
    "div",
    { class: "flat", key: "flat" },
    h("div", { class: "flat-table", key: "table" }, table),
    h("div", { class: "flat-side", key: "side" }, h("div", { class: "flat-said", key: "said" }, said), moves),
  );
}

/** The map, the cards, what can wait: the same order whatever is decided. What is asked comes before or after the map. */
function aroundMap(places, screen, ui) {
  const questions = places.beside.filter((part) => !part.tab);
  const asked = place("asked", questions, ui);
  const mapFirst = mayBeUsed(places.board) || !mayBeUsed(questions); // whatever the decision is made with
  return [
    !mapFirst && asked,
    shelf([...places.board, ...places.under], screen.at, true, ui),
    mapFirst && asked,
    ...ahead(screen, ui),
    place("hand", places.hand.filter(isHand), ui),
    place("own", places.hand.filter((part) => !isHand(part)), ui),
    besides(places.beside.filter((part) => part.tab), screen.at, ui),
    place("near", places.near, ui),
  ];
}

function byWhatIsActive(places, screen, ui) {
  const leads = boardLeads(places);
  const board = shelf([...places.board, ...places.under], screen.at, leads, ui);
  const fights = places.beside.some((part) => part.part === "fight"); // then the enemies are next to the dice
  const near = place("near", places.near, ui);
  const tabbed = places.beside.filter((part) => part.tab);
  const asked = fights && place("asked", places.beside.filter((part) => !part.tab), ui);
  const beside = fights ? [asked, near, besides(tabbed, screen.at, ui)] : besides(places.beside, screen.at, ui);
  const besideFirst = !leads || mayBeUsed(places.beside.filter((part) => !part.tab)); // what has a tab can wait
  return [
    leads && board,
    besideFirst && beside,
    ...ahead(screen, ui),
    place("hand", places.hand.filter(isHand), ui),
    !besideFirst && beside,
    !leads && board,
    !fights && near,
    place("own", places.hand.filter((part) => !isHand(part)), ui),
  ];
}

const ahead = (screen, ui) => [!screen.why && aheadPanel(screen, ui)];

/** On a phone the cards in hand are nearer than what else lies before a player. */
const isHand = (part) => part.part === "hand" || part.part === "cards";

/** On a phone board, key card and the like share one place, with tabs. */
function shelf(parts, at, leads, ui) {
  if (!parts.length) return null;
  const chosen = openTab(parts, at, ui.local.tab);
  return h(
    "div",
    { class: `shelf ${leads ? "leads" : ""}`, key: "shelf" },
    tabsOf(parts, chosen, "tab", at, ui),
    place("board", [parts[chosen]], ui),
  );
}

/**
 * What lies beside the board; of the parts that have a tab one is seen at a time, below those that have none. On a
 * projector nobody scrolls to them: what has a tab waits until there is room for it.
 */
function besides(parts, at, ui) {
  const tabbed = parts.filter((part) => part.tab);
  if (tabbed.length < 2) return place("beside", parts, ui);
  const first = parts.filter((part) => !part.tab);
  if (ui.projector && isMuch(first)) return place("beside", first, ui);
  const isAsked = first.some((part) => part.wanted) && ui.local.besideTab?.tabAt !== at; // it has all the room then
  const chosen = isAsked ? -1 : openTab(tabbed, at, ui.local.besideTab);
  const drawn = place("beside", isAsked ? first : [...first, tabbed[chosen]], ui);
  drawn.children.splice(first.length, 0, tabsOf(tabbed, chosen, "besideTab", at, ui));
  if (tabbed[chosen]?.wanted) drawn.props.class += " wants-tab";
  return drawn;
}

const LINES_ABOVE_TABS = 3; // what a projector has room for above a row of cards

/** Whether what is asked takes so many lines that nothing else has room below it. */
function isMuch(parts) {
  return parts.length > 1 || parts.some(({ items = [] }) => items.length > LINES_ABOVE_TABS);
}

/** The tabs of parts that share a place; which one was opened, and at which moment, is kept under `name`. */
function tabsOf(parts, chosen, name, at, ui) {
  if (parts.length < 2) return null;
  const tab = (part, index) => {
    const isOpen = index === chosen; // Tab goes on to what lies under it, arrow keys lead to the others
    const isFirst = isOpen || (chosen < 0 && index === 0);
    const props = { key: index, type: "button", role: "tab", "aria-selected": String(isOpen), tabindex: isFirst ? null : "-1" };
    const later = part.dimmed && { class: "is-later", title: "not in this task" };
    const choose = () => ui.setLocal({ [name]: { tab: index, tabAt: at } });
    return h("button", { ...props, ...later, id: `${ui.uid}-${name}-${index}`, onclick: choose }, part.tab || part.title || tabName(part));
  };
  return h("div", { key: "tabs", class: "tabs buttons", role: "tablist", "aria-label": "On the table" }, parts.map(tab));
}

/**
 * The tab that was opened last; one that a lesson asks for or that has a move comes forward by itself, until another is
 * opened by hand.
 */
function openTab(parts, at, opened) {
  const { tab = 0, tabAt = null } = opened || {};
  const last = Math.min(tab, parts.length - 1);
  const wanted = parts.findIndex((part) => part.wanted);
  if (tabAt !== at && wanted >= 0) return wanted;
  if (tabAt === at || (mayBeUsed(parts[last]) && !parts[last].dimmed)) return last;
  const asked = parts.findIndex((part) => mayBeUsed(part) && !part.dimmed);
  const inPlay = parts.findIndex((part) => !part.dimmed); // a lesson may need one of them only
  return asked >= 0 ? asked : parts[last].dimmed && inPlay >= 0 ? inPlay : last;
}

function tabName(part) {
  return { ring: "Board", map: "Map", launcher: "Launcher", track: "Track", key: "Key card", realm: "Realm" }[part.part] || "Table";
}

function mat(screen, ui) {
  const places = byPlace(screen.scene);
  return h(
    "div",
    { class: `${matLook(screen.scene)}${hasRing(places) ? " with-ring" : ""}`, key: "mat" },
    h(
      "div",
      { class: "field", key: "field" },
      place("top", places.top, ui) || (hasLauncher(places) && h("div", { class: "place top", key: "top" })),
      h(
        "div",
        { class: centreLook(places), key: "centre" },
        place("board", places.board, ui),
        besides(places.beside, screen.at, ui),
        place("near", places.near, ui),
      ),
      place("under", places.under, ui),
    ),
    place("hand", places.hand, ui),
  );
}

/**
 * What lies on the mat, as classes. `:has()` would say the same in the sheets of styles, but a browser then works out
 * the style of everything on the mat anew, a map of a thousand elements, with every piece that changes.
 */
function matLook(scene) {
  const parts = scene || [];
  return [
    "mat",
    parts.some((part) => part.part === "launcher") && "holds-launcher",
    parts.some((part) => part.part === "track") && "holds-track",
    parts.some((part) => part.place === "hand") && "holds-hand",
    parts.some((part) => part.part === "seats" && part.seats.length > 1) && "of-several",
  ].filter(Boolean).join(" ");
}

const BOARDS = new Set(["ring", "map", "launcher"]); // they take all the room there is
const hasLauncher = ({ board }) => board.some((part) => part.part === "launcher"); // it keeps its place
const hasRing = ({ board, beside }) => [...board, ...beside].some((part) => BOARDS.has(part.part));

/** The middle is laid out by what lies there: a ring takes the largest square, a map all there is. */
function centreLook(places) {
  const { board, beside } = places;
  const parts = [...board, ...beside];
  const kinds = new Set(parts.map((part) => part.part));
  return [
    "centre",
    board.length && beside.length && "both",
    !hasRing(places) && "has-no-ring",
    kinds.has("sheet") && "has-sheet",
    kinds.has("map") && "has-map",
    kinds.has("launcher") && "has-launcher",
    parts.some(showsTypes) && "is-typed",
  ].filter(Boolean).join(" ");
}

function byPlace(scene) {
  const places = { top: [], board: [], beside: [], near: [], hand: [], under: [] };
  for (const part of scene || []) (places[part.place] || places.under).push(part);
  return places;
}

function place(name, parts, ui) {
  if (!parts.length) return null;
  const kinds = new Set(parts.map((part) => `with-${part.part}`));
  const shared = !ui.phone && parts.some((part) => part.share);
  const drawn = parts.map((part) => safePart(part, ui));
  parts.forEach((_, index) => {
    if (shared && parts[index + 1]?.share && drawn[index]) drawn[index].props.class += " is-sharer";
  });
  drawn.slice(firstBelow(parts)).forEach((node) => node && (node.props.late = true));
  const rows = parts.filter((part) => part.part === "hand").flatMap((part) => part.groups);
  const longest = Math.max(0, ...rows.map((row) => row.cards.length));
  const look = ["place", name, ...kinds, shared && "with-shared", atLeast(longest)].filter(Boolean).join(" ");
  return h("div", { class: look, key: name, "data-place": name }, drawn);
}

/** Where those parts begin that lie below a battle: they are seen only by scrolling. */
function firstBelow(parts) {
  const sheet = parts.findIndex((part) => part.part === "sheet");
  return sheet < 0 ? parts.length : sheet + 1;
}

/** A part that cannot be drawn leaves a gap, not a broken table. */
function safePart(part, ui) {
  try {
    return drawPart(part, ui);
  } catch (error) {
    console.error("tabletop: a part could not be drawn", error, part);
    return h("p", { class: "fault" }, "This part of the table could not be drawn.");
  }
}

function curtain(screen, ui) {
  const table = screen.scene && mat(screen, ui);
  return [curtainScreen(screen, ui, table), drawer(screen, ui)];
}

function setup(screen, ui) {
  return [masthead(screen, ui), setupScreen(screen, ui), screen.drawer && screen.drawer.kind !== "setup" && drawer(
    screen,
    ui,
  )];
}

export function lostNotice() {
  return h(
    "div",
    { class: "lost", key: "lost", role: "alert" },
    h("p", {}, "The table isn't responding. The link keeps your place."),
    plainButton("Reload", () => location.reload(), { icon: "undo" }),
  );
}

export function fault() {
  return h(
    "p",
    { class: "fault", key: "fault", role: "alert" },
    "This screen could not be drawn. Reload the page to return to it.",
  );
}

/** What happened, said to those who do not see it. The trailing blank makes the same sentence news again. */
export function liveRegions(say) {
  const { n = 0, text = "", assertive = false } = say || {};
  const spoken = text && text + (n % 2 ? "\u00a0" : "");
  return [
    h("div", { ...region("polite", "status"), late: true }, assertive ? "" : spoken),
    h("div", region("assertive", "alert"), assertive ? spoken : ""),
  ];
}

function region(live, role) {
  return { class: "hidden", key: live, role, "aria-live": live };
}
