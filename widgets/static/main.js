// One table on the page: draws `screen` whenever Python changes it, and sends back what was pressed or typed. What only
// the page knows (an open menu, the theme, where the focus was) lives here; everything else is in the screen.

import { h, patch, patchInSteps, setProperty, stays, zoomOf } from "./dom.js";
import { glyph } from "./glyphs.js";
import { dropTips, settleTips } from "./cards.js";
import { ruleLink, titleOf } from "./rules.js";
import { asItIsNow, chosenIn, narrowed, refusedPiece, withoutOldAnswer } from "./choosing.js";
import { closedChapter, closeOthers, goToStep, isShortWay, join, placeOf, redrawClosed } from "./chapters.js";
import { bringOut, hearClass, tableAside } from "./classroom.js";
import { barHeight, comeForward, drawBar, FIRST_GAME, goToGame, isJoined } from "./pagebar.js";
import { settlePhone, tryAgain } from "./phone.js";
import { settleMaps } from "./camera.js";
import { settleLaunchers } from "./handling.js";
import { keepWheel } from "./scrolling.js";
import { hintsOf, isTooEarly, openAsked, planShow, settleNext, settleTask, showAsked, stepOf, watchBar } from "./lesson.js";
import { pressChair } from "./chairs.js";
import { closeCard, markCoached, openCard } from "./coach.js";
import { nextPortion, portionSent } from "./lab.js";
import { drawScreen, fault, liveRegions, lostNotice } from "./layout.js";
import { roomOf, scrollHeight, takesAll } from "./room.js";
import { watchPointing } from "./ahead.js";
import { isAsked, Playback } from "./playback.js";
import { Stage } from "./stage.js";
import { glide, spots } from "./travel.js";
import {
  addressToShare,
  changeLook,
  copyFrom,
  drawFigure,
  forgetAll,
  isWanted,
  linkAndMemory,
  makePressable,
  LOOK_EVENT,
  noteProgress,
  plotly,
  readLook,
  readProgress,
  reducedMotion,
  rememberCampaign,
  rememberKnowledge,
  rememberTeaching,
  callToTable,
  rememberNotes,
  rememberProgress,
  rememberSeat,
  stayAt,
  takeFile,
  takeLibrary,
  writeLink,
} from "./page.js";

const BREATH = 120; // milliseconds between two moves of others, so that one sees that there are two
const PATIENCE = 8000; // milliseconds without an answer until the page says so
const PORTIONS = ["think", "survey", "progress", "record", "try-changed"]; // of work that goes on: they change nothing at the table
const UNASKED = ["hello", "go-on", "turning", "think", "survey", "progress", "record", "try-changed"]; // what the page sends by itself
const FITS = [1, 0.93, 0.87, 0.81, 0.75, 0.7, 0.65, 0.6]; // sizes of a table on a projector, the first that fits
const OUTLINE = 12; // pixels that an outline may stand over its place
const SLACK = 4; // pixels by which a board may be smaller than its place
const USABLE = "button:not(:disabled), a[href], input:not(:disabled)";
const ABOUT = 120; // pixels from the top of the window where a table still has its place there
const DOUBLE_CLICK = 500; // milliseconds, as systems have it
const ENTER_IS_TAKEN = "button, a, input, select, textarea, summary, [role=button], [role=menuitem], [data-piece]";
const PRESSED = "[data-piece][tabindex], button, a, summary"; // what a click means for itself
const TYPING = "input:not([type=range]):not([type=radio]), textarea, select";

let tables = 0;

export function render({ model, el }) {
  const table = new Table(model, el);
  table.start();
  return () => table.stop();
}

/** Keys pressed at the table are no commands of JupyterLab, which asks the element in focus itself. */
function keepKeys(element) {
  element.dataset.lmSuppressShortcuts = "true";
}

class Table {
  constructor(model, el) {
    this.model = model;
    this.slot = model.get("slot") || "";
    this.root = document.createElement("div");
    this.root.className = "tabletop";
    this.root.tabIndex = -1;
    el.append(this.root);
    this.local = {};
    this.open = null; // the menu that is open
    this.staysOnWall = false; // though this page has wished to be on a projector no longer
    /** @type {HTMLElement | null} */
    this.opener = null; // what the focus comes back to when a drawer is closed
    this.showing = null; // a move that is being shown, and goes on by itself
    this.nextSeen = this.readying = null; // the Next of a lesson, and when Enter will mean it
    this.barSize = this.barWatched = null; // the bar of moves, where something stands above it
    this.drawerWas = this.kindWas = ""; // what was open, and what was shown, at the last drawing
    this.underWay = null; // the message that Python has not answered yet
    this.queued = null;
    this.lost = false;
    this.watchers = [];
    this.number = tables += 1;
    this.begins = false; // whether the game for newcomers is to begin here as soon as the table is there
    this.isChapter = this.closed = Boolean(model.get("screen")?.chapter); // of the chapters of a page only one is open
    this.wish = ""; // the step to go to once the table is there
    this.clickedAt = ""; // the step of a lesson at which the first click of several was made
    this.inUse = this.cameForward = false; // somebody plays here; the last click has brought it to its place
    this.figures = new Map(); // the charts of the screen, by their names, and what a press on a bar does
    this.drawn = new Map(); // those that are drawn
    this.playback = new Playback(this);
    this.ui = this.makeUi(`tabletop-${this.number}`);
    this.applyLook(readLook());
  }

  start() {
    this.listen(this.model, "change:screen", () => this.receive());
    this.listen(this.model, "msg:custom", (message, buffers) => this.take(message, buffers));
    this.watch(window, LOOK_EVENT, (event) => this.applyLook(event.detail, true));
    this.watch(this.root, FIRST_GAME, () => this.beginFirst(true));
    this.watch(document, "pointerdown", (event) => this.pressedElsewhere(event));
    this.watch(this.root, "pointerdown", () => (this.byPointer = this.pressing = true));
    this.watch(window, "pointerup", () => (this.pressing = false));
    this.watch(this.root, "focusin", () => (this.byPointer &&= this.pressing || this.drawing));
    this.root.addEventListener("keydown", (event) => this.pressedFirst(event), { capture: true });
    this.root.addEventListener("click", (event) => this.clickedFirst(event), { capture: true });
    this.watch(this.root, "keydown", (event) => this.pressedKey(event));
    this.watch(this.root, "focusin", (event) => keepKeys(event.target));
    watchPointing(this);
    keepWheel(this.root);
    const size = new ResizeObserver(() => this.measure());
    size.observe(this.root);
    this.boardSize = new ResizeObserver(([entry]) => this.fitSoon(entry.contentRect.height));
    this.watchers.push(() => size.disconnect(), () => this.boardSize.disconnect(), () => this.barSize?.disconnect());
    const sight = new IntersectionObserver((seen) => !seen.at(-1).isIntersecting && this.putAway());
    sight.observe(this.root);
    this.watchers.push(() => sight.disconnect());
    this.watch(document, "focusin", (event) => this.usedElsewhere(event.target));
    this.watch(window, "resize", () => this.measure());
    this.watch(window, "scroll", () => dropTips(this.root)); // they stand in the window, not on the page
    this.root.addEventListener("scroll", () => settleTips(this.root), { capture: true, passive: true }); // inside of a table
    this.watch(window, "pagehide", () => this.keep());
    this.watch(window, "tabletop-leave", (event) => this.losesRuns && event.preventDefault()); // then the browser asks
    this.measure();
    this.comeHere();
    if (this.closed) this.watchers.push(join(this));
    this.receive();
    hearClass(this, drawBar);
    if (this.closed && this.isWanted) this.openAt();
    else if (!this.closed) this.waitUntilNear();
    drawBar();
  }

