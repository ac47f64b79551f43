"""The teacher's page: opens a class, shows it live, and says what everybody does next.

The secret of the teacher stands in the link of this page, and a reload comes back. What is wanted of the class is kept
with it, so several windows of one teacher (a laptop and a projector) show the same.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from tabletop_kernel.content.game_loading import load
from tabletop_kernel.contract.errors import SetupError, clip
from tabletop_kernel.contract.game import Game
from widgets import overview, sharing
from widgets.asked_table import asked_table
from widgets.classroom import JOIN
from widgets.errors import guarded, note
from widgets.games import drawn
from widgets.messages import a_file, a_flag, a_link, a_text, act, acts_of, an_address, one_of, read
from widgets.orders import Ordering, first_orders
from widgets.plan import Plan, PlanError, file_name, house_plans, plan_of, sizes, written
from widgets.scene import Scene
from widgets.shared import codes
from widgets.shared.classes import NoSuchClass, Orders, Pupil, SchoolClass
from widgets.shared.database import CannotKeep, OutOfReach
from widgets.shared.following import follower
from widgets.shared.schema import OF_CLASS, desk_of
from widgets.shared.store import the_store
from widgets.table import TableView

Data = dict[str, Any]

TEACHER = "TC1."  # how a teacher's secret begins
WALL = "TW1."  # how the key of a wall begins: whoever reads it off the projector sees what is on it, and can do nothing
KEY = "teach"  # of the link
TAUGHT = "taught"  # what the browser remembers of it
PACE = 0.2  # seconds from one drawing to the next, at least: thirty pupils may report in the same second
PAGES = "/voila/render"  # where a server of ours has its pages; without it one comes to the first of them
NOW_AND_THEN = 10.0  # seconds after which it is drawn anew, though nobody has done anything: idle minutes go on
CUT_OFF = "We can't reach the class just now ({}). Nothing has changed. Try again in a moment."
OVER = "This class is over and its data is deleted. You can open a new one."
ONLY_SHOWS = "You can only watch the class in this window. Use the teacher's window to run it."
DELETED = "The class is over. All its data is deleted."
OF_A_WALL = {"hello", "project", "show_people"}  # what a window may ask for that only shows the class
ON_THE_WALL = ("id", "animal", "colour", "dots", "away")  # what is shown there of a pupil
FILES = {"pupils": "pupils.csv", "class": "class.csv"}
DOING = {"learn": "Learn", "predict": "Predict", "table": "Play", "look": "Watch"}
WANTED = {
    "step": "Everyone goes to “{}”.",
    "predict": "Everyone makes a prediction at “{}”.",
    "seen": "The class has seen the answer to “{}” and plays on.",
    "position": "Everyone plays {} from the same position.",
    "look": "Everyone watches one table of {}.",
    "tables": "The class plays {} in groups.",
}


class TeacherPage(Ordering):
    """One window of a teacher."""

    def __init__(self) -> None:
        self._store = the_store()
        self._at = 0
        self._problem = self._said = ""
        self._class: SchoolClass | None = None
        self._secret = ""
        self._orders = Orders(0, {})
        self._links: dict[str, str] = {}
        self._along: Data = {}
        self._own: Plan | None = None  # a plan that was pasted, before the class is opened
        self._address = ""
        self._wall = False  # whether this window is on a projector
        self._only_shows = ""  # the key by which it may be there and nowhere else
        self._before: tuple[SchoolClass, str] | None = None  # one that this browser has opened, and its secret
        self._showed = False  # whether it has only shown a class, which is over
        self._greeted = False  # before the page has read its link to us, nothing of it may be written over
        self._people = False  # whether single pupils are shown there
        self._pupil = ""  # who is looked at more closely
        self._chapter = ""
        self._drawn = 0.0
        self._planned = False
        self._pulse: tuple[Any, ...] = ()  # by which it is known whether anything has happened
        self.view = TableView(self._screen(), self.receive, "class")

    # -- messages -----------------------------------------------------------------------------------------------------

    def receive(self, content: Any, buffers: Any = None) -> None:
        """One message from the page, taken as a stranger's."""
        self._problem = self._said = ""
        with guarded(self._tell):
            message = read(content, buffers, acts_of(TeacherPage))
            if self._only_shows and message.act.method not in OF_A_WALL:
                raise SetupError(ONLY_SHOWS)
            try:
                self._refresh()
                getattr(self, message.act.method)(**message.fields)
            except NoSuchClass:
                self._close(OVER)
            except CannotKeep as error:
                raise OutOfReach(CUT_OFF.format(error)) from None
        self._draw(asked=True)

    def _tell(self, text: str) -> None:
        self._problem = text

    def look(self) -> None:
        """Something may have happened in the class; it is drawn now, or in a moment if it was drawn just now."""
        if not self._has_news():
            return
        wait = self._drawn + PACE - time.monotonic()
        if wait > 0 and not self._planned:
            self._planned = follower(self._store).later(wait, self._look_now)
        if not self._planned:
            self._look_now()

    def _has_news(self) -> bool:
        """Whether anything was written since the last look, or so much time has passed that minutes may have."""
        if self._class is None:
            return False
        try:
            there = [one.place for one in self._store.present(self._class.id)]
            pulse = (*self._classes.pulse(self._class.id), there, time.time() // NOW_AND_THEN)
        except CannotKeep:
            return False  # it is looked at again
        before, self._pulse = self._pulse, pulse
        return pulse != before

    def _look_now(self) -> None:
        self._planned = False
        if self._class is None:
            return
        try:
            self._refresh()
        except NoSuchClass:
            self._close(OVER)
        except CannotKeep:
            return  # it is looked at again
        self._draw()

    def _refresh(self) -> None:
        """Hear what another window of the teacher has ordered."""
        if self._class is not None:
            self._orders = self._classes.orders(self._class.id, self._orders.version) or self._orders

    def _draw(self, asked: bool = False) -> None:
        """Send the page the screen, if there is anything new on it; a page that has asked always gets an answer."""
        self._drawn = time.monotonic()
        screen: Data = {**self.view.screen, "problem": self._problem}
        with guarded(note):
            screen = self._screen()
        if asked or {**screen, "at": 0} != {**self.view.screen, "at": 0}:
            self._at += 1
            self.view.screen = {**screen, "at": self._at}

    # -- the screen ---------------------------------------------------------------------------------------------------

    def _screen(self) -> Data:
        screen: Data = {
            "kind": "class",
            "at": self._at,
            "title": "A class",
            "problem": self._problem,
            "said": self._said,
            "projector": self._wall,
            "keep": {KEY: self._key} if self._greeted else {},
        }
        if self._class is None and self._showed:
            return {**screen, "stage": "over"}
        if self._class is None:
            back = codes.shown(self._before[0].code) if self._before else ""
            return {**screen, "stage": "new", "back": back, **self._choices()}
        pupils = self._classes.pupils(self._class.id)
        here = {one.place for one in self._store.present(self._class.id)} & {pupil.id for pupil in pupils}
        screen |= {"stage": "open", "code": codes.shown(self._class.code), "share": self._way_in()}
        screen |= {"here": len(here), "pupils": len(pupils), "game": self._shown_game.title}
        screen |= {**self._wanted(pupils, here), "plan": self._plan_data(), "predict": self._foreseen(pupils, here)}
        chapter = overview.chapter_at(self._game, self._chapter, pupils)
        if chapter is not None and self._shown_game is self._game:
            screen["chapter"] = {"id": chapter.id, "title": chapter.title}
            there = [pupil for pupil in pupils if pupil.id in here]
            screen["progress"] = overview.progress(chapter, self._game.name, there)
        if self._wall:
            screen |= {"look": self._looked_at(), "tables": self._tables(), "scene": self._asked_about()}
        else:
            screen |= self._for_the_teacher(pupils)
        if not self._wall or self._people:
            screen["rows"] = self._rows(pupils, here, [step["id"] for step in screen.get("progress", ())])
        screen |= {"people": self._people, "only_shows": bool(self._only_shows)}
        return screen

    @property
    def _shown_game(self) -> Game[Any]:
        """The game that the class is at: what a teacher looks through meanwhile is nobody else's business."""
        order = self._orders.data.get("order")
        return load(order["game"]) if self._wall and order else self._game

    def _looked_at(self) -> str:
        """The table that everybody looks at, for a frame on the wall; empty if there is none."""
        order = self._orders.data.get("order") or {}
        if order.get("kind") != "look":
            return ""
        name = f"wall {order['table']}"
        if name not in self._links:
            with suppress(CannotKeep):
                _, ticket = self._store.admit(order["table"])
                self._links[name] = f"{self._link(order['game'], ticket)}&wall"
        return self._links.get(name, "")

    def _asked_about(self) -> Scene:
        """The table that the class is asked about; empty if it is asked nothing."""
        order = self._orders.data.get("order") or {}
        if order.get("kind") != "predict":
            return []
        return asked_table(order["game"], order["step"], bool(order["shown"]))

    def _tables(self) -> list[list[str]]:
        """Who plays with whom, while the class plays in groups: for all who look for the others."""
        plays = (self._orders.data.get("order") or {}).get("kind") == "tables"
        return [group["names"] for group in self._orders.data["groups"]] if plays else []

    @property
    def _key(self) -> str:
        """What the link keeps: by it a reload comes back to the class."""
        return WALL + self._only_shows if self._only_shows else TEACHER + self._secret if self._secret else ""

    def _choices(self) -> Data:
        """What can be chosen before a class is opened."""
        plans = [
            {"id": name, "title": plan.title, "game": plan.game, "minutes": plan.minutes}
            for name, plan in house_plans().items()
        ]
        own = {"title": self._own.title, "minutes": self._own.minutes} if self._own else None
        return {"games": self._games(), "plans": plans, "own": own}

    def _games(self) -> list[Data]:
        return [{"name": name, "title": load(name).title} for name in drawn()]

    def _way_in(self) -> Data | None:
        """The link to the door for pupils, with the code in it; where they can't come in, how to let them in."""
        if not self._address or self._class is None:
            return None
        folders = [one.rpartition("/")[0] for one in sharing.for_others(self._address)]
        if not folders:
            return {"start": sharing.START}
        way = sharing.share(f"{folders[0]}/index.ipynb", {JOIN: self._class.code})
        door, *others = (f"{folder.removesuffix(PAGES)}/" for folder in folders)
        return {**way, "door": door, "others": others}

    def _wanted(self, pupils: list[Pupil], here: set[str]) -> Data:
        """What everybody is to do now, in a sentence."""
        data = self._orders.data
        order = data.get("order")
        text = "Everyone can do what they like."
        if order:
            game = load(order["game"])
            steps = {step.id: step.title for chapter in game.teaching.chapters for step in chapter.steps}
            kind = "seen" if order["kind"] == "predict" and order["shown"] else order["kind"]
            text = WANTED[kind].format(steps.get(order.get("step", ""), game.title))
        link = self._links.get(order.get("table", "")) if order else None
        own_table = {"table_link": link} if link and not self._wall else {}
        late = [] if self._wall else overview.not_there_yet(pupils, here, data)
        unanswered = [] if self._wall else overview.unanswered(pupils, here, data)
        standing = [] if self._wall else overview.without_seat(pupils, here, data)
        wanted = {"wanted": text, "paused": data["pause"], "at_once": data["at_once"], "free": not order}
        how = {"follows": bool(order and order["at_once"]), "brought": bool(order and order.get("now"))}
        return {**wanted, **how, "late": late, "unanswered": unanswered, "standing": standing, **own_table}

    def _plan_data(self) -> Data | None:
        plan, data = self._plan, self._orders.data
        if plan is None:
            return None
        now, start, parts, game = time.time(), 0, [], load(plan.game)
        for number, part in enumerate(plan.parts):
            titles = [
                step.title for chapter in game.teaching.chapters for step in chapter.steps if step.id in part.steps
            ]
            parts.append(
                {
                    "minutes": part.minutes,
                    "from": start,
                    "do": DOING[part.do],
                    "what": ", ".join(titles) or game.title,
                    "say": " ".join(part.say.split()),
                    "deals": part.do == "table",
                    "now": number == data["part"],
                    "done": number != data["part"] and number in data.get("parts", ()),
                }
            )
            start += part.minutes
        begun = data["begun"]
        spent = overview.minutes_since(data["part_begun"], now) if begun else 0
        return {
            "title": plan.title,
            "of": plan.minutes,
            "begun": bool(begun),
            "fits": data["part_order"] == data["n"] and bool(data["order"]),
            "minutes": overview.minutes_since(begun, now) if begun else 0,
            "left": plan.parts[data["part"]].minutes - spent if begun else 0,
            "parts": parts,
        }

    def _foreseen(self, pupils: list[Pupil], here: set[str]) -> Data | None:
        order = self._orders.data.get("order") or {}
        if order.get("kind") != "predict" or self._class is None:
            return None
        present = len(overview.to_answer([one for one in pupils if one.id in here], order))
        answers = self._classes.predictions(self._class.id, f"{order['game']}/{order['step']}")
        asked = overview.foreseen(order["game"], order["step"], answers, order["shown"], present)
        told = order["shown"] or order.get("tally", False) or asked["answered"] >= present
        if self._wall and not told:  # whoever still thinks about it is to think alone
            return {**asked, "bars": None}
        return asked if self._wall else {**asked, "on_the_wall": told}

    def _for_the_teacher(self, pupils: list[Pupil]) -> Data:
        """What is nothing for a projector."""
        game = self._game
        detail = next((overview.detail(pupil) for pupil in pupils if pupil.id == self._pupil), None)
        order = self._orders.data.get("order") or {}
        looked_at = order["table"] if order.get("kind") == "look" else ""
        groups = [
            {**group, "link": self._links.get(group["table"], ""), "looked_at": group["table"] == looked_at}
            for group in self._orders.data["groups"]
        ]
        return {
            "called": order["step"] if order.get("kind") == "step" and "steps" not in order else "",
            "chapters": [{"id": chapter.id, "title": chapter.title} for chapter in game.teaching.chapters],
            "games": self._games(),
            "game_name": game.name,
            "rules": overview.rules_refused(pupils),
            "knows": overview.knowledge(game.name, pupils),
            "detail": detail,
            "groups": groups,
            "sizes": sizes(game),
            "wall": WALL + codes.public_part(codes.digest(self._secret)),
        }

    def _rows(self, pupils: list[Pupil], here: set[str], steps: list[str]) -> list[Data]:
        """Everybody, by their animals: whoever is looked for is always in the same place."""
        doing = overview.doing(self._orders.data, time.time())
        rows = [overview.row(pupil, steps, self._game.name, here, doing) for pupil in pupils]
        if self._wall:  # nobody is shown to be stuck or idle before everybody, not even in the data
            return [{key: row[key] for key in ON_THE_WALL} for row in rows]
        return rows

    # -- what the page may ask for ------------------------------------------------------------------------------------

    @act(link=a_link, prefers=a_text, address=an_address, projector=a_flag)
    def hello(
        self, link: dict[str, str] | None = None, prefers: str = "", address: str = "", projector: bool = False
    ) -> None:
        """The page is shown; its link brings the teacher back to the class."""
        self._address, self._wall, self._greeted = address, projector or bool(self._only_shows), True
        given = (link or {}).get(KEY, "")
        if given and self._class is None:
            secret, key = given.removeprefix(TEACHER), given.removeprefix(WALL)
            if key != given:
                self._only_shows, self._wall, secret = key, True, ""
            self._secret = secret  # stays in the link, if the class cannot be reached
            try:
                found = self._classes.of_wall(key) if self._only_shows else self._classes.find(secret)
            except CannotKeep as error:
                raise SetupError(f"We can't reach the class just now ({error}). Reload in a moment.") from None
            if found is None:
                self._close(OVER)
                self._showed = key != given
            else:
                self._enter(found, secret)
        elif self._class is None:
            self._remember((link or {}).get(TAUGHT, "").removeprefix(TEACHER))

    def _remember(self, secret: str) -> None:
        """Whoever has closed the window of a class comes back to it in this browser."""
        with suppress(CannotKeep):
            found = self._classes.find(secret) if secret else None
            self._before = (found, secret) if found else None

    @act()
    def come_back(self) -> None:
        """Go on with the class that this browser has opened."""
        if self._class is not None or self._before is None:
            raise SetupError("You have no open class to go back to.")
        self._enter(*self._before)

    @act(on=a_flag)
    def project(self, on: bool) -> None:
        """The page goes onto a projector, or comes back from it."""
        self._wall, self._people = on or bool(self._only_shows), False

    @act(text=a_file)
    def own_plan(self, text: str) -> None:
        """Take a plan that was pasted, or read from a file."""
        try:
            plan = plan_of(text)
        except PlanError as error:
            raise SetupError("\n".join(error.faults)) from None
        if self._class is None:
            self._own = plan
        else:
            self._take_plan(plan)

    def _take_plan(self, plan: Plan) -> None:
        fresh = {"begun": 0.0, "part": -1, "part_order": -1, "parts": []}
        self._change(lambda orders: orders.update(plan=asdict(plan), game=plan.game, **fresh))

    @act(plan=a_text)
    def plan_file(self, plan: str = "") -> None:
        """Give the page a plan as a file, to be changed or passed on: that of the class, or one that can be chosen."""
        chosen = self._plan if self._class else self._own if plan == "own" else house_plans().get(plan)
        if chosen is None:
            raise SetupError("We don't have that plan. Choose one from the list.")
        self.view.send({"file": f"{file_name(chosen)}.toml", "text": written(chosen), "type": "text/plain"})

    @act(game=a_text, plan=a_text)
    def open_class(self, game: str = "", plan: str = "") -> None:
        """Open a class: for a game, or with a plan, which is for one."""
        if self._class is not None:
            raise SetupError("You already have a class open on this page.")
        chosen = self._own if plan == "own" else house_plans().get(plan)
        name = chosen.game if chosen else game
        if name not in drawn():
            raise SetupError(f"We have no game called {clip(name)}.")
        try:
            opened, secret = self._classes.open(first_orders(name, chosen))
        except CannotKeep as error:
            raise SetupError(f"You can't open a class here ({error}).") from None
        self._enter(opened, secret)

    def _enter(self, opened: SchoolClass, secret: str) -> None:
        self._class, self._secret, self._orders = opened, secret, Orders(0, {})
        self._store.visitor = OF_CLASS.format(opened.id)
        follower(self._store).follow(desk_of(opened.id), "teacher", self.look)
        self._refresh()

    @act(game=a_text)
    def choose_game(self, game: str) -> None:
        """The class goes on to another game."""
        if game not in drawn():
            raise SetupError(f"We have no game called {clip(game)}.")
        self._chapter = ""
        self._change(lambda orders: orders.update(game=game))

    @act(chapter=a_text)
    def choose_chapter(self, chapter: str) -> None:
        """Look at another chapter; empty: at the one where most are."""
        self._chapter = chapter

    @act(pupil=a_text)
    def pupil(self, pupil: str) -> None:
        """Look at a pupil more closely, or no longer."""
        self._pupil = "" if pupil == self._pupil else pupil

    @act(on=a_flag)
    def show_people(self, on: bool) -> None:
        """On the projector: show the pupils one by one, or no longer."""
        self._people = on

    @act(what=one_of(*FILES))
    def file(self, what: str) -> None:
        """Give the page a file to take home."""
        pupils = self._classes.pupils(self._id)
        text = overview.pupils_csv(pupils)
        if what == "class":
            text = overview.class_csv(pupils, self._classes.predicted(self._id))
        self.view.send({"file": FILES[what], "text": text})

    @act(sure=a_flag)
    def end(self, sure: bool) -> None:
        """Delete the class at once, with all that is kept of it."""
        if not sure:
            raise SetupError("You haven't confirmed yet, so the class is still open.")
        followed = (self._id, desk_of(self._id))
        there = {id: self._store.present(id) for id in followed}  # who is to hear of it: soon nobody knows any more
        self._classes.delete(self._id)
        for id, others in there.items():
            follower(self._store).ring(id, others)
        self._close("")
        self._said = DELETED

    def _close(self, why: str) -> None:
        """This page has no class any more."""
        if self._class is not None:
            follower(self._store).unfollow(desk_of(self._class.id))
            self._store.visitor = codes.new_id()
            if self._before is not None and self._before[0].id == self._class.id:
                self._before = None
        self._showed = bool(self._only_shows)
        self._class, self._secret, self._orders, self._only_shows = None, "", Orders(0, {}), ""
        self._links, self._pupil, self._chapter, self._problem = {}, "", "", why
