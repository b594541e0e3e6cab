"""A table with a row for each mention: document, start, end, entity. It is CSV, TSV or Parquet."""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias, TypedDict, cast

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import UNKNOWN, Corpus, Origin, Parts
from corefscore.core.problems import Problem, fail, raise_problems
from corefscore.core.views import CHARACTER, TOKEN
from corefscore.formats.base import (
    ANCHORS,
    BRIDGES,
    CHARACTERS,
    ELEMENTS,
    GAPS,
    HEADS,
    LARGEST,
    MINIMA,
    REFERRING,
    SEMANTIC_TYPES,
    TOKENS,
    TYPES,
    ZEROS,
    Format,
    Reading,
)
from corefscore.formats.builder import CorpusBuilder, Note, joined_parts
from corefscore.formats.conventions import CONVENTIONS, Convention, SpannedDocument, find_convention, spanned_corpus
from corefscore.formats.files import File
from corefscore.formats.naming import document_name, uncompressed
from corefscore.formats.table.delimited import cells_of, delimiter_of, read_rows
from corefscore.formats.table.parquet import MARK, ParquetColumns, write_parquet
from corefscore.formats.table.relation_columns import RELATION_TITLES, RelationReader, TableDocument, written_relations
from corefscore.formats.table.values import CELL_TYPES, is_missing, shown, written_parts
from corefscore.formats.writing import opened

DOCUMENT, START, END, ENTITY, SPANS = "document", "start", "end", "entity", "spans"
ALIASES: Mapping[str, Sequence[str]] = {
    DOCUMENT: ("document", "doc", "doc_key", "doc_id", "document_id"),
    START: ("start", "begin", "start_token", "start_char"),
    END: ("end", "stop", "end_token", "end_char"),
    ENTITY: ("entity", "cluster", "chain", "entity_id", "cluster_id", "chain_id"),
}
NEEDED = (START, END, ENTITY)

ExtraName: TypeAlias = Literal["head", "zero", "shape", "minimum", "type", "referring", "semtype"]
EXTRA: tuple[ExtraName, ...] = ("head", "zero", "shape", "minimum", "type", "referring", "semtype")
OPTIONAL = {*EXTRA, *RELATION_TITLES}
TITLES = {"shape": "parts"}
"""The titles of columns that have another name in a corpus."""


class _NeededColumns(TypedDict):
    start: list[int]
    end: list[int]
    entity: list[str]


class TableColumns(_NeededColumns, total=False):
    """The values of the columns of a table; None if an optional column has no value."""

    document: list[str]
    head: list[int | None]
    zero: list[bool | None]
    shape: list[Parts | None]
    minimum: list[Parts | None]
    type: list[str | None]
    referring: list[bool | None]
    semtype: list[str | None]


def recognise(head: bytes) -> bool:
    """Return whether the first bytes of a file are Parquet, or the titles of a table of mentions.

    >>> recognise(b"document,start,end,entity\\n"), recognise(b"name,size\\n")
    (True, False)
    """
    if head.startswith(MARK):
        return True
    first = (head.splitlines() or [b""])[0].decode(errors="replace").strip()
    titles = cells_of(first, delimiter_of(first)) or []
    return b"\0" not in head and all(_find(titles, name) is not None for name in NEEDED)


def has_spans(titles: Sequence[str]) -> bool:
    """Return whether a table with these titles has the tokens of mentions, and not only ids."""
    return _find(titles, START) is not None and _find(titles, END) is not None


def _plain(title: str) -> str:
    return title.strip().strip("\ufeff").lower()


def _find(titles: Sequence[str], name: str) -> int | None:
    """Return the index of a column by any of its titles, or None if the table does not have it."""
    plain = [*map(_plain, titles)]
    title = TITLES.get(name, name)
    return next((plain.index(alias) for alias in ALIASES.get(title, (title,)) if alias in plain), None)


def read(file: File, reading: Reading) -> Corpus:
    """Read the corpus of a table."""
    if file.read(0, len(MARK)) == MARK:
        parquet = ParquetColumns(file)
        _check_titles(file, 0, parquet.titles)
        return _MentionTable(file, parquet.titles, parquet.column, numbers(len(parquet)) + 1).corpus(reading)
    titles, rows, lines = read_rows(file, reading.progress)
    columns = [[*column] for column in zip(*rows, strict=True)] or [[] for _ in titles]
    _check_titles(file, 1, titles)
    return _MentionTable(file, titles, columns.__getitem__, ints(lines)).corpus(reading)


def _check_titles(file: File, line: int, titles: list[str]) -> None:
    """Raise an error if a column is missing or is there twice."""
    lacking = [name for name in NEEDED if _find(titles, name) is None]
    if lacking:
        message = f"there is no column {' or '.join(map(repr, lacking))} (there are {', '.join(titles)})"
        raise fail(file.name, line, f"{message}; name the columns document, start, end, entity")
    counts = Counter(map(_plain, titles))
    indexes = (_find(titles, name) for name in (*CELL_TYPES, SPANS))
    used = [_plain(titles[index]) for index in indexes if index is not None]
    repeated = (f"there are {counts[title]} columns {title!r}; keep one of them" for title in used if counts[title] > 1)
    raise_problems(Problem(file.name, line, message) for message in repeated)


