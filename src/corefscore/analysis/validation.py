"""Checks whether files can be scored: lists problems and warnings, and counts what valid files contain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from corefscore.analysis.census import TITLES, Census
from corefscore.core.export import Exportable, Json
from corefscore.core.problems import InputError, Problem, collected_warnings, warn
from corefscore.core.settings import DEIXIS_LAYER
from corefscore.core.tables import Column, Table
from corefscore.formats.base import Reading
from corefscore.formats.files import Progress
from corefscore.formats.reading import Paths, have_layers, read_files
from corefscore.matching.duplicates import duplicate_problems
from corefscore.matching.global_names import warn_of_entities_across_documents

NO_MENTIONS = "NO MENTIONS: no mention was found in this file; check its format (--from) and, in column files, --column"


class Validation(NamedTuple):
    """The problems, warnings and statistics of one source.

    Parameters
    ----------
    source : str
        The name of the file or files.
    problems : tuple of Problem
        The problems. If there are many, only the first ones are listed.
    total : int
        The number of all problems.
    warnings : tuple of Problem
        The warnings: the input can be read, but the user should know about it.
    statistics : Census or None
        The statistics of the corpus, if there is no problem.
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
        """Whether the source has no problem."""
        return not self.total

    def to_dict(self) -> dict[str, object]:
        """Return all details, as in JSON.

        Returns
        -------
        dict of str to object
            The source, its problems and warnings, and its statistics.
        """
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
    """The problems, warnings and statistics of several sources."""

    of: tuple[Validation, ...]

    def __repr__(self) -> str:
        return f"<Validations of {len(self.of):,} sources, {sum(each.sound for each in self.of):,} of them sound>"

    @property
    def sound(self) -> bool:
        """Whether no source has a problem."""
        return all(each.sound for each in self.of)

    def table(self) -> Table:
        """Return a column for each source without problems, and a row for each number that one of them has."""
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


def validate(
    paths: Paths,
    column: int | None = None,
    encoding: str | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    *,
    format: str | None = None,  # noqa: A002
    spans: str | None = None,
    clusters: str | None = None,
    max_bytes: int | None = None,
    layer: str | None = None,
    brackets: str | None = None,
) -> Validation:
    """Read files as `score` does, and report their problems, or what they contain.

    Parameters
    ----------
    paths : path or list of paths
        Files, directories, patterns, or `-` for standard input.
    column, encoding, progress, jobs, format, spans, clusters, max_bytes, layer, brackets : optional
        How to read the files, as for `read`. Without a layer, all layers of a file are checked.

    Returns
    -------
    Validation
        The problems and warnings and, if there are no problems, the statistics of the corpus.

    Examples
    --------
    >>> found = validate("nowhere.conll", format="conll")
    >>> found.sound, found.total
    (False, 1)
    """
    reading = Reading(format, column, encoding, spans, clusters, jobs, progress)
    return validate_files(paths, reading._replace(max_bytes=max_bytes, brackets=brackets, layer=layer))


def validate_files(paths: Paths, reading: Reading) -> Validation:
    """Report the problems of files, or what they contain, as `validate` does."""
    found = _validated(paths, reading)
    if reading.layer is not None or not _have_layers(paths, reading):
        return found
    return _with_layer(found, DEIXIS_LAYER, _validated(paths, reading._replace(layer=DEIXIS_LAYER)))


def _validated(paths: Paths, reading: Reading) -> Validation:
    """Return what one layer of files contains, and its problems."""
    problems: tuple[Problem, ...] = ()
    total, census = 0, None
    with collected_warnings() as seen:
        try:
            corpus = read_files(paths, reading)
            problems = tuple(duplicate_problems(corpus))
            total = len(problems)
            census = None if problems else Census.of(corpus)
            if not corpus.mentions:
                warn(corpus.source_name, 0, NO_MENTIONS)
            warn_of_entities_across_documents(corpus)
        except InputError as error:
            problems, total = error.problems, error.total
    return Validation(str(paths), problems, total, tuple(seen), census)


def _have_layers(paths: Paths, reading: Reading) -> bool:
    try:
        return have_layers(paths, reading)
    except InputError:  # which is among the problems already
        return False


def _with_layer(found: Validation, layer: str, other: Validation) -> Validation:
    """Return what was found in two layers. The statistics are those of the first; equal problems are listed once."""
    problems = [_in_layer(each, layer) for each in other.problems if each not in found.problems]
    warnings = [_in_layer(each, layer) for each in other.warnings if each not in found.warnings]
    warnings = [each for each in warnings if NO_MENTIONS not in each.message]  # a layer may be empty
    known = len(other.problems) - len(problems)
    return found._replace(
        problems=(*found.problems, *problems),
        total=found.total + other.total - known,
        warnings=(*found.warnings, *warnings),
        statistics=None if problems else found.statistics,
    )


def _in_layer(problem: Problem, layer: str) -> Problem:
    return problem._replace(message=f"layer {layer}: {problem.message}")
