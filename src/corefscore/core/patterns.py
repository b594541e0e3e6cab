"""Regular expressions from users, which may take time without end for some texts."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TypeAlias

SECONDS = 5.0
"""How long a pattern may take for all texts together."""

Named: TypeAlias = "dict[str, str | None] | None"
"""What brackets found in a text, by their names; None where the pattern does not fit."""
Groups: TypeAlias = "tuple[Sequence[str | None], dict[str, str | None]] | None"

REPEATS = re.compile(r"[*+{]")

# A process of its own can be stopped on every system; it needs nothing of this package.
WORK = """
import json, re, sys
pattern, texts = json.load(sys.stdin)
found = map(re.compile(pattern).search, texts)
json.dump([match and [match.groups(), match.groupdict()] for match in found], sys.stdout)
"""


def first_groups(pattern: str, texts: Sequence[str], seconds: float = SECONDS) -> list[str | None]:
    """What the first pair of brackets of a pattern finds in each text.

    Parameters
    ----------
    pattern : str
        A regular expression with brackets.
    texts : sequence of str
        The texts.
    seconds : float
        How long this may take. A pattern with one repetition or none needs no such limit.

    Returns
    -------
    list of str or None
        What was found in each text.

    Raises
    ------
    ValueError
        If it takes longer.

    Examples
    --------
    >>> first_groups("(..)-", ["en-1", "x"])
    ['en', None]
    """
    return [groups and groups[0][0] for groups in _groups(pattern, texts, seconds)]


def named_groups(pattern: str, texts: Sequence[str], names: Sequence[str], seconds: float = SECONDS) -> list[Named]:
    """What the brackets of a pattern find in each text, by their names or, if they have none, in their order.

    Parameters
    ----------
    pattern : str
        A regular expression with brackets, as ``(?P<topic>...)`` or ``(...)``.
    texts : sequence of str
        The texts.
    names : sequence of str
        The names of the brackets.
    seconds : float
        How long this may take, as for `first_groups`.

    Returns
    -------
    list of dict or None
        What was found in each text.

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
    """The brackets of a pattern in each text, in their order and by their names."""
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
        message = f"the pattern {pattern!r} takes more than {seconds:g} seconds; it repeats what is repeated already"
        raise ValueError(f"{message}, so write it without one of the repetitions") from None
    found_there: list[Groups] = json.loads(done.stdout)
    return found_there
