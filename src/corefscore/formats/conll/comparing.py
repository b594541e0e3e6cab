"""Whether two column files have the same words, without decoding them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore._native.load import kernel
from corefscore.core.arrays import Array, Bools, Bytes, Ints, SmallInts, changes, ranges
from corefscore.formats.conll.lines import BLANK
from corefscore.formats.conll.scan import Scan
from corefscore.formats.conll.sections import Section, tokens_before
from corefscore.formats.files import Data, File, blocks, release

LINES_AT_ONCE = 8192
RELEASED_AT_ONCE = 1 << 23
WINDOW = 64
# For each length up to that of a window, a window whose first bytes have all bits set.
WINDOW_MASKS = (255 * np.tri(WINDOW + 1, WINDOW, -1, dtype=np.uint8)).view(f"V{WINDOW}").ravel()
NEWLINE = ord("\n")


def same_but_for_cells(our_file: File, our_scan: Scan, their_file: File, their_scan: Scan) -> bool:
    """Whether two files have the same bytes before the coreference cells of all their lines, comments aside."""
    if not np.array_equal(our_scan.gaps, their_scan.gaps) or not np.array_equal(our_scan.prefix, their_scan.prefix):
        return False
    with our_file.opened() as our_data, their_file.opened() as their_data:
        one, other = Place(our_data, 0), Place(their_data, 0)
        released = 0
        for first in range(0, len(our_scan.prefix), LINES_AT_ONCE):
            lines = slice(first, first + LINES_AT_ONCE)
            our_length, their_length = our_scan.length[lines], their_scan.length[lines]
            if not same_lines(one, our_length, other, their_length, our_scan.prefix[lines]):
                return False
            one, other = one.after(our_length), other.after(their_length)
            if one.begin - released > RELEASED_AT_ONCE:
                release(our_data, 0, one.begin)
                release(their_data, 0, other.begin)
                released = one.begin
    return True


class Place(NamedTuple):
    """A place in a file, where some lines begin."""

    data: Data
    begin: int

    def after(self, length: SmallInts) -> Place:
        """Where the lines end that have some lengths."""
        return Place(self.data, self.begin + int(length.sum()))


def compiled_same_lines(
    one: Place, our_length: SmallInts, other: Place, their_length: SmallInts, prefix: SmallInts
) -> bool:
    """Whether lines have the same bytes before their cells, by the kernel."""
    return kernel.same_lines(*one, our_length, *other, their_length, prefix)


def numpy_same_lines(
    one: Place, our_length: SmallInts, other: Place, their_length: SmallInts, prefix: SmallInts
) -> bool:
    """Whether lines have the same bytes before their cells, without the kernel."""
    here, there = _starts(our_length, one.begin)[:-1], _starts(their_length, other.begin)[:-1]
    return _same_stretches(one.data, other.data, here, there, prefix)


same_lines = numpy_same_lines if kernel is None else compiled_same_lines


def _starts(length: SmallInts, first: int) -> Ints:
    """Where lines of some lengths begin, and where the last of them ends."""
    starts = np.empty(len(length) + 1, dtype=np.int64)
    starts[0] = first
    np.cumsum(length, out=starts[1:])
    starts[1:] += first
    return starts


def _same_stretches(one: Data, other: Data, here: Ints, there: Ints, length: SmallInts) -> bool:
    """Whether stretches of two files have the same bytes; a window of each is compared at a time.

    The last ones, whose windows would leave their file, are compared one by one.
    """
    while length.size:
        inside = int(min(np.searchsorted(here, len(one) - WINDOW), np.searchsorted(there, len(other) - WINDOW)))
        stretches = zip(*(each[inside:].tolist() for each in (here, there, length)), strict=True)
        if not all(size < 0 or one[a : a + size] == other[b : b + size] for a, b, size in stretches):
            return False
        here, there, length = here[:inside], there[:inside], length[:inside]
        if not inside:
            return True
        covered = WINDOW_MASKS[np.clip(length, 0, WINDOW)].view("<u8")
        different = _windows(one, here)
        different ^= _windows(other, there)
        different &= covered
        if np.bitwise_or.reduce(different):
            return False
        longer = np.flatnonzero(length > WINDOW)
        length, here, there = length[longer] - np.int32(WINDOW), here[longer] + WINDOW, there[longer] + WINDOW
    return True


def _windows(data: Data, start: Ints) -> Array:
    """The bytes from some places on, as rows of numbers."""
    everywhere = np.ndarray((len(data) - WINDOW + 1,), dtype=f"V{WINDOW}", buffer=data, strides=(1,))
    windows: Array = everywhere[start].view("<u8")
    return windows


class WordTable(NamedTuple):
    """The words of all tokens of a file: their bytes joined, and where each ends in them."""

    end: Ints
    byte: Bytes

    def same(self, first: int, other: WordTable, other_first: int, count: int) -> bool:
        """Whether so many tokens from one on are the same words as those from another on."""
        ours, theirs = self._bounds(first, count), other._bounds(other_first, count)
        if not np.array_equal(ours - ours[0], theirs - theirs[0]):
            return False
        return np.array_equal(self.byte[ours[0] : ours[-1]], other.byte[theirs[0] : theirs[-1]])

    def _bounds(self, first: int, count: int) -> Ints:
        begin = self.end[first - 1] if first else 0
        return np.concatenate([[begin], self.end[first : first + count]])


def word_table(file: File, scan: Scan, column: int | None) -> WordTable:
    """The words of a file, which are in one of its columns."""
    is_token = np.ones(len(scan.length), dtype=bool)
    is_token[scan.gaps - 1] = False
    line = 0
    lengths, parts = [], []
    with file.opened() as data:
        for begin, end in blocks(file.name, data):
            block = np.frombuffer(data, np.uint8, end - begin, begin)
            count = np.count_nonzero(block == NEWLINE) + (block[-1] != NEWLINE)
            starts = _starts(scan.length[line : line + count], 0)[:-1][is_token[line : line + count]]
            start, length = _fields_at(block, starts, column, scan.layout.separators)
            lengths.append(length)
            parts.append(block[ranges(start, length)])
            line += count
    return WordTable(np.cumsum(np.concatenate(lengths)), np.concatenate(parts))


def _fields_at(block: Bytes, line_start: Ints, column: int | None, separators: Bools) -> tuple[Ints, Ints]:
    """Start and length of one field of each line, 0 where a line has no such field."""
    if column is None:
        return np.zeros_like(line_start), np.zeros_like(line_start)
    outside = separators[block] | (block == NEWLINE)
    if separators is BLANK:  # blanks in a row are one separator
        inside = np.concatenate([[False], ~outside, [False]])
        start, stop = np.flatnonzero(inside[1:-1] & ~inside[:-2]), np.flatnonzero(inside[1:-1] & ~inside[2:]) + 1
    else:
        stop = np.flatnonzero(outside)
        if not outside[-1]:
            stop = np.append(stop, len(block))
        start = np.concatenate([[0], stop[:-1] + 1])
    place = np.minimum(np.searchsorted(start, line_start) + column, len(start) - 1)
    line_end = np.append(line_start[1:], len(block))
    found = start[place] < line_end
    return np.where(found, start[place], 0), np.where(found, stop[place] - start[place], 0)


def same_section(
    our_scan: Scan, ours: Section, their_scan: Scan, theirs: Section, our_words: WordTable, their_words: WordTable
) -> bool:
    """Whether a document has the same words and sentences in both files."""
    here, our_starts, count = _sentence_starts(our_scan, ours)
    there, their_starts, other_count = _sentence_starts(their_scan, theirs)
    if count != other_count or not np.array_equal(our_starts, their_starts):
        return False
    return our_words.same(here, their_words, there, count)


def _sentence_starts(scan: Scan, section: Section) -> tuple[int, Ints, int]:
    """The number in its file of a document's first token, the tokens after which a line is blank, and their count."""
    first, last = (int(tokens_before(scan, line)) for line in (section.first_line, section.last_line + 1))
    begin, end = np.searchsorted(scan.gaps, [section.first_line, section.last_line + 1])
    gaps = scan.gaps[begin:end]
    blank = gaps[scan.prefix[gaps - 1] == 0]
    breaks = tokens_before(scan, blank) - first
    breaks = breaks[(breaks > 0) & (breaks < last - first)]
    return first, breaks[changes(breaks)], last - first
