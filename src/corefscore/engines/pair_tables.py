"""Tables of pairs of mentions: candidates of blocking, or pairs with a score."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, dense_numbers
from corefscore.core.problems import fail
from corefscore.engines.arrow_engine import Numbered, refuse_duplicates
from corefscore.engines.arrow_tables import Side, joint_numbers, labelled, read_columns
from corefscore.engines.columns import Columns
from corefscore.engines.id_numbers import id_numbers
from corefscore.engines.sources import TableInput, source_of
from corefscore.engines.table_settings import TableSettings

LEFT, RIGHT, SCORE = "left", "right", "score"


class KeyAndPairs(NamedTuple):
    """A key and pairs of mentions, as numbers.

    Parameters
    ----------
    mention, entity : array of int
        The mentions of the key and their entities.
    left, right : array of int
        The two mentions of each pair.
    score : array of float or None
        The score of each pair.
    mentions : int
        The number of different mentions in the key and the pairs.
    source : str
        The name of the table of pairs, for messages.
    """

    mention: Ints
    entity: Ints
    left: Ints
    right: Ints
    score: Floats | None
    mentions: int
    source: str


def key_and_pairs(
    key: TableInput,
    pairs: TableInput,
    mention: str,
    entity: str,
    left: str,
    right: str,
    score: str | None,
    max_bytes: int | None = None,
) -> KeyAndPairs:
    """Read a key and a table of pairs.

    Parameters
    ----------
    key : table
        A row for each mention, as for `score_tables`.
    pairs : table
        A row for each pair of mentions.
    mention, entity : str
        Columns of the key.
    left, right : str
        Columns of the pairs: the two mentions.
    score : str or None
        The column of the scores, if there are scores.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to, as for `read`.

    Raises
    ------
    InputError
        If a table cannot be read, a column, an id or a score is missing, or a mention is twice in the key.
    """
    wanted = Columns((mention,), entity)
    settings = TableSettings()
    key_side = labelled(read_columns(source_of(key, "key", *wanted[:2], max_bytes), wanted), settings)
    ends = Columns((left,), right)
    further = () if score is None else (score,)
    pair_side = labelled(
        read_columns(source_of(pairs, "pairs", (left,), right, max_bytes), ends, further),
        TableSettings(unlabelled="error"),
    )
    number, first, second = joint_numbers(
        [(key_side, key_side.columns.mention[0]), (pair_side, left), (pair_side, right)]
    )
    joined = dense_numbers(np.concatenate([number, first, second]))
    number, first, second = np.split(joined, np.cumsum([len(number), len(first)]))
    entities = id_numbers([key_side.table[key_side.columns.entity]])
    refuse_duplicates(key_side, Numbered(None, number, entities))
    scores = None if score is None else _scores(pair_side, score)
    mentions = int(joined.max(initial=-1)) + 1
    return KeyAndPairs(number, dense_numbers(entities), first, second, scores, mentions, pair_side.source.name)


def _scores(side: Side, column: str) -> Floats:
    source = side.source.name
    if column not in side.table.column_names:
        raise fail(source, 0, f"there is no column {column!r}; name the column of scores (--score)")
    try:
        found = np.asarray(side.table[column].cast("float64").to_numpy(), dtype=np.float64)
    except (ValueError, TypeError):
        raise fail(source, 0, f"column {column!r} has values that are not numbers; give numbers as scores") from None
    if np.isnan(found).any():
        raise fail(source, 0, f"{np.isnan(found).sum():,} pairs have no score in column {column!r}; delete them")
    return found
