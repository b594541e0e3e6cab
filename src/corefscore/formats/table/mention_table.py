"""A table with a row for each mention: document, start, end, entity; as CSV, TSV or Parquet."""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import UNKNOWN, Corpus, Origin, Parts
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.views import CHARACTER, TOKEN
from corefscore.formats.base import CHARACTERS, GAPS, HEADS, MINIMA, TOKENS, TYPES, ZEROS, Format, Reading
from corefscore.formats.collecting import LARGEST, Mentions
from corefscore.formats.conventions import CONVENTIONS, Convention, SpannedDocument, spanned_corpus, stated
from corefscore.formats.files import File, bytes_of, stem
from corefscore.formats.table.delimited import cells_of, delimiter_of, read_rows
from corefscore.formats.table.values import KINDS, is_missing, shown, written_parts

DOCUMENT, START, END, ENTITY, SPANS = "document", "start", "end", "entity", "spans"
ALIASES: Mapping[str, Sequence[str]] = {
    DOCUMENT: ("document", "doc", "doc_key", "doc_id", "document_id"),
    START: ("start", "begin", "start_token", "start_char"),
    END: ("end", "stop", "end_token", "end_char"),
    ENTITY: ("entity", "cluster", "chain", "entity_id", "cluster_id", "chain_id"),
}
NEEDED = (START, END, ENTITY)
PARQUET_MARK = b"PAR1"


EXTRA = ("head", "zero", "shape", "minimum", "type")
TITLES = {"shape": "parts"}


def recognise(head: bytes) -> bool:
    if head.startswith(PARQUET_MARK):
        return True
    first = (head.splitlines() or [b""])[0].decode(errors="replace").strip()
    titles = cells_of(first, delimiter_of(first)) or []
    return b"\0" not in head and all(_find(titles, name) is not None for name in NEEDED)


def _plain(title: str) -> str:
    return title.strip().strip("\ufeff").lower()


def _find(titles: Sequence[str], name: str) -> int | None:
    """The place of a column among the titles of a table, by any of its names."""
    plain = [*map(_plain, titles)]
    return next((plain.index(alias) for alias in ALIASES.get(name, (name,)) if alias in plain), None)


def read(file: File, reading: Reading) -> Corpus:
    if file.read(0, len(PARQUET_MARK)) == PARQUET_MARK:
        return _parquet(file).corpus(reading)
    titles, rows, lines = read_rows(file, reading.progress)
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in titles]
    _check_titles(file, 1, titles)
    return _Table(file, titles, columns.__getitem__, ints(lines)).corpus(reading)


def _check_titles(file: File, line: int, titles: list[str]) -> None:
    lacking = [name for name in NEEDED if _find(titles, name) is None]
    if lacking:
        message = f"there is no column {' or '.join(map(repr, lacking))} (there are {', '.join(titles)})"
        raise fail(file.name, line, f"{message}; name the columns document, start, end, entity")
    counts = Counter(map(_plain, titles))
    places = (_find(titles, TITLES.get(name, name)) for name in (*KINDS, SPANS))
    used = [_plain(titles[place]) for place in places if place is not None]
    repeated = [f"there are {counts[title]} columns {title!r}; rename or delete" for title in used if counts[title] > 1]
    if repeated:
        raise InputError(Problem(file.name, line, f"{message} all but one") for message in repeated)


def _parquet(file: File) -> _Table:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise fail(file.name, 0, "Parquet needs pyarrow; run: pip install 'corefscore[tables]'") from None
    with _readable(file):
        content = parquet.ParquetFile(pyarrow.BufferReader(bytes_of(file)))
        titles = list(content.schema_arrow.names)
    _check_titles(file, 0, titles)
    with _readable(file):
        table = content.read()

    def column(place: int) -> list[Any]:
        with _readable(file, f"column {titles[place]!r} of "):
            found: list[Any] = table.columns[place].to_pylist()
        return found

    return _Table(file, titles, column, numbers(table.num_rows) + 1)


