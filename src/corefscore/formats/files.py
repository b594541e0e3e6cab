"""Bytes from a path, a compressed file or standard input, checked to be text."""

from __future__ import annotations

import mmap
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import BinaryIO, NamedTuple, TypeAlias

from corefscore._native.load import native
from corefscore.core.problems import fail

Data: TypeAlias = bytes | mmap.mmap
Progress: TypeAlias = Callable[[int], None]
AnyPath: TypeAlias = str | os.PathLike[str]

STANDARD_INPUT = "-"
BLOCK = 1 << 20
HEAD = 1 << 16
GZIP_MARK = b"\x1f\x8b"
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class File:
    """One input. A plain file is mapped into memory while it is scanned; other inputs are kept as they came."""

    def __init__(
        self, name: str, content: bytes | None = None, encoding: str | None = None, head: bytes | None = None
    ) -> None:
        self.name = name
        self.encoding = encoding
        self._head = head
        self._content = content
        self._stamp = _stamp(name) if content is None else None

    def data(self) -> Data:
        """The bytes of the whole file, for as long as somebody holds them."""
        if self._content is not None:
            return self._content
        self._check_unchanged()
        with open(self.name, "rb") as stream:
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)

    @contextmanager
    def opened(self) -> Iterator[Data]:
        """The bytes of the whole file, which are given back at the end."""
        data = self.data()
        try:
            yield data
        finally:
            if isinstance(data, mmap.mmap):
                with suppress(BufferError):  # the traceback of an error may still hold a view of the map
                    data.close()

    def read(self, begin: int, end: int) -> bytes:
        """Some of the bytes."""
        if self._content is not None:
            return self._content[begin:end]
        self._check_unchanged()
        with open(self.name, "rb") as stream:
            stream.seek(begin)
            return stream.read(end - begin)

    def take_head(self) -> bytes:
        """The first bytes, from which formats are recognised; they are kept until somebody asks for them."""
        head, self._head = self._head, None
        return self.read(0, HEAD) if head is None else head

    def _check_unchanged(self) -> None:
        if _stamp(self.name) != self._stamp:
            raise fail(self.name, 0, "the file has changed since it was read; read it again")


def _stamp(name: str) -> tuple[int, int]:
    try:
        status = os.stat(name)
    except OSError as error:
        raise fail(name, 0, f"cannot be read any more ({error.strerror})") from None
    return status.st_size, status.st_mtime_ns


def blocks(name: str, data: Data) -> Iterator[tuple[int, int]]:
    """Begin and end of stretches of whole lines, checked to be text; their memory is given back after use."""
    begin = 0
    while begin < len(data):
        end = data.rfind(b"\n", begin, begin + BLOCK) + 1
        end = end or data.find(b"\n", begin + BLOCK) + 1 or len(data)
        _check_text(name, data, begin, end)
        yield begin, end
        release(data, begin, end)
        begin = end


class Line(NamedTuple):
    """A line of a file: its number from 1, where it begins and ends, and its bytes without the line end."""

    number: int
    begin: int
    end: int
    content: bytes


def lines_of(file: File, progress: Progress | None = None, newlines_only: bool = False) -> Iterator[Line]:
    """The lines of a file one by one, blank ones too, checked to be text.

    Lines end with newlines, carriage returns or both. Where they end with newlines only, a return before the newline
    belongs to the line.
    """
    number = 0
    with file.opened() as data:
        for begin, end in blocks(file.name, data):
            offset = begin
            block = data[begin:end]
            for content in BytesIO(block) if newlines_only else block.splitlines(keepends=True):
                number += 1
                written = content.removesuffix(b"\n") if newlines_only else content.rstrip(b"\r\n")
                yield Line(number, offset, offset + len(content), written)
                offset += len(content)
            if progress is not None:
                progress(end - begin)


def bytes_of(file: File) -> bytes:
    """All of a file."""
    with file.opened() as data:
        return bytes(data)


def text_of(file: File, progress: Progress | None = None) -> str:
    """All of a file, checked to be text, with plain line ends."""
    return "".join(f"{line.content.decode()}\n" for line in lines_of(file, progress))


def beside(file: File, suffix: str) -> File | None:
    """The file of the same name with another suffix, if there is one."""
    base, _ = os.path.splitext(file.name.removesuffix(".gz"))
    for other in (f"{base}{suffix}", f"{base}{suffix}.gz"):
        if _is_plain(other):
            return open_file(other, file.encoding)
    return None


