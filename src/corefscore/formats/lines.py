"""The lines of a file, one by one, for readers in Python."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from corefscore.formats.files import File, Progress, blocks


class Line(NamedTuple):
    """A line of a file: its number from 1, its first and last offset, and its bytes without the line end."""

    number: int
    begin: int
    end: int
    content: bytes


def lines_of(file: File, progress: Progress | None = None, newlines_only: bool = False) -> Iterator[Line]:
    """Yield the lines of a file one by one, also blank ones, and check that they are text.

    Lines end with newlines, carriage returns or both. With `newlines_only`, a carriage return before the newline is a
    part of the line.
    """
    number = offset = 0
    for lines in blocks(file):
        block = bytes(lines)
        for content in BytesIO(block) if newlines_only else block.splitlines(keepends=True):
            number += 1
            written = content.removesuffix(b"\n") if newlines_only else content.rstrip(b"\r\n")
            yield Line(number, offset, offset + len(content), written)
            offset += len(content)
        if progress is not None:
            progress(len(block))


def text_of(file: File, progress: Progress | None = None) -> str:
    """Return the whole text of a file. All line ends become newlines."""
    return "".join(f"{line.content.decode()}\n" for line in lines_of(file, progress))
