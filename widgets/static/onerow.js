// How much of the move bar fits into one row, and of a table's head. Widths are reckoned from the texts: to measure what is drawn would lay the
// page out once more with every move.

const FONT = 'px "Segoe UI", -apple-system, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const BETWEEN_GROUPS = 18;
const BETWEEN_BUTTONS = 6;
const MORE = 90; // the button for what does not fit
const LETTERS = 8; // of a text that are always there, however narrow the row is
const LONGEST = 210; // pixels of a button: of a longer text there is the beginning

const SERIF = 'px "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "Liberation Serif", Georgia, serif';
const TOOL = 38; // pixels of a tool without its word: its sign, and the room around it
const BEFORE_WORD = 6;
const HEAD = 100; // pixels of a head without its words, tools and what it shares with the page's bar

const known = new Map();

/** The width of a text; each is measured once. */
function textWidth(text, size, weight, font = FONT) {
  const key = `${weight} ${size} ${font} ${text}`;
  if (!known.has(key)) {
    if (known.size > 2000) known.clear();
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${weight} ${size}${font}`;
    known.set(key, pen.measureText(text).width);
  }
  return known.get(key);
}

const scale = (ui) => (ui.projector ? 1.6 : 1);

export function widthOf(button, ui) {
  const k = scale(ui);
  const words = textWidth(button.text || "", 13 * k, 500) + (button.strong ? textWidth(button.strong, 13 * k, 700) + 5 * k : 0);
  return Math.min(words + (button.glyph ? 20 * k : 0) + 22 * k, LONGEST * k);
}

/** The narrowest that a button may become: the first letters of its text, or all of it where it is no longer. */
function leastOf(button, ui) {
  const { text = "" } = button;
  const beginning = text.length > LETTERS + 1 ? `${text.slice(0, LETTERS)}…` : text;
  return Math.min(widthOf({ ...button, text: beginning }, ui), widthOf(button, ui));
}

/** The label stands above its buttons, or beside them where height is short. */
function labelWidth(group, ui) {
  const width = textWidth((group.label || "").toUpperCase(), 12 * scale(ui), 600) * 1.08;
  return ui.short ? width + 8 : 0;
}

function buttonsOf(group) {
  return group.folded ? [{ text: `Choose one of ${group.buttons.length} …` }] : group.buttons;
}

/** The groups, or the beginning of one, that have room in a row, and the rest; a button for a single one hides more
 * than it saves, so then all of them are a little narrower or, where they would be too narrow, another one goes along. */
export function inOneRow(groups, room, ui) {
  const width = (group) =>
    labelWidth(group, ui) + buttonsOf(group).reduce((sum, one) => sum + widthOf(one, ui) + BETWEEN_BUTTONS, 0) + BETWEEN_GROUPS;
  const all = groups.reduce((sum, group) => sum + width(group), 0);
  if (all <= room || !ui.width) return { row: groups, rest: [], tight: false };
  const row = [];
  const rest = [];
  let left = room - MORE * scale(ui);
  for (const group of groups) {
    const split = rest.length ? [[], group.buttons] : divided(group, left, ui);
    if (split[0].length) row.push({ ...group, buttons: split[0] });
    if (split[1].length) rest.push({ ...group, buttons: split[1] });
    left -= width(group);
  }
  if (rest.length !== 1 || rest[0].buttons.length !== 1) return { row, rest, tight: false };
  const shown = groups.flatMap(buttonsOf);
  const spare = shown.reduce((sum, one) => sum + widthOf(one, ui) - leastOf(one, ui), 0);
  return all - room <= spare ? { row: narrowed(groups, ui), rest: [], tight: true } : { ...withOneMore(row, rest), tight: false };
}

/** The groups with the least width of each button. */
function narrowed(groups, ui) {
  return groups.map((group) => ({
    ...group,
    least: leastOf(buttonsOf(group)[0], ui),
    buttons: group.buttons.map((button) => ({ ...button, least: leastOf(button, ui) })),
  }));
}

/** The last button of the row goes to the rest; a folded group goes as a whole. */
function withOneMore(row, rest) {
  const group = row.at(-1);
  if (!group) return { row, rest };
  const kept = group.folded ? [] : group.buttons.slice(0, -1);
  const gone = group.buttons.slice(kept.length);
  const [first] = rest;
  const isSame = first.label === group.label;
  const moved = isSame ? [{ ...first, buttons: [...gone, ...first.buttons] }] : [{ ...group, buttons: gone }, first];
  return { row: [...row.slice(0, -1), ...(kept.length ? [{ ...group, buttons: kept }] : [])], rest: moved };
}

/** As many buttons of a group as there is room for, and the others; a folded group stays whole. */
function divided(group, room, ui) {
  let left = room - labelWidth(group, ui) - BETWEEN_GROUPS;
  if (group.folded) return left >= widthOf(buttonsOf(group)[0], ui) ? [group.buttons, []] : [[], group.buttons];
  let count = 0;
  for (const button of group.buttons) {
    left -= widthOf(button, ui) + BETWEEN_BUTTONS;
    if (left < 0) break;
    count += 1;
  }
  return [group.buttons.slice(0, count), group.buttons.slice(count)];
}

/** How many of the tools in a table's head keep their words, so that all of it is one line; the last give theirs up. */
export function toolsWithWords(words, { title = "", place = "", others = [] }, ui) {
  if (!ui.width) return words.length;
  const said = textWidth(title, ui.short || ui.leads ? 19 : 21, 700, SERIF) + textWidth(place, 13, 600);
  const buttons = others.reduce((sum, text) => sum + textWidth(text, 13, 500) + TOOL, 0);
  let left = ui.width - ui.lead - HEAD - said - buttons - words.length * TOOL;
  const fits = (word) => (left -= textWidth(word, 13, 500) + BEFORE_WORD) >= 0;
  const first = words.findIndex((word) => !fits(word));
  return first < 0 ? words.length : first;
}
