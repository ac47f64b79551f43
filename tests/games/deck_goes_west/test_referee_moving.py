"""Scenes of movement and railways, written from the rules alone, without a look at the code."""

from __future__ import annotations

from deck import A, play, refused, stock, table

WATERS = [
    [0, 1, "Mirror Lake"],
    [0, 0, "Cold Lake"],
    [0, 2, "Long Grass"],
    [1, 1, "Snowline"],
    [1, 0, "Canyon Gate"],
    [1, 2, "Pine Hollow"],
    [2, 0, "Larkspur Meadow"],
    [2, 1, "Great Muddy"],
]


def test_sailing() -> None:
    session = table(ground=WATERS, hand=["ferryman", "pan"], stock={"gold": 1})
    play(session, ("job", "ferryman", 1))
    assert set(session.moves(0)) == {("step", 0, 0, "sail"), ("step", 0, 2, "sail"), ("stop",)}
    assert refused(session, ("step", 1, 1, "sail")) == "move.sail-mountain"
    assert refused(session, ("step", -1, 1, "sail")) == "move.tile-needed"
    assert refused(session, ("step", 1, 0, "sail")) == "move.cardinal"
    play(session, ("step", 0, 0, "sail"), ("step", 1, 0, "sail"), ("step", 2, 0, "sail"))
    assert session.truth.meeple[0] == (2, 0)
    session = table(ground=WATERS, hand=["ferryman", "pan"], stock={"gold": 1}, meeple=[[2, 1]])
    play(session, ("job", "ferryman", 1), ("step", 2, 0, "sail"))
    session = table(
        ground=[*WATERS, [0, 3, "Heron Lake"]], hand=["ferryman", "pan"], stock={"gold": 1}, meeple=[[0, 2]]
    )
    play(session, ("job", "ferryman", 1))
    assert refused(session, ("step", 1, 2, "sail")) == "move.sail-land"
    play(session, ("step", 0, 1, "sail"))
    assert refused(session, ("step", 1, 1, "sail")) == "move.sail-mountain"


def test_walking_and_climbing() -> None:
    session = table(ground=WATERS, hand=["pony", "rope_and_irons", "pan", "pan"], stock={"food": 3}, meeple=[[0, 2]])
    play(session, ("job", "rope_and_irons", 1))
    play(session, ("go",))
    assert refused(session, ("step", 0, 1, "climb")) == "move.climb-water"
    play(session, ("step", 1, 2, "climb"), ("step", 1, 1, "climb"))
    assert session.truth.meeple[0] == (1, 1)
    session = table(ground=WATERS, hand=["pony", "pan", "pan", "pan"], stock={"food": 3}, meeple=[[0, 2]])
    play(session, ("job", "pony", 0))
    assert refused(session, ("step", 0, 1, "walk")) == "move.walk-water"
    play(session, ("step", 1, 2, "walk"), ("step", 1, 1, "walk"))
    assert session.truth.meeple[0] == (1, 1)


def test_climbing_only_mountains() -> None:
    session = table(
        ground=WATERS,
        hand=["rope_and_irons"],
        stock={"food": 2},
        meeple=[[1, 2]],
        rulings={"move-costs": "climb-mountain-only"},
    )
    play(session, ("job", "rope_and_irons", 1))
    assert set(session.moves(0)) == {("step", 1, 1, "climb"), ("stop",)}
    assert refused(session, ("step", 0, 2, "climb")) == "ruling.move-costs"
    play(session, ("step", 1, 1, "climb"))
    assert set(session.moves(0)) == {("step", 1, 0, "climb"), ("stop",)}


