"""The systems that are named on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from corefscore.cli.parser import UsageError


def systems_of(responses: Sequence[str]) -> dict[str, list[str]]:
    """The files of each system, by its name."""
    found: dict[str, list[str]] = {}
    for given in responses:
        for name, files in _systems_in(given).items():
            if name in found:
                raise UsageError(f"two systems are called {name!r}; give each a name of its own with NAME=FILE")
            found[name] = files
    if not found:
        raise UsageError("Missing argument 'RESPONSE...'")
    return found


def _systems_in(given: str) -> dict[str, list[str]]:
    """One system, or those of a directory or a pattern."""
    from corefscore.formats.reading import list_files

    name, equals, where = given.partition("=")
    if equals and name and not Path(given).exists():
        return {name: [where]}
    if given == "-":
        return {"standard input": [given]}
    base = Path(given)
    if not base.is_dir():
        return {_stem(path): [str(path)] for path in map(Path, list_files(given))}
    systems: dict[str, list[str]] = {}
    for path in map(Path, list_files(given)):
        inside = path.relative_to(base).parts
        systems.setdefault(_stem(path) if len(inside) == 1 else inside[0], []).append(str(path))
    return systems


def _stem(path: Path) -> str:
    """The name of a file without what tells its format."""
    return path.name.removesuffix(".gz").rsplit(".", 1)[0] or path.name