class _MentionTable:
    """A table with correct titles. `column` returns the cells of a column by its index."""

    def __init__(self, file: File, titles: list[str], column: Callable[[int], Sequence[object]], lines: Ints) -> None:
        self.file = file
        self.titles = titles
        self.column = column
        self.lines = lines

    def corpus(self, reading: Reading) -> Corpus:
        known = self._columns()
        convention = self._convention(reading)
        unit = convention.unit if convention else self._unit()
        groups = _groups(known.get("document"), len(self.lines), document_name(self.file.name))
        if not groups:
            raise fail(self.file.name, 0, "this file has no document; write a row for each mention")
        builder = CorpusBuilder(self.file.name)
        every = cast("Mapping[str, list[list[str] | None]]", known)
        related = {title: every[title] for title in RELATION_TITLES if title in every}
        relations = RelationReader(self.file.name, self.lines, related, reading.side)
        documents = [
            self._document(Origin(name, builder.source, unit=unit), rows, known, convention, relations)
            for name, rows in groups.items()
        ]
        corpus = spanned_corpus(builder, documents, relations.end())
        self._check_insides(corpus, np.concatenate([*groups.values()]), known)
        return replace(corpus, global_names=True)

    def _columns(self) -> TableColumns:
        problems: list[Problem] = []
        known = {name: self._values(name, index, problems) for name in CELL_TYPES if (index := self._index(name)) >= 0}
        raise_problems(problems)
        return cast("TableColumns", known)

    def _document(
        self,
        origin: Origin,
        rows: Ints,
        known: TableColumns,
        convention: Convention | None,
        relations: RelationReader,
    ) -> SpannedDocument:
        listed = rows.tolist()
        labels: dict[str, int] = {}
        entity = ints([labels.setdefault(known["entity"][row], len(labels)) for row in listed])
        start, end = (ints([column[row] for row in listed]) for column in (known["start"], known["end"]))
        line = int(self.lines[rows[0]]) if DOCUMENT in known else 0
        inclusive = convention.inclusive if convention else None
        spans = [*zip(start.tolist(), end.tolist(), strict=True)] if relations.columns else []
        document = TableDocument(origin.name, listed, spans, entity.tolist(), labels)
        return SpannedDocument(
            origin._replace(line=line),
            start,
            end,
            entity,
            [*labels],
            self.lines[rows],
            inclusive,
            notes=[*_notes(known, listed)],
            relations=relations.relations(document),
        )

    def _index(self, name: str) -> int:
        """Return the index of a column, or -1 if the table does not have it."""
        index = _find(self.titles, name)
        return -1 if index is None else index

    def _problem(self, row: int, message: str) -> Problem:
        return Problem(self.file.name, int(self.lines[row]), message)

    def _values(self, name: str, index: int, problems: list[Problem]) -> list[object]:
        """Return the values of a column; None if a cell is empty or wrong."""
        cells = self.column(index)
        kind = CELL_TYPES[name]
        with suppress(ValueError):  # most columns have no empty or wrong cell
            return [*map(kind.read, cells)]
        values: list[object] = [None] * len(cells)
        for row, cell in enumerate(cells):
            try:
                values[row] = kind.read(cell)
            except ValueError:
                if name not in OPTIONAL or not is_missing(cell):
                    what = "empty" if is_missing(cell) else shown(cell)
                    problems.append(self._problem(row, f"{_plain(self.titles[index])} is {what}; {kind.remedy}"))
        return values

    def _check_insides(self, corpus: Corpus, rows: Ints, known: TableColumns) -> None:
        """Raise an error for parts, heads and minimum spans that contradict the span of their mention."""
        assert corpus.source_index is not None, "the builder numbers the mentions"
        listed = rows[corpus.source_index].tolist()
        no_values = [None] * len(listed)
        shapes, heads = known.get("shape", no_values), known.get("head", no_values)
        minima = known.get("minimum", no_values)
        problems = [
            self._problem(row, fault)
            for row, start, end in zip(listed, corpus.start.tolist(), corpus.end.tolist(), strict=True)
            if shapes[row] or minima[row] or not _is_between(start, heads[row], end)
            for fault in _faults((start, end), shapes[row], heads[row], minima[row])
        ]
        raise_problems(problems)

    def _unit(self) -> str:
        return CHARACTER if "char" in self.titles[self._index(START)].lower() else TOKEN

    def _convention(self, reading: Reading) -> Convention | None:
        if reading.spans:
            return find_convention(reading.spans)
        index = self._index(SPANS)
        names = {str(value) for value in self.column(index)} if index >= 0 else set()
        if len(names) > 1 or not names <= CONVENTIONS.keys():
            message = f"the column 'spans' has {', '.join(sorted(names))}; write one of {', '.join(CONVENTIONS)}"
            raise fail(self.file.name, 0, message)
        return find_convention(names.pop()) if names else None


