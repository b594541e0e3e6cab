"""Read bytes from a path, a compressed file or standard input, and check that they are text."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import BinaryIO, TypeAlias

from corefscore._native.load import native
from corefscore.core.problems import InputError, fail
from corefscore.formats.naming import companion

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of bytes that were read."""

Stamp: TypeAlias = tuple[int, int]
"""Two different stamps prove that a file has changed."""

AnyPath: TypeAlias = str | os.PathLike[str]

STANDARD_INPUT = "-"
BLOCK = 1 << 18
"""How much of a file is read at once: little enough to stay in the caches of a processor."""

HEAD = 1 << 16
MOST_UNPACKED = 1 << 30
MOST_RATIO = 100
GZIP_MARK = b"\x1f\x8b"
UTF8_MARK = b"\xef\xbb\xbf"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class File:
    """One input. A plain file is read block by block. The contents of other inputs stay in memory.

    Parameters
    ----------
    name : str
        The path as the user gave it. Messages use it too.
    content : bytes, optional
        The contents, if the input is not a plain file: standard input, a compressed file, or another encoding.
    encoding : str, optional
        The encoding in which the file was read.
    head : bytes, optional
        The first bytes, if they were already read.
    max_bytes : int, optional
        The most bytes that a compressed file beside it may unpack to.

    Examples
    --------
    >>> file = File("example", b"one\\ntwo\\n")
    >>> file.read(0, 3), file.size
    (b'one', 8)
    """

    def __init__(
        self,
        name: str,
        content: bytes | None = None,
        encoding: str | None = None,
        head: bytes | None = None,
        max_bytes: int | None = None,
    ) -> None:
        self.name = name
        self.max_bytes = max_bytes
        self.encoding = encoding
        self._head = head
        self._content = content
        self._stamp = self._current_stamp() if content is None else (0, 0)

    def __repr__(self) -> str:
        return f"<File {self.name!r}>"

    @contextmanager
    def stream(self) -> Iterator[BinaryIO]:
        """Open the file as a stream of bytes. Raises InputError if it has changed since it was first read."""
        if self._content is not None:
            yield BytesIO(self._content)
            return
        self._check(self._current_stamp())
        with _opened(self.name) as stream:
            yield stream
            self._check(_stamp_of(os.fstat(stream.fileno())))

    def read(self, begin: int, end: int) -> bytes:
        """Return the bytes between two offsets."""
        if self._content is not None:
            return self._content[begin:end]
        with self.stream() as stream:
            stream.seek(begin)
            return stream.read(end - begin)

    def take_head(self) -> bytes:
        """Return the first bytes, which show the format. They are stored until this function returns them."""
        head, self._head = self._head, None
        return self.read(0, HEAD) if head is None else head

    @property
    def size(self) -> int:
        """The number of bytes."""
        return self._stamp[0] if self._content is None else len(self._content)

    def _check(self, stamp: Stamp) -> None:
        if stamp != self._stamp:
            raise fail(self.name, 0, "the file has changed since it was read; read it again")

    def _current_stamp(self) -> Stamp:
        try:
            return _stamp_of(os.stat(self.name))
        except OSError as error:
            raise fail(self.name, 0, f"cannot be read any more ({error.strerror}); was it moved or deleted?") from None


def _stamp_of(status: os.stat_result) -> Stamp:
    """Return the size of a file and the time of its last change."""
    return status.st_size, status.st_mtime_ns


def blocks(file: File) -> Iterator[memoryview]:
    """Yield the file in blocks of whole lines, and check that they are text. Each block reuses the same memory.

    The file is read, not mapped: if another program shortens a mapped file, the system ends the process.
    """
    buffer, kept, before = bytearray(min(BLOCK, file.size + 1)), 0, 0
    with file.stream() as stream:
        while True:
            with memoryview(buffer)[kept:] as free:
                filled = kept + stream.readinto(free)  # type: ignore[attr-defined]
            end = filled if filled == kept else buffer.rfind(b"\n", 0, filled) + 1
            if end:
                with memoryview(buffer)[:end] as block:
                    _check_text(file, block, before)
                    yield block
            if filled == kept:
                return
            before, kept = before + end, filled - end
            buffer[:kept] = buffer[end:filled]
            if kept == len(buffer):
                buffer += bytes(kept)


