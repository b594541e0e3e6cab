"""Tags of mentions in a text, and the two ways to write them: brackets around words, and marks after words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Ints, ints

NumberedLine: TypeAlias = tuple[int, str]
"""A line of a file and its number."""

BLANKS = " \t\r\f\v"
PIECE = re.compile(r"\[(?P<tag>[A-Za-z_]*\d+)(?=\s|$)|[\[\]]|[^\s\[\]]+")
NAME = r"[^\s\[\],|]+"
MARK = rf"(?:\[{NAME}\]?|{NAME}\])"
MARKED = re.compile(rf"(.*)\|({MARK}(?:,{MARK})*)")
TAGGED = re.compile(rf"(?<!\S)\[[A-Za-z_]*\d+\s+[^\s\]]|\S\|{MARK}(?=[\s,]|$)")

UNOPENED, UNCLOSED, WORDLESS = "closes no mention", "is never closed", "has no words"


UNALIGNED = -1


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
        Tags that cannot be read, each with its line, by the kind of fault.
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


def looks_marked(word: str) -> bool:
    """Return whether a word ends in marks.

    >>> looks_marked("her|[e2,[e1]"), looks_marked("a|b")
    (True, False)
    """
    return "|" in word and MARKED.fullmatch(word) is not None


def bracket_tags(line: str) -> Iterator[str]:
    """Yield the tags at opening brackets in a line.

    >>> [*bracket_tags("[e1 Ann] saw [e2 [e1 her] dog]")]
    ['e1', 'e2', 'e1']
    """
    return (piece["tag"] for piece in PIECE.finditer(line) if piece["tag"])


def parse_marks(lines: Iterable[NumberedLine]) -> TaggedText:
    """Parse words with marks after a bar, such as ``her|[e2,[e1]``.

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
    """Read one mark of the last word."""
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
    """An open bracket. If it has no label, it is a part of the text."""

    label: str | None
    start: int
    line: int


def parse_brackets(lines: Iterable[NumberedLine]) -> TaggedText:
    """Parse brackets around mentions, such as ``[e2 [e1 her] dog]``. Other brackets are words.

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
    """Add the mention that a closing bracket closes. Return False if it closes no mention."""
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


class Alignment(NamedTuple):
    """The alignment of a copy with the original.

    Parameters
    ----------
    first, last : array of int
        The first and the last word of the original for each word of the copy; `UNALIGNED` if there is none.
    inserted, omitted, changed : int
        The number of words that only the copy has, that only the original has, and that differ.
    """

    first: Ints
    last: Ints
    inserted: int
    omitted: int
    changed: int

    @property
    def is_copy(self) -> bool:
        """Whether both texts have the same characters."""
        return not (self.inserted or self.omitted or self.changed)


def align(original: Sequence[str], copy: Sequence[str]) -> Alignment:
    """Align the words of a copy with the words of the original.

    Words are aligned if they are equal, if they have the same characters but different borders, or if the same number
    of words replaces a number of words of the original.

    Parameters
    ----------
    original, copy : sequence of str
        The words of both texts.

    Returns
    -------
    Alignment
        The words of the original for each word of the copy.

    Examples
    --------
    >>> align(["do", "n't", "go", "."], ["don't", "go", "now", "."]).first.tolist()
    [0, 2, -1, 3]
    """
    first, last = (np.full(len(copy), UNALIGNED, dtype=np.int64) for _ in range(2))
    inserted = omitted = changed = 0
    for a, b, c, d in _ranges(original, copy):
        ours, theirs = original[a:b], copy[c:d]
        if "".join(ours) == "".join(theirs):
            first[c:d], last[c:d] = (a + words for words in _by_characters(ours, theirs))
        elif len(ours) == len(theirs):
            first[c:d] = last[c:d] = np.arange(a, b)
            changed += sum(one != other for one, other in zip(ours, theirs, strict=True))
        else:
            inserted += len(theirs)
            omitted += len(ours)
    return Alignment(first, last, inserted, omitted, changed)


def next_aligned(words: Ints) -> Ints:
    """Return the word of the original for each word of the copy. A word without one gets that of the next word.

    >>> next_aligned(ints([UNALIGNED, 4, UNALIGNED])).tolist()
    [4, 4, -1]
    """
    index = np.where(words == UNALIGNED, len(words), np.arange(len(words)))
    return np.append(words, UNALIGNED)[np.minimum.accumulate(index[::-1])[::-1]]


def _by_characters(original: Sequence[str], copy: Sequence[str]) -> tuple[Ints, Ints]:
    """Return the first and last word of the original for each word of a text with the same characters."""
    ends = np.cumsum(ints([len(word) for word in original]))
    stop = np.cumsum(ints([len(word) for word in copy]))
    start = np.concatenate([ints([0]), stop[:-1]])
    return np.searchsorted(ends, start, "right"), np.searchsorted(ends, np.maximum(stop - 1, start), "right")


def _ranges(original: Sequence[str], copy: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield ranges of both texts that correspond, whether they are equal or not."""
    if "".join(original) == "".join(copy):
        yield 0, len(original), 0, len(copy)
        return
    same = _common(original, copy)
    yield 0, same, 0, same
    tail = _common(original[same:][::-1], copy[same:][::-1])
    here = there = same
    ends = len(original) - tail, len(copy) - tail
    for a, c in [*_anchors(original, copy, same, ends), ends]:
        matcher = SequenceMatcher(None, original[here:a], copy[there:c], autojunk=False)
        for _, i, j, k, m in matcher.get_opcodes():
            yield here + i, here + j, there + k, there + m
        here, there = a, c
    yield here, len(original), there, len(copy)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many words two texts share before they differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _anchors(original: Sequence[str], copy: Sequence[str], begin: int, ends: tuple[int, int]) -> list[tuple[int, int]]:
    """Return words that occur once in each text and are in the same order in both. They divide the search."""
    ours, theirs = (Counter(text[begin:end]) for text, end in zip((original, copy), ends, strict=True))
    position = {copy[c]: c for c in range(begin, ends[1]) if theirs[copy[c]] == 1}
    words = ((a, original[a]) for a in range(begin, ends[0]))
    return _longest_growing([(a, position[word]) for a, word in words if ours[word] == 1 and word in position])


def _longest_growing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest list of pairs in which both numbers increase."""
    tails: list[int] = []
    rows: list[int] = []
    before: list[int] = []
    for row, (_, number) in enumerate(pairs):
        length = bisect_left(tails, number)
        before.append(rows[length - 1] if length else -1)
        tails[length : length + 1], rows[length : length + 1] = [number], [row]
    chain = []
    row = rows[-1] if rows else -1
    while row >= 0:
        chain.append(pairs[row])
        row = before[row]
    return chain[::-1]
