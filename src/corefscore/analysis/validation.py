"""Whether files can be scored: all that is wrong with them, what was passed over, and what is in sound ones."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from corefscore.analysis.census import TITLES, Census
from corefscore.core.export import Exportable, Json
from corefscore.core.problems import InputError, InputWarning, Problem
from corefscore.core.tables import Column, Table
from corefscore.formats.base import USUAL, Reading
from corefscore.formats.reading import Paths, read_files
from corefscore.matching.duplicates import duplicate_problems


class Validation(NamedTuple):
    """What was found in one source; `statistics` is None unless it is sound.

    `total` counts all problems, of which a reader may list the first only.
    """

    source: str
    problems: tuple[Problem, ...]
    total: int
    warnings: tuple[Problem, ...]
    statistics: Census | None

    def __repr__(self) -> str:
        found = "sound" if self.sound else f"{self.total:,} problems"
        return f"<Validation of {self.source}: {found}, {len(self.warnings):,} warnings>"

    @property
    def sound(self) -> bool:
        """Whether there is no problem."""
        return not self.total

    def to_dict(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "sound": self.sound,
            "total_problems": self.total,
            "problems": [problem._asdict() for problem in self.problems],
            "warnings": [problem._asdict() for problem in self.warnings],
            "statistics": self.statistics.to_dict() if self.statistics else None,
        }


@dataclass(frozen=True)
class Validations(Exportable):
    """What was found in several sources."""

    of: tuple[Validation, ...]

    def __repr__(self) -> str:
        return f"<Validations of {len(self.of):,} sources, {sum(each.sound for each in self.of):,} of them sound>"

    @property
    def sound(self) -> bool:
        """Whether no source has a problem."""
        return all(each.sound for each in self.of)

    def table(self) -> Table:
        """A column for each sound source, a row for each number that any of them has."""
        sound = [(each.source, each.statistics.to_dict()) for each in self.of if each.statistics]
        columns = [Column("", "statistic"), *(Column(source, source, "count") for source, _ in sound)]
        rows = [
            [title, *(numbers[name] for _, numbers in sound)]
            for name, title in TITLES.items()
            if any(numbers[name] is not None for _, numbers in sound)
        ]
        return Table(columns, rows)

    def to_dict(self) -> Json:
        return [each.to_dict() for each in self.of]


def validate(paths: Paths, reading: Reading = USUAL) -> Validation:
    """Read files as for a score, and report what is wrong with them or, if nothing is wrong, their numbers.

    Parameters
    ----------
    paths : path or list of paths
        Files, directories, patterns, or `-` for standard input.
    reading : Reading
        How to read them.

    Returns
    -------
    Validation
        All problems and warnings; `statistics` has the numbers of a sound file.

    Examples
    --------
    >>> validate("missing.conll").problems[0].message.split(";")[0]
    'there is no such file'
    """
    problems: tuple[Problem, ...] = ()
    total, census = 0, None
    with _collected() as seen:
        try:
            corpus = read_files(paths, reading)
            problems = tuple(duplicate_problems(corpus))
            total = len(problems)
            census = None if problems else Census.of(corpus)
        except InputError as error:
            problems, total = error.problems, error.total
    return Validation(str(paths), problems, total, tuple(seen), census)


@contextmanager
def _collected() -> Iterator[list[Problem]]:
    """The warnings about the input that are seen inside."""
    seen: list[Problem] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        try:
            yield seen
        finally:
            seen += [each.message.problem for each in caught if isinstance(each.message, InputWarning)]
