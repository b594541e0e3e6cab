"""Which files some paths, directories and patterns stand for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from corefscore.core.problems import fail
from corefscore.formats.files import AnyPath, exists, is_directory
from corefscore.formats.naming import uncompressed

PATTERN_MARKS = "*?["


def expand(paths: AnyPath | Iterable[AnyPath], *suffixes: tuple[str, ...]) -> list[str]:
    """The files that some paths, directories and patterns stand for.

    Parameters
    ----------
    paths : path or iterable of paths
        Files, directories and patterns. Their names stay as they are given: ``./x`` does not become ``x``.
    *suffixes : tuple of str
        What the names of files in a directory end in. If no file there has one of the first suffixes, those with one
        of the next are taken.

    Returns
    -------
    list of str
        The files. Those of a directory or pattern are in the order of their names. Hidden files are left out.

    Raises
    ------
    InputError
        If no path is given, or if a directory or a pattern has no such file.
    """
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not listed or "" in listed:
        raise fail("paths", 0, "no path is given; name a file, a directory or a pattern")
    return [file for path in listed for file in _expand_one(_as_text(path), suffixes)]


def _as_text(path: AnyPath) -> str:
    text: str | bytes = os.fspath(path)
    if isinstance(text, bytes):
        raise TypeError(f"{text!r} is a path in bytes; give it as text")
    return text


def _expand_one(path: str, suffixes: tuple[tuple[str, ...], ...]) -> list[str]:
    if is_directory(path):
        return _files_below(path, suffixes)
    if not exists(path) and any(mark in path for mark in PATTERN_MARKS):
        from glob import glob

        # '**' at the end matches directories and all that is in them; the directories are enough.
        pattern = f"{path}/" if path.endswith("**") else path
        # pathlib would match hidden files, and shorten './x' to 'x'.
        found = sorted(glob(pattern, recursive=True), key=lambda each: Path(each).parts)  # noqa: PTH207
        if not found:
            raise fail(path, 0, "no file matches this pattern; check the pattern")
        return list(dict.fromkeys(file for each in found for file in _expand_one(each, suffixes)))
    return [path]


def _files_below(directory: str, suffixes: tuple[tuple[str, ...], ...]) -> list[str]:
    files: list[str] = []
    for folder, folders, names in os.walk(directory, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [f"{folder.removesuffix('/')}/{name}" for name in sorted(names) if not name.startswith(".")]
    for endings in suffixes:
        fitting = [file for file in files if uncompressed(file).endswith(endings)]
        if fitting:
            return fitting
    seen = sorted({Path(file).suffix or Path(file).name for file in files})[:5]
    contents = f"it has {', '.join(seen)}" if seen else "it is empty"
    wanted = ", ".join(f"*{suffix}" for suffix in suffixes[-1])
    message = f"no file in this directory is named {wanted} ({contents}); name the files themselves"
    raise fail(directory, 0, message)


def _refuse(error: OSError) -> None:
    message = f"this directory cannot be read ({error.strerror}); check its permissions"
    raise fail(str(error.filename), 0, message)
