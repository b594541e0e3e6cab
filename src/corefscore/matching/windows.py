"""Cut documents and their entities into windows of tokens.

A mention belongs to the window of its first token. The script of BookCoref (gold windows of its `evaluate.py`) cuts in
another way. It loses mentions that begin where a window begins. Its last window is as long as the others, so it
overlaps the window before. Published figures need this way of cutting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers, order_by, renumber
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail, warn
from corefscore.core.shifting import shifted
from corefscore.core.texts import Text
from corefscore.formats.memory import is_loose
from corefscore.matching.positions import first_tokens

BOOKCOREF = "bookcoref"
BOOKCOREF_TOKENS = 1500
OUTSIDE = -2
"""The parent of a token whose parent is not in its window."""


class Window(NamedTuple):
    """A window of a document. It contains the mentions that begin at `first` or later, but before `stop`."""

    document: int
    name: str
    first: int
    stop: int


def cut(key: Corpus, response: Corpus, windows: str) -> tuple[Corpus, Corpus]:
    """Return key and response with a document for each window.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents.
    windows : str
        A number of tokens, or `bookcoref`; see `Settings`.

    Raises
    ------
    InputError
        If a document has empty nodes, so that the token numbers of the two sides differ, or if the length of a text is
        not known, which `bookcoref` needs.
    """
    for corpus in (key, response):
        _check(corpus)
    sides = [(corpus, first_tokens(corpus, "windows")) for corpus in (key, response)]
    documents = range(len(key))
    if windows == BOOKCOREF:
        found = [window for number in documents for window in _of_bookcoref(key, number)]
    else:
        lengths = [max(_length(corpus, start, number) for corpus, start in sides) for number in documents]
        found = [
            window for number in documents for window in _windows(key.names[number], number, lengths[number], windows)
        ]
    members = [[*_members(corpus, start, found)] for corpus, start in sides]
    ends = [_ends(corpus, rows) for (corpus, _), rows in zip(sides, members, strict=True)]
    stops = np.max([*ends, [window.stop for window in found]], axis=0).tolist()
    return _cut_side(key, members[0], found, stops), _cut_side(response, members[1], found, stops)


def _check(corpus: Corpus) -> None:
    for origin in corpus.origins:
        if origin.empty is not None and len(origin.empty.token):
            message = f"document {origin.name!r} has empty nodes, so its token numbers differ between the sides"
            raise fail(origin.source.name, origin.line, f"{message}; score it without windows (--windows)")
    if corpus.relations is not None:
        message = "elements of plural entities and bridges cannot be scored in windows"
        warn(corpus.source_name, 0, f"{message}; they are left out")


def _words(corpus: Corpus, number: int) -> int:
    """Return the number of words in the text of a document, or 0 if they are not known."""
    text = corpus.origins[number].text
    return sum(map(len, text.sentences)) if text and not is_loose(text) else 0


def _length(corpus: Corpus, start: Ints, number: int) -> int:
    """Return the least number of tokens of a document: those of its text, or those up to its last mention."""
    return max(_words(corpus, number), int(start[corpus.view(number).rows].max(initial=0)) + 1)


def _windows(name: str, number: int, tokens: int, windows: str) -> list[Window]:
    """Return the windows of a document. They cover all of its tokens."""
    length = int(windows)
    if tokens <= length:
        return [Window(number, name, 0, tokens)]
    bounds = [(first, min(first + length, tokens)) for first in range(0, tokens, length)]
    return [Window(number, _named(name, first, stop), first, stop) for first, stop in bounds]


def _of_bookcoref(key: Corpus, number: int) -> list[Window]:
    """Return the windows as the script cuts them: up to each multiple of their length, and to the end of the text."""
    name, tokens = key.names[number], _words(key, number)
    if not tokens:
        message = f"document {name!r} has no text, so its last window is not known"
        advice = "give a key with words, or choose a number of tokens (--windows)"
        raise fail(key.origins[number].source.name, key.origins[number].line, f"{message}; {advice}")
    stops = [*range(BOOKCOREF_TOKENS, tokens + 1, BOOKCOREF_TOKENS), tokens]
    found = []
    for index, stop in enumerate(stops):
        first = max(stop - BOOKCOREF_TOKENS + 1, 0)
        again = " again" if stop in stops[:index] else ""
        title = name if len(stops) == 1 else _named(name, first, stop) + again
        found.append(Window(number, title, first, stop))
    return found


def _named(name: str, first: int, stop: int) -> str:
    return f"{name}; tokens {first}-{stop - 1}"


def _members(corpus: Corpus, start: Ints, windows: Sequence[Window]) -> Iterator[Ints]:
    """Yield the rows of the mentions of each window. `start` has the first token of each mention."""
    for number, of_document in groupby(windows, key=lambda window: window.document):
        rows = corpus.view(number).rows
        order = order_by(start[rows])
        begins = start[rows][order]
        for window in of_document:
            low, high = np.searchsorted(begins, [window.first, window.stop])
            yield np.sort(order[low:high]) + rows.start


def _ends(corpus: Corpus, rows: Sequence[Ints]) -> list[int]:
    """Return for each window the token after its last mention, which may be in the next window."""
    return [int(corpus.end[each].max(initial=-1)) + 1 for each in rows]


def _cut_side(corpus: Corpus, members: Sequence[Ints], windows: Sequence[Window], stops: Sequence[int]) -> Corpus:
    rows = np.concatenate([ints([]), *members])
    window = np.repeat(numbers(len(windows)), [len(each) for each in members])
    part = shifted(replace(corpus, relations=None).take(rows), -_shifts(corpus, windows)[window])
    entity, example = renumber(part.entity * len(windows) + window)
    labels = part.labels[part.entity[example]]
    texts = [_Once(origin.text) if origin.text else None for origin in corpus.origins]
    origins = [
        corpus.origins[each.document]._replace(name=each.name, text=_cut_text(texts[each.document], each.first, stop))
        for each, stop in zip(windows, stops, strict=True)
    ]
    moved = replace(part, document=window, entity=entity, labels=labels, global_names=False)
    return moved.with_documents(origins, numbers(len(windows)))


def _shifts(corpus: Corpus, windows: Sequence[Window]) -> Ints:
    """Return the first token of each window. Mentions from memory have no tokens and keep their numbers."""
    return ints([0 if is_loose(corpus.origins[each.document].text) else each.first for each in windows])


class _Once:
    """A text whose words are read once for all windows."""

    def __init__(self, text: Text) -> None:
        self.text = text

    @cached_property
    def sentences(self) -> list[list[str]]:
        return self.text.sentences

    @cached_property
    def tags(self) -> list[str] | None:
        return getattr(self.text, "tags", None)

    @cached_property
    def parses(self) -> list[Any] | None:
        return getattr(self.text, "parses", None)

    @cached_property
    def parents(self) -> list[int] | None:
        return getattr(self.text, "parents", None)


class WindowText:
    """The part of a text from `first` up to, but not including, `stop`."""

    def __init__(self, whole: _Once, first: int, stop: int) -> None:
        self._whole = whole
        self._first = first
        self._stop = stop

    @property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence. The first and the last sentence may be cut."""
        found, begin = [], 0
        for sentence in self._whole.sentences:
            low, high = max(self._first - begin, 0), min(self._stop - begin, len(sentence))
            if low < high:
                found.append(sentence[low:high])
            begin += len(sentence)
        return found

    @property
    def tags(self) -> list[str] | None:
        """The part of speech of each token, if they are known."""
        return self._whole.tags and self._whole.tags[self._first : self._stop]

    @property
    def parses(self) -> list[Any] | None:
        """The parse at each token, if it is known."""
        return self._whole.parses and self._whole.parses[self._first : self._stop]

    @property
    def parents(self) -> list[int] | None:
        """The parent of each token, if it is known; -2 if the parent is outside the window."""
        within = self._whole.parents and self._whole.parents[self._first : self._stop]
        return within and [_moved_parent(parent, self._first, self._stop) for parent in within]

    def line_of(self, token: int) -> int:
        """Return the line of a token."""
        return self._whole.text.line_of(self._first + token)


def _moved_parent(parent: int, first: int, stop: int) -> int:
    return parent if parent < 0 else parent - first if first <= parent < stop else OUTSIDE


def _cut_text(whole: _Once | None, first: int, stop: int) -> Text | None:
    if whole is None:
        return None
    return whole.text if is_loose(whole.text) else WindowText(whole, first, stop)
