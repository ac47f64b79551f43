// What others do, played back: the beats of a screen run over the table as it was, one sentence at a time, and only
// then the table changes. How fast is the reader's to say; a click or a key is always enough to be done with it.

import { h } from "./dom.js";
import { seatBadge } from "./cards.js";
import { restingChairs } from "./chairs.js";
import { heading, plainButton } from "./panels.js";
import { ruleLink } from "./rules.js";
import { changeLook, readLook, reducedMotion } from "./page.js";
import { Stage, withSteps } from "./stage.js";

export const PACES = { slow: "Slow", normal: "Normal", fast: "Fast", step: "Step by step", once: "At once" };
const FACTORS = { slow: 1.7, normal: 1, fast: 0.45 };
const READING = { start: 450, letter: 14, most: 2200, big: 600 }; // milliseconds for a sentence at the normal pace
const OWN = 0.65; // of the time, for what one's own move brings: one has been waiting for it
const BETWEEN = 260; // milliseconds at a table that has just changed, before it goes on
const AFTER = 1400; // milliseconds that a change stands at a score after the table has changed
const LONG = 105; // letters that fit into two lines in large type
const MENU = 150; // milliseconds until one looks again whether a menu has been closed
const OWN_KEYS = "input, textarea, select, summary, a, dialog, .menu, .masthead *, :is(.playback, .pane, .time) button";

/**
 * Whether somebody is in the middle of a decision. Where all act at the same time, what somebody else does then takes
 * nothing out of one's hands: it is told beside the decision, and not played over it.
 */
export const isAsked = (screen) => screen?.now?.kind === "yours" && !screen.next;

export class Playback {
  constructor(table) {
    this.table = table;
    this.stage = new Stage(table.root);
    this.number = 0; // of what is being played: whoever waits finds out that it is over
    this.screen = null; // what the page shows meanwhile
    this.beat = null;
    this.paused = false;
    this.advance = null; // ends the present wait
    this.said = null; // what has been read out, and for which screen
    this.spoken = 0;
    const again = () => this.stage.again();
    const key = (event) => this.pressed(event);
    table.root.addEventListener("scroll", again, { capture: true, passive: true });
    table.root.addEventListener("keydown", key, true);
    window.addEventListener("scroll", again, { capture: true, passive: true });
    table.watchers.push(() => {
      table.root.removeEventListener("scroll", again, true);
      table.root.removeEventListener("keydown", key, true);
      window.removeEventListener("scroll", again, true);
      this.stop();
    });
  }

  get pace() {
    const { pace } = readLook();
    return Object.hasOwn(PACES, pace) ? pace : "normal";
  }

  get active() {
    return this.screen !== null;
  }

  /** Whether the others are at it: something is being played, or somebody else is asked. */
  get busy() {
    return this.active || Boolean(this.table.screen?.next);
  }

  /** The news of a screen that was played back need not be read out once more. */
  get news() {
    return this.said && (this.active || this.said.at === this.table.screen.at) ? this.said.say : null;
  }

  // -- playing -------------------------------------------------------------------------------------------------------

  /** Play a screen over the one that is shown; false if there is nothing to play. */
  begin(old, screen) {
    this.stop();
    const stages = screen.play || [];
    const any = stages.some((stage) => stage.beats.length);
    if (!any || this.pace === "once" || old?.kind !== "table" || screen.kind !== "table") return false;
    const { height } = this.table.find(".moves, .dock")?.getBoundingClientRect() || { height: 0 };
    this.table.root.style.setProperty("--band", `${Math.round(height)}px`);
    this.number += 1;
    const chairs = restingChairs(old.chairs);
    this.screen = { ...old, why: null, recap: null, moves: [], task: resting(old.task), chairs };
    const { number } = this;
    this.run(stages, number).catch((error) => {
      console.error("tabletop: a playback broke off", error);
      if (number === this.number) this.finish(); // the table goes on, whatever has happened
    });
    return true;
  }

