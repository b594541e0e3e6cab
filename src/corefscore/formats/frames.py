"""Data frames with a row for each mention, of all libraries that narwhals supports, such as pandas and polars."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Array, Ints, dense_numbers, ints, numbers, numbers_in_documents
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.core.problems import InputError, fail
from corefscore.formats.base import LARGEST

if TYPE_CHECKING:
    import pyarrow

DOCUMENT, ENTITY, MENTION = ("document",), ("entity", "cluster"), ("mention", "record")
SPAN = ("start", "end")
EXPECTED = "give the columns start, end and entity, or mention and entity, and document if there are several"
FEW_COLUMNS = 8

ArrowColumn: TypeAlias = "pyarrow.ChunkedArray"


class FrameColumns(NamedTuple):
    """The columns of one side.

    Parameters
    ----------
    side : str
        `key` or `response`.
    document : ArrowColumn or None
        The document of each mention; None if there is only one document.
    mention : sequence of ArrowColumn
        The columns that identify a mention: its start and its end, or its name.
    entity : ArrowColumn
        The entity of each mention.
    """

    side: str
    document: ArrowColumn | None
    mention: Sequence[ArrowColumn]
    entity: ArrowColumn


def read_frame(side: str, value: Any) -> FrameColumns:
    """Return the columns of a data frame.

    Raises
    ------
    InputError
        If a column or a value is missing, or if narwhals or PyArrow is not installed.
    """
    try:
        import narwhals
        import pyarrow  # noqa: F401
    except ImportError:
        raise fail(side, 0, "data frames need narwhals and PyArrow; run: pip install 'corefscore[tables]'") from None
    frame = narwhals.from_native(value)
    lazy = isinstance(frame, narwhals.LazyFrame)
    names: list[str] = frame.collect_schema().names()
    document, entity, mention = (
        next((name for name in choices if name in names), None) for choices in (DOCUMENT, ENTITY, MENTION)
    )
    of_mention = SPAN if set(SPAN) <= set(names) else (mention,) if mention else None
    if entity is None or of_mention is None:
        shown = ", ".join(map(str, names[:FEW_COLUMNS]))
        raise fail(side, 0, f"this data frame has the columns {shown}; {EXPECTED}")
    wanted = frame.select(*({document} - {None}), *of_mention, entity)
    table = (wanted.collect("pyarrow") if lazy else wanted).to_arrow()
    for name in table.column_names:
        if table[name].null_count:
            raise fail(
                side, 0, f"column {name!r} has {table[name].null_count:,} rows without a value; fill or drop them"
            )
    return FrameColumns(
        side, None if document is None else table[document], [table[name] for name in of_mention], table[entity]
    )


def frame_corpora(key: object, response: object, only: str) -> tuple[Corpus, Corpus]:
    """Read key and response from data frames.

    Parameters
    ----------
    key, response : data frames
        A row for each mention, with the columns `start`, `end` and `entity` (or `cluster`), or `mention` (or `record`)
        and `entity`. If there are several documents, the column `document` is needed too.
    only : str
        The name of the document, if there is only one.

    Raises
    ------
    InputError
        If columns or values are missing, or if the two sides have different columns.
    """
    ours, theirs = read_frame("key", key), read_frame("response", response)
    if (ours.document is None, len(ours.mention)) != (theirs.document is None, len(theirs.mention)):
        raise fail("response", 0, f"this data frame has other columns than the key; for both sides, {EXPECTED}")
    rows = len(ours.entity)
    names, document = [only], np.zeros(rows + len(theirs.entity), dtype=np.int64)
    if ours.document is not None and theirs.document is not None:
        names, document = _encoded(ours.document, theirs.document)
    if len(ours.mention) == 1:
        start = end = _encoded(ours.mention[0], theirs.mention[0])[1]
    else:
        start, end = (np.concatenate([_whole(ours, index), _whole(theirs, index)]) for index in range(len(SPAN)))
    return (
        _corpus(ours, names, document[:rows], start[:rows], end[:rows]),
        _corpus(theirs, names, document[rows:], start[rows:], end[rows:]),
    )


def frame_clusters(side: str, value: object) -> dict[str, list[list[Hashable]]] | list[list[Hashable]]:
    """Return the entities in a data frame. If it has several documents, return them by document."""
    columns = read_frame(side, value)
    names = [""] * len(columns.entity) if columns.document is None else columns.document.to_pylist()
    mentions = zip(*(each.to_pylist() for each in columns.mention), strict=True)
    found: dict[str, dict[object, list[Hashable]]] = {}
    for name, entity, mention in zip(names, columns.entity.to_pylist(), mentions, strict=True):
        found.setdefault(str(name), {}).setdefault(entity, []).append(mention if len(mention) > 1 else mention[0])
    by_name = {name: [*entities.values()] for name, entities in found.items()}
    return by_name if columns.document is not None else by_name.get("", [])


def _corpus(columns: FrameColumns, names: Sequence[str], document: Ints, start: Ints, end: Ints) -> Corpus:
    """Return the corpus of one side, with only its own documents."""
    labels, entity = _entities(columns.entity)
    number = entity if len(names) == 1 else numbers_in_documents(entity, len(labels), document, len(names))
    label = np.empty(int(number.max(initial=-1)) + 1, dtype=np.int64)
    label[number] = entity
    present = np.flatnonzero(np.bincount(document, minlength=len(names)))
    own = np.full(len(names), -1, dtype=np.int64)
    own[present] = numbers(len(present))
    source = Memory(columns.side)
    origins = [Origin(names[row], source) for row in present.tolist()]
    return Corpus.build(origins, own[document], start, end, number, labels[label], global_names=True)


def _entities(column: ArrowColumn) -> tuple[Array, Ints]:
    """Return the names of the entities, and the number of the entity of each mention."""
    import pyarrow

    if not pyarrow.types.is_signed_integer(column.type):
        names, number = _encoded(column)
        return np.array(names, dtype=object), number
    values = ints(column.to_numpy())  # these are already numbers, so no text is made for each
    number = dense_numbers(values)
    labels = np.empty(int(number.max(initial=-1)) + 1, dtype=np.int64)
    labels[number] = values
    return labels, number


def _encoded(*columns: ArrowColumn) -> tuple[list[str], Ints]:
    """Return the distinct values of the columns as texts, and the number of each value, one column after the other."""
    import pyarrow

    kinds = {str(column.type) for column in columns}
    if len(kinds) > 1 or not pyarrow.types.is_integer(columns[0].type):
        columns = tuple(column.cast(pyarrow.large_string()) for column in columns)
    joined = pyarrow.chunked_array([chunk for column in columns for chunk in column.chunks], columns[0].type)
    encoded = joined.combine_chunks().dictionary_encode()
    return [str(value) for value in encoded.dictionary.to_pylist()], ints(encoded.indices.to_numpy())


def _whole(columns: FrameColumns, index: int) -> Ints:
    import pyarrow

    column = columns.mention[index]
    if not pyarrow.types.is_integer(column.type):
        raise _no_numbers(columns, index)
    found = ints(column.to_numpy())
    if found.size and (int(found.min()) < 0 or int(found.max()) > LARGEST):
        raise fail(columns.side, 0, f"column {SPAN[index]!r} has numbers below 0 or above {LARGEST:,}; correct them")
    return found


def _no_numbers(columns: FrameColumns, index: int) -> InputError:
    message = f"column {SPAN[index]!r} has values of type {columns.mention[index].type}"
    return fail(columns.side, 0, f"{message}; give whole numbers")
