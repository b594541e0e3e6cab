"""The two forms of a signature: a long one that states every choice, and a short one for a footnote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from corefscore.core.problems import shortened
from corefscore.version import __version__

NAME = "corefscore"
LONG_START = f"{NAME}:"
EXAMPLES = f"{NAME} {__version__} · match head' or '{NAME}:{__version__}|match:head"
BREAKS = r"(?<=\|)|(?<=· )"
"""Where a line may end: after a separator, so that the first lines do not look like a whole signature."""

DOCUMENTS = "documents"
"""The part that every long form has, as one of its last."""

BESIDE = (DOCUMENTS, "nonreferring", "ci", "method", "test", "baseline", "pairs", "resamples", "seed", "alpha")
"""The parts of a signature that are not policies: about the files, the tests of figures, and the measure of α."""

IN_LEGENDS = tuple(name for name in BESIDE if name not in ("resamples", "seed"))
"""The parts that the lines of a table already state, so that a footnote need not."""


class Signature(NamedTuple):
    """The contents of a signature.

    Parameters
    ----------
    version : str
        The version of corefscore.
    parts : sequence of (str, str)
        The name and the value of each part, in order.
    """

    version: str
    parts: tuple[tuple[str, str], ...]


def long_form(parts: Iterable[str]) -> str:
    """Return the long form of a signature from its parts, such as ``match:head``.

    >>> long_form(["match:head", "documents:3"]).partition("|")[2]
    'match:head|documents:3'
    """
    return "|".join([f"{LONG_START}{__version__}", *parts])


def short_form(signature: str, usual: Mapping[str, str]) -> str:
    """Return the short form of a signature, without the usual choices and without the parts of `IN_LEGENDS`.

    >>> short_form("corefscore:1.2|match:head|singletons:keep|documents:3", {"match": "exact", "singletons": "keep"})
    'corefscore 1.2 · match head'
    """
    (_, version), *parts = _split(signature)
    shown = (f"{name} {value}" for name, value in parts if name not in IN_LEGENDS and usual.get(name) != value)
    return " · ".join([f"{NAME} {version}", *shown])


def part_value(text: str) -> str:
    """Return a text that can be the value of a part, because it cannot end the part.

    >>> part_value("ours|match:head")
    'ours¦match:head'
    """
    return text.replace("|", "¦")


def parse(text: str) -> Signature:
    """Parse a signature of either form. It may have line breaks, and may be a comment of LaTeX or Markdown.

    Raises
    ------
    ValueError
        If it is not a signature, if a part of it is missing, or if a long form is cut off.

    Examples
    --------
    >>> parse("corefscore 1.2 · match head").parts, parse("corefscore:1.2|match:head|documents:3").parts
    ((('match', 'head'),), (('match', 'head'), ('documents', '3')))
    """
    (name, version), *parts = _split(text)
    if name != NAME or not re.fullmatch(r"\d\S*", version):
        raise ValueError(f"{shortened(text)!r} is not a signature; give one such as '{EXAMPLES}'")
    for part, value in parts:
        if not (part and value):
            shown = f"the part {part!r}" if part else "a part"
            raise ValueError(f"{shown} of the signature {shortened(text)!r} is missing or has no value; copy all of it")
    if _is_long(text) and DOCUMENTS not in dict(parts):
        raise ValueError(f"the signature {shortened(text)!r} ends before its number of documents; copy all of it")
    return Signature(version, tuple(parts))


def _split(text: str) -> list[tuple[str, str]]:
    """Return the name and the value of each part. The first part is the program and its version."""
    separator, equals = ("|", ":") if _is_long(text) else ("·", " ")
    parts = (part.strip().partition(equals) for part in _bare(text).split(separator))
    return [(name.strip(), value.strip()) for name, _, value in parts]


def _is_long(text: str) -> bool:
    return _bare(text).startswith(LONG_START)


def _bare(text: str) -> str:
    """Return a signature on one line, without the marks of a comment of LaTeX or Markdown."""
    line = " ".join(text.split())
    return line.removeprefix("%").removeprefix("<!--").removesuffix("-->").strip()


def wrapped(line: str, width: int) -> list[str]:
    """Break a signature into lines of at most `width` characters. No part is broken, so a line may be longer.

    >>> wrapped("corefscore 1.2 · match head · singletons drop", 30)
    ['corefscore 1.2 · match head ·', 'singletons drop']
    """
    lines = [""]
    for piece in re.split(BREAKS, line):
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [each.rstrip() for each in lines]