  async run(stages, number) {
    const gone = () => number !== this.number;
    for (const stage of stages) {
      this.screen = { ...this.screen, now: { kind: "wait", head: "Now", text: stage.text, rules: [], buttons: [] } };
      for (const beat of stage.beats) {
        if (beat.becomes) this.screen = { ...this.screen, scene: this.merged(stage.scene, beat.becomes) };
        if (beat.parts) this.screen = { ...this.screen, scene: replaced(this.screen.scene, beat.parts) };
        this.screen = { ...this.screen, scene: withSteps(this.screen.scene, beat) };
        await this.play(beat, stage.seat, gone);
        if (gone()) return;
      }
      if (!stage.scene) continue;
      this.beat = null;
      this.screen = { ...this.screen, scene: stage.scene };
      this.change(() => this.table.drawNew());
      await this.wait(BETWEEN, gone);
      if (gone()) return;
    }
    this.finish();
  }

  /** The table that is shown, with some zones as a stage leaves them; the last one leads to the table as it is now. */
  merged(scene, zones) {
    const later = scene || this.table.screen.scene;
    const same = (part) => later.find((other) => other.zone === part.zone && other.part === part.part);
    return this.screen.scene.map((part) => zones.includes(part.zone) ? same(part) || part : part);
  }

  async play(beat, seat, gone) {
    this.beat = { seat, ...beat };
    this.spoken += 1;
    this.said = { at: this.table.screen.at, say: { n: this.spoken, text: beat.text } };
    this.table.draw();
    this.stage.show(beat, this.table.ui);
    if (!reducedMotion()) await this.stage.enter(beat, gone);
    if (gone()) return;
    const own = seat === this.table.seat ? OWN : 1;
    await this.wait(own * this.length(beat), gone);
    if (!gone() && !reducedMotion()) await this.stage.leave(beat, gone);
  }

  /** How long a beat stays: as long as it takes to read. */
  length({ text, big }) {
    if (this.pace === "step") return Infinity;
    const reading = READING.start + READING.letter * text.length + (big ? READING.big : 0);
    return Math.min(reading, READING.most) * FACTORS[this.pace];
  }

