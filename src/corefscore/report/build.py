"""The report of one or several responses to a key."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from corefscore.comparison.resampling import FEW
from corefscore.core.corpus import Corpus
from corefscore.core.problems import warn
from corefscore.core.replacing import write_text
from corefscore.formats.base import KEY_SIDE
from corefscore.formats.pairs import read_side
from corefscore.formats.reading import Paths
from corefscore.matching.documents import document_number
from corefscore.matching.keywords import ScoringOptions
from corefscore.report.document_data import SystemDocuments, document_data
from corefscore.report.names import system_names
from corefscore.report.page import LARGE, embedded, page
from corefscore.report.summary import Summary
from corefscore.result import Result
from corefscore.scoring import reading_of, score, with_settings_read

if TYPE_CHECKING:
    from typing_extensions import Unpack

LIMIT = 30.0
MEGABYTE = 1_000_000
HEADLINES = ("conll", "lea", "b3")


def report(
    key: Paths | Corpus,
    responses: Sequence[Paths | Corpus] | Mapping[str, Paths | Corpus],
    metrics: Sequence[str] | None = None,
    *,
    title: str | None = None,
    key_name: str | None = None,
    documents: Collection[str] | None = None,
    limit: float = LIMIT,
    intervals: bool | None = None,
    jobs: int = 1,
    **options: Unpack[ScoringOptions],
) -> str:
    """Score responses, and return a page with scores, errors, and the texts of the documents.

    Parameters
    ----------
    key : paths or Corpus
        The key.
    responses : sequence of paths or Corpus, or mapping of str to paths or Corpus
        The responses, with or without the names of their systems.
    metrics : sequence of str, optional
        Names of metrics.
    title, key_name, documents, limit
        As for `page_of`.
    intervals : bool, optional
        Whether to add confidence intervals. By default, they are added if there are at least 30 documents.
    jobs : int
        The number of processes that read files.
    **options
        All other options of `score`.

    Returns
    -------
    str
        The page as HTML.

    Raises
    ------
    InputError
        If the key or a response cannot be scored.
    ValueError
        If there is no such metric, policy or document, or if there is no response.
    """
    options = with_settings_read(options)
    corpus = read_side(key, reading_of(options, jobs).of(KEY_SIDE))
    given = list(responses.values() if isinstance(responses, Mapping) else responses)
    results = [score(corpus, response, metrics, jobs=jobs, **options) for response in given]
    if intervals or (intervals is None and all(len(result.counts.documents) >= FEW for result in results)):
        results = [result.with_intervals() for result in results]
    named = dict(zip(responses, results, strict=True)) if isinstance(responses, Mapping) else results
    return page_of(named, title=title, key_name=key_name, documents=documents, limit=limit)


def page_of(
    results: Sequence[Result] | Mapping[str, Result],
    *,
    title: str | None = None,
    key_name: str | None = None,
    documents: Collection[str] | None = None,
    limit: float = LIMIT,
) -> str:
    """Return the page of results that were scored against the same key. Intervals are shown if the results have them.

    Parameters
    ----------
    results : sequence of Result, or mapping of str to Result
        One result for each system. Systems without names have the names of their files.
    title : str, optional
        The title of the page. By default, it consists of the names of the files.
    key_name : str, optional
        The name of the key, such as the name of an annotator. By default it is "Key".
    documents : collection of str, optional
        The documents whose text is shown. By default, all texts are shown.
    limit : float
        The largest size of the texts, in megabytes. Texts above this limit are left out, with a warning.

    Returns
    -------
    str
        The page as HTML.

    Raises
    ------
    ValueError
        If there is no result, if a result has no mentions, or if there is no such document.
    """
    if not results:
        raise ValueError("there is no result to show; give at least one result")
    named = _named(results)
    first = next(iter(named.values()))
    systems = [SystemDocuments(result.errors) for result in named.values()]
    summary = Summary(named, systems)
    names = summary.names
    chosen = (
        names if documents is None else {names[document_number(systems[0].matched.key, name)] for name in documents}
    )
    wanted = [number for number, name in enumerate(names) if name in chosen]
    texts = _texts(names, wanted, systems, limit)
    left_out = len(wanted) - len(texts)
    notice = (
        f"The text of {left_out:,} of {len(wanted):,} documents is left out, because the page would be larger than "
        f"{limit:g} MB; use a higher limit (--limit), or choose the documents to show (--document)."
    )
    if left_out:
        warn("report", 0, notice)
    # A lone surrogate cannot be encoded, but its escape can.
    heading = title or _title(key_name or system_names([first.key.name])[0], list(named))
    heading = heading.encode("utf-8", "backslashreplace").decode()
    data = {
        "title": heading,
        "single": False,
        "asked": documents is not None,
        "notice": notice if left_out else "",
        "metrics": [{"name": each.name, "title": each.title, "about": each.description} for each in first.metrics],
        "headline": _headline(first),
        "key": str(first.key),
        "keyName": key_name or "",
        "level": first.intervals.level if first.intervals else None,
        "tests": summary.tests.legend if summary.tests else "",
        "systems": summary.systems(),
        "documents": summary.documents(texts.keys()),
        "differences": summary.differences(),
    }
    return page(heading, data, texts.values())


def write_report(
    path: str | Path,
    *results: Result,
    title: str | None = None,
    names: Sequence[str] | None = None,
    key_name: str | None = None,
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
        The title of the page. By default, it consists of the names of the files.
    names : sequence of str, optional
        The names of the systems. By default, they are the names of the files.
    key_name : str, optional
        The name of the key, such as the name of an annotator. By default it is "Key".
    documents : collection of str, optional
        The documents whose text is shown. By default, all texts are shown.
    limit : float
        The largest size of the texts, in megabytes. Texts above this limit are left out, with a warning.

    Raises
    ------
    InputError
        If the file cannot be written.
    ValueError
        If there is no result, if a result has no mentions, if there is no such document, or if the results do not have
        one different name each.

    Examples
    --------
    >>> import corefscore, tempfile
    >>> result = corefscore.score([["Ann", "she"]], [["Ann"]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     corefscore.write_report(f"{folder}/report.html", result, title="My first report")
    """
    if names is not None and not len(set(names)) == len(names) == len(results):
        raise ValueError(
            f"there are {len(results)} results but {len(set(names))} different names; give each result a different name"
        )
    named = results if names is None else dict(zip(names, results, strict=True))
    write_text(path, page_of(named, title=title, key_name=key_name, documents=documents, limit=limit))


def _named(results: Sequence[Result] | Mapping[str, Result]) -> Mapping[str, Result]:
    if isinstance(results, Mapping):
        return results
    return dict(zip(system_names([result.response.name for result in results]), results, strict=True))


def _title(key: str, systems: Sequence[str]) -> str:
    """Return a title with the names of what is compared."""
    return f"{systems[0]} against {key}" if len(systems) == 1 else f"{len(systems)} systems against {key}"


def _texts(names: list[str], wanted: list[int], systems: list[SystemDocuments], limit: float) -> dict[int, str]:
    """Return the documents as elements of the page, until the limit is reached."""
    found: dict[int, str] = {}
    room = limit * MEGABYTE
    for number in wanted:
        element = embedded(f"d{number}", document_data(names[number], systems), LARGE)
        room -= len(element.encode())
        if room < 0:
            break
        found[number] = element
    return found


def _headline(result: Result) -> int:
    """Return the number of the metric that sorts the documents."""
    names = [metric.name for metric in result.metrics]
    return next((names.index(name) for name in HEADLINES if name in names), len(names) - 1)
