"""Whether files can be scored: all that is wrong with them, what was passed over, and what is in sound ones."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from corefscore.analysis.census import Census
from corefscore.core.problems import InputError, InputWarning, Problem
from corefscore.formats.base import Reading
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

    @property
    def sound(self) -> bool:
        return not self.total

    def to_dict(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "sound": self.sound,
            "total_problems": self.total,
            "problems": [problem._asdict() for problem in self.problems],
            "warnings": [problem._asdict() for problem in self.warnings],
            "statistics": self.statistics._asdict() if self.statistics else None,
        }


def validate(
    paths: Paths, reading: Reading | None = None, encoding: str | None = None, form: str | None = None
) -> Validation:
    """Read files as for a score, and say what is wrong or in them."""
    problems: tuple[Problem, ...] = ()
    total, census = 0, None
    with _collected() as told:
        try:
            corpus = read_files(paths, reading or Reading(), encoding, form)
            problems = tuple(duplicate_problems(corpus))
            total = len(problems)
            census = None if problems else Census.of(corpus)
        except InputError as error:
            problems, total = error.problems, error.total
    return Validation(str(paths), problems, total, tuple(told), census)


@contextmanager
def _collected() -> Iterator[list[Problem]]:
    """The warnings about the input that are told inside."""
    told: list[Problem] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        try:
            yield told
        finally:
            told += [each.message.problem for each in caught if isinstance(each.message, InputWarning)]