  stop() {
    clearTimeout(this.goOn);
    clearTimeout(this.patience);
    clearTimeout(this.searching);
    clearTimeout(this.showing);
    clearTimeout(this.readying);
    clearTimeout(this.fitting);
    clearTimeout(this.thinking);
    this.keep();
    this.playback.stop();
    this.watchers.forEach((leave) => leave());
    this.root.remove();
    drawBar();
  }

  /**
   * The first such thing in this table.
   * @returns {HTMLElement | null}
   */
  find(selector) {
    return this.root.querySelector(selector);
  }

  listen(model, name, run) {
    model.on(name, run);
    this.watchers.push(() => model.off(name, run));
  }

  watch(target, name, run) {
    target.addEventListener(name, run);
    this.watchers.push(() => target.removeEventListener(name, run));
  }

  /** Whether the address leads to this table: then the page opens there. */
  comeHere() {
    this.isWanted = this.inUse = isWanted(this.slot);
    this.root.dataset.slot = this.slot;
    if (this.isWanted) this.watchers.push(stayAt(this.root));
  }

  /** A table far down the page costs nothing until somebody scrolls towards it. */
  waitUntilNear() {
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        near.disconnect();
        this.greet();
      },
      { rootMargin: "300px" },
    );
    near.observe(this.root);
    this.watchers.push(() => near.disconnect());
  }

  greet() {
    this.send({
      do: "hello",
      link: linkAndMemory(this.screen?.game, this.slot),
      prefers: reducedMotion() ? "reduced motion" : "",
      address: addressToShare(),
      projector: this.ui.projector,
    });
  }

  /** Whether runs of the lab go with this page: with its kernel, which stays in JupyterLab alone. */
  get losesRuns() {
    return this.screen?.kind === "lab" && this.screen.runs?.list.length > 0 && Boolean(addressToShare());
  }

  // -- a chapter among others ----------------------------------------------------------------------------------------

  /** Open this chapter in its own place of the page, at a step of it or where the learner was; the others close. */
  openAt(step = "") {
    closeOthers(this);
    bringOut(this.root);
    this.closed = false;
    this.arriving = true;
    this.wish = step;
    this.measure();
    this.draw();
    if (this.screen.kind === "waiting") this.greet();
    else this.arrive();
  }

  close() {
    this.closed = true;
    this.inUse = false;
    this.fit();
    if (this.screen.drawer) this.send({ do: "close" });
    this.draw();
  }

  /** A table that is not where the class is leaves its room to the one that is; chapters close by themselves. */
  setAside(on) {
    if (this.isChapter || Boolean(this.aside) === on) return;
    this.aside = on;
    this.measure();
    this.draw();
  }

  /** The table stands: go to the step that was wished for, and bring the eye and the focus to its task. */
  arrive() {
    if (!this.arriving || this.closed || this.screen.kind === "waiting") return;
    const step = this.wish;
    this.wish = "";
    if (step && this.screen.task?.id !== step) return this.send({ do: "step", id: step, ...(isShortWay(this.slot) && { short: true }) });
    this.arriving = false;
    if (this.isWanted) return void (this.isWanted = false); // a link led here, and nobody has pressed anything yet
    const place = this.ui.flat ? this.root : placeOf(this.root, scrollHeight(this.root));
    if (place === this.root) this.use();
    else place.scrollIntoView({ block: "start" });
    this.focusOn("[data-land=task]") || this.focusOn("[data-land=now]");
  }

  /** Somebody comes from the short way: the game for newcomers begins here, once the table is there. */
  beginFirst(wanted = this.begins) {
    this.begins = wanted && this.screen.kind === "waiting";
    if (wanted && !this.begins) this.send({ do: "first-game" });
  }

  // -- messages ------------------------------------------------------------------------------------------------------

  /** The message leaves before its menu is taken away: Python thinks while the page draws. */
  send(message) {
    const stays = PORTIONS.includes(message.do) || (this.open?.lasts && UNASKED.includes(message.do));
    const menu = stays ? null : this.open;
    if (!PORTIONS.includes(message.do)) this.playback.skip();
    this.hand(message);
    if (menu === this.open) this.closeMenu();
  }

  /** While Python is busy nothing is sent: the latest that waits goes next, and a double click counts once. */
  hand(message) {
    if (!UNASKED.includes(message.do)) this.route = null; // whoever does something else has changed their mind
    tryAgain(message, this.local);
    if (message.do === "move") this.local.typing = false; // whoever presses a piece or a button types no more
    if (message.do === "step" && goToStep(message, this)) return;
    if (message.do === "play" && message.fresh && goToGame(this.root, message.first)) return;
    if (!UNASKED.includes(message.do)) this.use();
    if (message.do === "choose" || message.do === "unchoose") return this.choose(message.piece || null);
    if (message.do === "open") Object.assign(this, { opener: this.open?.anchor || focused() }).local.copied = null;
    if (this.underWay) {
      if (JSON.stringify(message) !== JSON.stringify(this.underWay)) this.queued = { message, seat: this.seat };
      return;
    }
    this.underWay = message;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.giveUp(), PATIENCE);
    try {
      this.model.send({ ...message, at: this.screen?.at ?? 0, seat: this.seat });
    } catch (error) {
      console.error("tabletop: the message was not sent", error);
      this.giveUp();
    }
    if (this.model.comm_live === false) this.giveUp();
  }

  /** Somebody plays here: from now on the focus may be moved, and the table takes the window, under one head. */
  use() {
    this.used = true;
    if (this.inUse || this.arriving) return;
    this.inUse = this.cameForward = true;
    this.measure();
    if (this.ui.leads) comeForward(this.root);
  }

  /**
   * A double click counts once where its first half has brought something else under the pointer: it has moved the table,
   * led to another step of a lesson, or ended one.
   */
  clickedFirst(event) {
    const step = stepOf(this.shown || {});
    if (event.detail < 2) this.clickedAt = step;
    const isOrder = this.screen?.kind === "class" && event.target.closest?.("button"); // what comes in its place is another
    if (event.detail > 1 && (this.cameForward || isOrder || step !== this.clickedAt)) {
      event.preventDefault();
      event.stopPropagation();
    } else this.cameForward = false;
  }

  /** What comes besides screens: a library, a file, or notes for the browser to keep. */
  take(message, buffers) {
    takeLibrary(message, buffers);
    takeFile(message, buffers);
    rememberNotes(message, this.screen?.game, this.slot);
  }

  /** The seat whose eyes the page has; null: everybody's. */
  get seat() {
    return this.screen?.viewer ?? null;
  }

  giveUp() {
    this.underWay = null;
    this.lost = true;
    this.draw();
  }

  receive() {
    const before = this.screen;
    const { kind, viewer, chairs } = before || {};
    this.screen = this.model.get("screen") || { kind: "waiting" };
    const isOpen = chairs?.shared && this.screen.chairs?.shared; // all who look may see what is seen from any chair
    const sameEyes = kind === this.screen.kind && (isOpen || viewer === this.screen.viewer);
    const begun = this.underWay?.do === "start" && Boolean(this.screen.time);
    const { why } = this.screen;
    const made = this.underWay?.do === "move" && (!why || why.off || why.made); // a refused move may be tried with another piece
    const led = this.ui.leads;
    if (kind !== this.screen.kind) this.fit();
    const isAnswer = Boolean(this.underWay) && !PORTIONS.includes(this.underWay.do);
    clearTimeout(this.patience);
    const isAside = !isAnswer && before?.freely && isAsked(before) && isAsked(this.screen); // others have done something meanwhile
    const stays = isAside || this.open?.lasts || PORTIONS.includes(this.underWay?.do); // a thought changes nothing
    if (!stays) this.open = null;
    const answered = this.underWay;
    this.underWay = null;
    this.lost = false;
    if (!this.queued && !this.held) this.local.scrubbing = undefined;
    if (!chosenIn(this.screen, this.local.chosen)) this.local.chosen = null;
    if (made || this.local.dropped) this.local.chosen = null; // the token lies there now, or is back with the reason
    this.local.aim = this.local.match = this.local.dropped = this.local.marked = null;
    if (isAside) this.renewMenu();
    if (this.screen.drawer?.kind !== "company") this.local.sureOfChair = null; // who comes back to it is asked anew
    const playing = sameEyes && !isAside && this.playback.begin(before, this.screen);
    if (!playing) this.playback.stop();
    if (!playing) this.drawNew(sameEyes); // in steps, unless others look now: nothing may stay for them, not for a moment
    this.keepPlace(led);
    this.changePlace(before || {});
    this.keepMenu();
    if (begun) this.root.scrollIntoView({ block: "start" }); // the words above have been read: now the hand is in sight
    this.keepSoon();
    if (!playing) this.planNext();
    this.planThought();
    planShow(this);
    openAsked(this);
    afterPaint(() => showAsked(this));
    this.agreeOnEyes(answered);
    if (noteProgress(this.screen.keep)) redrawClosed(), drawBar();
    this.arrive();
    if (this.screen.go && this.gone !== this.screen.at) {
      this.gone = this.screen.at;
      location.assign(this.screen.go);
    }
    const waiting = this.queued;
    this.queued = null;
    if (waiting && waiting.seat === this.seat) this.send(waiting.message); // never for somebody else's eyes
    else if (this.route?.length) playing ? (this.route = null) : this.walkOn(); // something has happened on the way
    else this.beginFirst();
  }

  /**
   * In the lab the eye goes along: to a run that begins, to its results, to a table and back from it. A teacher who has
   * ended a class is at the top of the page, which is shorter then and says so.
   */
  changePlace({ kind, run, stage }) {
    const now = this.screen;
    if (kind === "class" && stage === "open" && now.stage !== "open") return this.root.scrollIntoView({ block: "start" });
    if (kind === "lab" && now.kind === "table") return this.root.scrollIntoView({ block: "start" });
    if (now.kind !== "lab" || kind === "waiting") return;
    if (now.run && !run) return this.find(".lab-run")?.scrollIntoView({ block: "nearest" });
    if (!now.result || !(kind === "table" || (run && !now.run))) return;
    this.find(".lab-results")?.scrollIntoView({ block: "start" });
    this.focusOn("[data-land=results]");
  }

  /** Draw the table as it has become; what lies elsewhere now travels there. */
  drawNew(inSteps = false) {
    const lay = this.ui.motion && this.screen.kind === "table" ? spots(this.root) : null;
    this.draw(inSteps);
    if (lay) glide(this.root, lay, this.playback.flown || undefined);
    this.root.getBoundingClientRect(); // lay the table out now, and not only when the next frame is due
    this.playback.showDeltas(this.screen);
  }

  /** The screen on the page: while something is played back, not yet the latest. */
  get shown() {
    return this.playback.screen || this.screen;
  }

  /**
   * Python must know whether the table is on a projector: then it sends what everybody may see, and nothing else. That
   * is insisted upon; to be no longer on one is wished once, since the wall of a class stays a wall.
   */
  agreeOnEyes(answered = null) {
    const { projector } = this.screen;
    if (this.ui.projector) this.staysOnWall = false;
    else if (answered?.do === "project" && !answered.on && projector) this.staysOnWall = true;
    if (projector === undefined || projector === this.ui.projector || this.staysOnWall) return;
    this.queued = null;
    this.send({ do: "project", on: this.ui.projector });
  }

  /** The link is written once the drawing is on the screen: browsers take milliseconds for it. */
  keepSoon() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), 50);
  }

  keep() {
    if (!this.keeping) return; // another table may have written its own since
    clearTimeout(this.keeping);
    this.keeping = null;
    writeLink(this.screen.keep);
    if (this.screen.forgot) forgetAll();
    rememberProgress(this.screen);
    rememberSeat(this.screen, this.slot);
    rememberKnowledge(this.screen);
    rememberCampaign(this.screen);
    rememberTeaching(this.screen);
    this.call();
  }

  /** A table with several screens says whether it waits for whoever is here. */
  call() {
    const calls = this.screen.now?.calls;
    if (calls !== undefined || this.calls) callToTable(calls);
    this.calls = calls;
  }

  /** Bots move one by one, each once the one before has been seen; or, once somebody has skipped, as fast as they can. */
  planNext(now = false) {
    clearTimeout(this.goOn);
    const { next, at, ask } = this.screen;
    if (ask) afterPaint(() => this.askFor(ask, at));
    if (!next || (this.playback.paused && !now)) return;
    const all = Boolean(next.all) || this.playback.pace === "once";
    const move = () => {
      if (this.screen.at !== at || this.underWay) return; // what is under way brings a screen, which plans anew
      this.send({ do: "go-on", all });
    };
    this.goOn = setTimeout(move, all || now || reducedMotion() ? 0 : BREATH);
  }

  /** What takes Python a moment is asked for when the screen stands. */
  askFor(what, at) {
    if (this.screen.at === at && !this.underWay) this.send({ do: what });
  }

  /** The coach thinks in portions, and so does an atlas: each is asked for when the answer to the last one is on the screen. */
  planThought() {
    const { think, drawer, at } = this.screen;
    const what = think ? "think" : drawer?.survey?.going ? "survey" : drawer?.ways?.trial.going && "try-changed";
    const portion = what ? { message: { do: what }, after: 0 } : nextPortion(this.screen, this.local);
    if (!portion) return;
    const { message, after } = portion;
    const go = () => {
      if (this.screen.at !== at || this.underWay || !this.root.isConnected) return; // what is under way plans anew
      this.send(message);
      portionSent(message, this.local);
    };
    clearTimeout(this.thinking);
    this.thinking = setTimeout(() => afterPaint(go), after);
  }

  // -- what panels and pieces may call -------------------------------------------------------------------------------

  makeUi(uid) {
    return {
      uid,
      local: this.local,
      playback: this.playback,
      layout: "wide",
      short: false, // the window is low
      flat: false, // it is a phone's that lies on its side
      width: 0,
      leads: false, // it fills the window, and the bar of the page is the beginning of its head
      lead: 0, // as wide as that
      phone: false,
      projector: false,
      ids: false, // whether rules show their ids
      titles: {},
      house: [],
      scene: [], // the table as it is drawn: some parts show what is in others
      motion: !reducedMotion(),
      menuFor: null,
      refused: null,
      viewer: null,
      send: (message) => this.send(message),
      rule: (id) => this.send({ do: "open", drawer: "rules", rule: id }),
      ruleLink: (id) => ruleLink(id, this.ui),
      titleOf: (id) => titleOf(id, this.ui),
      act: (piece, element) => this.actOn(piece, element),
      ask: (piece) => this.askAbout(piece),
      turn: (id) => this.turn(id),
      openMenu: (menu) => this.openMenu(menu),
      themes: () => this.themes(),
      setLook: (look) => this.setLook(look),
      setLocal: (change) => this.setLocal(change),
      redraw: () => this.draw(),
      closeSheet: () => this.closeSheet(),
      startTyping: () => this.startTyping(),
      scrub: (number) => this.scrub(number),
      hold: (held) => this.hold(held),
      search: (text) => this.search(text),
      copy: (id, what) => this.copy(id, what),
      chart: (figure, name, press) => this.chart(figure, name, press),
      goOn: () => this.planThought(),
      progress: readProgress,
      go: (address) => location.assign(address),
    };
  }

  /** A click on a piece: its move, a choice of its moves, the reason why it has none, or its rule. */
  actOn(drawn, element) {
    this.use();
    const isOld = this.playback.busy || Boolean(this.rest); // what was pressed may have been drawn before others moved
    const piece = isOld ? asItIsNow(drawn, narrowed(this.screen, this.local.chosen)) : drawn;
    const meansMove = [drawn, piece].some((one) => one.moves?.length || one.try); // the first press of a move skips
    if (this.playback.busy && meansMove) this.playback.toMe();
    const moves = piece.moves || [];
    if (this.isSecondClick(piece)) return;
    const hasChanged = piece !== drawn && JSON.stringify(moves) !== JSON.stringify(drawn.moves || []); // then nobody has read it yet
    if (piece.point) this.send({ do: "point", piece: piece.id });
    else if (piece.route) this.walk(piece.route);
    else if (piece.choose && moves.length) this.choose(piece.id);
    else if (moves.length > 1 || piece.also || (moves.length && (hasChanged || piece.state === "later"))) this.openMenu(pieceMenu(piece, element, this));
    else if (moves.length === 1) this.send({ do: "move", move: moves[0] });
    else if (piece.try) this.send({ do: "move", move: piece.try });
    else if (piece.rule && this.screen.task) this.send({ do: "point", piece: piece.id }); // the book would hide the task
    else if (piece.rule) this.ui.rule(piece.rule);
  }

  /** A double click counts once: its second half does not ask why a piece can do no more, which the first has used. */
  isSecondClick(piece) {
    const kind = piece.point ? "point" : piece.moves?.length ? "move" : "ask";
    const last = this.lastClick;
    this.lastClick = { id: piece.id, kind, when: performance.now() };
    return kind === "ask" && last?.id === piece.id && last.kind !== "ask" && performance.now() - last.when < DOUBLE_CLICK;
  }

  /** Several moves, one after the other: each once the one before has been seen, as long as it is still possible. */
  walk(route) {
    this.send({ do: "move", move: route[0] });
    this.route = route.slice(1);
  }

  walkOn() {
    const { route = [] } = this;
    const buttons = (this.screen.moves || []).flatMap((group) => group.buttons);
    const isPossible = buttons.some((one) => JSON.stringify(one.do.move) === JSON.stringify(route[0]));
    this.route = null;
    if (isPossible && (!this.screen.why || this.screen.why.made)) this.walk(route);
  }

  askAbout(piece) {
    const move = piece.try || (piece.moves && piece.moves[0]);
    if (move) this.send({ do: "ask", move });
    else if (piece.rule) this.ui.rule(piece.rule);
  }

  /** The first half of a move; the same piece again, or none, takes the choice back. */
  choose(id) {
    this.setLocal({ chosen: this.local.chosen === id ? null : id });
  }

  /** Turn a card over to read its other side: nothing at the table changes. */
  turn(id) {
    const turned = this.local.turned || {};
    this.setLocal({ turned: { ...turned, [id]: !turned[id] } });
  }

  setLocal(change) {
    const { why } = this.screen || {};
    if (change.chosen && !why?.off) this.local.answered = JSON.stringify(why); // a hand that takes something has moved on
    Object.assign(this.local, change);
    this.draw();
  }

  startTyping() {
    this.setLocal({ typing: true });
    this.find("input[data-type]")?.focus();
  }

  /** A slider that is held stays where the hand has it, whatever arrives meanwhile. */
  hold(held) {
    this.held = held;
    if (held || this.underWay) return;
    this.local.scrubbing = undefined;
    this.draw();
  }

  scrub(number) {
    this.local.scrubbing = number;
    this.send({ do: "goto", number });
  }

  search(text) {
    clearTimeout(this.searching);
    this.searching = setTimeout(() => this.send({ do: "search", text }), 150);
  }

  /** Copy what stands in a field. If the browser does not let us, it is left selected, for the reader to copy. */
  async copy(id, what) {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
    const before = focused();
    const done = await copyFrom(field);
    if (done) before?.focus({ preventScroll: true });
    this.setLocal({ copied: { what, done } });
  }

  // -- drawing -------------------------------------------------------------------------------------------------------

  draw(inSteps = false) {
    this.drawing = true; // whatever gets the focus now, nobody has walked there
    this.drawNow(inSteps);
    this.drawing = false;
  }

  drawNow(inSteps) {
    if (this.closed) return patch(this.root, closedChapter(this));
    if (this.aside) return patch(this.root, tableAside(this));
    const before = this.root.contains(focused()) ? focused() : null;
    const place = before && before.closest("[data-place]");
    const inDrawer = Boolean(before?.closest("dialog.drawer"));
    this.around = before ? above(before, this.root) : [];
    const anew = this.beginStep();
    const screen = narrowed(withoutOldAnswer(this.shown, this.local.answered), this.local.chosen);
    Object.assign(this.ui, {
      viewer: screen.viewer ?? null,
      titles: this.model.get("titles") || {},
      house: screen.house || [],
      scene: screen.scene || [],
      refused: refusedPiece(screen, this.lastClick?.id),
      menuFor: (this.open && this.open.piece) || null,
      ...hintsOf(screen),
    });
    try {
      const over = [Stage.place(), this.menuNode()];
      const nodes = [this.skipLink(), this.frame(screen), ...over, liveRegions(this.news(screen))];
      // A browser lays the page out when something in focus is taken away: better now, while nothing has changed yet.
      if (before && !stays(this.root, nodes, before)) this.root.focus({ preventScroll: true });
      this.rest = patchInSteps(this.root, ...nodes);
    } catch (error) {
      console.error("tabletop: the screen could not be drawn", error, screen);
      patch(this.root, fault());
    }
    this.fitAsked();
    this.fitMat();
    this.watchBoard();
    if (anew) this.find(".field")?.scrollTo(0, 0);
    this.showField(screen);
    settlePhone(this);
    settleMaps(this);
    settleLaunchers(this);
    this.settleDrawer();
    this.landFocus(before, place, inDrawer);
    settleTask(this, Boolean(before));
    settleNext(this);
    watchBar(this);
    settleTips(this.root);
    this.showRefusal();
    this.drawChart();
    if (inSteps) afterPaint(() => this.drawRest());
    else this.drawRest();
  }

  /** Whether another step of a lesson has begun: its table lies there as new, without cards that were turned over. */
  beginStep() {
    const { task } = this.shown;
    if (!task || task.id === this.stepId) return false;
    this.stepId = task.id;
    this.local.turned = {};
    return true;
  }

  /** What `draw` has left for later. */
  drawRest() {
    const { rest } = this;
    this.rest = null;
    rest?.();
    markCoached(this.root);
  }

  /** On a projector nobody scrolls: what lies on the table is drawn as small as it must be to be seen at once. */
  fitMat() {
    const mat = this.find(".mat");
    if (!mat || !this.ui.projector || this.ui.layout !== "wide") return mat?.style.removeProperty("zoom");
    const height = scrollHeight(this.root) + 1;
    const frame = mat.closest(".wall-asked"); // where a table has only a part of the wall
    const fits = (zoom) => {
      mat.style.zoom = String(zoom);
      if (frame && frame.scrollHeight > frame.clientHeight + 1) return false;
      return this.root.getBoundingClientRect().height <= height && !overflows(mat);
    };
    if (!FITS.some(fits)) mat.style.removeProperty("zoom"); // then it is better to scroll than to guess
  }

  /** On the wall of a class a question is as small as it must be to be read whole, with its answers and its reason. */
  fitAsked() {
    const pane = this.find(".is-asking .class-foreseen");
    if (!pane) return;
    const isWhole = (zoom) => {
      pane.style.setProperty("--fit", String(zoom));
      return pane.scrollHeight <= pane.clientHeight + 1 && pane.scrollWidth <= pane.clientWidth + 1;
    };
    FITS.some(isWhole); // where nothing fits, the smallest shows most
  }

  /** A ring is as large as the height of its place lets it be. */
  watchBoard() {
    const board = this.find(".centre > .board");
    if (board === this.board) return;
    this.board = board;
    this.boardHeight = null;
    clearTimeout(this.fitting);
    this.boardSize.disconnect();
    if (board) this.boardSize.observe(board);
  }

  /** A new size lays the whole ring out once more: what a move has changed is painted first. */
  fitSoon(room) {
    if (this.boardHeight === null) return this.fitBoard(room);
    clearTimeout(this.fitting);
    this.fitting = setTimeout(() => this.fitBoard(room));
  }

  /** A pixel or two more or less are left alone. */
  fitBoard(room) {
    if (this.boardHeight !== null && this.boardHeight <= room && room < this.boardHeight + 2 * SLACK) return;
    this.boardHeight = Math.floor(room) - SLACK;
    this.board.style.setProperty("--board-height", `${this.boardHeight}px`);
  }

  /** What is read out: what Python says, or what the page asks for while a piece is chosen. */
  news(screen) {
    if (this.playback.news) return this.playback.news;
    if (this.local.chosen === this.spokenChoice) return screen.say;
    this.spokenChoice = this.local.chosen;
    return this.local.chosen ? { n: 0, text: screen.asks } : screen.say;
  }

  /** A new refusal is never out of sight: neither below the edge of the side panel nor of the window. */
  showRefusal() {
    const { why } = this.shown;
    const said = why ? JSON.stringify(why) : "";
    const isNew = said && said !== this.said;
    this.said = said;
    const pane = isNew && this.used && this.find(".pane.why");
    if (!pane) return;
    const rail = pane.closest(".rail");
    if (pane.closest(".answer-sheet")) this.enterSheet();
    if (why.can?.some((button) => button.grave)) return void this.focusOn(".pane.why [data-main]"); // Enter leads back
    if (pane.closest(".answer-sheet")) return;
    if (!rail) return pane.scrollIntoView({ block: "nearest" });
    const below = pane.getBoundingClientRect().bottom - rail.getBoundingClientRect().bottom;
    if (below > 0) rail.scrollTop += below / zoomOf(rail);
  }

  /** The sheet has the focus while it is there, and gives it back. */
  enterSheet() {
    this.sheetOpener = focused();
    this.focusOn("[data-land=sheet]");
  }

  closeSheet() {
    this.putAway();
    if (this.canFocus(this.sheetOpener)) this.sheetOpener.focus({ preventScroll: true });
    else this.focusOn("[data-land=now]");
  }

  /** Where the field scrolls: whenever others may be used than before, one of them is in sight. */
  showField({ at, now }) {
    if (this.fieldAt === at || !now || now.kind !== "yours") return;
    this.fieldAt = at;
    for (const field of this.root.querySelectorAll(".field, .centre > .place")) {
      if (field.scrollHeight > field.clientHeight + 1) this.showLegal(field);
    }
  }

  /** Scroll to what may be used, unless some of it is in sight here, or in the hand. */
  showLegal(field) {
    const frame = field.getBoundingClientRect();
    const legal = [...field.querySelectorAll(".is-legal")];
    const isSeen = (piece) => {
      const { top, bottom } = piece.getBoundingClientRect();
      return top >= frame.top - OUTLINE && bottom <= frame.bottom + OUTLINE;
    };
    if (!legal.length || legal.some(isSeen) || this.find(".mat > .hand .is-legal")) return;
    const { top, bottom } = legal[0].getBoundingClientRect();
    const change = top < frame.top ? top - frame.top - OUTLINE : Math.min(bottom - frame.bottom, top - frame.top) + OUTLINE;
    field.scrollTop += change / zoomOf(field);
  }

  skipLink() {
    const jump = (event) => {
      event.preventDefault();
      this.find(`#${this.ui.uid}-moves`)?.focus();
    };
    return this.shown.kind === "table" && h(
      "a",
      { class: "skip", key: "skip", href: "#", onclick: jump },
      "Skip to moves",
    );
  }

  frame(screen) {
    const { ui } = this;
    const kind = screen.kind || "waiting";
    const name = screen.title || "Table";
    const label = this.number > 1 ? `${name}, table ${this.number}` : name; // each table of a page by a name of its own
    const look = `frame ${kind}${this.lost ? " is-lost" : ""}`;
    const playing = this.playback.active;
    const press = playing && ((event) => event.target.closest(".mat") && !event.target.closest(PRESSED) && this.playback.step());
    const props = { class: look, key: `frame ${kind}`, "data-layout": ui.layout, "data-playing": playing, role: "region" };
    return h(
      "div",
      { ...props, "aria-label": label, onclick: press || null },
      this.lost && lostNotice(),
      drawScreen(screen, ui),
    );
  }

  /** On a phone a drawer covers the screen and holds the focus; elsewhere the table beside it stays in use. */
  settleDrawer() {
    /** @type {HTMLDialogElement | null} */
    const dialog = this.root.querySelector("dialog.drawer");
    if (!dialog) return;
    const modal = this.ui.layout === "narrow";
    if (dialog.open && dialog.matches(":modal") !== modal) dialog.close();
    if (dialog.open) return;
    if (modal) dialog.showModal();
    else dialog.setAttribute("open", ""); // unlike show(), this leaves the focus where it is
  }

  /** Focus follows what opened, comes back from what closed, and never falls out of the table. */
  landFocus(before, place, inDrawer) {
    const { drawer: open, kind } = this.shown;
    const drawerNow = open ? `${open.kind} ${open.focus || ""}` : "";
    const drawerWas = this.drawerWas || "";
    const lowered = kind === "curtain" && this.kindWas !== "curtain";
    Object.assign(this, { drawerWas: drawerNow, kindWas: kind });
    const searching = before && before.matches("input[type=search]");
    if (drawerNow && drawerNow !== drawerWas && !searching && this.used) return this.showDrawer(open);
    if (drawerWas && !drawerNow && this.canFocus(this.opener)) return this.opener.focus({ preventScroll: true });
    if (lowered && (before || document.activeElement === document.body)) return this.focusOn("[data-land=lift]");
    const now = focused();
    const lost = now === this.root || !this.root.contains(now) || now.matches(":disabled");
    if (!before || !lost) return;
    if (inDrawer && open) this.focusDrawer(open, true); // what was written there has been sent
    else this.focusNextBest(place);
  }

  /** A drawer that would reach below the edge of the window comes up with its table: its buttons are at its foot. */
  showDrawer(data) {
    const { bottom } = this.root.getBoundingClientRect();
    if (this.ui.layout === "wide" && bottom > window.innerHeight + 1) this.root.scrollIntoView({ block: "start" });
    this.focusDrawer(data);
  }

  /** What a drawer is about comes into focus, and into sight unless the eye is to `stay` where it is. */
  focusDrawer(data, stay = false) {
    const entry = data.focus && this.find(`[data-entry="${CSS.escape(data.focus)}"]`);
    if (entry) {
      entry.focus({ preventScroll: true });
      if (stay) return;
      entry.scrollIntoView({ block: "nearest" });
      const body = entry.closest(".drawer-body");
      const head = this.find(".search")?.offsetHeight || 12; // it stays at the top and would cover the entry
      const above = body ? entry.getBoundingClientRect().top - body.getBoundingClientRect().top : 0;
      if (body) body.scrollTop += above / zoomOf(body) - head;
    } else this.focusOn("[data-land=drawer]");
  }

  /** The thing in focus has gone: stay in its place if something there may be used, else go to NOW. */
  focusNextBest(place) {
    const anchor = this.menuAnchor;
    if (this.canFocus(anchor)) return anchor.focus({ preventScroll: true });
    const legal = place && place.isConnected && place.querySelector("[data-piece].is-legal");
    if (legal) return legal.focus({ preventScroll: true });
    const near = this.shown.kind === "class" && this.around.find((one) => one.isConnected && one.querySelector(USABLE));
    if (near) return near.querySelector(USABLE).focus({ preventScroll: true }); // what has come in its place
    if (!this.focusOn("[data-land=lift]") && !this.focusOn("[data-land=now]")) this.root.focus({ preventScroll: true });
  }

  canFocus(element) {
    return Boolean(element && element.isConnected && this.root.contains(element) && !element.disabled);
  }

  focusOn(selector) {
    const element = this.find(selector);
    if (element) element.focus({ preventScroll: true });
    return Boolean(element);
  }

  // -- menu at a piece or a button -----------------------------------------------------------------------------------

  /** A menu closes with the screen it was opened on, unless it `lasts`: one of the page's look, whatever comes. */
  openMenu(menu) {
    this.open = menu;
    this.menuAnchor = menu.anchor;
    this.draw();
    const element = this.find(".menu");
    placeMenu(element, menu.anchor, this.root);
    this.focusOn(".menu [aria-checked=true]") || this.focusOn(".menu button:not(:disabled)");
  }

  /** A menu of a piece that stays open beside what others do has the moves that there are now; without any it closes. */
  renewMenu() {
    if (!this.open?.piece) return;
    const piece = asItIsNow({ id: this.open.piece }, narrowed(this.screen, this.local.chosen));
    this.open = piece.moves?.length || piece.also ? pieceMenu(piece, this.open.anchor, this) : null;
  }

  /** A menu that lasts stays at its button, wherever that is now, and goes with it. */
  keepMenu() {
    if (!this.open?.lasts) return;
    const menu = this.find(".menu");
    if (menu && this.canFocus(this.open.anchor)) placeMenu(menu, this.open.anchor, this.root);
    else this.closeMenu();
  }

  /** Whoever was in the menu is back where it was opened; whoever has gone elsewhere stays there. */
  closeMenu() {
    if (!this.open) return;
    const { anchor } = this.open;
    const wasInside = Boolean(focused()?.closest(".menu"));
    this.open = null;
    this.draw();
    if (wasInside && this.canFocus(anchor)) anchor.focus({ preventScroll: true });
    this.menuAnchor = null;
  }

  menuNode() {
    if (!this.open) return null;
    const item = (entry, index) => {
      if (entry.heading) return h("div", { key: index, class: "label menu-heading", role: "presentation" }, entry.heading);
      const isOn = entry.checked ?? entry.ticked; // one of several, or a switch of its own
      const role = isOn === undefined ? "menuitem" : entry.ticked === undefined ? "menuitemradio" : "menuitemcheckbox";
      const checked = isOn === undefined ? {} : { "aria-checked": String(Boolean(isOn)) };
      const run = () => {
        const menu = this.open;
        entry.run();
        if (menu === this.open) this.closeMenu();
      };
      return h(
        "button",
        {
          key: index,
          type: "button",
          role,
          ...checked,
          "aria-label": entry.label,
          disabled: Boolean(entry.off),
          tabindex: "-1",
          onclick: run,
        },
        entry.glyph ? glyph(entry.glyph) : isOn && glyph("tick"),
        h("span", {}, entry.text, entry.note && h("small", {}, entry.note)),
        entry.strong && h("b", {}, entry.strong),
      );
    };
    const { label, items } = this.open;
    return h("div", { class: "menu", key: "menu", role: "menu", "aria-label": label }, items.map(item));
  }

  pressedElsewhere(event) {
    if (this.open && !event.target.closest?.(".menu")) this.closeMenu();
    this.usedElsewhere(event.target);
  }

  /** On a phone a refusal lies over the page: it is gone once another table is used, or this one is out of sight. */
  usedElsewhere(target) {
    const other = target.closest?.(".tabletop");
    if (other && other !== this.root) this.putAway();
  }

  putAway() {
    if (this.find(".answer-sheet")) this.setLocal({ putAway: JSON.stringify(this.screen.why) });
  }

  // -- keyboard ------------------------------------------------------------------------------------------------------

  /** A click leaves the focus on a piece, or on the next one if that has gone; Enter then still means the button that
   * says so. Whoever walks there with the keys means the piece. */
  pressedFirst(event) {
    if (event.key !== "Enter") this.byPointer = false;
    else if (this.byPointer && event.target.closest("[data-piece]") && !this.playback.busy && this.pressMain()) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  pressedKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const handled = event.target.closest(".menu") ? this.menuKey(event) : this.tableKey(event);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  menuKey(event) {
    if (event.key === "Tab") this.closeMenu();
    if (event.key === "Escape") this.closeMenu();
    const items = [...this.root.querySelectorAll(".menu button:not(:disabled)")];
    return event.key === "Escape" || stepFocus(event, items, true);
  }

  tableKey(event) {
    const { key, target } = event;
    if (key === "Escape") return this.escape(target);
    if (key === "/" && target.matches("input[data-type]") && !target.value) return true; // already there
    if (target.matches(TYPING)) return false;
    const group = target.closest(".buttons, .choices, .dots, .cells");
    if (group && stepFocus(event, [...group.querySelectorAll("button:not(:disabled)")])) return true;
    const isBehind = Boolean(this.screen.drawer); // whoever reads or fills in something else does not mean the table
    if (key === "Enter" && !event.repeat && !isBehind && !target.closest(ENTER_IS_TAKEN)) return this.pressMain();
    if (key === "u" && !isBehind && (this.screen.time?.undo || this.screen.time?.no_undo)) return this.send({ do: "undo" }), true;
    if (key === "/" && this.root.querySelector("[data-type]")) return this.startTyping(), true;
    if (key === "n" && (this.screen.tools || []).includes("notes")) return this.startNote(), true;
    return !isBehind && pressChair(key, this.screen, this.ui.send);
  }

  /** Write a note about the moment that is shown. */
  startNote() {
    if (this.screen.drawer?.kind !== "notes") this.send({ do: "open", drawer: "notes" });
    else this.focusOn("[data-entry=mark]");
  }

  escape(target) {
    if (this.open) this.closeMenu();
    else if (this.screen.drawer) this.send({ do: "close" });
    else if (this.find(".answer-sheet")) this.closeSheet();
    else if (this.local.chosen) this.choose(null);
    else if (openCard(this.screen, this.ui)) closeCard(this.screen, this.ui);
    else if (target.matches("input[data-type]")) {
      target.value = "";
      this.setLocal({ typing: false });
      this.find("[data-type]")?.focus();
    } else return false;
    return true;
  }

  pressMain() {
    if (isTooEarly(this)) return true;
    const main = this.find("[data-main]:not(:disabled)");
    if (main) main.click();
    return Boolean(main);
  }

  // -- look and size -------------------------------------------------------------------------------------------------

  themes() {
    const theme = readLook().theme;
    const item = (id, text) => ({ text, checked: theme === id, run: () => changeLook({ theme: id }) });
    return [item("light", "Light"), item("dark", "Dark"), item("contrast", "High contrast"), item(
      "system",
      "System",
    ), { text: "Show rule ids", ticked: this.ui.ids, run: () => changeLook({ ids: !this.ui.ids }) }];
  }

  /** A table that is put on the wall takes the whole of it; taken off again, it is still what one looks at. */
  setLook(look) {
    changeLook(look);
    if ("projector" in look) this.root.scrollIntoView({ block: "start" }); // all tables of the page have changed size
  }

  applyLook(look, redraw = false) {
    const theme = look.theme === "system" ? null : look.theme;
    const projector = look.projector ? "" : null;
    setProperty(this.root, "data-theme", theme);
    setProperty(this.root, "data-projector", projector);
    setProperty(document.documentElement, "data-tabletop-theme", theme);
    setProperty(document.documentElement, "data-tabletop-projector", projector);
    this.ui.projector = look.projector;
    this.ui.ids = Boolean(look.ids);
    if (!redraw) return;
    if (this.screen && !this.underWay) this.agreeOnEyes(); // else the answer brings us there
    this.drawn.clear(); // a chart takes its colours from the theme
    this.measure();
    this.draw();
  }

  /** The room that the table has; whether it has to be drawn anew for it. */
  fit() {
    setProperty(this.root, "data-full", takesAll(this));
    const { across, height, zoom, layout, flat, leads, lead, short } = roomOf(this);
    this.root.style.zoom = zoom === 1 ? "" : String(zoom);
    this.root.style.setProperty("--zoom", String(zoom));
    this.root.style.setProperty("--app", `${Math.floor(height)}px`);
    this.root.style.setProperty("--across", `${Math.floor(across)}px`);
    this.root.style.setProperty("--joined", `${Math.ceil(lead)}px`);
    setProperty(this.root, "data-short", short);
    setProperty(this.root, "data-leads", leads);
    const drawn = () => JSON.stringify([this.ui.layout, this.ui.flat, this.ui.short, this.ui.width, this.ui.lead]);
    const before = drawn();
    Object.assign(this.ui, { layout, flat, short, phone: layout === "narrow", width: Math.round(across), leads, lead });
    return before !== drawn();
  }

  measure() {
    const led = this.ui.leads;
    if (!this.fit()) this.fitAsked(), this.fitMat();
    else if (this.screen) this.draw();
    this.keepPlace(led);
  }

  /** A table that has the window keeps it, however the page around it is laid out; one near its upper edge comes there. */
  keepPlace(led) {
    const had = isJoined(this.root);
    if (!had && Boolean(led) === this.ui.leads) return;
    const far = Math.abs(this.root.getBoundingClientRect().top);
    if (had ? far >= 1 || !this.ui.leads : far <= ABOUT) comeForward(this.root);
    else drawBar();
  }

  // -- charts --------------------------------------------------------------------------------------------------------

  /** What to say while the chart is not there yet; asks for the drawing library when it is first needed. */
  chart(figure, name = "", press = null) {
    this.figures.set(name, { figure, press });
    if (window.Plotly) return "ready";
    if (!this.asked) {
      this.asked = true;
      plotly(this.model).then(
        () => this.draw(),
        (error) => {
          console.error("tabletop: no charts", error);
          this.noCharts = true;
          this.draw();
        },
      );
    }
    return this.noCharts ? "failed" : "loading";
  }

  drawChart() {
    if (!window.Plotly) return;
    for (const container of this.root.querySelectorAll("[data-plot]")) {
      const name = container.getAttribute("data-plot");
      const { figure, press } = this.figures.get(name) || {};
      const wanted = figure && JSON.stringify(figure);
      if (!wanted || (this.drawn.get(name) === wanted && container.childNodes.length)) continue;
      this.drawn.set(name, wanted);
      drawFigure(container, figure, this.root, this.ui.projector);
      if (press) makePressable(container, (bar, side) => this.figures.get(name)?.press?.(bar, side));
    }
  }
}

