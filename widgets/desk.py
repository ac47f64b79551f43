"""The desk behind one table on a page: takes the page's messages, and answers with a screen.

A desk has one room at a time - a game that is played, or a lesson - and can move from one to the other, so that «show
me» opens a lesson in the middle of a game, and the end of the lessons leads straight into a game.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any

from tabletop_kernel.contract.errors import Refused, SetupError, TabletopError, clip
from tabletop_kernel.contract.game import Game, Move
from tabletop_kernel.contract.lessons import Chapter
from tabletop_kernel.contract.rulebook import TABLE_REFUSALS
from tabletop_kernel.table.session import Session
from widgets import campaigns, rulebook, sharing
from widgets.campaigns import memory_of
from widgets.classroom import ClassDesk
from widgets.drawing import check_needed, plotly_code, served
from widgets.errors import guarded, note
from widgets.face import Face, face_of
from widgets.knowing import KEY, KnowingDesk
from widgets.links import Progress
from widgets.messages import (
    Act,
    BadMessage,
    Message,
    a_flag,
    a_link,
    a_text,
    act,
    acts_of,
    an_address,
    by_hand,
    one_of,
    read,
)
from widgets.packs import OwnPack
from widgets.playtest import memory
from widgets.playtest.questions import Questions, the_questions
from widgets.room import News
from widgets.shared.database import CUT_OFF, CannotKeep, OutOfReach
from widgets.shared.following import follower
from widgets.shared.store import MovedOn, NoSuchTable, Store
from widgets.table import TableView

if TYPE_CHECKING:
    from widgets.room import Room

Data = dict[str, Any]
Enter = Callable[["Desk", dict[str, str]], "Room"]  # makes the first room, from what the link has kept

FIRST = "first"  # the slot of the table at the top of a page; a link that asks for the rules opens them there
BEHIND_CURTAIN = ("lift", "public")  # all that can be done at a table whose curtain is down
ATLAS = "atlas"
CARDS = "cards"
GARBAGE = 10_000  # new objects before garbage is looked for: a screen is made of some thousands that go by themselves
TRIES = 4  # how often something is done anew because others sealed something just then
LOOK_FIRST = 0.6  # seconds that a hand needs to stop, when its chair has just decided at another screen
ELSEWHERE = (
    "Your seat is also open on another screen, where a move was just made. Look again: this is the next decision."
)
READ_FOR = 4  # moves of others for which somebody still reads that their own came too late
MOST_SAID = 80  # characters of a move in a sentence
NOT_SHOWN = "No page shows this table yet, so it has no game. Show it first, or pass a Session to `play`."
DRAWERS = ("rules", "odds", "company", "save", "setup", "steps", "pack", "notes", "asked", CARDS, KEY, ATLAS)


@cache
def settle_down() -> None:
    """What a page's kernel has loaded stays for good, so the search for garbage need not walk through all of it: now
    and then that would halt a click for 60 ms. In a notebook in which somebody works, nothing of theirs is touched."""
    if served():
        gc.freeze()
        gc.set_threshold(GARBAGE, 10, 10)


class _Before:
    """A table as it stood before something was done at it, for whoever is faster in writing it down."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._sight, self._apart, self._decided = room.sight(), room.each_apart, room.decided_elsewhere
        self._composed = list(room.put_together)

    def means_the_same(self, method: str) -> bool:
        """Whether what was done still means the same: others have only sealed something at the same moment, of which
        nobody here may know; or each acts before themselves, and it was not one's own chair that was faster."""
        room = self._room
        own = room.decided_elsewhere == self._decided and list(room.put_together) == self._composed
        return room.sight() == self._sight or (method == "move" and own and self._apart and room.each_apart)