def bytes_of(file: File) -> bytes:
    """Return all bytes of a file."""
    with file.stream() as stream:
        return stream.read()


def beside(file: File, suffix: str) -> File | None:
    """Return the file with the same name and another suffix, or None if there is none."""
    other = companion(file.name, suffix)
    for name in (other, f"{other}.gz"):
        if is_plain_file(name):
            return open_file(name, file.encoding, file.max_bytes)
    return None


def has_only_returns(file: File) -> bool:
    """Return whether lines end in carriage returns alone, as on old Macintosh systems."""
    returns = False
    with file.stream() as stream:
        while block := stream.read(BLOCK):
            if b"\n" in block:
                return False
            returns = returns or b"\r" in block
    return returns


def _check_text(file: File, block: memoryview, offset: int) -> None:
    if native is not None and native.is_text(block):
        return
    content = bytes(block)
    zero = content.find(b"\0")
    if zero >= 0:
        raise fail(file.name, _line_at(file, offset + zero), "this is a binary file, not text; give the annotated text")
    try:
        content.decode()
    except UnicodeDecodeError as error:
        line = _line_at(file, offset + error.start)
        advice = "convert the file to UTF-8, or give its encoding (--encoding), often cp1252"
        raise fail(file.name, line, f"not UTF-8 (byte 0x{content[error.start]:02x}); {advice}") from None


def _line_at(file: File, offset: int) -> int:
    """Return the number of the line that contains a byte."""
    return file.read(0, offset).count(b"\n") + 1


def open_file(path: AnyPath, encoding: str | None = None, max_bytes: int | None = None) -> File:
    """Open a file and read it as UTF-8.

    Parameters
    ----------
    path : path
        The file. It may be compressed with gzip; `-` is standard input.
    encoding : str, optional
        Its encoding, if it is not UTF-8.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to; see `unpacked`.

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
            return File(name, head=head, max_bytes=max_bytes)
    content = read_bytes(path, max_bytes)
    if encoding is not None:
        content = _recoded(name, content, encoding)
    if content[:2] in UTF16_MARKS:
        raise fail(name, 0, "this is UTF-16; convert it to UTF-8, or give the encoding utf-16 (--encoding)")
    return File(name, content.removeprefix(UTF8_MARK), encoding, max_bytes=max_bytes)


def read_bytes(path: AnyPath, max_bytes: int | None = None) -> bytes:
    """Return all bytes at a path, or of standard input if the path is `-`. Compressed files are unpacked."""
    if os.fspath(path) == STANDARD_INPUT:
        if sys.stdin is None:
            raise fail("standard input", 0, "is closed; name a file")
        with suppress(OSError):  # a stream in memory has no descriptor
            _refuse_device("standard input", sys.stdin.buffer)
        return unpacked("standard input", sys.stdin.buffer.read(), max_bytes)
    with _opened(os.fspath(path)) as stream:
        content = stream.read()
    return unpacked(os.fspath(path), content, max_bytes)


def is_plain_file(path: AnyPath) -> bool:
    """Return whether there is an ordinary file at a path. Directories, pipes and devices are not."""
    return os.fspath(path) != STANDARD_INPUT and stat.S_ISREG(_mode(path))


def is_directory(path: AnyPath) -> bool:
    """Return whether there is a directory at a path."""
    return stat.S_ISDIR(_mode(path))


def refuse_special(paths: Iterable[AnyPath]) -> None:
    """Refuse pipes, sockets and devices that the user did not name, because reading them may never end."""
    for path in paths:
        mode = _mode(path)
        if mode and not stat.S_ISREG(mode):
            raise fail(os.fspath(path), 0, "this is a pipe, a socket or a device, not a file; move it elsewhere")


def exists(path: AnyPath) -> bool:
    """Return whether there is anything at a path."""
    return bool(_mode(path))


def _mode(path: AnyPath) -> int:
    """Return the kind of file at a path, or 0 if there is none or if no file can have this name."""
    try:
        return os.stat(os.fspath(path)).st_mode
    except (OSError, TypeError, ValueError):
        return 0


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    with _readable(name), open(name, "rb") as stream:
        _refuse_device(name, stream)
        yield stream


def _refuse_device(name: str, stream: BinaryIO) -> None:
    """Refuse a device, because it may have no end. Terminals and /dev/null are accepted."""
    status = os.fstat(stream.fileno())
    is_device = stat.S_ISBLK(status.st_mode) or stat.S_ISCHR(status.st_mode)
    if is_device and not stream.isatty() and not os.path.samestat(status, os.stat(os.devnull)):
        raise fail(name, 0, "this is a device, which may have no end; name a file")


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Turn errors of the system into an InputError."""
    try:
        yield
    except FileNotFoundError:
        raise fail(name, 0, "there is no such file; check the path") from None
    except IsADirectoryError:
        raise fail(name, 0, "this is a directory; name a file") from None
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise fail(name, 0, f"cannot be read ({getattr(error, 'strerror', None) or error}); check the path") from None


