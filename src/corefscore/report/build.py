"""The report of one or several responses to a key."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from corefscore.analysis.errors.prices import prices
from corefscore.core.corpus import Corpus
from corefscore.core.problems import warn
from corefscore.core.replacing import write_text
from corefscore.formats.base import KEY_SIDE
from corefscore.formats.pairs import read_side
from corefscore.formats.reading import Paths
from corefscore.matching.documents import document_number
from corefscore.metrics.base import RATES
from corefscore.metrics.mentions import MENTIONS
from corefscore.report.document_data import DocumentData, SystemDocuments
from corefscore.report.page import embedded, page
from corefscore.result import Result, scores_of_rows
from corefscore.scoring import ScoringOptions, reading_of, score

if TYPE_CHECKING:
    from typing_extensions import Unpack

LIMIT = 30.0
MEGABYTE = 1_000_000
HEADLINES = ("conll", "lea", "b3")
DIGITS = 5


class SystemSummary(TypedDict):
    """The figures of a system: scores, errors by kind and type, and what each kind of error costs."""

    name: str
    about: str
    signature: str
    scores: list[list[float | None]]
    intervals: list[list[float] | None]
    errors: list[list[int]]
    prices: list[tuple[str, int, list[float | None]]]


class DocumentSummary(TypedDict):
    """The size of a document, its F1 by system and metric, and whether its text is on the page."""

    name: str
    mentions: int
    scores: list[list[float | None] | None]
    here: bool


def report(
    key: Paths | Corpus,
    responses: Sequence[Paths | Corpus],
    metrics: Sequence[str] | None = None,
    *,
    title: str | None = None,
    documents: Collection[str] | None = None,
    limit: float = LIMIT,
    intervals: bool = False,
    jobs: int = 1,
    **options: Unpack[ScoringOptions],
) -> str:
    """Score responses, and show how they differ from the key: scores, errors, and the text of the documents.

    Parameters
    ----------
    key : paths or Corpus
        The key.
    responses : sequence of paths or Corpus
        The responses.
    metrics : sequence of str, optional
        Names of metrics.
    title, documents, limit
        As for `page_of`.
    intervals : bool
        Whether to add confidence intervals.
    jobs : int
        How many processes read.
    **options
        All other options of `score`.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    InputError
        If the key or a response cannot be scored.
    ValueError
        If there is no such metric, policy or document, or there is no response.
    """
    corpus = read_side(key, reading_of(options, jobs).of(KEY_SIDE))
    results = [score(corpus, response, metrics, jobs=jobs, **options) for response in responses]
    if intervals:
        results = [result.with_intervals() for result in results]
    return page_of(results, title=title, documents=documents, limit=limit)


def page_of(
    results: Sequence[Result],
    *,
    title: str | None = None,
    documents: Collection[str] | None = None,
    limit: float = LIMIT,
) -> str:
    """The page of results that were scored against the same key. Intervals are shown if the results have them.

    Parameters
    ----------
    results : sequence of Result
        One result for each system.
    title : str, optional
        The title of the page.
    documents : collection of str, optional
        The documents whose text is shown; without it, all of them.
    limit : float
        The largest size of the texts, in megabytes. Texts beyond it are left out, with a warning.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    ValueError
        If there is no result, a result has no mentions, or there is no such document.
    """
    if not results:
        raise ValueError("there is nothing to show; give at least one result")
    systems = [SystemDocuments(result.errors) for result in results]
    names = list(dict.fromkeys(name for result in results for name in result.counts.documents))
    chosen = (
        names if documents is None else {names[document_number(systems[0].matched.key, name)] for name in documents}
    )
    wanted = [number for number, name in enumerate(names) if name in chosen]
    texts = _texts(names, wanted, systems, limit)
    left_out = len(wanted) - len(texts)
    notice = (
        f"The text of {left_out:,} of {len(wanted):,} documents is left out, because the page would be larger than "
        f"{limit:g} MB; raise the limit (--limit), or name the documents to show (--document)."
    )
    if left_out:
        warn("report", 0, notice)
    heading = title or "Coreference report"
    summary = {
        "title": heading,
        "single": False,
        "notice": notice if left_out else "",
        "metrics": [{"name": metric.name, "title": metric.title} for metric in results[0].metrics],
        "headline": _headline(results[0]),
        "key": str(results[0].key),
        "systems": [_system(result) for result in results],
        "documents": _documents(names, results, texts.keys()),
    }
    return page(heading, summary, texts.values())


def write_report(
    path: str | Path,
    *results: Result,
    title: str | None = None,
    documents: Collection[str] | None = None,
    limit: float = LIMIT,
) -> None:
    """Write a page that shows results and the texts of their documents.

    Parameters
    ----------
    path : str or Path
        The file to write. An existing file is replaced when the new one is complete.
    *results : Result
        Results that were scored against the same key, one for each system.
    title : str, optional
        The title of the page.
    documents : collection of str, optional
        The documents whose text is shown; without it, all of them.
    limit : float
        The largest size of the texts, in megabytes. Texts beyond it are left out, with a warning.

    Raises
    ------
    InputError
        If the file cannot be written.
    ValueError
        If there is no result, a result has no mentions, or there is no such document.

    Examples
    --------
    >>> import corefscore, tempfile
    >>> result = corefscore.score([["Ann", "she"]], [["Ann"]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     corefscore.write_report(f"{folder}/report.html", result, title="My first report")
    """
    write_text(path, page_of(results, title=title, documents=documents, limit=limit))


def _texts(names: list[str], wanted: list[int], systems: list[SystemDocuments], limit: float) -> dict[int, str]:
    """The documents as elements of the page, until the page is full."""
    found: dict[int, str] = {}
    room = limit * MEGABYTE
    for number in wanted:
        element = embedded(f"d{number}", _document(names[number], systems))
        room -= len(element.encode())
        if room < 0:
            break
        found[number] = element
    return found


def _document(name: str, systems: list[SystemDocuments]) -> DocumentData:
    """A document, with the response of each system that has it."""
    numbered = [(system, system.matched.key.number.get(name)) for system in systems]
    responses = [None if number is None else system.response(number) for system, number in numbered]
    system, number = next((system, number) for system, number in numbered if number is not None)
    return system.document(number, responses)


def _headline(result: Result) -> int:
    """The metric that orders the documents."""
    names = [metric.name for metric in result.metrics]
    return next((names.index(name) for name in HEADLINES if name in names), len(names) - 1)


def _f1_interval(result: Result, metric: str) -> list[float] | None:
    interval = result.figure(metric).interval
    return None if interval is None else list(interval)


def _system(result: Result) -> SystemSummary:
    names = [metric.name for metric in result.metrics]
    found = prices(result)
    steps = [("", found.before), *found.progressive.items()]
    return {
        "name": result.response.name,
        "about": str(result.response),
        "signature": result.signature,
        "scores": [[_figure(getattr(result[name], rate)) for rate in RATES] for name in names],
        "intervals": [_f1_interval(result, name) for name in names],
        "errors": result.errors.by_type(),
        "prices": [
            (kind, found.errors.get(kind, 0), [_figure(repaired[name].f1) for name in names])
            for kind, repaired in steps
        ],
    }


def _documents(names: list[str], results: Sequence[Result], here: Collection[int]) -> list[DocumentSummary]:
    """The documents of the page, with the F1 of each metric and system."""
    scores = [scores_of_rows(result.metrics, result.counts.rows) for result in results]
    rows = [{name: row for row, name in enumerate(result.counts.documents)} for result in results]
    sizes = [result.counts.rows[MENTIONS.name][:, 1].astype(int).tolist() for result in results]

    def figures(system: int, name: str) -> list[float | None] | None:
        row = rows[system].get(name)
        return None if row is None else [_figure(each[row].f1) for each in scores[system].values()]

    return [
        {
            "name": name,
            "mentions": max(size[row[name]] for size, row in zip(sizes, rows, strict=True) if name in row),
            "scores": [figures(system, name) for system in range(len(results))],
            "here": number in here,
        }
        for number, name in enumerate(names)
    ]


def _figure(value: float) -> float | None:
    """A rate for JSON; None if it is not defined."""
    return round(value, DIGITS) if not math.isnan(value) else None
