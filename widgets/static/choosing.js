// Moves that take two pieces. The first half is chosen in the page alone; Python hears of the whole move. While a piece
// is chosen, the screen is drawn as if only its moves were there.

/** The chosen piece, if it is still one that can be chosen. */
export function chosenIn(screen, id) {
  const piece = id ? findPiece(screen.scene, id) : null;
  return piece && piece.choose && piece.moves?.length ? piece : null;
}

/** A piece as it lies in this screen; what lies nowhere any more, as it was. */
export function asItIsNow(piece, screen) {
  return findPiece(screen.scene, piece.id) || piece;
}

/** The piece that a refusal is about: of several that try the same, such as dice with one face, the one that was pressed. */
export function refusedPiece(screen, pressed) {
  const named = screen.why?.piece || null;
  const tried = (id) => JSON.stringify(findPiece(screen.scene, id)?.try || null);
  return named && pressed && tried(pressed) !== "null" && tried(pressed) === tried(named) ? pressed : named;
}

function findPiece(thing, id) {
  if (!thing || typeof thing !== "object") return null;
  if (thing.id === id && thing.label) return thing;
  for (const value of Object.values(thing)) {
    const found = findPiece(value, id);
    if (found) return found;
  }
  return null;
}

/** The screen without what was answered before a piece was chosen: it is about something else. */
export function withoutOldAnswer(screen, answered) {
  return screen.why && answered === JSON.stringify(screen.why) ? { ...screen, why: null } : screen;
}

/** The screen with what belongs to the chosen piece; without one, its moves wait behind a button for each choice. */
export function narrowed(screen, id) {
  const chosen = chosenIn(screen, id);
  if (!chosen) return { ...screen, moves: choicesFirst(screen.moves) };
  const own = new Set(chosen.moves.map((move) => JSON.stringify(move)));
  return {
    ...screen,
    scene: narrowScene(screen.scene, chosen, own),
    moves: narrowGroups(screen.moves || [], chosen, own),
    now: chosen.chosen?.quiet ? screen.now : narrowNow(screen.now, chosen),
    asks: chosen.chosen?.text || chosen.label,
  };
}

function choicesFirst(moves) {
  const rest = (moves || []).filter((group) => !group.choice);
  return [...ofEachKind(distinct(moves || []), (what) => `Choose ${what}`, chooseButton), ...rest];
}

/** A group for each kind of thing that can be chosen: a heading must fit all that stands under it. */
function ofEachKind(choices, label, button) {
  const kinds = new Map();
  for (const choice of choices) {
    const what = choice.what || "a card";
    kinds.set(what, [...(kinds.get(what) || []), button(choice)]);
  }
  return [...kinds].map(([what, buttons]) => ({ label: label(what), buttons }));
}

function distinct(groups) {
  const found = new Map();
  for (const { choice } of groups) if (choice) found.set(choice.piece, choice);
  return [...found.values()];
}

function chooseButton({ piece, text, strong, label }) {
  return { text, strong, label, legal: true, do: { do: "choose", piece } };
}

function narrowScene(thing, chosen, own) {
  if (Array.isArray(thing)) return thing.map((one) => narrowScene(one, chosen, own));
  if (!thing || typeof thing !== "object") return thing;
  const inner = {};
  for (const [key, value] of Object.entries(thing)) {
    inner[key] = key === "moves" || key === "texts" || key === "ends" ? value : narrowScene(value, chosen, own);
  }
  return thing.id && thing.label ? narrowPiece(inner, chosen, own) : inner;
}

function narrowPiece(piece, chosen, own) {
  if (piece.id === chosen.id) return { ...piece, state: "selected" };
  const ends = piece.ends?.[chosen.id]; // what it finishes, though it could have been chosen first itself
  if (piece.choose && !ends) return { ...piece, state: "other" };
  const shared = ends ? new Set(ends.map((move) => JSON.stringify(move))) : own;
  const moves = piece.moves || [];
  const kept = [...moves.keys()].filter((n) => shared.has(JSON.stringify(moves[n])));
  const { state: _, choose: __, also: ___, ...rest } = piece; // what else may be tried has nothing to do with the chosen one
  if (kept.length) {
    return { ...rest, moves: kept.map((n) => piece.moves[n]), texts: kept.map((n) => (piece.texts || [])[n]) };
  }
  return { ...rest, moves: [], texts: [], try: (piece.with && piece.with[chosen.id]) || piece.try };
}

/** What the chosen piece can do, the others that could be chosen, and what leads on: that is always there. */
function narrowGroups(groups, chosen, own) {
  const leads = (one) => one.main || one.ends;
  const kept = groups
    .map((group) => ({ ...group, buttons: group.buttons.filter((one) => leads(one) || own.has(JSON.stringify(one.do.move))) }))
    .filter((group) => group.buttons.length);
  const others = distinct(groups).filter((choice) => choice.piece !== chosen.id);
  return [...kept, ...ofEachKind(others, (what) => `Another ${what.replace(/^an? /, "")}`, plainChoice)];
}

function plainChoice(choice) {
  return { ...chooseButton(choice), legal: false };
}

function narrowNow(now, chosen) {
  const { text, rules } = chosen.chosen || { text: chosen.label, rules: [] };
  const back = { text: "Go back", key: "Esc", do: { do: "unchoose" } };
  return { ...now, kind: "pending", head: "You are choosing", text, rules, buttons: [back] };
}
