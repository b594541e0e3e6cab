"""The parts that pages in Markdown consist of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

CODE = re.compile(r"(`[^`]*`)")
OPTION = re.compile(r"(?<![\w`-])(--?[a-z][\w-]*)")
SPECIAL = re.compile(r"([*_<>\[\]|\\$])")


def page(title: str, *parts: str) -> str:
    """A page with a title; parts that are empty are left out."""
    return "\n\n".join([f"# {title}", *filter(None, parts)]) + "\n"


def section(title: str, *parts: str) -> str:
    return "\n\n".join([f"## {title}", *filter(None, parts)])


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def fence(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def toctree(names: Iterable[str], options: str = ":hidden:") -> str:
    return fence("{toctree}", "\n".join([options, "", *names]))


def code(text: str) -> str:
    return f"`{text}`"


def plain(text: str) -> str:
    """A text in which nothing is markup, except code in backticks; options become code."""
    parts = CODE.split(text)
    parts[::2] = [OPTION.sub(r"`\1`", SPECIAL.sub(r"\\\1", part)) for part in parts[::2]]
    return "".join(parts)


def definitions(meanings: Iterable[tuple[str, str]]) -> str:
    """A list of terms with a text below each; lines of the text after the first are indented."""
    return "\n\n".join(f"{term}\n: {text.replace(chr(10), f'{chr(10)}  ')}" for term, text in meanings)


def bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop; code and formulas stay as they are."""
    first = text[0] if text[:1] in "`(Σ|" else text[:1].upper()
    return f"{first}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