def test_bridges() -> None:
    scene = {
        "ground": [
            [0, 1, "Long Grass"],
            [1, 1, "Mirror Lake"],
            [2, 1, "Snowline"],
            [3, 1, "Pine Hollow"],
            [0, 2, "Owl Wood"],
        ],
        "rails": [[1, 1], [2, 1]],
        "hand": ["mule", "rope_and_irons"],
        "stock": {"food": 2},
    }
    session = table(**scene)
    play(session, ("job", "mule", 0), ("go",), ("step", 1, 1, "walk"), ("step", 2, 1, "walk"), ("step", 3, 1, "walk"))
    assert session.truth.meeple[0] == (3, 1)
    session = table(**scene)
    play(session, ("job", "rope_and_irons", 1), ("go",), ("step", 1, 1, "climb"), ("step", 2, 1, "climb"))
    assert ("pass",) in session.moves(0)
    session = table(rulings={"bridge-walk": "no"}, **scene)
    play(session, ("job", "mule", 0), ("go",))
    assert refused(session, ("step", 1, 1, "walk")) == "ruling.bridge-walk"
    session = table(rulings={"bridge-walk": "walk-only"}, **scene)
    play(session, ("job", "rope_and_irons", 1), ("go",))
    assert refused(session, ("step", 1, 1, "climb")) == "ruling.bridge-walk"
    session = table(rulings={"rail-mountain": "2-1-returned"}, **scene)
    play(session, ("job", "mule", 0), ("go",), ("step", 1, 1, "walk"))
    assert refused(session, ("step", 2, 1, "walk")) == "move.walk"
    session = table(rulings={"climb-rail": "yes"}, **scene)
    play(
        session,
        ("job", "rope_and_irons", 1),
        ("go",),
        ("step", 1, 1, "climb"),
        ("step", 2, 1, "climb"),
        ("step", 3, 1, "climb"),
        ("step", 2, 1, "climb"),
    )
    assert session.truth.meeple[0] == (2, 1)


def test_sailing_onto_railways() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Mirror Lake"], [2, 1, "Snowline"], [0, 0, "Sod House Claim"]],
        "rails": [[0, 0], [2, 1]],
        "hand": ["ferryman"],
        "stock": {"gold": 1},
    }
    session = table(meeple=[[1, 1]], **scene)
    play(session, ("job", "ferryman", 1), ("step", 2, 1, "sail"))
    assert refused(session, ("step", 1, 1, "walk"))
    play(session, ("step", 1, 1, "sail"))
    session = table(meeple=[[0, 1]], **scene)
    play(session, ("job", "ferryman", 1))
    assert refused(session, ("step", 0, 0, "sail")) == "move.sail-land"
    session = table(meeple=[[0, 1]], rulings={"rail-sail": "anywhere"}, **scene)
    play(session, ("job", "ferryman", 1), ("step", 0, 0, "sail"))
    assert session.truth.meeple[0] == (0, 0)
    session = table(meeple=[[1, 1]], rulings={"rail-sail": "as-its-land"}, **scene)
    play(session, ("job", "ferryman", 1))
    assert refused(session, ("step", 2, 1, "sail")) == "move.sail-mountain"


def test_leaving_bandits() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [2, 1, "Sod House Claim"], [3, 1, "Owl Wood"]],
        "bandits": [[0, 1, 3], [1, 1, 1]],
        "hand": ["boots", "boots", "boots"],
        "stock": {"food": 3},
        "pain": ["leg_wound", "black_eye", "cracked_rib"],
    }
    boots = ("job", "boots", 0), ("also", "boots", 0), ("also", "boots", 0)
    first, second, third = (("step", column, 1, "walk") for column in (1, 2, 3))
    session = table(**scene)
    play(session, *boots, first, ("put", "draw"), second, ("put", "discard"), third)
    assert session.truth.draw[0][0] == "leg_wound"
    assert "black_eye" in session.truth.discard[0]
    assert session.truth.meeple[0] == (3, 1)
    session = table(rulings={"leave-when": "start-only"}, **scene)
    play(session, *boots, first, ("put", "draw"), second, third)
    assert session.truth.meeple[0] == (3, 1)


