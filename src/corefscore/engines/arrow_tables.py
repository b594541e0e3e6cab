"""Read and compare columns of tables in memory with PyArrow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.problems import fail
from corefscore.engines import refusals
from corefscore.engines.columns import FRACTION, NOTHING, TEXT, UNTYPED, WHOLE, Columns, common_kinds, find_columns
from corefscore.engines.id_numbers import id_numbers
from corefscore.engines.libraries import library
from corefscore.engines.sources import ARROW, FILES, RELATION, TableSource
from corefscore.engines.table_settings import TableSettings


class Side(NamedTuple):
    """The needed columns of one side, as PyArrow columns."""

    source: TableSource
    columns: Columns
    table: Any
    unlabelled: int = 0
    """How many rows without an entity were left out."""


def read_columns(source: TableSource, wanted: Columns, further: Sequence[str] = ()) -> Side:
    """Read the needed columns of a table.

    Parameters
    ----------
    source : TableSource
        The table.
    wanted : Columns
        Which columns to read.
    further : sequence of str
        Other columns to read.

    Raises
    ------
    InputError
        If the table cannot be read, or if a column is missing.
    """
    table, there = _opened(source)
    columns = find_columns(source.name, there, wanted)
    return Side(
        source, columns, table([*columns.identity, columns.entity, *(each for each in further if each in there)])
    )


def _opened(source: TableSource) -> tuple[Any, list[str]]:
    """Return a function that reads columns by name, and the names of all columns."""
    if source.kind == RELATION:
        relation = source.table
        loaded = relation.to_arrow_table() if hasattr(relation, "to_arrow_table") else relation.arrow()
        return loaded.select, list(loaded.column_names)
    if source.kind == ARROW:
        return source.table.select, list(source.table.column_names)
    if source.kind != FILES:
        raise fail(source.name, 0, f"the memory engine does not read a {source.kind} table; choose another engine")
    return _reader(source)


def _reader(source: TableSource) -> tuple[Any, list[str]]:
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


def labelled(side: Side, settings: TableSettings) -> Side:
    """Return a side without the rows that have no entity. A row without a mention is an error."""
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
    return side._replace(table=table, unlabelled=unlabelled)


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


def joint_numbers(columns: Sequence[tuple[Side, str]]) -> list[Ints]:
    """Number the ids in columns of one or several tables. Equal ids have equal numbers.

    Raises
    ------
    InputError
        If ids of one column can never equal ids of another, such as numbers and texts.
    """
    cast = joint_columns(columns)
    number = id_numbers(cast)
    return np.split(number, np.cumsum([len(column) for column in cast])[:-1])


def joint_columns(columns: Sequence[tuple[Side, str]]) -> list[Any]:
    """Return columns of one or several tables, converted to one type."""
    arrow = library("pyarrow")
    kinds = [_kind(side, name) for side, name in columns]
    (first, *rest), names = kinds, [name for _, name in columns]
    kind = reduce(
        lambda one, other: common_kinds([(names[0], other[0])], [(one, other[1])])[0],
        zip(names[1:], rest, strict=True),
        first,
    )
    types = {TEXT: arrow.large_string(), UNTYPED: arrow.large_string(), WHOLE: arrow.int64(), FRACTION: arrow.float64()}
    usual = next((side.table[name].type for side, name in columns if len(side.table)), arrow.large_string())
    return [_cast(side, name, types.get(kind, usual)) for side, name in columns]


def _cast(side: Side, name: str, kind: Any) -> Any:
    arrow = library("pyarrow")
    try:
        return side.table[name].cast(kind)
    except arrow.ArrowException:
        raise refusals.not_comparable(side.source.name, name, str(kind)) from None
