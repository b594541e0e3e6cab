"""Bytes from a path, a compressed file or standard input, checked to be text."""

from __future__ import annotations

import mmap
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from corefscore._native.load import native
from corefscore.core.problems import fail
from corefscore.formats.naming import companion

Data: TypeAlias = bytes | mmap.mmap
"""Bytes that can be searched and cut."""

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of bytes that were read."""

AnyPath: TypeAlias = str | os.PathLike[str]

STANDARD_INPUT = "-"
BLOCK = 1 << 20
HEAD = 1 << 16
GZIP_MARK = b"\x1f\x8b"
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class File:
    """One input. A plain file is mapped into memory while it is read; the contents of other inputs are kept.

    Parameters
    ----------
    name : str
        The path as it was given, also for messages.
    content : bytes, optional
        What the input holds, if it is not a plain file: standard input, a compressed file, or another encoding.
    encoding : str, optional
        The encoding in which it was read.
    head : bytes, optional
        The first bytes, if they were read already.

    Examples
    --------
    >>> file = File("example", b"one\\ntwo\\n")
    >>> file.read(0, 3), [line.content for line in lines_of(file)]
    (b'one', [b'one', b'two'])
    """

    def __init__(
        self, name: str, content: bytes | None = None, encoding: str | None = None, head: bytes | None = None
    ) -> None:
        self.name = name
        self.encoding = encoding
        self._path = Path(name)
        self._head = head
        self._content = content
        self._stamp = None if content is not None else self._current_stamp()

    def __repr__(self) -> str:
        return f"<File {self.name!r}>"

    def data(self) -> Data:
        """The bytes of the whole file. InputError if it has changed since it was first read."""
        if self._content is not None:
            return self._content
        self._check_unchanged()
        with self._path.open("rb") as stream:
            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)

    @contextmanager
    def opened(self) -> Iterator[Data]:
        """The bytes of the whole file, which are released at the end."""
        data = self.data()
        try:
            yield data
        finally:
            if isinstance(data, mmap.mmap):
                with suppress(BufferError):  # the traceback of an error may still hold a view of the map
                    data.close()

    def read(self, begin: int, end: int) -> bytes:
        """The bytes from one offset to another."""
        if self._content is not None:
            return self._content[begin:end]
        self._check_unchanged()
        with self._path.open("rb") as stream:
            stream.seek(begin)
            return stream.read(end - begin)

    def take_head(self) -> bytes:
        """The first bytes, by which a format is recognised; they are kept until they are asked for."""
        head, self._head = self._head, None
        return self.read(0, HEAD) if head is None else head

    def _check_unchanged(self) -> None:
        if self._current_stamp() != self._stamp:
            raise fail(self.name, 0, "the file has changed since it was read; read it again")

    def _current_stamp(self) -> tuple[int, int]:
        """Its size and the time of its last change."""
        try:
            status = self._path.stat()
        except OSError as error:
            raise fail(self.name, 0, f"cannot be read any more ({error.strerror}); was it moved or deleted?") from None
        return status.st_size, status.st_mtime_ns


def blocks(name: str, data: Data) -> Iterator[tuple[int, int]]:
    """Begin and end of blocks of whole lines, which are checked to be text. Their memory is released after use."""
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
    """All bytes of a file."""
    with file.opened() as data:
        return bytes(data)


def text_of(file: File, progress: Progress | None = None) -> str:
    """The whole text of a file, with plain line ends."""
    return "".join(f"{line.content.decode()}\n" for line in lines_of(file, progress))


def beside(file: File, suffix: str) -> File | None:
    """The file of the same name with another suffix; None if there is none."""
    other = companion(file.name, suffix)
    for name in (other, f"{other}.gz"):
        if is_plain_file(name):
            return open_file(name, file.encoding)
    return None


def release(data: Data, begin: int, end: int) -> None:
    """Give the memory of some mapped bytes back to the system, which reads them again if they are needed."""
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
    """Open a file, to read it as UTF-8.

    Parameters
    ----------
    path : path
        The file. It may be compressed with gzip; `-` is standard input.
    encoding : str, optional
        Its encoding, if it is not UTF-8.

    Raises
    ------
    InputError
        If there is no such file, or if it cannot be read.
    """
    name = "standard input" if os.fspath(path) == STANDARD_INPUT else os.fspath(path)
    if is_plain_file(path):
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
    """All bytes at a path, or of standard input if the path is `-`; compressed files are unpacked."""
    if os.fspath(path) == STANDARD_INPUT:
        if sys.stdin is None:
            raise fail("standard input", 0, "is closed; name a file")
        return _unpacked("standard input", sys.stdin.buffer.read())
    with _opened(os.fspath(path)) as stream:
        content = stream.read()
    return _unpacked(os.fspath(path), content)


def is_plain_file(path: AnyPath) -> bool:
    """Whether there is an ordinary file at a path, and not a directory, a pipe or a device."""
    return os.fspath(path) != STANDARD_INPUT and stat.S_ISREG(_mode(path))


def is_directory(path: AnyPath) -> bool:
    """Whether there is a directory at a path."""
    return stat.S_ISDIR(_mode(path))


def exists(path: AnyPath) -> bool:
    """Whether there is anything at a path."""
    return bool(_mode(path))


def _mode(path: AnyPath) -> int:
    """What kind of file is at a path; 0 if there is none, or if no file can have this name."""
    try:
        return Path(path).stat().st_mode
    except (OSError, TypeError, ValueError):
        return 0


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        with Path(name).open("rb") as stream:
            yield stream
    except FileNotFoundError:
        raise fail(name, 0, "there is no such file; check the path") from None
    except IsADirectoryError:
        raise fail(name, 0, "this is a directory; name a file") from None
    except (OSError, ValueError) as error:
        raise fail(name, 0, f"cannot be read ({getattr(error, 'strerror', None) or error}); check the path") from None


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
