"""What commands print: lines of text, and pages of help."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

USAGE_STATUS = 2
NARROWEST, WIDTH = 50, 80
LEFT, INDENT = 32, 2


def echo(text: str = "", err: bool = False) -> None:
    """Print a line; what nobody can be told is not told."""
    if not err:
        sys.stdout.write(f"{text}\n")
        return
    with suppress(OSError):
        sys.stdout.flush()  # it comes before what is said of it
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")


def refuse(usage: str, program: str, message: str) -> NoReturn:
    """Say what is wrong with the words of a command, and leave."""
    from corefscore.core.tables import printable

    echo(f"Usage: {usage}\nTry '{program} --help' for help.\n\nError: {printable(message)}", err=True)
    sys.exit(USAGE_STATUS)


def page(usage: str, text: str | None, lists: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    """Help: the usage, a text, and lists of names with what they mean."""
    from shutil import get_terminal_size
    from textwrap import dedent, fill

    width = max(min(get_terminal_size().columns, WIDTH), NARROWEST) - INDENT
    margin = " " * INDENT
    first, _, more = (text or "").partition("\n")
    paragraphs = f"{first}\n{dedent(more)}".strip().split("\n\n")
    parts = [
        f"Usage: {usage}",
        *(fill(part, width, initial_indent=margin, subsequent_indent=margin) for part in paragraphs),
    ]
    for title, rows in lists.items():
        left = min(max(len(name) for name, _ in rows) + 2 * INDENT, LEFT)
        lines = [_entry(name, meaning, left, width) for name, meaning in rows]
        parts.append("\n".join([f"{title}:", *lines]))
    return "\n\n".join(parts)


def _entry(name: str, meaning: str, left: int, width: int) -> str:
    """A name, and behind it, or in the next line if it is long, what it means."""
    from textwrap import wrap

    name = " " * INDENT + name
    lines = wrap(meaning, width - left)
    if len(name) < left - 1 and lines:
        name = name.ljust(left) + lines.pop(0)
    return "\n".join([name, *(" " * left + line for line in lines)])
