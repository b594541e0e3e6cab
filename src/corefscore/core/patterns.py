"""Regular expressions from users, which may take time without end for some texts."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

SECONDS = 5.0
"""How long a pattern may take for all texts together."""

REPEATS = re.compile(r"[*+{]")

# A process of its own can be stopped on every system; it needs nothing of this package.
WORK = """
import json, re, sys
pattern, texts = json.load(sys.stdin)
found = map(re.compile(pattern).search, texts)
json.dump([match and match[1] for match in found], sys.stdout)
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
    if len(REPEATS.findall(pattern)) <= 1 or not sys.executable:
        return [match and match[1] for match in map(re.compile(pattern).search, texts)]
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
    found: list[str | None] = json.loads(done.stdout)
    return found