class Desk(KnowingDesk, ClassDesk):
    """One table on a page. Until the page shows it, it costs next to nothing: the room is made at its first hello."""

    def __init__(
        self,
        game: Game[Any],
        slot: str,
        enter: Enter,
        text: str,
        progress: Progress,
        pack: OwnPack | None = None,
        chapter: Chapter | None = None,
        questions: Questions | None = None,
        face: Face[Any] | None = None,
        session: Session | None = None,
        view: TableView | None = None,
    ) -> None:
        self.game = game
        self._laid_out = session  # what was made in code, as long as no page shows it
        self._chapter = {"chapter": {"title": chapter.title}} if chapter else {}  # whose tables open one at a time
        self._own_pack, self._changed_pack = pack, pack
        self.questions = questions or the_questions()  # for after a game
        self.face = face or face_of(game.name)
        self.slot = slot
        self.progress = progress
        self.room: Room | None = None
        self._enter = enter
        self._back: Room | None = None  # the game to come back to after a lesson was shown
        self._drawer, self._focus, self._query = "", "", ""
        self._atlas: Data | None = None  # the page at which the atlas is open
        self._leaf = ""  # its name
        self.address = ""  # where the page stands for others
        self.projecting = False  # whether the page is on a projector
        self._book: Any = None  # whose titles the page has
        self._at = 0
        self._since = 0  # from which screen on a move may still be made, because each acts before themselves
        self._look_first = 0.0  # until when a press is meant for what stood there before
        self._saying: Data = {"n": 0, "text": "", "assertive": False}
        self._trouble = ""  # what did not work,
        self._troubled_at = 0  # after how many moves,
        self._too_late: Move = ()  # and the move that came too late, if it was one
        self._in_message = False  # whether a message of the page is being obeyed
        self._greeted = False  # whether the page has shown this table
        self._follows: dict[str, Store] = {}  # the tables that were at this desk, and of which the page still hears
        self.plays = game.name
        self._begin_to_know()
        self._begin_class()
        self.view = view or TableView(self._waiting(text), self.receive, slot, self)  # another desk may lend its own

    # -- messages -----------------------------------------------------------------------------------------------------

    def receive(self, content: Any, buffers: Any = None) -> None:
        """One message from the page, taken as a stranger's. Whatever happens, the page gets a screen."""
        self._trouble, self._too_late = "", ()
        self._in_message = True
        with self._still():
            with guarded(self._tell):
                self._try(content, buffers)
            self._in_message = False
            self.draw()
        self.attendance.noticed(self, by_hand(content))

    def _try(self, content: Any, buffers: Any) -> None:
        """Obey a message; a class hears of what did not work, unless nobody could have done it."""
        try:
            self._obey(content, buffers)
        except OutOfReach:
            raise
        except TabletopError:
            if by_hand(content):
                self.attendance.refused(self.game)
            raise

    def _obey(self, content: Any, buffers: Any) -> None:
        room = self.room
        try:
            message = read(content, buffers, self._acts())
            if room is not None and self._hear(room) is News.SEEN:
                self._at += 1  # the page has not seen this yet
            self._check(message)
        except BadMessage as error:
            note(f"refused a message: {error}")
            raise
        if room is not None:
            room.interrupted_by(message.act.method)
        before = _Before(room) if room is not None and room.followed and message.act.moves_on else None
        said = self._saying
        for _ in range(TRIES):
            self._saying = said  # what was said of something that did not count is not counted either
            self._carry_out(message, room)
            if self.room is None or self._settle(self.room):
                return
            if before is None or self.room is not room or not before.means_the_same(message.act.method):
                break
        raise self._stale(message)

    def _carry_out(self, message: Message, room: Room | None) -> None:
        """Do what the page asks for; what the rules refuse is explained."""
        method = message.act.method
        owner: Any = self if method in _OWN else room
        try:
            getattr(owner, method)(**message.fields)
        except CannotKeep as error:
            raise OutOfReach(CUT_OFF.format(error)) from None
        except Refused as refusal:
            if room is None:
                raise
            move = message.fields.get("move", ())
            if method == "ask":  # whoever asks first has done nothing wrong
                room.refuse(move, refusal.verdict)
            else:
                room.turn_down(move, refusal.verdict)

    def _settle(self, room: Room) -> bool:
        """What was done counts once it is written down; whether it counts, or somebody else was faster."""
        try:
            written = room.settle()
        except MovedOn:
            return False
        if table := room.followed:
            page = follower(table.store)
            if page.follow(table.place.table, table.place.name, self.look_again):
                self._follows[table.place.table] = table.store
                room.look_around()
            if written:
                page.ring(table.place.table)
        self._leave_behind()
        return True

    def _leave_behind(self) -> None:
        """A table that is nowhere on this page any more is no longer followed: nobody there waits for this page."""
        if not self._follows:
            return
        here = [room.followed for room in self.attendance.rooms()]
        ids = {table.place.table for table in here if table is not None}
        for left in [id for id in self._follows if id not in ids]:
            self._unfollow(left)

    def _unfollow(self, table: str) -> None:
        if store := self._follows.pop(table, None):
            follower(store).unfollow(table)

    def look_again(self) -> None:
        """Something may have happened at the table, or somebody came or went: then the page gets a new screen."""
        if self.room is None:
            return
        room, game = self.room, self.room.session
        news, others = self._hear(room), self.room is room and room.look_around()
        stays = room.session is game and (room.any_order or self._trouble == TABLE_REFUSALS["table.stale"])
        stays = stays and room.session.length <= self._troubled_at + READ_FOR
        if news is News.SEEN and not stays:  # whose press came too late at a busy table still reads that, for a while
            self._trouble = ""  # it was about a table that stands differently now
        if news >= News.AROUND or others:
            since = self._since
            self.draw(news is News.SEEN)
            self._since = since
        if news is News.SEEN:
            self.attendance.heard(self)

    def _hear(self, room: Room) -> News:
        """Hear what others have done. Where each acts before themselves, whoever was about to move still may."""
        before, decided, composed = room.each_apart, room.decided_elsewhere, list(room.put_together)
        news = self._catch_up(room)
        elsewhere = self.room is room and room.decided_elsewhere != decided
        if elsewhere:
            self._look_first = monotonic() + LOOK_FIRST
        changed = elsewhere or (self.room is room and list(room.put_together) != composed)
        if news is News.SEEN and (changed or not (before and self.room is room and room.each_apart)):
            self._since = self._at + 1
        return news

    def _catch_up(self, room: Room) -> News:
        """Hear what others have done at the table; where it was forgotten meanwhile, another one is set."""
        try:
            return room.catch_up()
        except NoSuchTable as gone:
            if table := room.followed:
                self._unfollow(table.place.table)
            self.move_to(room.instead_of(gone))
            return News.SEEN

    @property
    def pack(self) -> OwnPack | None:
        """What is its own about the cards at this table."""
        game = self.room.game if self.room is not None else self.game
        if game is self.game or not game.edition.change:
            return self._own_pack if game is self.game else None
        if self._changed_pack is None or self._changed_pack.game is not game:
            self._changed_pack = OwnPack(game)
        return self._changed_pack

    @property
    def at(self) -> Room | None:
        return self.room

    @property
    def rooms(self) -> list[Room]:
        return [room for room in (self.room, self._back) if room is not None]

    def take_room(self, room: Room) -> None:
        """Another room comes here, whatever was here before; the page shows it at once."""
        self.move_to(room)
        self._settle(room)
        self.draw()

    # -- what the cells of a notebook may ask for ---------------------------------------------------------------------

    def session_now(self) -> Session:
        """A copy of the table that is here."""
        if self.room is None:
            if self._laid_out is None:
                raise SetupError(NOT_SHOWN)
            return self._laid_out.branch(self._laid_out.length)
        return self.room.session.branch(self.room.session.length)

    def lay_out(self, session: Session) -> None:
        """Let this table of the same game be here, whatever was here before."""
        if (session.game.name, session.game.edition.digest) != (self.game.name, self.game.edition.digest):
            raise SetupError(
                f"This table accepts only {self.game.title} with its own pack. To show your session, use play(session)."
            )
        from widgets.play import made_in_code, room_with

        if self.room is None:
            self._laid_out, self._enter = session, made_in_code(self.slot, session)
        else:
            self.take_room(room_with(self, session))

    def _acts(self) -> dict[str, Act]:
        own = acts_of(type(self))
        return own if self.room is None else {**acts_of(type(self.room)), **own}

    def _check(self, message: Message) -> None:
        """Whoever changes the table must have seen it as it stands, with the eyes of the seat that is shown."""
        room, method = self.room, message.act.method
        if room is not None and room.covered and method not in _OWN and method not in BEHIND_CURTAIN:
            raise BadMessage(TABLE_REFUSALS["table.curtain"])
        if not message.act.moves_on:
            return
        assert self.room is not None
        first = self._since if method == "move" else self._at
        if message.at is None or not first <= message.at <= self._at:
            raise self._stale(message)
        if message.seat != self.room.viewer:
            raise BadMessage(TABLE_REFUSALS["table.eyes"])
        if method == "move" and monotonic() < self._look_first:  # the press was meant for what stood there before
            raise BadMessage(ELSEWHERE)

    def _stale(self, message: Message) -> BadMessage:
        """What was pressed came too late; whoever looks now reads what it was, if it was theirs."""
        if self.room is not None and message.seat == self.room.viewer:
            self._too_late = tuple(message.fields.get("move", ()))
        return BadMessage(TABLE_REFUSALS["table.stale"])

    def _tell(self, text: str) -> None:
        """Once: the page may be drawn again while it stands there, and it need not be read out each time."""
        self._trouble = text
        self._troubled_at = self.room.session.length if self.room is not None else 0
        self.say(text, assertive=True)

    def _what_failed(self) -> str:
        """What did not work: a move that came too late, by its words."""
        room, move = self.room, self._too_late
        said = (
            room.session.attempted(room.viewer, move) if room is not None and room.viewer is not None and move else ""
        )
        return f"Too late: “{said.rstrip('.')}”." if said and len(said) < MOST_SAID else "That did not work."

    def tell(self, text: str) -> None:
        """Show a screen that says what did not work."""
        self._tell(text)
        self.draw()

    # -- the screen ---------------------------------------------------------------------------------------------------

    def orders_changed(self) -> None:
        if self.room is not None and self.room.learning and not self._in_message:  # else it is drawn at its end
            self.draw(moved=False)

    def draw(self, moved: bool = True) -> None:
        """Send the page the screen as it is now; whoever has seen the last one may act on it if nothing `moved`."""
        self._at += moved
        self._since = self._at
        screen: Data = {"kind": "waiting", "title": self.game.title, "text": self._trouble}
        with guarded(self._tell), self._still():
            screen = self._screen()
        if self._trouble and screen["kind"] == "waiting":
            screen["text"] = self._trouble
        if self.room is not None:
            self._name_rules(self.room)
        self.view.screen = {**screen, "at": self._at}

    def _name_rules(self, room: Room) -> None:
        """Tell the page what every rule is called, whenever another book lies at the table."""
        book = room.game.telling.book(room.config)
        if book is not self._book:
            self._book, self.view.titles = book, rulebook.titles(room.game, room.config)

    def _still(self) -> AbstractContextManager[None]:
        """While this lasts, nothing about the table is worked out twice."""
        return self.room.session.still() if self.room is not None else nullcontext()

    def _screen(self) -> Data:
        if self.room is None:
            return self._waiting(self._trouble)
        screen: Data = {
            **self._of_game,
            "viewer": self.room.viewer,
            "projector": self.projecting,
            "round": self.game.pace.round_word,
            "house": rulebook.house(self.room.session),
            **self._chapter,
            **self.room.screen(),
        }
        if self.face.pages and "odds" in screen.get("tools", ()):
            screen["tools"] = [*screen["tools"], ATLAS]
        if self.pack and "tools" in screen:
            screen["tools"] = self._with_pack(screen["tools"])
            screen["pack"] = self.pack.summary
            if self.pack.entries:
                screen["changed"] = self.pack.chip(CARDS in screen["tools"])
        if self._trouble:
            screen["why"] = {"what": self._what_failed(), "text": self._trouble, "rules": [], "can": []}
        behind_curtain = screen["kind"] == "curtain"
        if self._drawer == "rules" or (self._drawer and not behind_curtain):  # the rules hide nothing
            screen["drawer"] = self._open_drawer(self.room, screen.get("keep", {}))
            if screen["drawer"] and self._trouble:  # it lies over the place where this is told else
                screen["drawer"] = {**screen["drawer"], "trouble": self._trouble}
        screen = self._with_knowledge(screen)
        screen["say"] = self._saying
        return screen

    def _with_pack(self, tools: list[str]) -> list[str]:
        """One way to the cards that are its own: what was changed here is where it is changed."""
        if self.pack and self.pack.name:
            return [*(tool for tool in tools if tool != CARDS), "pack"]
        return tools if CARDS in tools else [*tools, "pack"]

    def _waiting(self, text: str) -> Data:
        return {"at": self._at, "kind": "waiting", **self._of_game, "text": text, **self._chapter}

    @property
    def _of_game(self) -> Data:
        """What is the same on every screen of a table."""
        wide = {"wide": self.face.wide} if self.face.wide else {}
        return {"game": self.game.name, "title": self.game.title, "emblem": self.face.emblem, **wide}

    def say(self, text: str, assertive: bool = False) -> None:
        """Have it read out to those who do not see the screen."""
        self._saying = {"n": self._saying["n"] + 1, "text": text, "assertive": assertive}

    def _open_drawer(self, room: Room, keep: dict[str, str]) -> Data | None:
        if self._drawer == "rules":
            return room.with_ways_to_change(rulebook.drawer(room.game, room.config, self._query, self._focus))
        if self._drawer == KEY:
            return self._map(room)
        if self._drawer == ATLAS:
            return self._atlas
        if self._drawer == "pack":
            return {**self.pack.drawer(), "may": room.may_change_cards} if self.pack else None
        drawer = room.drawer(self._drawer)
        if drawer and self._drawer == "save" and self.address:
            drawer["share"] = sharing.share(self.address, keep if room.may_be_shared else {})
        return drawer

    # -- what every page may ask for ----------------------------------------------------------------------------------

    @act(link=a_link, prefers=a_text, address=an_address, projector=a_flag)
    def hello(
        self, link: dict[str, str] | None = None, prefers: str = "", address: str = "", projector: bool = False
    ) -> None:
        """The page shows this table for the first time, and says where it stands and what its link has kept."""
        self.address = address
        if self.room is None:
            self.projecting = projector
            self.lay(link or {})
            if "rules" in (link or {}) and self.slot == FIRST:
                self.open("rules")
        if self.room is not None and not self._greeted:
            self.room.remembered((link or {}).get(memory.KEY, ""))
        self._greeted = True
        self.attendance.arrive(self, link or {})
        settle_down()

    def lay(self, link: dict[str, str]) -> None:
        """Put on this table what its link has kept."""
        self.knowledge.arrive(link)
        if self.face.campaign is not None:
            memory_of(self.game.name).arrive(self.face.campaign, link.get(campaigns.KEY, ""))
        self.move_to(self._enter(self, link))

    @act(on=a_flag)
    def project(self, on: bool) -> None:
        """The page goes onto a projector, or comes back from it."""
        self.projecting = on
        if self.room is not None:
            self.room.project(on)
        if self._drawer == ATLAS:
            self._draw_leaf()  # for the eyes that look now

    @act(drawer=one_of(*DRAWERS), rule=a_text)
    def open(self, drawer: str, rule: str = "") -> None:
        """Open a drawer beside the table; the rulebook opens at a rule."""
        if drawer == "rules":
            self._query = ""
            self._focus = rule
        self._drawer = drawer
        if self.room is not None:
            self.room.opened(drawer, rule)
        if drawer == ATLAS:
            self.leaf("")

    @act(page=a_text, still=a_flag)
    def leaf(self, page: str, still: bool = False) -> None:
        """Open the atlas at a page. What it counts over many games goes on by itself at first, unless it is to stop."""
        pages = self.face.pages
        self._leaf = page if page in pages else next(iter(pages), "")
        self._draw_leaf()
        survey = (self._atlas or {}).get("survey")
        if survey and survey["by_itself"] and not still:
            survey["going"] = True

    @act()
    def survey(self) -> None:
        """Count over more games, if the page of the atlas that is open does so; it asks again until it has them all."""
        room, atlas = self.room, self._atlas
        if room is None or atlas is None or self._drawer != ATLAS or "survey" not in atlas:
            raise SetupError("You can't count games here. First open an atlas page that counts many games.")
        goal = atlas["survey"]["of"]
        self.face.explore(room.look(room.viewer), self._leaf)
        self._draw_leaf(goal)

    def _draw_leaf(self, goal: int = 0) -> None:
        """The page that is open; it goes on counting until there are so many games."""
        room, name = self.room, self._leaf
        if room is None or not name or "odds" in room.hidden:
            return
        chart = self.face.atlas(room.look(room.viewer), name)
        if chart is None:
            return
        buttons = [
            {"text": text, "do": {"do": "leaf", "page": other}, "off": other == name}
            for other, text in self.face.pages.items()
        ]
        self._drawer, self._atlas = ATLAS, {"kind": ATLAS, "pages": buttons, **chart}
        if survey := chart.get("survey"):
            going = survey["done"] < goal
            stop = {"do": "leaf", "page": name, "still": True}
            self._atlas["survey"] = {**survey, "going": going, "stop": stop}
            if goal and not going:
                self.say(chart["lines"][0])

    @act()
    def close(self) -> None:
        self._drawer = self._focus = ""

    def shows(self, drawer: str) -> bool:
        """Whether a drawer is open."""
        return self._drawer == drawer

    def put_away(self, drawer: str) -> None:
        """Close a drawer, if it is the one that is open."""
        if self._drawer == drawer:
            self.close()

    @act(text=a_text)
    def search(self, text: str) -> None:
        """Look for words in the rulebook."""
        self._drawer, self._query, self._focus = "rules", text, ""

    @act(name=a_text)
    def library(self, name: str) -> None:
        """The page wants to draw its first chart."""
        if name != "plotly":
            raise SetupError(f"There is no library {clip(name)}.")
        check_needed()
        self.view.send({"library": "plotly"}, [plotly_code()])

    @act(rule=a_text)
    def show(self, rule: str) -> None:
        """Open the lesson step that teaches a rule; the game waits."""
        from widgets.lesson import LessonRoom

        step = rulebook.lesson_of(self.game, rule)
        if not step:
            raise SetupError(f"No lesson teaches {clip(rule)}.")
        if not isinstance(self.room, LessonRoom):
            self._back = self.room
        self.move_to(LessonRoom(self, step))

    @act(fresh=a_flag, first=a_flag)
    def play(self, fresh: bool = False, first: bool = False) -> None:
        """From a lesson into a game: the one that waits, a new one, or the first one of a short way."""
        from widgets.lesson import LessonRoom
        from widgets.play import PlayRoom

        if not isinstance(self.room, LessonRoom):
            raise SetupError("This table already has a game.")
        back, self._back = self._back, None
        room = back if back is not None and not fresh else PlayRoom(self)
        self.move_to(room)
        if first and isinstance(room, PlayRoom):
            room.first_game()

    @property
    def has_game_waiting(self) -> bool:
        return self._back is not None

    def move_to(self, room: Room) -> None:
        self.room = room
        room.project(self.projecting)
        self.close()
        self._drawer = room.first_drawer


_OWN = frozenset(entry.method for entry in acts_of(Desk).values())
