"""Turn ids of any type into numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from corefscore.core.arrays import Ints, dense_numbers, ints
from corefscore.core.problems import fail
from corefscore.engines.libraries import library


def id_numbers(columns: Sequence[Any]) -> Ints:
    """Number the ids in PyArrow columns from 0, one column after the other. Equal ids have equal numbers.

    Raises
    ------
    InputError
        If ids have a type that cannot be compared, such as lists.
    """
    arrow = library("pyarrow")
    types = arrow.types
    chunks = [chunk for column in columns for chunk in column.chunks]
    if not chunks:
        return ints([])
    if types.is_integer(chunks[0].type) and chunks[0].type != arrow.uint64():
        return dense_numbers(ints(np.concatenate([chunk.to_numpy(zero_copy_only=False) for chunk in chunks])))
    joined = arrow.concat_arrays([chunk.cast(_large(chunk.type)) for chunk in chunks])
    try:
        return ints(joined.dictionary_encode().indices.to_numpy(zero_copy_only=False))
    except arrow.ArrowException:
        raise fail("tables", 0, f"ids cannot be of type {joined.type}; give numbers or text") from None


def _large(kind: Any) -> Any:
    """Return the type for a long column: texts of more than 2 GB need 64-bit offsets."""
    types, arrow = library("pyarrow").types, library("pyarrow")
    if types.is_dictionary(kind):
        return _large(kind.value_type)
    return arrow.large_string() if types.is_string(kind) or types.is_string_view(kind) else kind
