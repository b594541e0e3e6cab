"""The report of one or more responses to a key."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from corefscore.analysis.errors.prices import prices
from corefscore.core.corpus import Corpus
from corefscore.core.problems import warn
from corefscore.core.writing import write_text
from corefscore.formats.base import KEY_SIDE, Reading
from corefscore.formats.pairs import read_side
from corefscore.formats.reading import Paths
from corefscore.matching.documents import document_number
from corefscore.metrics.base import RATES
from corefscore.metrics.mentions import MENTIONS
from corefscore.report.document_data import System
from corefscore.report.page import embedded, page
from corefscore.result import Result, scores_of_rows
from corefscore.scoring import score

LIMIT = 30.0
MEGABYTE = 1_000_000
HEADLINES = ("conll", "lea", "b3")
DIGITS = 5


def report(
    key: Paths | Corpus,
    responses: Sequence[Paths | Corpus],
    metrics: Sequence[str] | None = None,
    *,
    title: str | None = None,
    documents: Collection[str] | None = None,
    limit: float = LIMIT,
    intervals: bool = False,
    **options: Any,
) -> str:
    """A page that shows how responses differ from the key: scores, errors, and the text of the documents.

    The text is that of all `documents`, or of those named, as far as the page does not grow beyond a `limit` in
    megabytes. All other options are those of `score`.
    """
    reading = Reading(**{name: options[name] for name in Reading._fields if name in options})
    corpus = read_side(key, reading.of(KEY_SIDE))
    results = [score(corpus, response, metrics, **options) for response in responses]
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
    """The page of results that were scored against the same key, with their intervals if they have any."""
    if not results:
        raise ValueError("there is nothing to show; give at least one result")
    systems = [System(result.errors) for result in results]
    names = list(dict.fromkeys(name for result in results for name in result.counts.documents))
    chosen = (
        names if documents is None else {names[document_number(systems[0].matched.key, name)] for name in documents}
    )
    wanted = [place for place, name in enumerate(names) if name in chosen]
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
        "systems": [_system(*each) for each in zip(results, systems, strict=True)],
        "documents": _list(names, results, set(texts)),
    }
    return page(heading, summary, texts.values())


def write_report(path: str | Path, *results: Result, **options: Any) -> None:
    """Write the page of results to a file; the options are those of `page_of`."""
    write_text(path, page_of(results, **options))


def _texts(names: list[str], wanted: list[int], systems: list[System], limit: float) -> dict[int, str]:
    """The documents as elements of the page, until that is full."""
    found: dict[int, str] = {}
    room = limit * MEGABYTE
    for place in wanted:
        element = embedded(f"d{place}", _document(names[place], systems))
        room -= len(element.encode())
        if room < 0:
            break
        found[place] = element
    return found


def _document(name: str, systems: list[System]) -> dict[str, Any]:
    """A document, with the response of each system that has it."""
    numbers = [system.matched.key.number.get(name) for system in systems]
    having = next((system, number) for system, number in zip(systems, numbers, strict=True) if number is not None)
    responses = [
        None if number is None else system.response(number) for system, number in zip(systems, numbers, strict=True)
    ]
    return having[0].document(having[1]) | {"systems": responses}


def _headline(result: Result) -> int:
    """The metric by which documents are ordered."""
    names = [metric.name for metric in result.metrics]
    return next((names.index(name) for name in HEADLINES if name in names), len(names) - 1)


def _system(result: Result, system: System) -> dict[str, Any]:
    """The figures of a system: scores, errors by kind and type, and what they cost."""
    names = [metric.name for metric in result.metrics]
    found = prices(result)
    steps = [("", found.before), *found.progressive.items()]
    return {
        "name": result.response.name,
        "about": str(result.response),
        "signature": result.signature,
        "scores": [[_figure(getattr(result[name], rate)) for rate in RATES] for name in names],
        "intervals": [result.intervals and list(result.intervals.bounds[name]["f1"]) for name in names],
        "errors": system.errors.by_type(),
        "prices": [
            [kind, found.errors.get(kind, 0), [_figure(after[name].f1) for name in names]] for kind, after in steps
        ],
    }


def _list(names: list[str], results: Sequence[Result], here: set[int]) -> list[dict[str, Any]]:
    """The documents of the page, with the F1 of each metric and system."""
    scores = [scores_of_rows(result.metrics, result.counts.rows) for result in results]
    places = [{name: place for place, name in enumerate(result.counts.documents)} for result in results]
    sizes = [result.counts.rows[MENTIONS.name][:, 1].astype(int).tolist() for result in results]

    def figures(system: int, name: str) -> list[float | None] | None:
        place = places[system].get(name)
        return None if place is None else [_figure(each[place].f1) for each in scores[system].values()]

    return [
        {
            "name": name,
            "mentions": max(size[place[name]] for size, place in zip(sizes, places, strict=True) if name in place),
            "scores": [figures(system, name) for system in range(len(results))],
            "here": number in here,
        }
        for number, name in enumerate(names)
    ]


def _figure(value: float) -> float | None:
    """A rate for JSON, which knows no undefined numbers."""
    return round(value, DIGITS) if not math.isnan(value) else None
