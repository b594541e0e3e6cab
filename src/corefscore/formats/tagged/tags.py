"""Tags of mentions in a text, and the two ways to write them: brackets around words, and marks after words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

NumberedLine: TypeAlias = tuple[int, str]
"""A line of a file and its number."""

BLANKS = " \t\r\f\v"
PIECE = re.compile(r"\[(?P<tag>[A-Za-z_]*\d+)(?=\s|$)|[\[\]]|[^\s\[\]]+")
NAME = r"[^\s\[\],|]+"
MARK = rf"(?:\[{NAME}\]?|{NAME}\])"
MARKED = re.compile(rf"(.*)\|({MARK}(?:,{MARK})*)")
TAGGED = re.compile(rf"(?<!\S)\[[A-Za-z_]*\d+\s+[^\s\]]|\S\|{MARK}(?=[\s,]|$)")

UNOPENED, UNCLOSED, WORDLESS = "closes no mention", "is never closed", "has no words"


class TaggedSpan(NamedTuple):
    """A mention: its first and last word, its entity, and its line."""

    start: int
    end: int
    label: str
    line: int


@dataclass
class TaggedText:
    """The words and mentions of a document.

    Parameters
    ----------
    sentences : list of lists of str
        The words.
    lines : list of int
        The line of each word.
    spans : list of TaggedSpan
        The mentions.
    faults : dict of str to list
        Tags that cannot be read, each with its line, by what is wrong with them.
    """

    sentences: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    spans: list[TaggedSpan] = field(default_factory=list)
    faults: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    @property
    def words(self) -> list[str]:
        """The words of all sentences."""
        return [word for sentence in self.sentences for word in sentence]

    def add_word(self, word: str, line: int) -> None:
        """Add a word to the last sentence."""
        self.sentences[-1].append(word)
        self.lines.append(line)

    def add_fault(self, kind: str, line: int, tag: str) -> None:
        """Add a tag that cannot be read."""
        self.faults.setdefault(kind, []).append((line, tag))


def looks_tagged(text: str) -> bool:
    """Whether a text has a tag of either kind.

    >>> looks_tagged("[e1 Ann] slept"), looks_tagged("Ann|[e1] slept"), looks_tagged("Ann [1] slept")
    (True, True, False)
    """
    return TAGGED.search(text) is not None


def looks_marked(word: str) -> bool:
    """Whether a word ends in marks.

    >>> looks_marked("her|[e2,[e1]"), looks_marked("a|b")
    (True, False)
    """
    return "|" in word and MARKED.fullmatch(word) is not None


def bracket_tags(line: str) -> Iterator[str]:
    """The tags at opening brackets in a line.

    >>> [*bracket_tags("[e1 Ann] saw [e2 [e1 her] dog]")]
    ['e1', 'e2', 'e1']
    """
    return (piece["tag"] for piece in PIECE.finditer(line) if piece["tag"])


def has_brackets(lines: Iterable[str]) -> bool:
    """Whether the tags of a file are brackets around words, and not marks after words."""
    listed = list(lines)
    if any(looks_marked(word) for line in listed if "|" in line for word in line.split()):
        return False
    return any(any(bracket_tags(line)) for line in listed)


def parse_marks(lines: Iterable[NumberedLine]) -> TaggedText:
    """Words with marks after a bar, such as ``her|[e2,[e1]``.

    >>> parse_marks([(1, "Ann|[e1] saw her|[e2,[e1] dog|e2]")]).spans[-1]
    TaggedSpan(start=2, end=3, label='e2', line=1)
    """
    text = TaggedText()
    opened: dict[str, list[tuple[int, int]]] = {}
    for line, content in lines:
        text.sentences.append([])
        for word in content.strip(BLANKS).split(" "):
            found = MARKED.fullmatch(word) if "|" in word else None
            text.add_word(found[1] if found else word, line)
            for mark in found[2].split(",") if found else ():
                _read_mark(mark, line, opened, text)
    for label, begun in opened.items():
        for _, line in begun:
            text.add_fault(UNCLOSED, line, f"[{label}")
    return text


def _read_mark(mark: str, line: int, opened: dict[str, list[tuple[int, int]]], text: TaggedText) -> None:
    """Read a mark of the last word."""
    token, label = len(text.lines) - 1, mark.strip("[]")
    if mark.startswith("["):
        opened.setdefault(label, []).append((token, line))
    if mark.endswith("]"):
        if opened.get(label):
            start, begun = opened[label].pop()
            text.spans.append(TaggedSpan(start, token, label, begun))
        else:
            text.add_fault(UNOPENED, line, mark)


class _OpenBracket(NamedTuple):
    """A bracket that is not closed yet. One without a label belongs to the text."""

    label: str | None
    start: int
    line: int


def parse_brackets(lines: Iterable[NumberedLine]) -> TaggedText:
    """Brackets around mentions, such as ``[e2 [e1 her] dog]``; other brackets are words.

    >>> parse_brackets([(1, "[e1 Ann] saw [e2 [e1 her] dog]")]).spans[-1]
    TaggedSpan(start=2, end=3, label='e2', line=1)
    """
    text = TaggedText()
    opened: list[_OpenBracket] = []
    for line, content in lines:
        text.sentences.append([])
        for piece in PIECE.finditer(content):
            if piece["tag"] is not None:
                opened.append(_OpenBracket(piece["tag"], len(text.lines), line))
            elif piece[0] != "]" or not _closes_mention(opened, line, text):
                text.add_word(piece[0], line)
                opened += [_OpenBracket(None, 0, line)] if piece[0] == "[" else []
    for bracket in opened:
        if bracket.label is not None:
            text.add_fault(UNCLOSED, bracket.line, f"[{bracket.label}")
    return text


def _closes_mention(opened: list[_OpenBracket], line: int, text: TaggedText) -> bool:
    """Whether a closing bracket closes a mention, which is added."""
    if not opened:
        text.add_fault(UNOPENED, line, "]")
        return False
    label, start, begun = opened.pop()
    if label is None:
        return False
    end = len(text.lines) - 1
    if end < start:
        text.add_fault(WORDLESS, line, f"[{label}]")
    else:
        text.spans.append(TaggedSpan(start, end, label, begun))
    return True
