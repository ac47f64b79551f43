"""What pupils are called in a class: an animal and a colour, given by chance. Nobody types a name.

In one class no animal is given twice, so that nobody needs the colour to tell two pupils apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from secrets import choice

ANIMALS = (
    *("Ant", "Badger", "Bat", "Bear", "Beaver", "Bee", "Bison", "Camel"),
    *("Cat", "Crab", "Crane", "Deer", "Dolphin", "Dragonfly", "Duck", "Eagle"),
    *("Elephant", "Ferret", "Fox", "Frog", "Giraffe", "Goat", "Hamster", "Hare"),
    *("Hedgehog", "Heron", "Horse", "Ibex", "Jay", "Kangaroo", "Koala", "Lion"),
    *("Lizard", "Lynx", "Mole", "Moose", "Newt", "Octopus", "Otter", "Owl"),
    *("Panda", "Penguin", "Raven", "Seal", "Squirrel", "Swan", "Tiger", "Turtle"),
)
COLOURS = ("Blue", "Rose", "Orange", "Violet", "Grey", "Brown", "Olive", "Navy")


def pick(taken: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
    """An animal that nobody in the class has, in a colour that few have; None if all animals are taken."""
    animals = {animal for animal, _ in taken}
    free = [animal for animal in ANIMALS if animal not in animals]
    if not free:
        return None
    worn = Counter(colour for _, colour in taken)
    fewest = min(worn[colour] for colour in COLOURS)
    return choice(free), choice([colour for colour in COLOURS if worn[colour] == fewest])
