"""Reads and scores the files that are named on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from corefscore.cli.output import watched
from corefscore.cli.parameters import STANDARD_STREAM, split_name

if TYPE_CHECKING:
    from pathlib import Path

    from corefscore.cli.options import Scoring
    from corefscore.matching.matched import Matched
    from corefscore.result import Result

PATTERN_MARKS = "*?["


def scored(key: str, response: str, metrics: Sequence[str] | None, scoring: Scoring) -> Result:
    """Return the result of a response, with a progress bar while files are read."""
    from corefscore.scoring import score

    with watched(key, response) as progress:
        return score(key, response, metrics, progress=progress, **scoring.keywords())


def matched(key: str, response: str, scoring: Scoring) -> Matched:
    """Return the mentions of both sides, with a progress bar while files are read."""
    from corefscore.formats.pairs import read_pair
    from corefscore.scoring import prepare

    with watched(key, response) as progress:
        corpora = read_pair(key, response, scoring.reading._replace(progress=progress).under(scoring.settings()))
    return prepare(*corpora, scoring.settings(), scoring.weights, scoring.topics)


def matched_with_itself(key: str, scoring: Scoring) -> Matched:
    """Return the mentions of a key, matched with themselves. Problems of the key are listed once."""
    from corefscore.formats.base import KEY_SIDE
    from corefscore.formats.pairs import read_side
    from corefscore.matching.duplicates import without_duplicates
    from corefscore.scoring import prepare

    settings = scoring.settings()
    with watched(key) as progress:
        corpus = read_side(key, scoring.reading._replace(progress=progress).under(scoring.settings()).of(KEY_SIDE))
    if settings.duplicates != "reference":
        corpus = without_duplicates(corpus, settings.duplicates)
    return prepare(corpus, corpus, settings, scoring.weights, scoring.topics)


def named_paths(given: Sequence[str], what: str) -> dict[str, str]:
    """Return the path of each argument, by the given name (NAME=FILE) or by the name of its file.

    Parameters
    ----------
    given : sequence of str
        The arguments.
    what : str
        What the arguments are, such as `systems`. The error for two equal names needs it.
    """
    from corefscore.report.names import system_names

    parts = [split_name(each) for each in given]
    names = [name or short for (name, _), short in zip(parts, system_names([path for _, path in parts]), strict=True)]
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(f"two {what} are called {name!r}; give each a different name with NAME=FILE")
    return dict(zip(names, (path for _, path in parts), strict=True))


def systems_of(responses: Sequence[str]) -> dict[str, list[str]]:
    """Return the files of each system, by its name."""
    found: dict[str, list[str]] = {}
    for given in responses:
        for name, files in _systems_in(given).items():
            if name in found:
                message = f"two systems are called {name!r}; give each a different name with NAME=FILE"
                raise click.UsageError(message)
            found[name] = files
    if not found:
        raise click.UsageError("Missing argument 'RESPONSE...'")
    return found


def _systems_in(given: str) -> dict[str, list[str]]:
    """Return one system, or the systems of a directory or a pattern."""
    from pathlib import Path

    from corefscore.formats.reading import list_files

    name, path = split_name(given)
    if name is not None:
        return {name: [path]}
    if given == STANDARD_STREAM:
        return {"standard input": [given]}
    base = Path(given)
    if not base.exists() and not any(mark in given for mark in PATTERN_MARKS):
        return {_stem(base): [given]}  # a missing file is reported when it is read
    if not base.is_dir():
        return {_stem(path): [str(path)] for path in map(Path, list_files(given))}
    systems: dict[str, list[str]] = {}
    listed = [*map(Path, list_files(given))]
    _warn_of_others(base, listed)
    for file in listed:
        inside = file.relative_to(base).parts
        systems.setdefault(_stem(file) if len(inside) == 1 else inside[0], []).append(str(file))
    return systems


def _warn_of_others(base: Path, listed: Sequence[Path]) -> None:
    """Warn of files and empty directories that are not systems: their names fit no format, or other files are read."""
    from corefscore.core.export import abridged
    from corefscore.core.problems import warn

    used = {file.relative_to(base).parts[0] for file in listed}
    others = sorted(each.name for each in base.iterdir() if each.name not in used and not each.name.startswith("."))
    if others:
        message = f"{len(others):,} files or directories are not compared: {abridged(others)}"
        warn(str(base), 0, f"{message}; if one of them is a system, give it as NAME=FILE")


def _stem(path: Path) -> str:
    """Return the name of a file without the suffix of its format."""
    return path.name.removesuffix(".gz").rsplit(".", 1)[0] or path.name