def test_riding() -> None:
    names = "Long Grass, Pine Hollow, Owl Wood, Deer Run, Burnt Wood, Larkspur Meadow, Aspen Stand, Sod House Claim"
    scene = {
        "ground": [[c, 1, name] for c, name in enumerate(f"{names}, Cedar Brake, Old Growth".split(", "))],
        "rails": [[1, 1], [5, 1], [9, 1]],
        "hand": ["handcar", "handcar", "boots"],
        "stock": {"food": 1},
        "pain": ["leg_wound", "black_eye"],
    }
    session = table(**scene)
    play(session, ("job", "boots", 0), ("also", "handcar", 0), ("also", "handcar", 0))
    assert refused(session, ("ride", 5, 1)) == "train.move"
    play(session, ("step", 1, 1, "walk"))
    assert [move for move in session.moves(A) if move[0] == "ride"] == [("ride", 5, 1)]
    assert refused(session, ("ride", 9, 1)) == "train.no-stack"
    play(session, ("ride", 5, 1), ("ride", 9, 1), ("step", 8, 1, "walk"))
    assert session.truth.meeple[0] == (8, 1)
    session = table(meeple=[[1, 1]], bandits=[[1, 1, 1]], **scene)
    play(session, ("job", "handcar", 0), ("go",), ("ride", 5, 1), ("put", "discard"))
    assert "leg_wound" in session.truth.discard[0]


def test_building() -> None:
    scene = {"hand": ["spike_maul", "trestle_plans"], "stock": {"metal": 4, "wood": 4}}
    wet = [[0, 1, "Mirror Lake"], [1, 1, "Great Muddy"]]
    session = table(ground=wet, **scene)
    assert refused(session, ("job", "spike_maul", 0)) == "build.land"
    play(session, ("job", "trestle_plans", 0))
    assert session.truth.rails == {(0, 1)}
    assert stock(session) == {"metal": 3, "wood": 1}
    assert session.truth.score[0] == 2
    session = table(ground=wet, meeple=[[1, 1]], **scene)
    assert refused(session, ("job", "trestle_plans", 0)) == "build.water"
    play(session, ("job", "spike_maul", 0))
    assert session.truth.rails == {(1, 1)}
    assert refused(session, ("job", "spike_maul", 0))


def furthest(records: dict[str, int], column: int = 3, **rulings: str) -> int:
    """The points of a railway that is built in a column."""
    session = table(
        "discovery",
        rulings={name.replace("_", "-"): option for name, option in rulings.items()},
        ground=[[0, 1, "Long Grass"], [3, 1, "Pine Hollow"]],
        meeple=[[column, 1], [0, 1]],
        hand=["spike_maul", "pan"],
        stock={"metal": 2, "wood": 1},
        records=records,
    )
    play(session, ("job", "spike_maul", 0), ("go",))
    return int(session.truth.score[A])


def test_the_furthest_railway() -> None:
    assert furthest({"build": 2}) == 3
    assert furthest({"build": 3}) == 2
    assert furthest({"build": 3}, west_equal="yes") == 3
    assert furthest({}, column=0) == 3
    assert furthest({}, column=0, west_first="west-of-start") == 2
    assert furthest({}, west_first="west-of-start") == 3


def test_a_railway_returns_once() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [2, 1, "Deer Run"]],
        "rails": [[1, 1], [2, 1]],
        "hand": ["mule"],
    }
    session = table(rulings={"rail-circle": "once"}, **scene)
    play(session, ("job", "mule", 0), ("step", 1, 1, "walk"), ("step", 2, 1, "walk"), ("step", 1, 1, "walk"))
    assert ("pass",) in session.moves(0)
    session = table(**scene)
    play(
        session,
        ("job", "mule", 0),
        ("step", 1, 1, "walk"),
        ("step", 2, 1, "walk"),
        ("step", 1, 1, "walk"),
        ("step", 2, 1, "walk"),
    )
    assert ("stop",) in session.moves(A)


def test_a_ride_pays_for_a_reveal() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Pine Hollow", 0], [0, 0, "Deer Run"], [0, 2, "Owl Wood"]],
        "rails": [[0, 1], [0, 2]],
        "hand": ["handcar"],
    }
    session = table(**scene)
    play(session, ("job", "handcar", 0))
    assert refused(session, ("step", 1, 1))
    session = table(rulings={"reveal-by-rail": "as-one"}, **scene)
    play(session, ("job", "handcar", 0), ("step", 1, 1))
    assert session.truth.score[0] == 2


def test_a_camp_is_no_terrain() -> None:
    scene = {
        "ground": [[0, 1, "Long Grass"], [1, 1, "Rustlers' Gulch"]],
        "hand": ["mule", "pickaxe", "pan"],
        "rulings": {"camp-terrain": "else-tile"},
    }
    session = table(**scene)
    play(session, ("job", "mule", 0), ("step", 1, 1, "walk"))
    assert session.truth.meeple[0] == (1, 1)
    assert refused(session, ("job", "pickaxe", 0)) == "ruling.camp-terrain"