@contextmanager
def _readable(file: File, what: str = "") -> Iterator[None]:
    """Damaged bytes make pyarrow raise errors of every kind."""
    try:
        yield
    except Exception as error:  # noqa: BLE001
        reason = " ".join(str(error).split())
        raise fail(file.name, 0, f"{what}this Parquet file cannot be read ({reason}); write it again") from None


class _Table:
    """The columns of a table, by the names they have here."""

    def __init__(self, file: File, titles: list[str], columns: Callable[[int], list[Any]], lines: Ints) -> None:
        self.file = file
        self.titles = titles
        self.columns = columns
        self.lines = lines

    def corpus(self, reading: Reading) -> Corpus:
        problems: list[Problem] = []
        known = {name: self._values(name, problems) for name in KINDS if self._place(name) is not None}
        if problems:
            raise InputError(sorted(problems))
        convention = self._convention(reading)
        unit = convention.unit if convention else self._unit()
        groups = _groups(known.get(DOCUMENT), len(self.lines), stem(self.file.name))
        if not groups:
            raise fail(self.file.name, 0, "no document is in this file; write a row for each mention")
        mentions = Mentions(self.file.name)
        documents = [
            self._document(Origin(name, mentions.source, unit=unit), rows, known, convention)
            for name, rows in groups.items()
        ]
        corpus = spanned_corpus(mentions, documents)
        self._check_insides(corpus, np.concatenate([*groups.values()]), known)
        return corpus

    def _document(
        self, origin: Origin, rows: Ints, known: Mapping[str, list[Any]], convention: Convention | None
    ) -> SpannedDocument:
        listed = rows.tolist()
        labels: dict[str, int] = {}
        entity = ints([labels.setdefault(known[ENTITY][row], len(labels)) for row in listed])
        start, end = (ints([known[name][row] for row in listed]) for name in (START, END))
        notes = [
            (column, place, known[column][row])
            for column in EXTRA
            if column in known
            for place, row in enumerate(listed)
            if _says_something(column, known[column][row])
        ]
        line = int(self.lines[rows[0]]) if DOCUMENT in known else 0
        inclusive = convention.inclusive if convention else None
        return SpannedDocument(
            origin._replace(line=line), start, end, entity, [*labels], self.lines[rows], inclusive, notes=notes
        )

    def _place(self, name: str) -> int | None:
        return _find(self.titles, TITLES.get(name, name))

    def _column(self, name: str) -> tuple[str, list[Any]]:
        """The title and the cells of a column."""
        place = self._place(name)
        assert place is not None, "columns that are asked for are there"
        return _plain(self.titles[place]), self.columns(place)

    def _problem(self, row: int, message: str) -> Problem:
        return Problem(self.file.name, int(self.lines[row]), message)

    def _values(self, name: str, problems: list[Problem]) -> list[Any]:
        """What the cells of a column say; None where one is empty, or a problem."""
        title, cells = self._column(name)
        kind = KINDS[name]
        with suppress(ValueError):  # most columns have nothing wrong, and are read at once
            return [*map(kind.read, cells)]
        found: list[Any] = [None] * len(cells)
        for row, cell in enumerate(cells):
            try:
                found[row] = kind.read(cell)
            except ValueError:
                if name not in EXTRA or not is_missing(cell):
                    what = "empty" if is_missing(cell) else shown(cell)
                    problems.append(self._problem(row, f"{title} is {what}; {kind.remedy}"))
        return found

    def _check_insides(self, corpus: Corpus, rows: Ints, known: Mapping[str, list[Any]]) -> None:
        """Parts must be those of their mention, and what is said of its words must be inside."""
        assert corpus.source_index is not None, "mentions are collected one after the other"
        nothing = [None] * len(rows)
        listed = rows[corpus.source_index].tolist()
        insides = (map(known.get(name, nothing).__getitem__, listed) for name in ("shape", "head", "minimum"))
        problems = [
            self._problem(row, fault)
            for row, start, end, shape, head, minimum in zip(
                listed, corpus.start.tolist(), corpus.end.tolist(), *insides, strict=True
            )
            if shape or minimum or not (head is None or start <= head <= end)
            for fault in _faults((start, end), shape, head, minimum)
        ]
        if problems:
            raise InputError(sorted(problems))

    def _unit(self) -> str:
        place = _find(self.titles, START)
        return CHARACTER if place is not None and "char" in self.titles[place].lower() else TOKEN

    def _convention(self, reading: Reading) -> Convention | None:
        if reading.spans:
            return stated(reading.spans)
        said = {str(value) for value in self._column(SPANS)[1]} if self._place(SPANS) is not None else set()
        if len(said) > 1 or not said <= CONVENTIONS.keys():
            message = f"the column 'spans' holds {', '.join(sorted(said))}; write one of {', '.join(CONVENTIONS)}"
            raise fail(self.file.name, 0, message)
        return stated(said.pop()) if said else None


