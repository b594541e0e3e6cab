"""A table with a row for each mention: document, start, end, entity; as CSV, TSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from corefscore.columns import Ints, ints
from corefscore.corpus import CHARACTER, TOKEN, UNKNOWN, Corpus, Origin, Parts
from corefscore.formats.collecting import LARGEST, Mentions
from corefscore.formats.files import File, bytes_of, stem, text_of
from corefscore.formats.format import (
    CHARACTERS,
    GAPS,
    HEADS,
    MINIMA,
    TOKENS,
    TYPES,
    ZEROS,
    Format,
    Reading,
)
from corefscore.formats.spans import CONVENTIONS, Convention, SpannedDocument, spanned_corpus, stated
from corefscore.problems import InputError, Problem, fail

DOCUMENT, START, END, ENTITY, SPANS = "document", "start", "end", "entity", "spans"
ALIASES: Mapping[str, Sequence[str]] = {
    DOCUMENT: ("document", "doc", "doc_key", "doc_id", "document_id"),
    START: ("start", "begin", "start_token", "start_char"),
    END: ("end", "stop", "end_token", "end_char"),
    ENTITY: ("entity", "cluster", "chain", "entity_id", "cluster_id", "chain_id"),
}
NEEDED = (START, END, ENTITY)
PARQUET_MARK = b"PAR1"


def _parts(value: Any) -> Parts:
    """The parts of a mention with gaps.

    >>> _parts("0-1 4")
    ((0, 1), (4, 4))
    """
    stretches = (stretch.partition("-") for stretch in str(value).split())
    return tuple((int(first), int(last or first)) for first, _, last in stretches)


def _written_parts(parts: Parts) -> str:
    return " ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in parts)


EXTRA: Mapping[str, Callable[[Any], Any]] = {
    "head": int,
    "zero": lambda value: str(value).lower() in ("1", "true", "yes"),
    "shape": _parts,
    "minimum": _parts,
    "type": str,
}
EXTRA_TITLES = {"shape": "parts"}


def recognise(head: bytes) -> bool:
    if head.startswith(PARQUET_MARK):
        return True
    first = (head.splitlines() or [b""])[0].decode(errors="replace").strip()
    return b"\0" not in head and all(_find(_split(first), name) is not None for name in NEEDED)


def _split(line: str) -> list[str]:
    return next(csv.reader([line], delimiter=_delimiter(line)), [])


def _delimiter(line: str) -> str:
    return max("\t,;", key=line.count)


def _find(titles: Sequence[str], name: str) -> int | None:
    """The place of a column among the titles of a table, by any of its names."""
    plain = [title.strip().strip("﻿").lower() for title in titles]
    return next((plain.index(alias) for alias in ALIASES.get(name, (name,)) if alias in plain), None)


def read(file: File, reading: Reading) -> Corpus:
    if file.read(0, len(PARQUET_MARK)) == PARQUET_MARK:
        titles, columns = _parquet(file)
        first_line, row_lines = 0, None
    else:
        titles, columns, row_lines = _delimited(file, reading)
        first_line = 1
    lacking = [name for name in NEEDED if _find(titles, name) is None]
    if lacking:
        message = f"there is no column {' or '.join(map(repr, lacking))} (there are {', '.join(titles)})"
        raise fail(file.name, first_line, f"{message}; name the columns document, start, end, entity")
    return _Table(file, titles, columns, row_lines).corpus(reading)


def _parquet(file: File) -> tuple[list[str], list[list[Any]]]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise fail(file.name, 0, "Parquet needs pyarrow; run: pip install 'corefscore[tables]'") from None
    try:
        table = parquet.read_table(pyarrow.BufferReader(bytes_of(file)))
    except (pyarrow.ArrowException, OSError) as error:
        raise fail(file.name, 0, f"this Parquet file cannot be read ({error}); write it again") from None
    return list(table.column_names), [column.to_pylist() for column in table.columns]


def _delimited(file: File, reading: Reading) -> tuple[list[str], list[list[Any]], list[int]]:
    text = text_of(file, reading.progress)
    header, _, _ = text.partition("\n")
    reader = csv.reader(StringIO(text), delimiter=_delimiter(header))
    rows, lines, problems = [], [], []
    titles = next(reader)
    for row in reader:
        if not row:
            continue
        if len(row) != len(titles):
            message = f"{len(row)} columns, but {len(titles)} titles in line 1; give each row all columns"
            problems.append(Problem(file.name, reader.line_num, message))
        rows.append(row)
        lines.append(reader.line_num)
    if problems:
        raise InputError(problems)
    return titles, [list(column) for column in zip(*rows, strict=True)] or [[] for _ in titles], lines


class _Table:
    """The columns of a table, by the names they have here."""

    def __init__(self, file: File, titles: list[str], columns: list[list[Any]], lines: list[int] | None) -> None:
        self.file = file
        self.titles = titles
        self.columns = columns
        self.lines = ints(lines if lines is not None else range(1, len(columns[0]) + 1))

    def corpus(self, reading: Reading) -> Corpus:
        problems: list[Problem] = []
        start, end = (self._integers(name, problems) for name in (START, END))
        entity = self._texts(ENTITY, problems)
        document = self._texts(DOCUMENT, problems) if _find(self.titles, DOCUMENT) is not None else None
        extra = {name: self._extra(name, problems) for name in EXTRA if self._place(name) is not None}
        if problems:
            raise InputError(sorted(problems))
        convention = self._convention(reading)
        unit = convention.unit if convention else self._unit()
        mentions = Mentions(self.file.name)
        documents = []
        for name, rows in _groups(document, len(start), stem(self.file.name)).items():
            labels: dict[str, int] = {}
            numbered = ints([labels.setdefault(entity[row], len(labels)) for row in rows.tolist()])
            line = 0 if document is None else int(self.lines[rows[0]])
            notes = [
                (column, place, values[row])
                for column, values in extra.items()
                for place, row in enumerate(rows.tolist())
                if values[row] is not None
            ]
            documents.append(
                SpannedDocument(
                    Origin(name, mentions.source, line, unit=unit),
                    start[rows],
                    end[rows],
                    numbered,
                    [*labels],
                    self.lines[rows],
                    convention.inclusive if convention else None,
                    notes=notes,
                )
            )
        return spanned_corpus(mentions, documents)

    def _place(self, name: str) -> int | None:
        return _find(self.titles, EXTRA_TITLES.get(name, name))

    def _column(self, name: str) -> list[Any]:
        place = self._place(name)
        assert place is not None, "columns that are asked for are there"
        return self.columns[place]

    def _problem(self, row: int, message: str) -> Problem:
        return Problem(self.file.name, int(self.lines[row]), message)

    def _integers(self, name: str, problems: list[Problem]) -> Ints:
        numbers = []
        for row, value in enumerate(self._column(name)):
            try:
                number = int(value)
            except (TypeError, ValueError):
                number = LARGEST + 1
            if abs(number) > LARGEST:
                problems.append(self._problem(row, f"{name} is {value!r}; write a whole number"))
                number = 0
            numbers.append(number)
        return ints(numbers)

    def _texts(self, name: str, problems: list[Problem]) -> list[str]:
        values = self._column(name)
        problems += [
            self._problem(row, f"{name} is empty; name it") for row, value in enumerate(values) if value in (None, "")
        ]
        return [str(value) for value in values]

    def _extra(self, name: str, problems: list[Problem]) -> list[Any]:
        found: list[Any] = []
        for row, value in enumerate(self._column(name)):
            try:
                found.append(None if value in (None, "") else EXTRA[name](value))
            except ValueError:
                found.append(None)
                problems.append(
                    self._problem(row, f"{EXTRA_TITLES.get(name, name)} is {value!r}, which cannot be read")
                )
        return found

    def _unit(self) -> str:
        place = _find(self.titles, START)
        return CHARACTER if place is not None and "char" in self.titles[place].lower() else TOKEN

    def _convention(self, reading: Reading) -> Convention | None:
        if reading.spans:
            return stated(reading.spans)
        said = {str(value) for value in self._column(SPANS)} if self._place(SPANS) is not None else set()
        if len(said) > 1 or not said <= CONVENTIONS.keys():
            message = f"the column 'spans' holds {', '.join(sorted(said))}; write one of {', '.join(CONVENTIONS)}"
            raise fail(self.file.name, 0, message)
        return stated(said.pop()) if said else None


def _groups(document: list[str] | None, rows: int, name: str) -> dict[str, Ints]:
    """The rows of each document."""
    if document is None:
        return {name: np.arange(rows, dtype=np.int64)}
    groups: dict[str, list[int]] = {}
    for row, value in enumerate(document):
        groups.setdefault(value, []).append(row)
    return {name: ints(members) for name, members in groups.items()}


def _written(corpus: Corpus) -> dict[str, list[Any]]:
    """The columns of a corpus by their titles; `spans` is said where no mention proves it."""
    units = [origin.unit for origin in corpus.origins]
    behind = ints([unit == CHARACTER for unit in units])[corpus.document]
    columns: dict[str, list[Any]] = {
        DOCUMENT: [corpus.names[number] for number in corpus.document.tolist()],
        START: corpus.start.tolist(),
        END: (corpus.end + behind).tolist(),
        ENTITY: [corpus.label(number) for number in corpus.entity.tolist()],
    }
    if CHARACTER in units or not (corpus.start == corpus.end).any():
        names = [Convention(unit, unit == TOKEN).name for unit in units]
        columns[SPANS] = [names[number] for number in corpus.document.tolist()]
    for name in corpus.extra:
        columns[EXTRA_TITLES.get(name, name)] = [_cell(corpus, name, row) for row in range(corpus.mentions)]
    return columns


def _cell(corpus: Corpus, name: str, row: int) -> Any:
    value = corpus.extra[name][row].item()
    if value == UNKNOWN[name]:
        return ""
    if name in ("shape", "minimum"):
        return _written_parts(corpus.shapes[value - 1])
    return int(value) if name == "zero" else value


def write(corpus: Corpus, path: Path) -> None:
    columns = _written(corpus)
    suffix = Path(path.name.removesuffix(".gz")).suffix
    if suffix == ".parquet":
        _write_parquet(columns, path)
        return
    from corefscore.formats.writing import opened

    with opened(path) as stream:
        writer = csv.writer(stream, delimiter="\t" if suffix == ".tsv" else ",", lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def _write_parquet(columns: Mapping[str, list[Any]], path: Path) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise fail(str(path), 0, "Parquet needs pyarrow; run: pip install 'corefscore[tables]'") from None
    parquet.write_table(pyarrow.table({name: [None if v == "" else v for v in c] for name, c in columns.items()}), path)


FORMAT = Format(
    name="table",
    title="table of mentions (CSV, TSV, Parquet)",
    suffixes=("csv", "tsv", "parquet"),
    recognise=recognise,
    read=read,
    write=write,
    carries=frozenset({TOKENS, CHARACTERS, GAPS, ZEROS, HEADS, MINIMA, TYPES}),
)
