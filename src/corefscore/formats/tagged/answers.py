"""Cut an answer of a language model: remove the text before and after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from corefscore.core.problems import warn
from corefscore.formats.tagged.forms import looks_tagged
from corefscore.formats.tagged.tags import NumberedLine

FENCE = re.compile(r"```\w*")


def answer(source: str, lines: list[NumberedLine], words: Sequence[str] | None = None) -> list[NumberedLine]:
    """Return the lines of an answer. A warning counts the lines that were cut.

    If a Markdown fence contains lines with tags, the lines outside the fence are cut. Otherwise, lines without a tag at
    the beginning and at the end are cut, if the words of the document are known and do not include them.

    Parameters
    ----------
    source : str
        The file, for the warning.
    lines : list of (int, str)
        The lines of one document, with their numbers.
    words : sequence of str, optional
        The words of the document, if they are known.

    Examples
    --------
    >>> answer("a.txt", [(1, "```"), (2, "[e1 Ann] slept"), (3, "```")])
    [(2, '[e1 Ann] slept')]
    """
    found = _in_fence(lines)
    found = _in_text(lines, words) if found is None else found
    fences = sum(1 for _, line in lines if FENCE.fullmatch(line.strip()))
    cut = len(lines) - len(found) - fences
    if cut > 0:
        first = next(
            number for number, line in lines if (number, line) not in found and not FENCE.fullmatch(line.strip())
        )
        warn(source, first, f"{cut:,} lines before or after the tagged text are not part of it; they are ignored")
    return found


def _in_fence(lines: list[NumberedLine]) -> list[NumberedLine] | None:
    """Return the lines of the first fence with tags, or None if there is none."""
    fences = [index for index, (_, line) in enumerate(lines) if FENCE.fullmatch(line.strip())]
    for begin, end in pairwise([*fences, len(lines)]):
        inside = lines[begin + 1 : end]
        if any(looks_tagged(line) for _, line in inside):
            return inside
    return None


def _in_text(lines: list[NumberedLine], words: Sequence[str] | None) -> list[NumberedLine]:
    if words is None:
        return lines
    text = "".join(words)
    kept = [index for index, (_, line) in enumerate(lines) if looks_tagged(line) or "".join(line.split()) in text]
    return lines[kept[0] : kept[-1] + 1] if kept else lines
