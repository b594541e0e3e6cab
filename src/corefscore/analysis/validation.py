"""Whether files can be scored: their problems, the warnings, and the numbers of files without problems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from corefscore.analysis.census import TITLES, Census
from corefscore.core.export import Exportable, Json
from corefscore.core.problems import InputError, Problem, collected_warnings
from corefscore.core.tables import Column, Table
from corefscore.formats.base import USUAL, Reading
from corefscore.formats.reading import Paths, read_files
from corefscore.matching.duplicates import duplicate_problems


class Validation(NamedTuple):
    """What was found in one source.

    Parameters
    ----------
    source : str
        The file or files.
    problems : tuple of Problem
        What is wrong; a reader may list the first problems only.
    total : int
        The number of all problems.
    warnings : tuple of Problem
        What was understood, but should be known.
    statistics : Census or None
        The numbers of the corpus, if there is no problem.
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

    def to_dict(self) -> dict[str, object]:
        """Everything, as JSON has it."""
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
            [title, *(numbers.get(name) for _, numbers in sound)]
            for name, title in TITLES.items()
            if any(numbers.get(name) is not None for _, numbers in sound)
        ]
        return Table(columns, rows)

    def to_dict(self) -> Json:
        return [each.to_dict() for each in self.of]


def validate(paths: Paths, reading: Reading = USUAL) -> Validation:
    """Read files as for a score, and report what is wrong with them, or what is in them.

    Parameters
    ----------
    paths : path, or iterable of paths
        The files.
    reading : Reading
        How to read them.

    Examples
    --------
    >>> found = validate("nowhere.conll")
    >>> found.sound, found.total
    (False, 1)
    """
    problems: tuple[Problem, ...] = ()
    total, census = 0, None
    with collected_warnings() as seen:
        try:
            corpus = read_files(paths, reading)
            problems = tuple(duplicate_problems(corpus))
            total = len(problems)
            census = None if problems else Census.of(corpus)
        except InputError as error:
            problems, total = error.problems, error.total
    return Validation(str(paths), problems, total, tuple(seen), census)
