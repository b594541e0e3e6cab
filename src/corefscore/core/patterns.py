"""Regular expressions from users. Some of them would never finish on some texts."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TypeAlias

SECONDS = 5.0
"""The time limit of a pattern for all texts together, in seconds."""

Named: TypeAlias = "dict[str, str | None] | None"
"""The groups of a pattern that matched in a text, by name; None if the pattern does not match."""
Groups: TypeAlias = "tuple[Sequence[str | None], dict[str, str | None]] | None"

REPEATS = re.compile(r"[*+{]")

# A separate process can be stopped on every system. It imports nothing of this package.
WORK = """
import json, re, sys
pattern, texts = json.load(sys.stdin)
found = map(re.compile(pattern).search, texts)
json.dump([match and [match.groups(), match.groupdict()] for match in found], sys.stdout)
"""


def first_groups(pattern: str, texts: Sequence[str], seconds: float = SECONDS) -> list[str | None]:
    """Return what the first group of a pattern matches in each text.

    Parameters
    ----------
    pattern : str
        A regular expression with a group.
    texts : sequence of str
        The texts.
    seconds : float
        The time limit. A pattern with at most one repetition needs no limit.

    Returns
    -------
    list of str or None
        The text that the group matched; None if the pattern does not match.

    Raises
    ------
    ValueError
        If the pattern takes longer.

    Examples
    --------
    >>> first_groups("(..)-", ["en-1", "x"])
    ['en', None]
    """
    return [groups and groups[0][0] for groups in _groups(pattern, texts, seconds)]


def named_groups(pattern: str, texts: Sequence[str], names: Sequence[str], seconds: float = SECONDS) -> list[Named]:
    """Return what the groups of a pattern match in each text. Groups without names are taken in order.

    Parameters
    ----------
    pattern : str
        A regular expression with groups, written as ``(?P<topic>...)`` or ``(...)``.
    texts : sequence of str
        The texts.
    names : sequence of str
        The names of the groups.
    seconds : float
        The time limit, as for `first_groups`.

    Returns
    -------
    list of dict or None
        The text that each group matched; None if the pattern does not match.

    Examples
    --------
    >>> named_groups("(?P<topic>..)-", ["en-1", "x"], ["topic", "subtopic"])
    [{'topic': 'en'}, None]
    >>> named_groups("(..)-(.)", ["en-1"], ["topic", "subtopic"])
    [{'topic': 'en', 'subtopic': '1'}]
    """
    found = _groups(pattern, texts, seconds)
    return [groups and (groups[1] or dict(zip(names, groups[0], strict=False))) for groups in found]


def _groups(pattern: str, texts: Sequence[str], seconds: float) -> list[Groups]:
    """Return the groups of a pattern in each text, in order and by name."""
    if len(REPEATS.findall(pattern)) <= 1 or not sys.executable:
        found = map(re.compile(pattern).search, texts)
        return [match and (match.groups(), match.groupdict()) for match in found]
    import json
    import subprocess

    command = [sys.executable, "-I", "-S", "-c", WORK]
    try:
        done = subprocess.run(
            command, input=json.dumps([pattern, [*texts]]), capture_output=True, text=True, timeout=seconds, check=True
        )
    except subprocess.TimeoutExpired:
        message = f"the pattern {pattern!r} takes more than {seconds:g} seconds, because it nests repetitions"
        raise ValueError(f"{message}; remove one of the repetitions") from None
    found_there: list[Groups] = json.loads(done.stdout)
    return found_there
