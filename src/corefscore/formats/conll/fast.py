"""The fast reader of CoNLL and SemEval: the native code reads a file at once, if there is nothing to say about it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import Array, Ints
from corefscore.core.problems import InputError
from corefscore.formats.conll.brackets import LONGEST_FIXED, Spans, texts
from corefscore.formats.conll.lines import Layout
from corefscore.formats.conll.plain import Found
from corefscore.formats.conll.words import Section
from corefscore.formats.files import File, Progress, blocks


def read_fast(file: File, layout: Layout, progress: Progress | None = None) -> Found | None:
    """The documents and mentions of a file; None if the plain reader must read it.

    That is so where nothing was compiled, and where there is something to say about the file.
    """
    if native is None or layout.columns < -layout.column:
        return None
    with file.opened() as data:
        try:
            columns = native.read_conll(data, blocks(file.name, data), layout.for_native)
        except InputError:  # which the plain reader raises again, behind its warnings
            return None
        size = len(data)
    if columns is None:
        return None
    *mentions, name_length, name_byte, border_line, title_length, title_byte, begin, end = columns
    titles = (title.decode().strip() for title in separate_texts(title_length, title_byte))
    names = [title or f"#{number}" for number, title in enumerate(titles, 1)]
    if not names or len(set(names)) < len(names):
        return None
    if progress is not None:
        progress(size)
    sections = map(Section, names, *(int_column(column).tolist() for column in (border_line, begin, end)))
    document, start, last, entity, line = map(int_column, mentions)
    labels = text_column(name_length, name_byte)
    return Found([*sections], Spans(document, start, last, entity, line, labels))


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
