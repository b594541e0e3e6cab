"""Join the texts and empty nodes of several documents into one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Origin, without_empty_nodes
from corefscore.core.texts import EmptyNodes, Source
from corefscore.core.views import NO_WORD
from corefscore.formats.memory import is_loose


class Member(NamedTuple):
    """One of several documents: what is known about it, and its length on both sides together.

    Parameters
    ----------
    origin : Origin
        The document.
    words, sentences : int
        The number of words and sentences, on the side that has more. Words are all tokens except empty nodes.
    """

    origin: Origin
    words: int
    sentences: int

    @property
    def nodes(self) -> int:
        """The number of empty nodes."""
        return len(self.origin.empty.token) if self.origin.empty else 0

    @property
    def tokens(self) -> int:
        """The number of tokens, including empty nodes."""
        return self.words + self.nodes


class JoinedText:
    """The texts of several documents, one after the other. A text that is too short or not known is filled up.

    Parameters
    ----------
    members : sequence of Member
        The documents.
    with_nodes : bool
        Whether the empty nodes are tokens.
    """

    def __init__(self, members: Sequence[Member], with_nodes: bool = True) -> None:
        texts = [member.origin.text for member in members]
        self._members = members
        self._texts = texts if with_nodes else [text and without_empty_nodes(text) for text in texts]
        self._lengths = [member.tokens if with_nodes else member.words for member in members]

    @property
    def plain(self) -> JoinedText:
        """The texts without their empty nodes."""
        return JoinedText(self._members, with_nodes=False)

    @property
    def is_loose(self) -> bool:
        """Whether the words are mentions from memory, and not a real text."""
        return all(text is None or is_loose(text) for text in self._texts)

    @property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence."""
        found: list[list[str]] = []
        for text, length in zip(self._texts, self._lengths, strict=True):
            sentences = text.sentences if text else []
            lacking = length - sum(map(len, sentences))
            found += [*sentences, [NO_WORD] * lacking] if lacking > 0 else sentences
        return found

    @property
    def tags(self) -> list[str] | None:
        """The part of speech of each token, if all texts have them."""
        return self._of_all("tags")

    @property
    def parses(self) -> list[Any] | None:
        """The parse at each token, if all texts have parses."""
        return self._of_all("parses")

    @property
    def parents(self) -> list[int] | None:
        """The parent of each token, if all texts have dependency trees. Numbers below 0 stay."""
        found = self._of_all("parents")
        if found is None:
            return None
        before = np.repeat([0, *accumulate(self._lengths[:-1])], self._lengths).tolist()
        return [parent + first if parent >= 0 else parent for parent, first in zip(found, before, strict=True)]

    def _of_all(self, name: str) -> list[Any] | None:
        columns = [getattr(text, name, None) for text in self._texts]
        lengths = [column and len(column) for column in columns]
        return [each for column in columns for each in column or ()] if lengths == [*self._lengths] else None

    def line_of(self, token: int) -> int:
        """Return the line of a token in the file of its document."""
        starts = [0, *accumulate(self._lengths)]
        index = min(bisect_right(starts, token) - 1, len(self._texts) - 1)
        text = self._texts[index]
        return text.line_of(token - starts[index]) if text else 0


class JoinedSource:
    """The sources of several documents, with the source of each mention and its index there.

    Parameters
    ----------
    name : str
        The name in messages.
    sources : sequence of Source
        The sources.
    source, index : array of int
        For each mention, by its new index: its source, and its index in that source.
    """

    def __init__(self, name: str, sources: Sequence[Source], source: Ints, index: Ints) -> None:
        self.name = name
        self._sources = sources
        self._source = source
        self._index = index

    def line_of(self, index: int) -> int:
        """Return the line of a mention."""
        return self._sources[int(self._source[index])].line_of(int(self._index[index]))


def joined_nodes(members: Sequence[Member]) -> EmptyNodes | None:
    """Join the empty nodes of several documents. Return None if none of them can have empty nodes."""
    if all(member.origin.empty is None for member in members):
        return None
    columns: list[list[Ints]] = [[] for _ in range(4)]
    dependency: list[tuple[tuple[int | None, str], ...]] = []
    token = word = sentence = 0
    for member in members:
        nodes = member.origin.empty
        if nodes is not None:
            added = (nodes.token + token, nodes.word + word, nodes.rank, nodes.sentence + sentence)
            for column, values in zip(columns, added, strict=True):
                column.append(values)
            dependency += _moved(nodes, word, len(dependency))
        token, word, sentence = token + member.tokens, word + member.words, sentence + member.sentences
    found_token, found_word, rank, found_sentence = (np.concatenate([ints([]), *column]) for column in columns)
    return EmptyNodes(found_token, found_word, rank, found_sentence, tuple(dependency))


def _moved(nodes: EmptyNodes, words: int, before: int) -> Iterator[tuple[tuple[int | None, str], ...]]:
    """Yield the parents of nodes after more words and nodes were put before them."""
    for parents in nodes.dependency:
        yield tuple(
            (parent if parent is None else parent + words if parent >= 0 else ~(~parent + before), relation)
            for parent, relation in parents
        )
