"""What a cell of a table says, be it text or a value of Parquet; what is not sure is a ValueError."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from itertools import pairwise
from math import isfinite, isnan
from typing import Any, NamedTuple

from corefscore.core.corpus import Parts
from corefscore.formats.collecting import LARGEST

SHOWN = 60
STRETCH = re.compile(r"(\d+)(?:-(\d+))?", re.ASCII)
FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def is_missing(value: Any) -> bool:
    """Whether a cell is empty; data frames have NaN there."""
    return value is None or value == "" or (isinstance(value, float) and isnan(value))


def shown(value: Any) -> str:
    """A value for messages, cut if it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def whole(value: Any) -> int:
    """A whole number, such as 2, "2" or 2.0."""
    text = name(value)
    if "_" in text:
        raise ValueError("digits in groups, which only Python would read")
    number = int(text)
    if abs(number) > LARGEST:
        raise ValueError("no text is that long")
    return number


def name(value: Any) -> str:
    """A text; whole numbers, which data frames may have made floats of, are written as such.

    >>> name("a"), name(7), name(7.0)
    ('a', '7', '7')
    """
    if value and isinstance(value, str):
        return value
    if isinstance(value, (float, Decimal)) and isfinite(value) and value == int(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("neither text nor a whole number")
    return str(value)


def flag(value: Any) -> bool:
    said = FLAGS.get(str(value).lower() if isinstance(value, bool) else name(value).strip().lower())
    if said is None:
        raise ValueError("neither yes nor no")
    return said


def parts(value: Any) -> Parts:
    """Some tokens of a mention, as stretches in the order of the text.

    >>> parts("0-1 4")
    ((0, 1), (4, 4))
    """
    stretches = [STRETCH.fullmatch(stretch) for stretch in name(value).split()]
    found = tuple((whole(each[1]), whole(each[2] or each[1])) for each in stretches if each)
    is_ordered = all(one[1] < other[0] for one, other in pairwise(found))
    if not found or len(found) < len(stretches) or not is_ordered or any(last < first for first, last in found):
        raise ValueError("no stretches of tokens, one behind the other")
    return found


def written_parts(stretches: Parts) -> str:
    return " ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in stretches)


class Kind(NamedTuple):
    """A kind of values: how one is read, and what to do where that fails."""

    read: Callable[[Any], Any]
    remedy: str


NUMBER = Kind(whole, f"write a whole number of at most {LARGEST:,}")
NAME = Kind(name, "name it by text or a whole number")
STRETCHES = Kind(parts, "write the first and the last number of each stretch in the order of the text, as in '0-1 4'")

KINDS: Mapping[str, Kind] = {
    "document": NAME,
    "start": NUMBER,
    "end": NUMBER,
    "entity": NAME,
    "head": NUMBER,
    "zero": Kind(flag, "write 1 or 0"),
    "shape": STRETCHES,
    "minimum": STRETCHES,
    "type": NAME,
}
