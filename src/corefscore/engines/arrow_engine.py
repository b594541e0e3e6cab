"""Tables in memory: ids become numbers, and the overlap is built as for labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, changes, dense_numbers, ints, numbers, order_by
from corefscore.core.problems import InputError, fail
from corefscore.engines import refusals
from corefscore.engines.columns import FRACTION, NOTHING, TEXT, UNTYPED, WHOLE, Columns, common_kinds, find_columns
from corefscore.engines.id_numbers import id_numbers
from corefscore.engines.libraries import library
from corefscore.engines.policies import TableSettings
from corefscore.engines.sources import ARROW, FILES, Source
from corefscore.engines.tallies import Tally, side_counts
from corefscore.formats.pairs import ONLY_DOCUMENT
from corefscore.metrics.overlap import Overlap


class Side(NamedTuple):
    """The columns of one side that are used, as PyArrow has them."""

    source: Source
    columns: Columns
    table: Any


class Numbered(NamedTuple):
    """The mentions of one side as numbers."""

    document: Ints | None
    mention: Ints
    entity: Ints

    def take(self, rows: Bools) -> Numbered:
        """Some of the mentions."""
        return Numbered(*(None if column is None else column[rows] for column in self))


def tally_in_memory(
    sources: tuple[Source, Source], wanted: tuple[Columns, Columns], settings: TableSettings
) -> Tally:
    """The tally of two tables in memory.

    Parameters
    ----------
    sources : pair of Source
        Key and response.
    wanted : pair of Columns
        The columns of each.
    settings : TableSettings
        The policies.

    Raises
    ------
    InputError
        If a column is missing, a file cannot be read, or a policy does not allow what the tables contain.
    """
    sides = [_labelled(_side(*pair), settings) for pair in zip(sources, wanted, strict=True)]
    identities = [_column_pair(sides, names) for names in zip(*(side.columns.identity for side in sides), strict=True)]
    codes = [id_numbers(pair) for pair in identities]
    has_document = sides[0].columns.document is not None
    names: tuple[str, ...] = (ONLY_DOCUMENT,)
    documents: tuple[Ints, Ints] | None = None
    if has_document:
        names, documents = _document_names(*identities[0])
    mentions = _joint_mentions(codes, len(sides[0].table))
    numbered = [
        Numbered(document, mention, id_numbers([side.table[side.columns.entity]]))
        for side, mention, document in zip(sides, mentions, documents or (None, None), strict=True)
    ]
    if not settings.unique:
        for side, numbers_of in zip(sides, numbered, strict=True):
            _refuse_duplicates(side, numbers_of)
    return _tally(sides, numbered, names, settings)


def _side(source: Source, wanted: Columns) -> Side:
    table, there = _table(source, wanted)
    columns = find_columns(source.name, there, wanted)
    used = [*columns.identity, columns.entity]
    return Side(source, columns, table(used))


def _table(source: Source, wanted: Columns) -> tuple[Any, list[str]]:
    """A function that reads some columns, and the names of all columns."""
    if source.kind == ARROW:
        return source.table.select, list(source.table.column_names)
    if source.kind != FILES:
        raise fail(source.name, 0, f"the memory engine does not read a {source.kind} table; choose another engine")
    return _reader(source)


def _reader(source: Source) -> tuple[Any, list[str]]:
    arrow = library("pyarrow")
    dataset, csv = library("pyarrow.dataset"), library("pyarrow.csv")
    try:
        form: Any = "parquet"
        if source.delimiter:
            parse = csv.ParseOptions(delimiter=source.delimiter, newlines_in_values=True)
            names = dataset.dataset(source.files, format=dataset.CsvFileFormat(parse_options=parse)).schema.names
            convert = csv.ConvertOptions(
                column_types=dict.fromkeys(names, arrow.string()), null_values=[""], strings_can_be_null=True
            )
            form = dataset.CsvFileFormat(parse_options=parse, convert_options=convert)
        opened = dataset.dataset(source.files, format=form)
    except (arrow.ArrowException, OSError) as error:
        raise refusals.unreadable(source.name, error) from None

    def read(columns: list[str]) -> Any:
        try:
            return opened.to_table(columns=columns)
        except (arrow.ArrowException, OSError) as error:
            raise refusals.unreadable(source.name, error) from None

    return read, list(opened.schema.names)


def _labelled(side: Side, settings: TableSettings) -> Side:
    """A side without rows that have no entity; a row without a mention is refused."""
    compute = library("pyarrow.compute")
    table = side.table
    for name in (*side.columns.identity, side.columns.entity):
        if _kind(side, name) == FRACTION:
            index = table.column_names.index(name)
            known = compute.if_else(compute.is_nan(table[name]), None, table[name])
            table = table.set_column(index, name, known)
    for name in side.columns.identity:
        if table[name].null_count:
            raise refusals.no_mention(side.source.name, name, table[name].null_count)
    unlabelled = table[side.columns.entity].null_count
    if unlabelled and settings.unlabelled == "error":
        raise refusals.no_entity(side.source.name, side.columns.entity, unlabelled)
    if unlabelled:
        table = table.filter(compute.is_valid(table[side.columns.entity]))
    return side._replace(table=table)


def _kind(side: Side, name: str) -> str:
    types = library("pyarrow").types
    kind = side.table.schema.field(name).type
    kind = kind.value_type if types.is_dictionary(kind) else kind
    if types.is_null(kind) or side.source.is_empty:
        return NOTHING
    if side.source.has_text_only:
        return UNTYPED
    if types.is_integer(kind):
        return WHOLE
    if types.is_floating(kind):
        return FRACTION
    return TEXT if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind) else str(kind)


def _column_pair(sides: Sequence[Side], names: tuple[str, str]) -> tuple[Any, Any]:
    """A column of both sides, of one type."""
    arrow = library("pyarrow")
    key, response = (_kind(side, name) for side, name in zip(sides, names, strict=True))
    (kind,) = common_kinds([names], [(key, response)])
    types = {TEXT: arrow.large_string(), WHOLE: arrow.int64(), FRACTION: arrow.float64()}
    columns = [side.table[name] for side, name in zip(sides, names, strict=True)]
    usual = next((column.type for column in columns if len(column)), columns[0].type)
    wanted = types.get(kind, usual)
    return tuple(_cast(side, name, wanted) for side, name in zip(sides, names, strict=True))  # type: ignore[return-value]


def _cast(side: Side, name: str, kind: Any) -> Any:
    arrow = library("pyarrow")
    try:
        return side.table[name].cast(kind)
    except arrow.ArrowException:
        raise refusals.not_comparable(side.source.name, name, str(kind)) from None


def _joint_mentions(codes: Sequence[Ints], keys: int) -> tuple[Ints, Ints]:
    """One number for each mention of both sides, from the numbers of its columns."""
    joined = codes[0]
    for further in codes[1:]:
        joined = dense_numbers(joined * (int(further.max(initial=0)) + 1) + further)
    return joined[:keys], joined[keys:]


def _document_names(key: Any, response: Any) -> tuple[tuple[str, ...], tuple[Ints, Ints]]:
    """The names of all documents in order, and the document of each mention."""
    arrow = library("pyarrow")
    chunks = [*key.chunks, *response.chunks]
    joined = arrow.concat_arrays(chunks).dictionary_encode() if chunks else arrow.array([], arrow.string()).dictionary_encode()
    values = joined.dictionary.to_pylist()
    order = sorted(range(len(values)), key=values.__getitem__)
    number = np.empty(len(values), dtype=np.int64)
    number[order] = numbers(len(values))
    found = number[ints(joined.indices.to_numpy(zero_copy_only=False))]
    return tuple(str(values[index]) for index in order), (found[: len(key)], found[len(key) :])


def _refuse_duplicates(side: Side, numbered: Numbered) -> None:
    counts = np.bincount(numbered.mention, minlength=1)
    if counts.max() < 2:
        return
    repeated = np.flatnonzero(counts[numbered.mention] > 1)
    order = repeated[order_by(numbered.mention[repeated])]
    again = order[~changes(numbered.mention[order])]
    first = order[np.flatnonzero(~changes(numbered.mention[order])) - 1]
    raise InputError(
        (_duplicate(side, *rows) for rows in zip(first[: refusals.SHOWN].tolist(), again.tolist(), strict=False)),
        total=len(again),
    )


def _duplicate(side: Side, first: int, again: int) -> Any:
    mention = [side.table[name][again].as_py() for name in side.columns.identity]
    entities = [side.table[side.columns.entity][row].as_py() for row in (first, again)]
    return refusals.duplicate(side.source.name, mention, *entities)


def _tally(
    sides: Sequence[Side], numbered: Sequence[Numbered], names: tuple[str, ...], settings: TableSettings
) -> Tally:
    key, response = numbered
    mentions = int(max(key.mention.max(initial=-1), response.mention.max(initial=-1))) + 1
    row = np.full(mentions, -1, dtype=np.int64)
    row[key.mention] = numbers(len(key.mention))
    key_row = row[response.mention]
    found = key_row >= 0
    if settings.mentions == "gold":
        _refuse_others(sides, key, key_row)
    if settings.mentions == "shared":
        response = response.take(found)
        key = Numbered(*(None if column is None else column[key_row[found]] for column in key))
        key_row, found = numbers(len(key.mention)), np.ones(len(key.mention), dtype=bool)
    key_entity, response_entity = (_entities(side, len(names)) for side in (key, response))
    columns = [
        column
        for side, entity in ((key, key_entity), (response, response_entity))
        for column in (_entity_documents(side, entity), np.bincount(entity) if len(entity) else ints([]))
    ]
    pairs = key_entity[key_row[found]], response_entity[found]
    overlap = Overlap.from_pairs(*columns, *pairs, len(names))
    counts = (
        side_counts(side.source.name, len(names), entities)
        for side, entities in zip(sides, (overlap.keys, overlap.responses), strict=True)
    )
    return Tally(names, overlap, *counts)


def _refuse_others(sides: Sequence[Side], key: Numbered, key_row: Ints) -> None:
    """Refuse a response whose mentions are not those of the key."""
    matched = np.zeros(len(key.mention), dtype=bool)
    matched[key_row[key_row >= 0]] = True
    missing, spurious = np.flatnonzero(~matched), np.flatnonzero(key_row < 0)
    if len(missing) or len(spurious):
        side, row = (sides[0], int(missing[0])) if len(missing) else (sides[1], int(spurious[0]))
        mention = [side.table[name][row].as_py() for name in side.columns.identity]
        raise refusals.other_mentions(side.source.name, mention, len(missing), len(spurious))


def _entities(side: Numbered, documents: int) -> Ints:
    """The number of the entity of each mention; an id in two documents is two entities."""
    return dense_numbers(side.entity if side.document is None else side.entity * documents + side.document)


def _entity_documents(side: Numbered, entity: Ints) -> Ints:
    found = np.zeros(int(entity.max(initial=-1)) + 1, dtype=np.int64)
    if side.document is not None:
        found[entity] = side.document
    return found