def test_movement_kept_and_used_later() -> None:
    session = table(
        rulings={"unused-movement": "kept"},
        ground=[[0, 1, "Long Grass"], [1, 1, "Pine Hollow"], [2, 1, "Sod House Claim"]],
        hand=["pony", "pan", "knife"],
        stock={"food": 3},
        roll=[1, 1],
    )
    play(session, ("job", "pony", 0), ("discard", "pan"), ("step", 1, 1, "walk"), ("stop",), ("job", "knife", 0))
    assert stock(session) == {"food": 4}
    play(session, ("move",), ("step", 2, 1, "walk"), ("step", 1, 1, "walk"))
    assert ("move",) not in session.moves(A)


def test_a_railway_that_was_sailed_onto_returns_later() -> None:
    """Only walking gets something back, so sailing there does not use it up."""
    session = table(
        rulings={"rail-circle": "once"},
        ground=[[0, 1, "Great Muddy"], [1, 1, "Wide Ford"]],
        rails=[[1, 1]],
        hand=["ferryman", "pony", "pan"],
        stock={"gold": 1, "food": 1},
    )
    play(session, ("job", "ferryman", 1), ("also", "pony", 0))
    play(session, ("step", 1, 1, "sail"), ("step", 0, 1, "walk"), ("step", 1, 1, "walk"), ("step", 0, 1, "walk"))
    assert session.truth.meeple[0] == (0, 1)


def test_a_ride_measured_diagonally() -> None:
    land = [[0, 0, "Long Grass"], [3, 3, "Pine Hollow"], [0, 1, "Owl Wood"]]
    session = table(ground=land, rails=[[0, 0], [3, 3]], meeple=[[0, 0]], hand=["handcar"])
    play(session, ("job", "handcar", 0))
    assert refused(session, ("ride", 3, 3)) in ("train.move", "train.between", "train.no-stack", "move.pool")
    session = table(
        ground=land, rails=[[0, 0], [3, 3]], meeple=[[0, 0]], hand=["handcar"], rulings={"range": "diagonal"}
    )
    play(session, ("job", "handcar", 0), ("ride", 3, 3))


def test_sailing_onto_a_ridge() -> None:
    land = [[0, 1, "Mirror Lake"], [1, 1, "Wooded Ridge"], [0, 0, "Rustlers' Gulch"], [0, 2, "Canyon Gate"]]
    session = table(ground=land, hand=["ferryman"], stock={"gold": 1})
    play(session, ("job", "ferryman", 1))
    assert set(session.moves(0)) == {("step", 1, 1, "sail"), ("step", 0, 2, "sail"), ("stop",)}
    assert refused(session, ("step", 0, 0, "sail")) == "move.sail-mountain"
    session = table(
        ground=land, hand=["rope_and_irons"], stock={"food": 2}, rulings={"move-costs": "climb-mountain-only"}
    )
    play(session, ("job", "rope_and_irons", 1))
    assert set(session.moves(0)) == {
        ("step", 1, 1, "climb"),
        ("step", 0, 0, "climb"),
        ("step", 0, 2, "climb"),
        ("stop",),
    }


def test_where_nothing_is_built() -> None:
    maul = ("job", "spike_maul", 0)
    scene = {"ground": [[0, 1, "Long Grass"]], "hand": ["spike_maul"]}
    session = table(stock={"metal": 2, "wood": 4}, rulings={"build-token": "own"}, **scene)
    assert refused(session, maul) in ("build.token", "res.pay")
    session = table(stock={"metal": 3, "wood": 4}, rulings={"build-token": "own"}, **scene)
    play(session, maul)
    assert stock(session) == {"wood": 3}
    session = table(stock={"metal": 3, "wood": 4}, rails=[[0, 1]], **scene)
    assert refused(session, maul) == "build.no-double"
    session = table(stock={"metal": 3, "wood": 4}, bandits=[[0, 1, 1]], **scene)
    assert refused(session, maul) == "build.no-bandits"
