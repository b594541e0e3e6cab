from mmap import mmap
from typing import Any, TypeAlias

import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

def is_text(block: Array | bytes) -> bool: ...
def scan_lines(
    block: Array,
    begin: int,
    number: int,
    separators: bytes,
    columns_after: int,
    trim: bool,
    columns: tuple[bytearray, ...],
) -> None: ...
def scan_conllu(
    block: Array | memoryview, begin: int, lines: int, gaps: int, next_word: int, columns: tuple[bytearray, ...]
) -> tuple[int, int, int] | None: ...
def same_lines(
    one: bytes | mmap,
    begin: int,
    lengths: Array,
    other: bytes | mmap,
    other_begin: int,
    other_lengths: Array,
    prefixes: Array,
) -> bool: ...
def number_spans(key: list[Any], response: list[Any]) -> tuple[bytes, bytes, bool] | None: ...
def assign(row: Array, column: Array, weight: Array, rows: int, columns: int) -> bytes: ...
def pair_cells(byte: Array, length: Array, document: Array) -> tuple[bytearray, ...] | None: ...
def pair_mentions(
    byte: Array, length: Array, document: Array, layout: tuple[int, int, int, int]
) -> tuple[bytearray, ...] | None: ...
def cut(byte: Array, place: Array, length: Array, width: int) -> bytearray: ...