def unpacked(name: str, data: bytes, max_bytes: int | None = None) -> bytes:
    """Return the bytes of a file, unpacked if they are compressed with gzip.

    Parameters
    ----------
    name : str
        The file, for messages.
    data : bytes
        Its bytes.
    max_bytes : int, optional
        The most bytes that they may unpack to. Without it, the limit is 1 GiB or 100 times the size of the file,
        whichever is larger, because a small file that unpacks to gigabytes is an attack or an accident.

    Raises
    ------
    InputError
        If the data is damaged, or unpacks to more bytes.
    """
    if data[:2] != GZIP_MARK:
        return data
    content = bytearray()
    for block in _unpacked_blocks(name, BytesIO(data), len(data), max_bytes):
        content += block
    return bytes(content)


def check_unpacked(path: AnyPath, max_bytes: int | None = None) -> None:
    """Refuse a compressed file that unpacks to more than `unpacked` allows. For files that another library reads."""
    name = os.fspath(path)
    with _opened(name) as stream:
        is_packed = stream.read(2) == GZIP_MARK
        stream.seek(0)
        if is_packed:
            for _ in _unpacked_blocks(name, stream, os.fstat(stream.fileno()).st_size, max_bytes):
                pass


def _unpacked_blocks(name: str, packed: BinaryIO, size: int, max_bytes: int | None) -> Iterator[bytes]:
    """Yield the contents of a compressed stream, until they exceed the limit."""
    import gzip
    import zlib

    done = 0
    try:
        with gzip.GzipFile(fileobj=packed) as stream:
            while block := stream.read(BLOCK):
                done += len(block)
                refuse_unpacking(name, size, done, max_bytes)
                yield block
    except InputError:
        raise
    except (EOFError, OSError, zlib.error) as error:
        raise fail(name, 0, f"the compressed data is damaged ({error}); download it again") from None


def refuse_unpacking(name: str, size: int, unpacked_size: int, max_bytes: int | None = None) -> None:
    """Refuse a file if it unpacks to more than the limit; see `unpacked`."""
    most = max(MOST_UNPACKED, MOST_RATIO * size) if max_bytes is None else max_bytes
    if unpacked_size > most:
        advice = "unpack it yourself, or allow more with max_bytes= (--max-bytes)"
        raise fail(name, 0, f"this file of {size:,} bytes unpacks to more than {most:,} bytes; {advice}")


def _recoded(name: str, data: bytes, encoding: str) -> bytes:
    try:
        return data.decode(encoding).encode()
    except LookupError:
        raise fail(name, 0, f"there is no encoding {encoding!r}; try utf-8, cp1252 or latin-1") from None
    except UnicodeError as error:
        line = data.count(b"\n", 0, getattr(error, "start", 0)) + 1
        reason = getattr(error, "reason", error)
        raise fail(name, line, f"not {encoding} ({reason}); give another encoding (--encoding)") from None
