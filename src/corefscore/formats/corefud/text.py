"""The words of CorefUD files, decoded only when somebody asks, and compared without decoding."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bytes, Ints, SmallInts, changes
from corefscore.core.corpus import Source, Text, without_empty_nodes
from corefscore.formats.corefud.conllu import FORM, ConlluScan
from corefscore.formats.files import File


class Section(NamedTuple):
    """One document: its name and line, its first token in the file and the one after its last, and its bytes."""

    name: str
    line: int
    first: int
    last: int
    begin: int
    end: int


class Words(NamedTuple):
    """Words in a row: how long they are, their bytes, joined, and the number of the sentence of each."""

    length: SmallInts
    byte: Bytes
    sentence: SmallInts

    def same(self, other: Words) -> bool:
        """Whether they are the same words in the same sentences, however these are numbered."""
        return (
            np.array_equal(self.length, other.length)
            and np.array_equal(self.byte, other.byte)
            and np.array_equal(changes(self.sentence), changes(other.sentence))
        )


class ConlluSource:
    """A CoNLL-U file with what is known of its lines; `mark_lines` has the line of each bracket."""

    def __init__(self, file: File, scan: ConlluScan, mark_lines: Ints) -> None:
        self.file = file
        self.scan = scan
        self.mark_lines = mark_lines

    @property
    def name(self) -> str:
        return self.file.name

    def line_of(self, place: int) -> int:
        return int(self.mark_lines[place])

    def comparison(self, other: Source) -> Callable[[Text, Text], bool]:
        """Whether documents of the two files surely have the same words and sentences, empty nodes aside."""
        if not isinstance(other, ConlluSource):
            return lambda ours, theirs: _sentences(ours) == _sentences(theirs)
        if self.words.same(other.words):
            return lambda ours, theirs: _word_bounds(ours) == _word_bounds(theirs)
        return lambda ours, theirs: _words(ours).same(_words(theirs))

    @cached_property
    def words(self) -> Words:
        """All words of the file."""
        return Words(self.scan.form_length, self.scan.form, self.scan.sentence[~self.scan.empty])

    @cached_property
    def bytes_before(self) -> Ints:
        """How many bytes of words come before each word, and before the end."""
        return np.append(0, np.cumsum(self.scan.form_length, dtype=np.int64))

    @cached_property
    def words_before(self) -> Ints:
        """How many words come before each token, and before the end."""
        return np.concatenate([[0], np.cumsum(~self.scan.empty, dtype=np.int64)])


class ConlluText:
    """The words of one document, read from its lines; its tokens are words and, unless left out, empty nodes."""

    def __init__(self, source: ConlluSource, section: Section, with_empty: bool = True) -> None:
        self.source = source
        self.section = section
        self.with_empty = with_empty

    @property
    def plain(self) -> ConlluText:
        """The same text without empty nodes."""
        return ConlluText(self.source, self.section, with_empty=False)

    @property
    def sentences(self) -> list[list[str]]:
        rows = (line.split("\t", FORM + 1) for line in self.lines() if line[:1].isdigit())
        words = [row[FORM] for row in rows if "-" not in row[0] and (self.with_empty or "." not in row[0])]
        starts = np.flatnonzero(changes(self.source.scan.sentence[self._tokens()])).tolist() if words else []
        return [words[begin:end] for begin, end in zip(starts, [*starts[1:], len(words)], strict=True)]

    def line_of(self, token: int) -> int:
        tokens = self._tokens()
        return int(self.source.scan.line[tokens[min(token, len(tokens) - 1)]]) if len(tokens) else self.section.line

    def lines(self) -> list[str]:
        """The lines of the document as they stand in the file."""
        content = self.source.file.read(self.section.begin, self.section.end).decode()
        return [line.removesuffix("\r") for line in content.removesuffix("\n").split("\n")]

    def _tokens(self) -> Ints:
        tokens = np.arange(self.section.first, self.section.last, dtype=np.int64)
        return tokens if self.with_empty else tokens[~self.source.scan.empty[tokens]]


def _sentences(text: Text) -> list[list[str]]:
    return without_empty_nodes(text).sentences


def _word_bounds(text: Text) -> tuple[int, int]:
    """The first word of a document in its file, and the one after its last."""
    assert isinstance(text, ConlluText)
    before = text.source.words_before
    return int(before[text.section.first]), int(before[text.section.last])


def _words(text: Text) -> Words:
    assert isinstance(text, ConlluText)
    first, last = _word_bounds(text)
    words = text.source.words
    begin, stop = text.source.bytes_before[[first, last]].tolist()
    return Words(words.length[first:last], words.byte[begin:stop], words.sentence[first:last])
