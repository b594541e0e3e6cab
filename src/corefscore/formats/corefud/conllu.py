"""One pass over a CoNLL-U file: which lines are words, empty nodes or comments, the words, and the ``Entity`` cells."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from corefscore._native.load import kernel
from corefscore.core.arrays import Bools, Bytes, Ints, SmallInts, ints
from corefscore.core.problems import InputError, Problem, fail
from corefscore.formats.conll.brackets import CellBytes
from corefscore.formats.files import Data, File, Progress, blocks

FORM, DEPS = 1, 8
HEADER = re.compile(rb"#\s*(newdoc|global\.Entity)\b\s*(?:id\s*)?=?\s*(.*)")
COLUMN_TYPES = (*"ii?iiBqqqqqqqB",)


class Header(NamedTuple):
    """A comment that begins a document (`newdoc`) or says what mentions are made of (`global.Entity`)."""

    line: int
    begin: int
    kind: str
    value: str


class ConlluScan(NamedTuple):
    """What was found; lines are counted from 1.

    Tokens are words or, where `empty` says so, empty nodes: `line` has the line of each, `number` its number in the
    sentence, `sentence` the number of its sentence in the file. `form` has the words' bytes, joined, and `form_length`
    how many are of each. `nodes` has the bytes of each empty node's line.
    """

    size: int
    nodes: list[bytes]
    headers: list[Header]
    cells: CellBytes
    cell_token: Ints
    line: SmallInts
    number: SmallInts
    empty: Bools
    sentence: SmallInts
    form_length: SmallInts
    form: Bytes


def scan_conllu(file: File, progress: Progress | None = None) -> ConlluScan:
    columns = tuple(bytearray() for _ in COLUMN_TYPES)
    counts = (0, 0, 1)
    problems: list[Problem] = []
    with file.opened() as data:
        if data.find(b"\n") < 0 <= data.find(b"\r"):
            raise fail(file.name, 1, "lines end in carriage returns alone; convert them to newlines")
        for begin, end in blocks(file.name, data):
            found = None if kernel is None else kernel.scan_conllu(memoryview(data)[begin:end], begin, *counts, columns)
            if found is None:
                from corefscore.formats.corefud.conllu_blocks import Stretch, add_block

                found = add_block(Stretch(file.name, data, begin, end), counts, columns, problems)
            counts = found
            if progress is not None:
                progress(end - begin)
        if problems:
            raise InputError(problems)
        scan = scan_of(file.name, data, columns)
    *_, next_word = counts
    if next_word < 0:  # it is not known
        check_numbers(file.name, scan)
    return scan


def scan_of(name: str, data: Data, columns: tuple[bytearray, ...]) -> ConlluScan:
    """What was found, when all blocks of a file are in the columns."""
    *tokens, node, node_end, header, header_begin, header_end, cell_token, cell_length, cell_byte = (
        np.frombuffer(column, kind) for column, kind in zip(columns, COLUMN_TYPES, strict=True)
    )
    line = tokens[0]
    return ConlluScan(
        len(data),
        [data[start:stop] for start, stop in zip(node.tolist(), node_end.tolist(), strict=True)],
        _headers(data, header, header_begin, header_end),
        CellBytes(name, ints(line[cell_token]), cell_length, cell_byte),
        cell_token,
        *tokens,
    )


def _headers(data: Data, line: Ints, begin: Ints, end: Ints) -> list[Header]:
    """Those of some comments that are headers."""
    headers = []
    for number, start, stop in zip(line.tolist(), begin.tolist(), end.tolist(), strict=True):
        match = HEADER.fullmatch(data, start, stop)
        if match:
            headers.append(Header(number, start, match[1].decode(), match[2].rstrip().decode()))
    return headers


def check_numbers(name: str, scan: ConlluScan) -> None:
    """Words of a sentence are numbered 1, 2, 3 ...; the first that is not is told, as words may be missing."""
    words = np.flatnonzero(~scan.empty)
    number, sentence = scan.number[words], scan.sentence[words]
    expected = np.ones_like(number)
    same = sentence[1:] == sentence[:-1]
    expected[1:][same] = number[:-1][same] + 1
    wrong = np.flatnonzero(number != expected)
    if wrong.size:
        columns = (column.tolist() for column in (scan.line[words[wrong]], number[wrong], expected[wrong]))
        raise InputError(
            Problem(name, line, f"word {found} stands where word {due} should; is a line or an empty line missing?")
            for line, found, due in zip(*columns, strict=True)
        )