def stem(name: str) -> str:
    """What a document is called that has its name from its file.

    >>> stem("key/bc%2Fcctv.ann.gz")
    'bc/cctv'
    """
    from urllib.parse import unquote

    base, _ = os.path.splitext(os.path.basename(name.removesuffix(".gz")))
    return unquote(base)


def release(data: Data, begin: int, end: int) -> None:
    """Let the system take back the memory of a mapped stretch; it is read again if need be."""
    page = begin - begin % mmap.PAGESIZE
    if end > page and isinstance(data, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        data.madvise(mmap.MADV_DONTNEED, page, end - page)


def _check_text(name: str, data: Data, begin: int, end: int) -> None:
    if native is not None and native.is_text(memoryview(data)[begin:end]):
        return
    block = data[begin:end]
    zero = block.find(b"\0")
    if zero >= 0:
        line = data[: begin + zero].count(b"\n") + 1
        raise fail(name, line, "this is a binary file, not text; give the annotated text")
    try:
        block.decode()
    except UnicodeDecodeError as error:
        line = data[: begin + error.start].count(b"\n") + 1
        advice = "convert the file to UTF-8 or give its encoding (often cp1252)"
        raise fail(name, line, f"not UTF-8 (byte 0x{block[error.start]:02x}); {advice}") from None


def open_file(path: AnyPath, encoding: str | None = None) -> File:
    """The file at a path (`-` is standard input), to be read as UTF-8 text."""
    name = "standard input" if os.fspath(path) == STANDARD_INPUT else os.fspath(path)
    if _is_plain(path):
        with _opened(name) as stream:
            head = stream.read(HEAD)
        if head[:2] not in (GZIP_MARK, *UTF16_MARKS) and head[:3] != UTF8_MARK and encoding is None and head:
            return File(name, head=head)
    content = read_bytes(path)
    if encoding is not None:
        content = _recoded(name, content, encoding)
    if content[:2] in UTF16_MARKS:
        raise fail(name, 0, "this is UTF-16; convert it to UTF-8 or give the encoding (utf-16)")
    return File(name, content.removeprefix(UTF8_MARK), encoding)


def read_bytes(path: AnyPath) -> bytes:
    """All bytes at a path or of standard input, unpacked if they are compressed."""
    if os.fspath(path) == STANDARD_INPUT:
        if sys.stdin is None:
            raise fail("standard input", 0, "it is closed; name a file")
        return _unpacked("standard input", sys.stdin.buffer.read())
    with _opened(os.fspath(path)) as stream:
        content = stream.read()
    return _unpacked(os.fspath(path), content)


def _is_plain(path: AnyPath) -> bool:
    return os.fspath(path) != STANDARD_INPUT and stat.S_ISREG(mode_of(path))


def mode_of(path: AnyPath) -> int:
    """What the system says a path is; 0 if there is nothing."""
    try:
        return os.stat(path).st_mode
    except (OSError, ValueError):
        return 0


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        with open(name, "rb") as stream:
            yield stream
    except FileNotFoundError:
        raise fail(name, 0, "there is no such file; check the path") from None
    except IsADirectoryError:
        raise fail(name, 0, "this is a directory where a file is expected") from None
    except (OSError, ValueError) as error:
        raise fail(name, 0, f"cannot be read ({getattr(error, 'strerror', None) or error})") from None


def _unpacked(name: str, data: bytes) -> bytes:
    if data[:2] != GZIP_MARK:
        return data
    import gzip
    import zlib

    try:
        return gzip.decompress(data)
    except (EOFError, OSError, zlib.error) as error:
        raise fail(name, 0, f"the compressed data is damaged ({error}); fetch it again") from None


def _recoded(name: str, data: bytes, encoding: str) -> bytes:
    try:
        return data.decode(encoding).encode()
    except LookupError:
        raise fail(name, 0, f"there is no encoding {encoding!r}; try utf-8, cp1252 or latin-1") from None
    except UnicodeError as error:
        line = data.count(b"\n", 0, getattr(error, "start", 0)) + 1
        reason = getattr(error, "reason", error)
        raise fail(name, line, f"not {encoding} ({reason}); give another encoding") from None