/** Whether a part of the table is cut off at its right edge, or lies over the next one; what is only read out is not. */
function overflows(mat) {
  const asked = mat.querySelector(".has-map > .beside:not(:has(> .tabs))"); // what can wait may scroll, but not this
  if (asked && asked.scrollHeight > asked.clientHeight + OUTLINE) return true;
  const columns = [...mat.querySelectorAll(".has-launcher > :is(.near, .beside), .has-launcher > .beside > .part, .patterns")];
  if (columns.some((column) => column.scrollHeight > column.clientHeight + OUTLINE)) return true;
  const boxes = [mat, ...mat.querySelectorAll(".place, .part, .part > div")];
  return boxes.some((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + OUTLINE);
}

/** A little after the next frame: work that begins at once would still hold it up. */
function afterPaint(run) {
  requestAnimationFrame(() => setTimeout(run, 20));
}

// -- Menus and keys --------------------------------------------------------------------------------------------------

function pieceMenu(piece, element, table) {
  const can = (piece.moves || []).map((move, index) => ({ move, text: (piece.texts && piece.texts[index]) || move.join(" ") }));
  const items = [...can, ...(piece.also || [])].map(({ move, text }) => ({ text, run: () => table.send({ do: "move", move }) }));
  return { anchor: element, piece: piece.id, label: piece.label, items };
}

/** Under its anchor, or above it where there is no room; always inside the window, below the page's bar, and the table. */
function placeMenu(menu, anchor, root) {
  const at = anchor.getBoundingClientRect();
  const frame = root.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const bottom = Math.min(window.innerHeight, frame.bottom) - 8;
  const first = barHeight() + 8;
  const isBelow = at.bottom + 6 + height <= bottom;
  const top = isBelow ? at.bottom + 6 : Math.max(Math.min(at.top - 6, bottom) - height, first);
  menu.style.maxHeight = `min(420px, 70vh, ${(bottom - first) / zoomOf(root)}px)`;
  const right = Math.min(window.innerWidth, frame.right) - 8;
  const left = Math.max(Math.min(at.left, right - width), frame.left + 8, 8);
  menu.style.left = `${(left - frame.left) / zoomOf(root)}px`;
  menu.style.top = `${(top - frame.top) / zoomOf(root)}px`;
}

/**
 * What has the focus in the page.
 * @returns {HTMLElement | null}
 */
function focused() {
  return /** @type {HTMLElement | null} */ (document.activeElement);
}

/** All that an element lies in, up to a root: what is left of it when the element is gone. */
function above(element, root) {
  const found = [];
  for (let one = element.parentElement; one && one !== root; one = one.parentElement) found.push(one);
  return found;
}

/** Arrow keys, Home and End among the items of a group. */
function stepFocus(event, items, round = false) {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -items.length, End: items.length };
  const step = steps[event.key];
  const at = items.indexOf(event.target.closest("button"));
  if (!step || at < 0) return false;
  let next = at + step;
  if (round && Math.abs(step) === 1) next = (next + items.length) % items.length;
  items[Math.max(0, Math.min(next, items.length - 1))].focus();
  return true;
}
