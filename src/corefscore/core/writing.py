"""Writing files: completely or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from corefscore.core.problems import fail

DEVICES = ("/dev/", "/proc/")


def write_text(path: str | Path, text: str) -> None:
    """Write a text to a file, as UTF-8.

    Parameters
    ----------
    path : str or Path
        The file. What is there stays until everything is written.
    text : str
        The text. Half a character, which UTF-8 cannot hold, is written as its number.

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
    except (RuntimeError, ValueError) as error:  # links in a circle, or a name that no file can have
        raise fail(repr(str(path)), 0, f"cannot be written ({error})") from None


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A stream to a new file beside a path, which replaces the file there when it is complete; links stay links.

    Devices cannot be replaced, so what is written goes there at once.
    """
    if str(path.absolute()).startswith(DEVICES) or (path.exists() and not path.is_file()):
        with path.open("wb") as stream:
            yield stream
        return
    target = path.resolve()
    unfinished = target.with_name(f".{uuid4().hex}.part")
    try:
        with unfinished.open("xb") as stream:
            yield stream
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
