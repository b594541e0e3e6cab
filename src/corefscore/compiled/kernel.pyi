from mmap import mmap
from typing import Any, TypeAlias

import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

def is_text(block: Array | bytes) -> bool: ...
def scan_lines(block: Array, separators: bytes, columns_after: int, trim: bool) -> tuple[bytes, ...]: ...
def scan_conllu(block: Array) -> tuple[int, int, tuple[bytes, ...]] | None: ...
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
