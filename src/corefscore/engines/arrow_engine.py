"""Tally tables in memory: ids become numbers, and the overlap is built as for labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, changes, dense_numbers, ints, joined_numbers, numbers, order_by
from corefscore.core.problems import InputError, Problem
from corefscore.engines import refusals
from corefscore.engines.arrow_tables import Side, joint_columns, joint_numbers, labelled, read_columns
from corefscore.engines.columns import Columns
from corefscore.engines.id_numbers import id_numbers
from corefscore.engines.libraries import library
from corefscore.engines.sources import TableSource
from corefscore.engines.table_settings import TableSettings
from corefscore.engines.tallies import Tally, side_counts
from corefscore.formats.pairs import ONLY_DOCUMENT
from corefscore.metrics.overlap import Overlap


class Numbered(NamedTuple):
    """The mentions of one side as numbers."""

    document: Ints | None
    mention: Ints
    entity: Ints

    def take(self, rows: Bools | Ints) -> Numbered:
        """Return the given mentions only."""
        document = None if self.document is None else self.document[rows]
        return Numbered(document, self.mention[rows], self.entity[rows])


def tally_in_memory(
    sources: tuple[TableSource, TableSource], wanted: tuple[Columns, Columns], settings: TableSettings
) -> Tally:
    """Tally two tables in memory.

    Parameters
    ----------
    sources : pair of TableSource
        Key and response.
    wanted : pair of Columns
        The columns of each side.
    settings : TableSettings
        The policies.

    Raises
    ------
    InputError
        If a column is missing, a file cannot be read, or a policy forbids something in the tables.
    """
    sides, numbered, names = numbered_sides(sources, wanted, settings)
    for side in sides:
        refusals.warn_of_dropped(side.source.name, side.columns.entity, side.unlabelled)
    if not settings.unique:
        for side, mentions in zip(sides, numbered, strict=True):
            refuse_duplicates(side, mentions)
    return _tally(sides, numbered, names, settings)


def numbered_sides(
    sources: tuple[TableSource, TableSource],
    wanted: tuple[Columns, Columns],
    settings: TableSettings,
    further: Sequence[str] = (),
) -> tuple[list[Side], list[Numbered], tuple[str, ...]]:
    """Return both sides as PyArrow tables and as numbers, and the names of documents. `further` are key columns."""
    sides = [
        labelled(read_columns(source, columns, more), settings)
        for source, columns, more in zip(sources, wanted, (further, ()), strict=True)
    ]
    pairs = [
        list(zip(sides, names, strict=True)) for names in zip(*(side.columns.identity for side in sides), strict=True)
    ]
    names: tuple[str, ...] = (ONLY_DOCUMENT,)
    documents: tuple[Ints | None, Ints | None] = (None, None)
    if sides[0].columns.document is not None:
        names, documents = _document_names(*joint_columns(pairs[0]))
    mentions = _joint_mentions([np.concatenate(joint_numbers(pair)) for pair in pairs], len(sides[0].table))
    numbered = [
        Numbered(document, mention, id_numbers([side.table[side.columns.entity]]))
        for side, mention, document in zip(sides, mentions, documents, strict=True)
    ]
    return sides, numbered, names


def _joint_mentions(codes: Sequence[Ints], keys: int) -> tuple[Ints, Ints]:
    """Return one number for each mention of both sides, from the numbers of its columns."""
    joined = codes[0]
    for further in codes[1:]:
        counts = [int(each.max(initial=0)) + 1 for each in (joined, further)]
        joined = dense_numbers(joined_numbers(joined, further, *counts))
    return joined[:keys], joined[keys:]


def _document_names(key: Any, response: Any) -> tuple[tuple[str, ...], tuple[Ints, Ints]]:
    """Return the sorted names of all documents, and the document of each mention."""
    arrow = library("pyarrow")
    chunks = [*key.chunks, *response.chunks]
    joined = (
        arrow.concat_arrays(chunks).dictionary_encode()
        if chunks
        else arrow.array([], arrow.string()).dictionary_encode()
    )
    values = joined.dictionary.to_pylist()
    order = sorted(range(len(values)), key=values.__getitem__)
    number = np.empty(len(values), dtype=np.int64)
    number[order] = numbers(len(values))
    found = number[ints(joined.indices.to_numpy(zero_copy_only=False))]
    return tuple(str(values[index]) for index in order), (found[: len(key)], found[len(key) :])


def refuse_duplicates(side: Side, numbered: Numbered) -> None:
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


def _duplicate(side: Side, first: int, again: int) -> Problem:
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
        key = key.take(key_row[found])
        key_row, found = numbers(len(key.mention)), np.ones(len(key.mention), dtype=bool)
    key_entity, response_entity = (_entities(side, len(names)) for side in (key, response))
    overlap = Overlap.from_pairs(
        _entity_documents(key, key_entity),
        _sizes(key_entity),
        _entity_documents(response, response_entity),
        _sizes(response_entity),
        key_entity[key_row[found]],
        response_entity[found],
        len(names),
    )
    counts = (
        side_counts(side.source.name, len(names), entities)
        for side, entities in zip(sides, (overlap.keys, overlap.responses), strict=True)
    )
    return Tally(names, overlap, *counts)


def _refuse_others(sides: Sequence[Side], key: Numbered, key_row: Ints) -> None:
    """Raise an error if the mentions of the response are not those of the key."""
    matched = np.zeros(len(key.mention), dtype=bool)
    matched[key_row[key_row >= 0]] = True
    missing, spurious = np.flatnonzero(~matched), np.flatnonzero(key_row < 0)
    if len(missing) or len(spurious):
        side, row = (sides[0], int(missing[0])) if len(missing) else (sides[1], int(spurious[0]))
        mention = [side.table[name][row].as_py() for name in side.columns.identity]
        raise refusals.other_mentions(side.source.name, mention, len(missing), len(spurious))


def _entities(side: Numbered, documents: int) -> Ints:
    """Return the entity number of each mention. An id in two documents is two entities."""
    if side.document is None:
        return dense_numbers(side.entity)
    entities = int(side.entity.max(initial=0)) + 1
    return dense_numbers(joined_numbers(side.entity, side.document, entities, documents))


def _sizes(entity: Ints) -> Ints:
    return ints(np.bincount(entity)) if len(entity) else entity


def _entity_documents(side: Numbered, entity: Ints) -> Ints:
    found = np.zeros(int(entity.max(initial=-1)) + 1, dtype=np.int64)
    if side.document is not None:
        found[entity] = side.document
    return found
