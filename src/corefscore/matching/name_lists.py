"""Lists with one line for each document: its name, and a value for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from corefscore.core.problems import InputError, Problem, fail, warn
from corefscore.formats.files import read_bytes
from corefscore.matching.documents import plain_name

Said = TypeVar("Said")
"""The value of a document in a list."""


def list_lines(path: str) -> Iterator[tuple[int, str]]:
    """Return the lines of a list with their numbers, without empty lines and comments."""
    try:
        lines = read_bytes(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise fail(path, 0, "not UTF-8; convert the file") from None
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("# "))


def look_up(source: str, documents: Sequence[str], listed: Mapping[str, Said], fault: str) -> list[Said]:
    """Return the value of each document in a list. The list may use any form of the document's name.

    Parameters
    ----------
    source : str
        The name of the list, for messages.
    documents : sequence of str
        The names of the documents.
    listed : mapping of str
        The list.
    fault : str
        The fault of a document that is not in the list, and the remedy.

    Raises
    ------
    InputError
        If a document is not in the list.

    Warns
    -----
    InputWarning
        If the list has names of other documents.
    """
    loosely = {plain_name(name): said for name, said in listed.items()}
    found = [listed[name] if name in listed else loosely.get(plain_name(name)) for name in documents]
    lacking = (name for name, said in zip(documents, found, strict=True) if said is None)
    problems = [Problem(source, 0, f"document {name!r} {fault}") for name in lacking]
    if problems:
        raise InputError(problems)
    spare = loosely.keys() - {plain_name(name) for name in documents}
    if spare:
        warn(source, 0, f"{len(spare):,} names belong to no document that is scored (such as {min(spare)!r})")
    return [said for said in found if said is not None]
