"""Which files some paths, directories and patterns stand for."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable

from corefscore.core.problems import fail
from corefscore.formats.files import AnyPath, mode_of


def expand(paths: AnyPath | Iterable[AnyPath], *suffixes: tuple[str, ...]) -> list[str]:
    """The files that some paths, directories and patterns stand for, in order of their names.

    Of a directory, these are the files with the first suffixes that any file there has.
    """
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not listed or "" in listed:
        raise fail("nothing", 0, "no path is given; name a file, a directory or a pattern")
    return [file for path in listed for file in _expand_one(_as_text(path), suffixes)]


def _as_text(path: AnyPath) -> str:
    text: str | bytes = os.fspath(path)
    if isinstance(text, bytes):
        raise TypeError(f"{text!r} is a path in bytes; give it as text")
    return text


def _expand_one(path: str, suffixes: tuple[tuple[str, ...], ...]) -> list[str]:
    mode = mode_of(path)
    if stat.S_ISDIR(mode):
        return _files_below(path, suffixes)
    if not mode and any(mark in path for mark in "*?["):
        from glob import glob

        # Of '**' at the end, which fits directories and all that is in them, the directories will do.
        found = sorted(glob(f"{path}/" if path.endswith("**") else path, recursive=True), key=_by_folders)
        if not found:
            raise fail(path, 0, "no file fits this pattern")
        return list(dict.fromkeys(file for each in found for file in _expand_one(each, suffixes)))
    return [path]


def _by_folders(path: str) -> list[str]:
    return path.split(os.sep)


def _files_below(directory: str, suffixes: tuple[tuple[str, ...], ...]) -> list[str]:
    files = []
    for folder, folders, names in os.walk(directory, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files += [os.path.join(folder, name) for name in sorted(names) if not name.startswith(".")]
    for each in suffixes:
        fitting = [file for file in files if file.removesuffix(".gz").endswith(each)]
        if fitting:
            return fitting
    seen = sorted({os.path.splitext(file)[1] or os.path.basename(file) for file in files})[:5]
    contents = f"it holds {', '.join(seen)}" if seen else "it is empty"
    wanted = ", ".join(f"*{suffix}" for suffix in suffixes[-1])
    message = f"no file in this directory is named {wanted} ({contents}); name the files themselves"
    raise fail(directory, 0, message)


def _refuse(error: OSError) -> None:
    raise fail(str(error.filename), 0, f"this directory cannot be read ({error.strerror})")
