"""Bytes from a path, a compressed file or standard input, checked to be text."""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from corefscore.columns import Bools
from corefscore.problems import fail

Bytes: TypeAlias = npt.NDArray[np.uint8]
Progress: TypeAlias = Callable[[int], None]

STANDARD_INPUT = "-"
BLOCK = 1 << 20
GZIP_MARK = b"\x1f\x8b"
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class File:
    """The bytes of one input. A plain file is mapped into memory, not copied."""

    def __init__(self, name: str, data: bytes | mmap.mmap) -> None:
        self.name = name
        self.data = data

    @cached_property
    def octets(self) -> Bytes:
        return np.frombuffer(self.data, dtype=np.uint8)

    def text(self, start: int, stop: int) -> str:
        return self.data[start:stop].decode()

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Begin and end of stretches of whole lines, checked to be text, and handed back to the system after use."""
        begin = 0
        while begin < len(self.data):
            end = self.data.rfind(b"\n", begin, begin + BLOCK) + 1
            end = end or self.data.find(b"\n", begin + BLOCK) + 1 or len(self.data)
            _check_text(self, begin, end)
            yield begin, end
            self.release(begin, end)
            begin = end

    def release(self, begin: int, end: int) -> None:
        """Let the system take back the memory of a stretch; it is read again if need be."""
        if isinstance(self.data, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
            page = begin - begin % mmap.PAGESIZE
            self.data.madvise(mmap.MADV_DONTNEED, page, end - page)

    def __reduce__(self) -> tuple[object, tuple[str, bytes]]:
        return File, (self.name, bytes(self.data))


def byte_set(members: bytes) -> Bools:
    """A table that tells of each byte whether it is one of some bytes."""
    table = np.zeros(256, dtype=bool)
    table[list(members)] = True
    return table


def open_file(path: str | Path, encoding: str | None = None) -> File:
    """The file at a path (`-` is standard input), as UTF-8 text."""
    name = "standard input" if str(path) == STANDARD_INPUT else str(path)
    data = _unpacked(name, sys.stdin.buffer.read()) if str(path) == STANDARD_INPUT else _read(name)
    if encoding is not None:
        data = _recoded(name, bytes(data), encoding)
    if data[:3] == UTF8_MARK:
        data = data[3:]
    if not len(data):
        raise fail(name, "the file is empty; it should hold at least one document")
    if data[:2] in UTF16_MARKS:
        raise fail(name, "this is UTF-16; convert it to UTF-8 or give the encoding (utf-16)")
    return File(name, data)


def _read(name: str) -> bytes | mmap.mmap:
    try:
        with Path(name).open("rb") as stream:
            head = stream.read(2)
            if head == GZIP_MARK:
                return _unpacked(name, head + stream.read())
            try:
                return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            except (OSError, ValueError):  # an empty file or a pipe cannot be mapped
                return head + stream.read()
    except FileNotFoundError:
        raise fail(name, "there is no such file; check the path") from None
    except IsADirectoryError:
        raise fail(name, "this is a directory where a file is expected") from None
    except OSError as error:
        raise fail(name, f"cannot be read ({error.strerror or error})") from None


def _unpacked(name: str, data: bytes) -> bytes:
    if data[:2] != GZIP_MARK:
        return data
    import gzip
    import zlib

    try:
        return gzip.decompress(data)
    except (EOFError, OSError, zlib.error) as error:
        raise fail(name, f"the compressed data is damaged ({error}); fetch it again") from None


def _recoded(name: str, data: bytes, encoding: str) -> bytes:
    try:
        return data.decode(encoding).encode()
    except LookupError:
        raise fail(name, f"there is no encoding {encoding!r}; try utf-8, cp1252 or latin-1") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fail(name, f"not {encoding} ({error.reason}); give another encoding", line) from None


def _check_text(file: File, begin: int, end: int) -> None:
    block = file.octets[begin:end]
    if block.min() == 0:
        raise fail(file.name, "this is a binary file, not text; give the annotated text")
    if block.max() < 128:
        return
    try:
        file.data[begin:end].decode()
    except UnicodeDecodeError as error:
        place = begin + error.start
        line = int(np.count_nonzero(file.octets[:place] == ord("\n"))) + 1
        found = f"byte 0x{file.data[place]:02x}"
        advice = "convert the file to UTF-8 or give its encoding (often cp1252)"
        raise fail(file.name, f"not UTF-8 ({found}); {advice}", line) from None


def expand(paths: str | Path | Iterable[str | Path], suffixes: Iterable[str]) -> list[Path]:
    """The files that some paths, directories and patterns stand for, in order of their names."""
    if isinstance(paths, (str, Path)):
        paths = [paths]
    return [file for path in paths for file in _expand_one(Path(path), tuple(suffixes))]


def _expand_one(path: Path, suffixes: tuple[str, ...]) -> list[Path]:
    if path.is_dir():
        return _files_below(path, suffixes)
    if not path.exists() and any(mark in str(path) for mark in "*?["):
        found = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
        if not found:
            raise fail(str(path), "no file fits this pattern")
        return found
    return [path]


def _files_below(directory: Path, suffixes: tuple[str, ...]) -> list[Path]:
    files = sorted(file for file in directory.rglob("*") if file.is_file())
    fitting = [file for file in files if file.name.removesuffix(".gz").endswith(suffixes)]
    if fitting:
        return fitting
    seen = sorted({file.suffix or file.name for file in files})[:5]
    contents = f"it holds {', '.join(seen)}" if seen else "it is empty"
    wanted = ", ".join(f"*{suffix}" for suffix in suffixes)
    message = f"no file in this directory is named {wanted} ({contents}); name the files themselves"
    raise fail(str(directory), message)
