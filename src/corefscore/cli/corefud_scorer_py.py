"""The drop-in for the command line of corefud-scorer 1.2: prints the same lines, with our figures or its figures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import NamedTuple

from corefscore.cli.corefud_faults import ForeignDocument, entities_of, rates
from corefscore.core.corpus import Corpus, without_empty_nodes
from corefscore.core.problems import InputError, collected_warnings, fail, warn
from corefscore.formats.base import USUAL
from corefscore.formats.conll.words import FileSource
from corefscore.formats.corefud.reader import header_in
from corefscore.formats.pairs import read_pair
from corefscore.matching.documents import same_documents
from corefscore.result import Result
from corefscore.scoring import score

METRICS = {
    "muc": "muc",
    "bcub": "b3",
    "ceafe": "ceafe",
    "ceafm": "ceafm",
    "blanc": "blanc",
    "lea": "lea",
    "mor": "mor",
    "zero": "zeros",
}
"""Our names of the metrics of that scorer, in the order in which it prints them."""

ALL = "all"
CONLL = ("muc", "bcub", "ceafe")
MATCHES = {"exact": "exact", "partial": "partial-corefud", "head": "head"}
ZERO_MATCHES = {"linear": "position", "dependent": "dependency"}
OTHER = "corefud-scorer 1.2"
OPTION = re.compile(r"--[a-z][a-z-]*")
COMMENTS = 1 << 16
"""The number of bytes in which the comments before the first word of a file are searched."""

MOST_CELLS = 50_000_000
"""The largest table of that scorer for which its figures are compared with ours: 400 MB."""

Rates = tuple[float, float, float]


class Run(NamedTuple):
    """The options of a run of that scorer.

    Parameters
    ----------
    metrics : sequence of str
        Some of `METRICS`, in the order in which they are printed.
    match, zeros : str
        How mentions and zeros are matched, in the words of that scorer.
    singletons : bool
        Whether entities with one mention count.
    """

    metrics: Sequence[str]
    match: str
    zeros: str
    singletons: bool

    def heading(self) -> str:
        """Return the lines that that scorer prints first."""
        about = ""
        if any(metric != "mor" for metric in self.metrics):
            singletons = ", singletons" if self.singletons else ""
            about = f"coreferential mentions{singletons}, zeros (using {self.zeros} match method)"
        return (
            f"The scorer is evaluating {about} using {MATCHES[self.match]} match evaluation setting.\n"
            f"The following metrics will be evaluated: {', '.join(self.metrics)}\n"
        )

    def result(self, key: Corpus, response: Corpus) -> Result:
        """Return our scores."""
        return score(
            key,
            response,
            [*METRICS.values(), "conll"],
            profile="crac",
            match=self.match,
            singletons="keep" if self.singletons else "drop",
            zeros=ZERO_MATCHES[self.zeros],
        )

    def its_rates(self, key: Corpus, response: Corpus, limit: int | None = None) -> dict[str, Rates]:
        """Return the scores of that scorer, with its faults.

        Raises
        ------
        InputError
            If that scorer fails on these files, or if a table would have more cells than the limit.
        """
        for side in (key, response):
            if not _begins_with_document(side):
                raise fail(OTHER, 0, "fails on files without '# newdoc' (TypeError)")
        sides = [entities_of(side, self.match, self.singletons) for side in (key, response)]
        if limit is not None and any(_cells(*pair) > limit for pair in zip(*sides, strict=True)):
            raise fail(OTHER, 0, "its figures are not compared with ours: a document is too long for its method")
        documents = [
            ForeignDocument(ours, theirs, self.match, ZERO_MATCHES[self.zeros])
            for ours, theirs in zip(*sides, strict=True)
        ]
        return {metric: rates(documents, metric) for metric in self.metrics}


def _begins_with_document(side: Corpus) -> bool:
    """Return whether a comment before the first word of a file names a document."""
    source = side.origins[0].source if len(side) else None
    if not isinstance(source, FileSource):
        return True
    comments = takewhile(lambda line: line.startswith(b"#"), source.file.read(0, COMMENTS).splitlines())
    return any(header.kind == "newdoc" for line in comments if (header := header_in(0, line)))


def _cells(*sides: Sequence[Sequence[object]]) -> int:
    ours, theirs = (sum(map(len, side)) for side in sides)
    return ours * theirs


def lines(run: Run, found: dict[str, Rates]) -> Iterator[str]:
    """Yield the lines that that scorer prints for scores."""
    for metric in run.metrics:
        yield metric
        yield line_of(found[metric])
    if {*CONLL} <= found.keys():
        yield f"CoNLL score: {conll_of(found)}"


def line_of(figures: Rates) -> str:
    """Return the line of one metric."""
    recall, precision, f1 = (f"{100 * rate:.2f}" for rate in figures)
    return f"Recall: {recall}  Precision: {precision}  F1: {f1}"


def conll_of(found: dict[str, Rates]) -> str:
    """Return the mean F1 of three metrics, in percent."""
    return f"{sum(found[metric][2] for metric in CONLL) / 3 * 100:.2f}"


def ours_of(run: Run, result: Result) -> dict[str, Rates]:
    """Return our figures for the metrics of that scorer."""
    return {metric: result[METRICS[metric]][:3] for metric in run.metrics}


def differences(run: Run, result: Result, key: Corpus, response: Corpus) -> Iterator[str]:
    """Yield a line for each metric in which that scorer differs, and one line with the reasons."""
    try:
        key, response = same_documents(key, response, "error", "error")
        its = run.its_rates(key, response, MOST_CELLS)
    except InputError as error:
        yield str(error)
        return
    ours = ours_of(run, result)
    differing = [metric for metric in run.metrics if line_of(its[metric]) != line_of(ours[metric])]
    for metric in differing:
        yield f"{OTHER} prints for {metric}: {line_of(its[metric])}"
    if {*CONLL} <= its.keys() and conll_of(its) != conll_of(ours):
        yield f"{OTHER} prints for the CoNLL score: {conll_of(its)}"
    if differing:
        yield f"{OTHER} is wrong there: {'; '.join(_reasons(key, response))} (--strict prints its figures)"


def _reasons(key: Corpus, response: Corpus) -> list[str]:
    from corefscore.matching.duplicates import repeats

    known = {
        "it looks for the partners of a mention that is in two entities in one of them": any(
            repeats(side).any() for side in (key, response)
        ),
        "it mixes up zeros that stand at other positions in the response": _nodes(key) != _nodes(response),
    }
    ties = "its choice among equally good pairs of mentions depends on other mentions of the document"
    return [reason for reason, holds in known.items() if holds] or [ties]


def _nodes(side: Corpus) -> list[list[object]]:
    """Return the positions and dependencies of the empty nodes of each document."""
    nodes = (origin.empty for origin in side.origins)
    return [
        [each.sentence.tolist(), each.word.tolist(), each.rank.tolist(), each.dependency] if each else []
        for each in nodes
    ]


def strictly_paired(key: Corpus, response: Corpus) -> tuple[Corpus, Corpus]:
    """Return both sides with the documents of the key, with only the checks of that scorer.

    That scorer compares words only up to the end of the shorter file, so it does not notice a response that ends early.

    Raises
    ------
    InputError
        If a document is missing, or a word differs.
    """
    key, response = same_documents(key, response, "error", "ignore")
    for number, (ours, theirs) in enumerate(zip(key.origins, response.origins, strict=True)):
        if ours.text is None or theirs.text is None:
            continue
        sides = [without_empty_nodes(text).sentences for text in (ours.text, theirs.text)]
        if len(sides[0]) != len(sides[1]) and number < len(key) - 1:
            raise fail(theirs.source.name, theirs.line, f"document {ours.name!r} has another number of sentences")
        for our_words, their_words in zip(*sides, strict=False):
            for word, other in zip(our_words, their_words, strict=False):
                if word != other:
                    message = f"document {ours.name!r} has the word {other!r} where the key has {word!r}"
                    raise fail(theirs.source.name, theirs.line, f"{message}; give the same words")
    return key, response


def own_advice(message: str, options: Collection[str]) -> str:
    """Return a message without advice that needs an option which this command does not have.

    >>> own_advice("'Ann' is in two entities; keep one, or choose duplicates=first (--duplicates)", ["--match"])
    "'Ann' is in two entities; keep one"
    """
    advised = [found for found in OPTION.findall(message) if found not in options]
    for option in advised:
        message = re.sub(rf"[,;]? or choose [^;]*?\({option}\b[^;]*", "", message)
    clauses = message.split("; ")
    kept = [clause for clause in clauses[1:] if not any(option in clause for option in advised)]
    return "; ".join([clauses[0], *kept])


@contextmanager
def with_own_advice(options: Collection[str]) -> Iterator[None]:
    """Errors and warnings that name only options which this command has."""
    try:
        with collected_warnings() as seen:
            yield
    except InputError as error:
        problems = [each._replace(message=own_advice(each.message, options)) for each in error.problems]
        raise InputError(problems, error.total) from None
    finally:
        for source, line, message in seen:
            warn(source, line, own_advice(message, options))


def read_both(key: str, response: str) -> tuple[Corpus, Corpus]:
    """Read the two files."""
    return read_pair(key, response, USUAL._replace(key_format="corefud", response_format="corefud"))
