"""The words of column files, decoded only when somebody asks, and compared without decoding them."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from corefscore.columns import Ints
from corefscore.corpus import NO_WORD, Source
from corefscore.formats.files import File
from corefscore.formats.scan import Scan, SmallInts, fields, is_comment
from corefscore.formats.sections import Section

WORD_COLUMN = 3
LINES_AT_ONCE = 8192
WINDOW = 64
# For each length up to that of a window, a window whose first bytes have all bits set.
WINDOW_MASKS = (255 * np.tri(WINDOW + 1, WINDOW, -1, dtype=np.uint8)).view(f"V{WINDOW}").ravel()

Words: TypeAlias = npt.NDArray[np.uint64]


class ColumnSource:
    """A file with what is known of its lines; `mark_lines` has the line of each bracket."""

    def __init__(self, file: File, scan: Scan, mark_lines: Ints) -> None:
        self.file = file
        self.scan = scan
        self.mark_lines = mark_lines

    @property
    def name(self) -> str:
        return self.file.name

    def line_of(self, place: int) -> int:
        return int(self.mark_lines[place])

    def same_words(self, other: Source) -> bool:
        """Whether another file surely has the same tokens on the same lines: all before the coreference cell."""
        return isinstance(other, ColumnSource) and _same_but_for_cells(self, other)


class ColumnText:
    """The words of one document, read from its lines."""

    def __init__(self, file: File, section: Section) -> None:
        self.file = file
        self.section = section

    @cached_property
    def sentences(self) -> list[list[str]]:
        sentences: list[list[str]] = [[]]
        column = WORD_COLUMN if self._columns > WORD_COLUMN + 1 else max(self._columns - 2, 0)
        for line in self._lines:
            if not line.strip():
                sentences.append([])
            elif not is_comment(line, self._columns):
                cells = fields(line)
                sentences[-1].append(cells[column].strip().decode() if column < len(cells) else NO_WORD)
        return [sentence for sentence in sentences if sentence]

    def line_of(self, token: int) -> int:
        rows = (row for row, line in enumerate(self._lines) if line.strip() and not is_comment(line, self._columns))
        return self.section.first_line + next(islice(rows, token, None), len(self._lines) - 1)

    @property
    def _lines(self) -> list[bytes]:
        return self.file.data[self.section.begin : self.section.end].split(b"\n")

    @cached_property
    def _columns(self) -> int:
        tokens = (line for line in self._lines if line.strip() and not line.startswith(b"#"))
        return len(fields(next(tokens, b"")))


def _same_but_for_cells(one: ColumnSource, other: ColumnSource) -> bool:
    if not np.array_equal(one.scan.gaps, other.scan.gaps) or not np.array_equal(one.scan.prefix, other.scan.prefix):
        return False
    here = there = 0
    for first in range(0, len(one.scan.prefix), LINES_AT_ONCE):
        lines = slice(first, first + LINES_AT_ONCE)
        our_starts, their_starts = _starts(one.scan.length[lines], here), _starts(other.scan.length[lines], there)
        if not _same_stretches(one.file, other.file, our_starts[:-1], their_starts[:-1], one.scan.prefix[lines]):
            return False
        for source, starts in ((one, our_starts), (other, their_starts)):
            source.file.release(int(starts[0]), int(starts[-1]))
        here, there = int(our_starts[-1]), int(their_starts[-1])
    return True


def _starts(length: SmallInts, first: int) -> Ints:
    """Where lines of some lengths begin, and where the last of them ends."""
    starts = np.empty(len(length) + 1, dtype=np.int64)
    starts[0] = first
    np.cumsum(length, out=starts[1:])
    starts[1:] += first
    return starts


def _same_stretches(one: File, other: File, here: Ints, there: Ints, length: SmallInts) -> bool:
    """Whether stretches of two files have the same bytes; a window of each is compared at a time."""
    while length.size:
        if max(here[-1] - len(one.data), there[-1] - len(other.data)) > -WINDOW:  # a window would leave its file
            stretches = zip(here.tolist(), there.tolist(), length.tolist(), strict=True)
            return all(one.data[a : a + size] == other.data[b : b + size] for a, b, size in stretches)
        covered = _words(WINDOW_MASKS[np.minimum(length, WINDOW)])
        if ((_windows(one, here) ^ _windows(other, there)) & covered).any():
            return False
        longer = np.flatnonzero(length > WINDOW)
        length, here, there = length[longer] - WINDOW, here[longer] + WINDOW, there[longer] + WINDOW
    return True


def _windows(file: File, start: Ints) -> Words:
    """The bytes from some places on, as rows of numbers."""
    everywhere = np.ndarray((len(file.data) - WINDOW + 1,), dtype=f"V{WINDOW}", buffer=file.data, strides=(1,))
    return _words(everywhere[start])


def _words(windows: npt.NDArray[np.void]) -> Words:
    return windows.view("<u8")
