"""What the readers of CoNLL find in a file: documents, and mentions as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Array, Ints

LONGEST_FIXED = 64


class Section(NamedTuple):
    """A document in a file: its name, the line that begins it, and where its lines begin and end."""

    name: str
    line: int
    begin: int
    end: int


class Spans(NamedTuple):
    """Mentions as columns, in the order in which they open: their document, first and last token, entity, and line.

    Entities are numbered, and `labels` has the name of each.
    """

    document: Ints
    start: Ints
    end: Ints
    entity: Ints
    line: Ints
    labels: Array


class Found(NamedTuple):
    """The documents of a file, and their mentions."""

    sections: list[Section]
    spans: Spans


def texts(listed: Sequence[str]) -> Array:
    """Texts as byte strings of one width, or as texts where that would be wasteful.

    >>> texts(["a", "bc"]).tolist()
    [b'a', b'bc']
    """
    encoded = [text.encode() for text in listed]
    longest = max(1, *map(len, encoded)) if encoded else 1
    if longest > LONGEST_FIXED:
        return np.array(listed, dtype=object)
    return np.array(encoded, dtype=f"S{longest}")


def int_column(content: bytearray) -> Ints:
    """A column of numbers that the native code made."""
    return np.frombuffer(content, np.int64)


def separate_texts(length: bytearray, content: bytearray) -> Iterator[bytearray]:
    """Texts that the native code put one after the other."""
    ends = int_column(length).cumsum().tolist()
    return (content[first:last] for first, last in pairwise([0, *ends]))


def text_column(length: bytearray, content: bytearray) -> Array:
    """The same texts in an array, like `texts`."""
    lengths = int_column(length)
    longest = max(int(lengths.max(initial=1)), 1)
    if longest > LONGEST_FIXED:
        return texts([text.decode() for text in separate_texts(length, content)])
    letters = np.zeros((len(lengths), longest), dtype=np.uint8)
    letters[np.arange(longest) < lengths[:, np.newaxis]] = np.frombuffer(content, np.uint8)
    return letters.view(f"S{longest}").ravel()
