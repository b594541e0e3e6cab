"""Things with names, each in a module that is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TypeVar

Thing = TypeVar("Thing")


class Registry(Mapping[str, Thing]):
    """Knows of each name its home in a package, as ``module:attribute``.

    >>> found = Registry[str]("corefscore", {"version": "version:__version__"})
    >>> "version" in found, list(found), type(found["version"]).__name__
    (True, ['version'], 'str')
    """

    def __init__(self, package: str, homes: Mapping[str, str]) -> None:
        self._package = package
        self._homes = homes

    def __getitem__(self, name: str) -> Thing:
        module, _, attribute = self._homes[name].partition(":")
        found: Thing = getattr(import_module(f"{self._package}.{module}"), attribute)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)
