from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy.typing as npt

Data: TypeAlias = bytes | bytearray | memoryview
Blocks: TypeAlias = Iterator[memoryview]
Array: TypeAlias = npt.NDArray[Any]
Layout: TypeAlias = tuple[bool, int, int, bool]
WordLayout: TypeAlias = tuple[bool, int, Layout]

def is_text(block: Array | Data | memoryview) -> bool: ...
def read_conll(blocks: Blocks, layout: Layout) -> tuple[bytearray, ...] | None: ...
def read_conllu(blocks: Blocks, fields: tuple[int, int, int, int]) -> tuple[bytearray, ...] | None: ...
def read_jsonlines(blocks: Blocks, names: list[bytes], kinds: tuple[int, int, int]) -> tuple[bytearray, ...] | None: ...
def same_words(
    ours: Data,
    begin: int,
    end: int,
    layout: WordLayout,
    theirs: Data,
    other_begin: int,
    other_end: int,
    other_layout: WordLayout,
) -> bool: ...
def number_spans(key: list[Any], response: list[Any]) -> tuple[bytes, bytes, bool] | None: ...
def assign(row: Array, column: Array, weight: Array, rows: int, columns: int, patience: int = ...) -> bytes: ...