  /** Wait, unless somebody moves it on; a pause and an open menu hold it. */
  wait(milliseconds, gone) {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(this.timer);
        this.advance = this.tick = null;
        resolve();
      };
      let left = milliseconds;
      let since = performance.now();
      this.tick = () => {
        clearTimeout(this.timer);
        const now = performance.now();
        if (!this.held) left -= now - since;
        since = now;
        if (gone() || (left <= 0 && !this.held)) return done();
        const next = this.held || left === Infinity ? MENU : Math.min(left, MENU);
        this.timer = setTimeout(this.tick, next);
      };
      this.advance = done;
      this.tick();
    });
  }

  get held() {
    return this.paused || this.table.open !== null;
  }

  /** The table changes: what was shown over it goes, what a move has cost stays a little at the scores. */
  change(draw) {
    const flown = this.stage.flown;
    this.stage.flown = new Set();
    this.flown = flown;
    draw();
    this.stage.clear();
    this.flown = null;
  }

  /** All beats have been played, or nobody wants them: the table as it is now. */
  finish() {
    this.number += 1;
    this.screen = this.beat = null;
    this.advance?.();
    this.change(() => this.table.drawNew());
    this.table.planNext();
  }

  /** What one's own move has cost, at the scores: nothing waits for it. */
  showDeltas(screen) {
    const deltas = (screen.play || []).flatMap((stage) => stage.deltas || []);
    clearTimeout(this.fading);
    if (!deltas.length || this.active) return;
    this.stage.show({ deltas }, this.table.ui);
    this.fading = setTimeout(() => !this.active && this.stage.clear(), AFTER);
  }

  // -- what a reader can do ------------------------------------------------------------------------------------------

  stop() {
    this.number += 1;
    this.screen = this.beat = null;
    clearTimeout(this.fading);
    this.advance?.();
    this.stage.clear();
    this.stage.flown.clear();
  }

  /** Be done with what is being played; the table is as it is now. */
  skip() {
    if (this.active) this.finish();
  }

  /** Be done with all of it, up to one's own decision. */
  toMe() {
    this.paused = false;
    this.skip();
    if (this.table.screen.next) this.table.send({ do: "go-on", all: true });
  }

  /** A click during a movement ends it; a click on what stands there moves on to the next beat. */
  step() {
    if (!this.active) return this.table.planNext(true);
    this.stage.hurry();
    this.advance?.();
  }

  pause() {
    this.paused = !this.paused;
    if (this.active) this.tick?.();
    else if (!this.paused) this.table.planNext();
    this.table.draw();
  }

  /** Space pauses or makes a step, Enter skips; where a key has a meaning of its own it keeps it. */
  pressed(event) {
    if (!this.busy || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest(OWN_KEYS)) return;
    const run = { " ": () => (this.pace === "step" ? this.step() : this.pause()), Enter: () => this.toMe() }[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  setPace(pace) {
    changeLook({ pace });
    this.paused = false;
    if (pace === "once") this.toMe();
    else if (this.pace !== "step") this.step();
  }
}

/** A scene with some parts as they are when something is told. */
function replaced(scene, parts) {
  return scene.map((part) => parts.find((other) => other.zone === part.zone && other.part === part.part) || part);
}

/** A task while others play: it stands there, and nothing can be asked of it. */
function resting(task) {
  return task && { ...task, hints: [], moved: false, resting: true, predict: task.predict && { ...task.predict, may_change: false } };
}

// -- the band ---------------------------------------------------------------------------------------------------------

/** In place of the moves, which nobody has meanwhile: who plays, one sentence, and how fast. */
export function playbackBand(screen, ui) {
  const { playback } = ui;
  const { beat } = playback;
  const waits = playback.paused ? "Paused." : screen.next?.text || "Others are playing.";
  const text = beat ? beat.text : waits;
  return h(
    "div",
    { class: "moves playback", key: "playback", id: `${ui.uid}-moves`, role: "group", "aria-label": "Playback", tabindex: "-1" },
    h(
      "p",
      { class: `playback-text${text.length > LONG ? " is-long" : ""}`, key: "text" },
      beat && Number.isInteger(beat.seat) && seatBadge(beat.seat),
      h("span", {}, text, " ", beat?.rule && ruleLink(beat.rule, ui)),
    ),
    h("div", { class: "row buttons playback-keys", key: "keys" }, paceButtons(playback, ui)),
  );
}

function paceButtons(playback, ui) {
  const { paused, pace } = playback;
  const next = playback.table.screen.next;
  const isStep = pace === "step";
  const [word, icon] = isStep ? ["Next", "last"] : paused ? ["Continue", "last"] : ["Pause", "hourglass"];
  const hold = () => (isStep ? playback.step() : playback.pause());
  const paces = (event) => {
    const item = (id) => ({ text: PACES[id], checked: id === pace, run: () => playback.setPace(id) });
    ui.openMenu({ anchor: event.currentTarget, label: "Pace", items: Object.keys(PACES).map(item), lasts: true });
  };
  const spoken = { "aria-pressed": isStep ? null : String(paused) };
  return [
    plainButton(word, hold, { icon, title: "Space", key: "hold", ...spoken }),
    plainButton(`Pace: ${PACES[pace].toLowerCase()}`, paces, { icon: "clock", key: "pace", "aria-haspopup": "menu" }),
    plainButton(next ? (ui.viewer === null ? "Skip to the end" : "Skip to my turn") : "Skip", () => playback.toMe(), { icon: "last", key: "skip", title: "Enter" }),
  ];
}

// -- since your last turn ---------------------------------------------------------------------------------------------

/** What the others have done meanwhile, in a few lines; each leads to its moment. */
export function recapPanel(screen, ui) {
  const { recap } = screen;
  if (!recap) return null;
  const id = `${ui.uid}-recap`;
  const line = ({ at, number, text, rule }, index) =>
    h(
      "li",
      { key: `${at} ${index}` },
      h(
        "button",
        { type: "button", class: "moment", title: `Go to move ${number}`, onclick: () => ui.send({ do: "goto", number: at }) },
        text,
      ),
      " ",
      rule && ruleLink(rule, ui),
    );
  return h(
    "div",
    { class: "pane recap", key: "recap", role: "group", "aria-labelledby": id, late: true },
    heading(recap.head, "clock", { id }),
    h("ol", {}, recap.lines.map(line)),
    recap.more && h("p", { class: "recap-more" }, recap.more),
  );
}