def _notes(known: TableColumns, rows: list[int]) -> Iterator[tuple[str, int, Note]]:
    """Yield the values of the optional columns in the given rows."""
    for name in EXTRA:
        column: Sequence[Note | None] | None = known.get(name)
        if column is not None:
            for index, row in enumerate(rows):
                value = column[row]
                is_plain = name == "shape" and isinstance(value, tuple) and len(value) == 1
                if value is not None and not is_plain:
                    yield name, index, value


def _is_between(start: int, head: int | None, end: int) -> bool:
    return head is None or start <= head <= end


def _faults(span: tuple[int, int], shape: Parts | None, head: int | None, minimum: Parts | None) -> Iterator[str]:
    """Yield what contradicts the span of a mention."""
    parts = shape or (span,)
    if (parts[0][0], parts[-1][1]) != span:
        mention = written_parts((span,))
        yield f"parts is {written_parts(parts)!r}, but the mention is {mention!r} by start and end; correct one of them"
        return
    for title, wanted in (("head", None if head is None else ((head, head),)), ("minimum", minimum)):
        if wanted is not None and not _cover(parts, wanted):
            outside = f"{written_parts(wanted)!r}, outside its mention {written_parts(parts)!r}"
            yield f"{title} is {outside}; correct one of them"


def _cover(parts: Parts, wanted: Parts) -> bool:
    """Return whether the wanted parts are inside the parts. Both are in the order of the text."""
    joined = joined_parts(parts)
    indexes = (bisect_right(joined, (first, LARGEST)) - 1 for first, _ in wanted)
    return all(index >= 0 and last <= joined[index][1] for index, (_, last) in zip(indexes, wanted, strict=True))


def _groups(document: list[str] | None, rows: int, name: str) -> dict[str, Ints]:
    """Return the rows of each document. Without a column for documents, all rows are one document."""
    if document is None:
        return {name: numbers(rows)}
    groups: dict[str, list[int]] = {}
    for row, value in enumerate(document):
        groups.setdefault(value, []).append(row)
    return {name: ints(members) for name, members in groups.items()}


def write(corpus: Corpus, path: Path) -> None:
    """Write a table to a file whose name ends in .csv, .tsv or .parquet."""
    if not corpus.mentions:
        message = "there is no mention to write, and a table without rows has no document; choose another format"
        raise fail(corpus.source_name, 0, message)
    columns = _written(corpus)
    suffix = Path(uncompressed(path.name)).suffix
    if suffix == ".parquet":
        write_parquet(columns, path)
        return
    _refuse_line_ends(corpus, columns)
    with opened(path) as stream:
        writer = csv.writer(stream, delimiter="\t" if suffix == ".tsv" else ",", lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def _written(corpus: Corpus) -> dict[str, Sequence[object]]:
    """Return the columns of a corpus by title. If no mention proves the meaning of ends, add a column `spans`."""
    units = [origin.unit for origin in corpus.origins]
    is_exclusive = ints([unit == CHARACTER for unit in units])[corpus.document]
    columns: dict[str, Sequence[object]] = {
        DOCUMENT: [corpus.names[number] for number in corpus.document.tolist()],
        START: corpus.start.tolist(),
        END: (corpus.end + is_exclusive).tolist(),
        ENTITY: [corpus.label(number) for number in corpus.entity.tolist()],
    }
    if CHARACTER in units or not (corpus.start == corpus.end).any():
        names = [Convention(unit, unit == TOKEN).name for unit in units]
        columns[SPANS] = [names[number] for number in corpus.document.tolist()]
    for name in corpus.extra:
        columns[TITLES.get(name, name)] = [_cell(corpus, name, row) for row in range(corpus.mentions)]
    return {**columns, **written_relations(corpus, corpus.end + is_exclusive)}


def _cell(corpus: Corpus, name: str, row: int) -> object:
    value = corpus.extra[name][row].item()
    if isinstance(value, bytes):
        value = value.decode()
    if name == "referring":
        return int(value)
    if value == UNKNOWN[name]:
        return ""
    if name in ("shape", "minimum"):
        return written_parts(corpus.shapes[value - 1])
    return int(value) if name == "zero" else value


def _refuse_line_ends(corpus: Corpus, columns: Mapping[str, Sequence[object]]) -> None:
    """Raise an error for cells that would need several lines, because a row is one line."""
    torn = {
        (title, cell): row
        for title, cells in columns.items()
        for row, cell in enumerate(cells)
        if isinstance(cell, str) and ("\n" in cell or "\r" in cell)
    }
    advice = "contains a line end, which CSV and TSV cannot hold; rename it, or write Parquet"
    raise_problems(corpus.problem(row, f"{title} {shown(cell)} {advice}") for (title, cell), row in torn.items())


FORMAT = Format(
    name="table",
    title="table of mentions (CSV, TSV, Parquet)",
    suffixes=("csv", "tsv", "parquet"),
    recognise=recognise,
    read=read,
    write=write,
    carries=frozenset(
        {
            *(TOKENS, CHARACTERS, GAPS, ZEROS, HEADS, MINIMA, TYPES),
            *(REFERRING, SEMANTIC_TYPES, ELEMENTS, BRIDGES, ANCHORS),
        }
    ),
)
