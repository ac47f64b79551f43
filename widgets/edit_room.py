"""A table at which cards are changed: any card, in the middle of a game, and the game goes on with it.

What is changed is a draft until somebody plays with it. Then the table's moves are played again with the new cards. If
the past would have been another one, the table says from which move on, and by which rule.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabletop_kernel.content import changes
from tabletop_kernel.content.change_files import change_file_text, changes_in_words, load_text
from tabletop_kernel.contract.errors import SetupError, TabletopError, clip, printed
from tabletop_kernel.contract.game import Game, Move
from tabletop_kernel.study.paired_trials import Trial
from tabletop_kernel.table.replay_changed import Parting, replay, restart_with
from widgets import panel
from widgets.agreeing import AgreeingRoom
from widgets.card_forms import RULING, TRIED_SIDES, Draft, figures
from widgets.lab.link import of_a_table
from widgets.messages import CARDS_FILE, a_file, a_text, a_whole_file, act, one_of
from widgets.notebooks import LAB
from widgets.playtest.journal import CARDS as JOTTED_CARDS
from widgets.playtest.journal import cut_short
from widgets.playtest.pins import pin
from widgets.rulebook import titles
from widgets.timeline import LINES, MANY_LINES

if TYPE_CHECKING:
    from tabletop_kernel.table.session import Session

Data = dict[str, Any]

CARDS = "cards"  # the drawer
TRIED = 60  # games of a trial
FEWEST = 15  # games before which nothing can be told from it
UNASKED = ("try_changed", "go_on", "turning", "think")  # what a page sends by itself while a trial goes on
NOT_HERE = "You can change cards only at your own table or as the host, and not on a projector."
NOT_BACK = "Others play on their own screens, so you can't go back to that move. Start a new game with these cards."
SECRETS = (
    "You can't continue with changed cards: that could reveal other players' hidden cards. "
    "Start a new game with your changes."
)
ENDED = "The host has ended this game. Resume it first, or start a new game with these cards."
NOTHING = "No cards are changed yet. Choose a card and change its text."
HOW = ("on", "there", "start")
PLAYED = "This table uses these cards."
LINE = "With changed cards"
SINCE = re.compile(rf"{LINE}, after move (\S+)")  # what a line is called on which cards were changed in mid-game


class EditRoom(AgreeingRoom):
    """A table whose cards can be changed by those who may."""

    _from_log: tuple[list[tuple[int, str]], list[tuple[int, Session]]] = [], []  # with other cards, and how it was kept
    _came_at = -1  # how far the game was for their eyes when somebody came here by a code or a link

    def _begin_with_cards(self, session: Session) -> None:
        """Another table is here: its cards count, and nothing is being changed about them."""
        self.game = self.setup.game = session.game
        self._draft: Draft | None = None
        self._edited: tuple[str, str] | None = None  # the card that is open
        self._parting: Parting | None = None  # why it cannot simply be played on with what was changed
        self._trial: Trial | None = None
        self._trying = False
        self._misread = ""  # what is wrong with a file that somebody wanted to open

    def _told_of_cards(self, now: Data) -> Data:
        """Whoever comes to a table with changed cards, or with anything else that all should know, reads that first,
        until the next move."""
        if not self.started or self._came_at != self.moments.length:  # what others seal is not counted there
            return now
        pack = self.desk.pack
        told = [pack.sentence] if pack and self.game.edition.change else []
        # Whoever was there when it happened has just been told.
        told = [one for one in (*told, *self._lasting()) if one not in self._noticed]
        return {**now, "text": " ".join([*told, now.get("text", "")]).strip()} if told else now

    @property
    def as_it_was(self) -> Session:
        """The table at the moment that is shown, with the cards that it had then: they may have changed since."""
        session = self.session
        for until, earlier in self._played_before() if session.at_input < session.length else ():
            if session.at_input < until:
                earlier.goto(session.at_input)
                return earlier
        return session

    def _played_before(self) -> list[tuple[int, Session]]:
        """The game with other cards, before so many moves: as this page has played it, or as the table is kept."""
        table = self._keeping.table
        if table is None or self._earlier[self._line] or (len(self.lines) > 1 and not self._others_play):
            return self._earlier[self._line]
        known, found = self._from_log
        if known != table.earlier:
            found = [(until, table.session_before(until, code, self.game)) for until, code in table.earlier]
            self._from_log = list(table.earlier), found
        return found

    def _copy(self, session: Session) -> None:
        if session.game is not self.game:
            self._begin_with_cards(session)
        super()._copy(session)

    def _enter_line(self, number: int) -> None:
        if self.lines[number].game is not self.game:
            self._begin_with_cards(self.lines[number])
        super()._enter_line(number)

    @property
    def _why_no_editing(self) -> str:
        """Why nobody here can change a card; empty if they can."""
        may = self._is_host and not self._projected and not self._keeping.only_looks and not self.covered
        return "" if may else NOT_HERE

    @property
    def may_change_cards(self) -> bool:
        return not self._why_no_editing

    @property
    def _tool_of_cards(self) -> list[str]:
        return [CARDS] if self.may_change_cards else []

    @property
    def draft(self) -> Draft:
        """What is being changed here; SetupError, if nobody may."""
        if problem := self._why_no_editing:
            raise SetupError(problem)
        if self._draft is None:
            self._draft = Draft(self.session.game, self.session.config)
        return self._draft

    # -- what is shown -------------------------------------------------------------------------------------------------

    def cards_drawer(self) -> Data:
        """All cards, or the one that is open, with what can be done about what was changed."""
        if problem := self._why_no_editing:
            return {"kind": CARDS, "problem": problem}
        draft = self.draft
        shown: Data = {"card": draft.form(*self._edited)} if self._edited else {"groups": draft.groups()}
        focus = " ".join(self._edited) if self._edited else ""
        opening = {"longest": CARDS_FILE, "problem": self._misread}
        return {
            "kind": CARDS,
            **shown,
            "focus": focus,
            "opening": opening,
            "lines": draft.differing(),
            "ways": self._ways(draft),
            "foot": self._foot(draft),
        }

    def _foot(self, draft: Draft) -> Data:
        """Where the change stands, and the ways to go on with it."""
        if draft.faults:
            count = len(draft.faults)
            many = "1 thing is" if count == 1 else f"{count} things are"
            return {"text": f"Not playable yet: {many} wrong.", "bad": True, "buttons": []}
        if self._parting:
            return self._parted(self._parting)
        foot: Data = {"text": self._standing(draft), "buttons": []}
        if self._pending(draft):
            foot["buttons"] += self._ways_to_play_it()
        return foot

    def _ways_to_play_it(self) -> list[Data]:
        if self._past_is_secret or self.is_broken_off:
            return [panel.button("Start new game", "play-changed", how="start", main=True)]
        text = "Use cards now" if self.started else "Use cards"
        buttons = [panel.button(text, "play-changed", how="on", main=True)]
        return [*buttons, panel.button("Restart game", "play-changed", how="start")] if self.started else buttons

    @property
    def _past_is_secret(self) -> bool:
        """Whether others play here with hidden cards: whoever heard what becomes of the past with changed cards could
        try one card after another, and find out who has which."""
        return self.started and self._others_play and not self._open

    def _ways(self, draft: Draft) -> Data | None:
        """What can be done with the change besides playing on: try it, compare it, keep it, or leave it out."""
        if draft.faults or not (draft.change or draft.house_rulings):
            return None
        keep = [
            panel.button("Save as file", "save-cards", glyph="save"),
            panel.button("Reset cards", "all-back", glyph="undo"),
        ]
        return {"trial": self._tried(draft), "lab": self._lab_link(draft), "buttons": keep if draft.change else []}

    def _lab_link(self, draft: Draft) -> str:
        """What leads to the lab with this very change; empty where no lab lies beside this page."""
        if draft.game is None or not Path(LAB).is_file():
            return ""
        return of_a_table(self.session.config, draft.game, draft.rulings)

    def _standing(self, draft: Draft) -> str:
        if self._pending(draft):
            return "Changed, but not in use at this table yet." if draft.differing() else "Back to what the pack says."
        if not draft.change:
            return NOTHING
        since = SINCE.fullmatch(self.names[self._line])
        return f"This table has used these cards since move {since[1]}." if since else PLAYED

    def _pending(self, draft: Draft) -> bool:
        """Whether something was changed that the table does not play with."""
        return draft.game is not None and (draft.game.edition.digest != self.game.edition.digest or draft.house_rulings)

    def _parted(self, parting: Parting) -> Data:
        buttons = [panel.button("Restart game", "play-changed", how="start", main=not parting.at)]
        if parting.at and not self._others_play:
            text = f"Go back to before move {self.moments.named(parting.at)}"
            buttons.insert(0, panel.button(text, "play-changed", how="there", main=True))
        text = f"You can't just continue: with these cards, earlier moves would turn out differently. {parting.text}"
        return {"text": text, "rules": [parting.rule] if parting.rule else [], "buttons": buttons, "parted": True}

    def _tried(self, draft: Draft) -> Data:
        """A trial of the change: how far it has come, and what it shows."""
        trial = self._trial
        if trial is None:
            return {
                "done": 0,
                "of": TRIED,
                "going": False,
                "text": "Bots play the same games with and without your changes.",
            }
        text = trial.trouble or f"Quick bots played {trial.games} game{'s' * (trial.games != 1)} with each version."
        known = titles(self.game, self.session.config)
        rows = figures(trial.comparison, known, self.game.pace.round_word) if trial.games >= FEWEST else []
        return {
            "done": trial.games,
            "of": TRIED,
            "going": self._trying,
            "text": text,
            "bad": bool(trial.trouble),
            "over": bool(trial.trouble) or trial.games >= TRIED,
            "rows": rows,
            "names": list(TRIED_SIDES),
        }

    def with_ways_to_change(self, drawer: Data) -> Data:
        """The rulebook: what it says of cards, and of doubtful rules, leads to where they are changed."""
        if self._why_no_editing:
            return drawer
        for item in drawer["entries"]:
            if item["kind"] == "piece" and (entry := changes.entry_of_card(self.game, item["title"])):
                item["change"] = {"do": "card", "table": entry.table, "entry": entry.key}
            elif item["kind"] == "ruling":
                item["change"] = {"do": "card", "table": RULING, "entry": item["id"]}
        return drawer

    def _read(self, move: Move) -> bool:
        """What is read about a card leads to where it is changed."""
        read = super()._read(move)
        if (
            read
            and self.why
            and not self._why_no_editing
            and (entry := changes.entry_of_card(self.game, self.why["what"]))
        ):
            self.why["can"].insert(0, panel.button("Change this card", "card", table=entry.table, entry=entry.key))
        return read

    # -- what the page may ask for -------------------------------------------------------------------------------------

    @act(table=a_text, entry=a_text)
    def card(self, table: str = "", entry: str = "") -> None:
        """Open a card to change it; without one, the list of all."""
        draft, self._misread = self.draft, ""
        if table:
            draft.form(table, entry)  # which says so, if there is no such card
        self._edited = (table, entry) if table else None
        self.desk.open(CARDS)

    @act(table=a_text, entry=a_text, field=a_text, text=a_file)
    def reword(self, table: str, entry: str, field: str, text: str) -> None:
        """Somebody has written something else into a field of a card."""
        self.draft.write(table, entry, field, text)
        self._changed(table, entry)

    @act(table=a_text, entry=a_text)
    def put_back(self, table: str, entry: str) -> None:
        """A card is as its pack has it again."""
        self.draft.put_back(table, entry)
        self._changed(table, entry)

    @act()
    def all_back(self) -> None:
        """All cards are as their pack has them again."""
        self.draft.put_all_back()
        self._changed()

    def _changed(self, *card: str) -> None:
        draft = self.draft
        self._parting, self._trial, self._trying, self._misread = None, None, False, ""
        said = self._foot(draft)["text"]
        problems = [said for field in (draft.form(*card)["fields"] if card else ()) for said in field["said"]]
        self.desk.say(" ".join([said, *problems[:2]]))

    @act(moves_on=True, how=one_of(*HOW))
    def play_changed(self, how: str) -> None:
        """Play on with what was changed, go back to where the past would have been another one, or start again."""
        draft = self.draft
        if draft.game is None:
            raise SetupError("Something is wrong with your changed cards. Fix it first.")
        if not self._pending(draft):
            raise SetupError("This table already uses these cards.")
        if not self.started:
            self._lay_with(draft)
        elif how == "start":
            self._start_with(draft)
        else:
            with self._without_composed():
                self._go_on_with(draft, back=how == "there")

    def _lay_with(self, draft: Draft) -> None:
        """Before a game the table is set with the changed cards."""
        assert draft.game is not None
        self._play_with(restart_with(self.session, draft.game, draft.rulings), "This table now uses the changed cards.")

    def _start_with(self, draft: Draft) -> None:
        """The same table from its start; where others know the cards that will come, a new one."""
        assert draft.game is not None
        if self._keeping.withheld:
            self.setup.game, self.setup.rulings = draft.game, dict(draft.rulings)
            self._open_new()
            self._sit_down()
            return
        self._play_with(
            restart_with(self.session, draft.game, draft.rulings), "The game restarts with the changed cards."
        )

    def _go_on_with(self, draft: Draft, back: bool) -> None:
        """Play the moves again; if not all of them would have come to the same, say so first."""
        assert draft.game is not None
        if self._past_is_secret:
            raise SetupError(SECRETS)
        if self.is_broken_off:
            raise SetupError(ENDED)
        count = self.moments.named
        found = replay(self.session, draft.game, draft.rulings, self.viewer, count)
        if found.parting and not back:
            self._parting = found.parting
            self.desk.open(CARDS)
            self.desk.say(found.parting.text, assertive=True)
            return
        if found.parting and self._others_play:
            raise SetupError(NOT_BACK)
        at = count(found.parting.at) if found.parting else ""
        said = f"The game continues with your changes after move {count(found.session.length)}."
        said = f"The game is back at the point before move {at}, with the changed cards." if at else said
        if self.game.edition.change and not self.journal.counted[JOTTED_CARDS]:
            self._note_cards(self.session, at=0)  # it has begun with other changed ones
        with self._noting_what_is_left():
            self._play_with(found.session, said)
        self._note_cards(found.session, at=found.session.length)

    def _note_cards(self, session: Session, at: int) -> None:
        """For the record: after which move on the game was played with which cards."""
        said = "; ".join(changes_in_words(session.game)) or "as in the pack"
        self._count(JOTTED_CARDS, pin(session, None, at), cut_short(said))

    def _leave_out(self, seat: int, number: int) -> None:
        super()._leave_out(seat, number)
        self._count_cards_anew()

    def _told_taken_back(self, mover: int) -> None:
        super()._told_taken_back(mover)
        self._count_cards_anew()

    def _count_cards_anew(self) -> None:
        """Moves that were made before the cards were changed, and are taken back, are made anew with the changed ones:
        both the name of this line and the record say so."""
        session, now = self.session, self.moments.name(self.moments.length)
        since = SINCE.fullmatch(self.names[self._line])
        if since and _in_order(since[1]) > _in_order(now):
            self.names[self._line] = f"{LINE}, after move {now}"
        self._earlier[self._line] = [(min(until, session.length), one) for until, one in self._earlier[self._line]]
        if any(one.pin.at > session.length for one in self.journal.counted[JOTTED_CARDS]):
            self._note_cards(session, at=session.length)

    def _play_with(self, session: Session, said: str) -> None:
        """This table, with changed cards, is played from now on; as it was, it stays as another line."""
        card, trial = self._edited, self._trial  # what was seen of the very same change
        if self.started and not self._others_play:
            self._copied()  # it may have gone back, or there is another way to play it on
        if not self.started or self._others_play:
            self._copy(session)
            self._begin_with_cards(session)
            self._enter_line(self._line)
        else:
            if len(self.lines) >= LINES:
                raise SetupError(MANY_LINES)
            self.session.goto(self.session.length)
            after = self.moments.named(session.length)
            name = f"{LINE}, after move {after}" if session.length else LINE
            self._add_line(session, name, session.length, self.session)
        self.setup.rulings = dict(session.config.rulings)
        self._edited, self._trial = card, trial
        self.desk.say(said)

    # -- trying and keeping --------------------------------------------------------------------------------------------

    def interrupted_by(self, method: str) -> None:
        super().interrupted_by(method)
        if method not in UNASKED:
            self._trying = False

    @act()
    def try_changed(self) -> None:
        """Begin, so that the page can say so; then one more game at each message, without the changed cards or the same
        with them. The page asks until there are enough."""
        draft = self.draft
        if draft.game is None or not (draft.change or draft.house_rulings):
            raise SetupError("You can't try this yet: no card is changed, or a changed card has a mistake.")
        if self._trial is None:
            self._trial = Trial(draft.game, self.session.config, draft.rulings)
            self._trying = True
            return
        trial = self._trial
        trial.step()
        self._trying = trial.games < TRIED and not trial.trouble
        if not self._trying:
            self.desk.say(trial.trouble or f"{trial.games} games were played with each version.")

    @act()
    def stop_trying(self) -> None:
        """No more games."""
        self._trying = False

    @act(name=a_text, text=a_whole_file(CARDS_FILE))
    def open_cards(self, name: str, text: str) -> None:
        """What a file of changed cards has takes the place of what was changed here; the table waits for its word."""
        draft = self.draft
        self.desk.open(CARDS)
        try:
            draft.take(load_text(text, printed(name) or "an unnamed file", self._upon))
        except TabletopError as error:
            self._misread = str(error)
            self.desk.say(self._misread, assertive=True)
            return
        self._edited = None
        self._changed()

    def _upon(self, game: str, pack: str) -> Game[Any]:
        """What the cards of a file must have been made from, to be opened at this table."""
        base = self.draft.base
        if game != base.name:
            raise SetupError(f"These changed cards are for another game ({clip(game)}). This table plays {base.title}.")
        if pack != base.edition.pack:
            raise SetupError(
                f"These cards change the pack {clip(pack)}, but this table uses {clip(base.edition.pack)}."
            )
        return base

    @act()
    def save_cards(self) -> None:
        """Give the page the changed cards as a file, which can be used like a pack."""
        game = self.draft.game
        if game is None or not game.edition.change:
            raise SetupError("You can't save this yet: no card is changed, or a changed card has a mistake.")
        name = f"{game.name}_changes.toml"
        self.desk.view.send({"file": name, "text": change_file_text(game, name), "type": "application/toml"})
        self.desk.say(f"Downloading the changed cards as {name}.")


def _in_order(number: str) -> list[int]:
    """The number of a moment as it can be compared with others."""
    return [int(part) for part in number.split("+")]
