"""Write files: either completely or not at all, and never over a file that was read."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias
from uuid import uuid4

from corefscore.core.problems import fail

DESCRIPTORS = ("/proc", "/dev/fd")
"""Directories whose entries are open streams, such as the directory of /dev/stdout."""

MOST_LINKS = 40

Identity: TypeAlias = tuple[int, int]


def write_text(path: str | Path, text: str) -> None:
    """Write a text to a file, as UTF-8.

    Parameters
    ----------
    path : str or Path
        The file. An existing file stays until everything is written.
    text : str
        The text. A lone surrogate, which UTF-8 cannot encode, is written as its number.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    try:
        with replaced(Path(path)) as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise fail(str(path) or "''", 0, f"cannot be written ({error.strerror or error})") from None
    except (RuntimeError, ValueError) as error:  # a circle of links, or a name that no file can have
        raise fail(repr(str(path)), 0, f"cannot be written ({error})") from None


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """Yield a stream to a new file beside a path. It replaces the file there when it is complete; links stay links.

    Pipes and devices cannot be replaced, so they are written directly.
    """
    if is_stream(path):
        with path.open("ab") as stream:  # earlier output to an open stream must stay
            yield stream
        return
    target = path.resolve()
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, os.strerror(13), str(path))
    new = _NewFile(_hidden_name(target), target)
    try:
        with new.unfinished.open("xb") as stream:
            yield stream
        if target.exists():
            shutil.copymode(target, new.unfinished)
        together = _TOGETHER.get()
        if together is None:
            _store(new.unfinished)
            new.unfinished.replace(target)
        else:
            together.files.append(new)
    except BaseException:
        _remove(new.unfinished)
        raise


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Make all files that are written inside this block appear together at its end. If one fails, none appears."""
    together = _Together()
    token = _TOGETHER.set(together)
    try:
        yield
        together.replace_all()
    except BaseException:
        together.undo()
        raise
    finally:
        _TOGETHER.reset(token)


def make_directory(path: Path) -> None:
    """Make a directory and its parents. If something fails inside `all_or_nothing`, they are removed again."""
    together = _TOGETHER.get()
    new = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(parents=True, exist_ok=True)
    if together is not None:
        together.directories += new


class _NewFile(NamedTuple):
    """A complete file, and the path that it will replace."""

    unfinished: Path
    target: Path


class _Together:
    """Complete files that have not yet replaced the old ones, and the directories made for them."""

    def __init__(self) -> None:
        self.files: list[_NewFile] = []
        self.directories: list[Path] = []

    def replace_all(self) -> None:
        """Move all files to their paths. If one cannot be moved, restore all old files."""
        for new in self.files:
            _store(new.unfinished)
        if len(self.files) == 1:
            self.files[0].unfinished.replace(self.files[0].target)
            return
        kept = [(new.target, _second_name(new.target)) for new in self.files]
        try:
            for new in self.files:
                new.unfinished.replace(new.target)
        except BaseException:
            for target, old in kept:
                _bring_back(target, old)
            raise
        for _, old in kept:
            if old is not None:
                _remove(old)

    def undo(self) -> None:
        """Remove the new files, and the directories made for them."""
        for new in self.files:
            _remove(new.unfinished)
        for directory in self.directories:
            with suppress(OSError):  # another program may have put a file there
                directory.rmdir()


_TOGETHER: ContextVar[_Together | None] = ContextVar("together", default=None)


def _second_name(path: Path) -> Path | None:
    """Give the file at a path a second name, from which it can be restored; None if there is no file."""
    if not path.exists():
        return None
    other = _hidden_name(path)
    try:
        other.hardlink_to(path)
    except OSError:  # this file system has no links
        shutil.copy2(path, other)
    return other


def _bring_back(target: Path, old: Path | None) -> None:
    """Restore the old file. If there was none, remove the new one."""
    if old is None:
        _remove(target)
    else:
        old.replace(target)
        _remove(old)  # it still exists if both names mean the same file


def _store(path: Path) -> None:
    """Wait until a file is on the disk. Otherwise a power failure could leave an empty file in place of the old one."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _hidden_name(path: Path) -> Path:
    return path.with_name(f".{uuid4().hex}.part")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def is_stream(path: Path) -> bool:
    """Return whether a path leads to an open stream, or to something that is not a file."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISREG(mode) or _is_descriptor(path)


def _is_descriptor(path: Path) -> bool:
    """Return whether a path leads to an open stream, such as /dev/stdout, perhaps through links."""
    for _ in range(MOST_LINKS):
        folder = path.parent.resolve()
        if any(folder.is_relative_to(each) for each in DESCRIPTORS):
            return True
        if not path.is_symlink():
            return False
        path = folder / path.readlink()
    return False


AnyFile: TypeAlias = str | Path | int
"""A path, or the number of an open stream."""


def same_file(path: AnyFile, others: Iterable[AnyFile]) -> AnyFile | None:
    """Return the first of the other files that is the same file as `path`, perhaps through a link; None if none is."""
    wanted = identity(path)
    return None if wanted is None else next((other for other in others if identity(other) == wanted), None)


def identity(path: AnyFile) -> Identity | None:
    """Return what identifies a file, whatever its name; None if there is no such file."""
    try:
        status = os.fstat(path) if isinstance(path, int) else Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
