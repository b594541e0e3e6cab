"""Read the value of a cell of a table, from text or from Parquet. Raise ValueError if it is not certain."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from itertools import pairwise
from math import isfinite, isnan
from typing import NamedTuple

from corefscore.core.corpus import Parts
from corefscore.core.problems import shortened
from corefscore.formats.base import LARGEST
from corefscore.formats.table.relation_columns import RELATION_TITLES

PART = re.compile(r"(\d+)(?:-(\d+))?", re.ASCII)
FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def is_missing(value: object) -> bool:
    """Return whether a cell is empty. Data frames have NaN in empty cells."""
    return value is None or value == "" or (isinstance(value, float) and isnan(value))


def shown(value: object) -> str:
    """Return a value for a message. A text gets quotes."""
    return shortened(repr(value))


def whole(value: object) -> int:
    """Read a whole number.

    >>> whole(2), whole("2"), whole(2.0)
    (2, 2, 2)
    """
    text = name(value)
    if "_" in text:
        raise ValueError("a number with underscores between digits, which only Python reads")
    number = int(text)
    if abs(number) > LARGEST:
        raise ValueError("a number that is larger than any text")
    return number


def name(value: object) -> str:
    """Read a text. A whole number becomes its digits, even if a data frame turned it into a float.

    >>> name("a"), name(7), name(7.0)
    ('a', '7', '7')
    """
    if value and isinstance(value, str):
        return value
    if isinstance(value, (float, Decimal)) and isfinite(value) and value == int(value):
        return str(int(value))
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("neither text nor a whole number")
    return str(value)


def flag(value: object) -> bool:
    """Read yes or no.

    >>> flag("yes"), flag(0)
    (True, False)
    """
    found = FLAGS.get(str(value).lower() if isinstance(value, bool) else name(value).strip().lower())
    if found is None:
        raise ValueError("neither yes nor no")
    return found


def parts(value: object) -> Parts:
    """Read the parts of a mention, in the order of the text.

    >>> parts("0-1 4")
    ((0, 1), (4, 4))
    """
    written = [PART.fullmatch(part) for part in name(value).split()]
    found = tuple((whole(part[1]), whole(part[2] or part[1])) for part in written if part)
    is_ordered = all(one[1] < other[0] for one, other in pairwise(found))
    if not found or len(found) < len(written) or not is_ordered or any(last < first for first, last in found):
        raise ValueError("parts that are not in the order of the text")
    return found


def names(value: object) -> list[str]:
    """Read several names with spaces between them.

    >>> names("e1 e2"), names(7)
    (['e1', 'e2'], ['7'])
    """
    return name(value).split()


def written_parts(parts: Parts) -> str:
    """Return parts as text.

    >>> written_parts(((0, 1), (4, 4)))
    '0-1 4'
    """
    return " ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in parts)


class CellType(NamedTuple):
    """How to read the cells of a column, and what to do if that fails."""

    read: Callable[[object], object]
    remedy: str


NUMBER = CellType(whole, f"write a whole number of at most {LARGEST:,}")
NAME = CellType(name, "write text or a whole number")
PARTS = CellType(parts, "write the first and the last number of each part in the order of the text, as in '0-1 4'")

CELL_TYPES: Mapping[str, CellType] = {
    "document": NAME,
    "start": NUMBER,
    "end": NUMBER,
    "entity": NAME,
    "head": NUMBER,
    "zero": CellType(flag, "write 1 or 0"),
    "shape": PARTS,
    "minimum": PARTS,
    "type": NAME,
    "semtype": NAME,
    "referring": CellType(flag, "write 1 or 0"),
    **dict.fromkeys(RELATION_TITLES, CellType(names, "write names or whole numbers with spaces between them")),
}
"""The type of each column."""