def _says_something(column: str, value: Any) -> bool:
    """Whether a value is worth a note; a single part is the mention itself."""
    return value is not None and (column != "shape" or len(value) > 1)


def _faults(span: tuple[int, int], shape: Parts | None, head: int | None, minimum: Parts | None) -> Iterator[str]:
    """What contradicts the span of a mention."""
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
    """Whether some stretches are inside others; both are in the order of the text."""
    joined: list[tuple[int, int]] = []
    for first, last in parts:
        begin = joined.pop()[0] if joined and joined[-1][1] == first - 1 else first
        joined.append((begin, last))
    places = (bisect_right(joined, (first, LARGEST)) - 1 for first, _ in wanted)
    return all(place >= 0 and last <= joined[place][1] for place, (_, last) in zip(places, wanted, strict=True))


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
        columns[TITLES.get(name, name)] = [_cell(corpus, name, row) for row in range(corpus.mentions)]
    return columns


def _cell(corpus: Corpus, name: str, row: int) -> Any:
    value = corpus.extra[name][row].item()
    if isinstance(value, bytes):
        value = value.decode()
    if value == UNKNOWN[name]:
        return ""
    if name in ("shape", "minimum"):
        return written_parts(corpus.shapes[value - 1])
    return int(value) if name == "zero" else value


def write(corpus: Corpus, path: Path) -> None:
    if not corpus.mentions:
        message = "no mention is to be written, and a table without rows has no document; choose another format"
        raise fail(corpus.source_name, 0, message)
    columns = _written(corpus)
    suffix = Path(path.name.removesuffix(".gz")).suffix
    if suffix == ".parquet":
        _write_parquet(columns, path)
        return
    _refuse_line_ends(corpus, columns)
    from corefscore.formats.targets import opened

    with opened(path) as stream:
        writer = csv.writer(stream, delimiter="\t" if suffix == ".tsv" else ",", lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))


def _refuse_line_ends(corpus: Corpus, columns: Mapping[str, list[Any]]) -> None:
    """A row is a line."""
    torn = {
        (title, cell): row
        for title, cells in columns.items()
        for row, cell in enumerate(cells)
        if isinstance(cell, str) and ("\n" in cell or "\r" in cell)
    }
    advice = "has a line end inside, which CSV and TSV cannot hold; rename it, or write Parquet"
    if torn:
        raise InputError(
            Problem(corpus.source_name, corpus.line(row), f"{title} {shown(cell)} {advice}")
            for (title, cell), row in torn.items()
        )


def _write_parquet(columns: Mapping[str, list[Any]], path: Path) -> None:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise fail(str(path), 0, "Parquet needs pyarrow; run: pip install 'corefscore[tables]'") from None
    table = pyarrow.table({name: [None if v == "" else v for v in c] for name, c in columns.items()})
    try:
        parquet.write_table(table, path)
    except OSError as error:
        raise fail(str(path), 0, f"cannot be written ({error.strerror or error})") from None


FORMAT = Format(
    name="table",
    title="table of mentions (CSV, TSV, Parquet)",
    suffixes=("csv", "tsv", "parquet"),
    recognise=recognise,
    read=read,
    write=write,
    carries=frozenset({TOKENS, CHARACTERS, GAPS, ZEROS, HEADS, MINIMA, TYPES}),
)
