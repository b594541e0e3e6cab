"""Explanations of metrics that are not sums of fractions over entities: metrics on mentions, and metrics with weights.

The counts come from the metric itself. Tables show their parts: the weights of mentions, corresponding mentions, shared
words, and the zeros that are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import numpy as np

from corefscore.analysis.explain.case import Case
from corefscore.analysis.explain.explanation import (
    Account,
    Explanation,
    Rate,
    Statement,
    Sum,
    Summand,
    equals,
    number,
    shortened,
)
from corefscore.core.arrays import Floats, numbers, sum_by
from corefscore.core.corpus import Corpus
from corefscore.core.tables import Column, Table
from corefscore.matching.matched import Matched
from corefscore.matching.scored_mentions import refers
from corefscore.metrics.anaphors import judge, zeros_of
from corefscore.metrics.base import CountedMetric, RatioMetric
from corefscore.metrics.blanc import Blanc
from corefscore.metrics.bridges import Judged
from corefscore.metrics.bridges import judge as judge_bridges
from corefscore.metrics.information import Information
from corefscore.metrics.information_links import mention_weights
from corefscore.metrics.mor import MOR
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.zero_anaphors import ZEROS

SIDES = ("key", "response")


def counted_explanation(matched: Matched, number_of: int, document: str, metric: CountedMetric) -> Explanation:
    """Explain the score of a document by the counts of the metric.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    number_of : int
        The number of the document.
    document : str
        The name of the document.
    metric : CountedMetric
        The metric.

    Returns
    -------
    Explanation
        The counts, the rates, and tables of what is counted.
    """
    case = Case.of(matched, number_of)
    rows = (numbers(side.mentions)[side.document == number_of] for side in (matched.key, matched.response))
    alone = matched.take(*rows)
    overlap = Overlap.of(alone)
    counts = metric.count(overlap)[number_of]
    recall, precision, f1 = (Fraction(rate) for rate in metric.rates(counts).tolist())
    families = metric.known_families(counts)
    accounts = [Account(title.capitalize(), _rates(counts[columns])) for title, columns in families.items()]
    if isinstance(metric, Information):
        accounts = [_information_account(metric, overlap)]
    tables = (*_tables(metric, alone, overlap), *_weight_tables(metric, alone))
    first = Account(accounts[0].title, accounts[0].rates, tables=(*tables, *accounts[0].tables))
    conclusion: tuple[Statement, ...] = (
        Statement("F1", f"2 × precision × recall / (precision + recall) {equals(f1)}"),
    )
    if isinstance(metric, Blanc):
        names = " and ".join(name for name, columns in metric.families.items() if _occurs(counts[columns], metric.edge))
        figures = zip(("Recall", "Precision", "F1"), (recall, precision, f1), strict=True)
        conclusion = tuple(Statement(name, f"mean over {names or 'nothing'} {equals(rate)}") for name, rate in figures)
    return Explanation(
        document,
        metric.name,
        metric.title,
        case.partitions(),
        (first, *accounts[1:]),
        conclusion,
        recall,
        precision,
        f1,
    )


def _occurs(counts: Floats, edge: str) -> bool:
    """Return whether links of a kind occur, so that BLANC counts them."""
    return bool(counts[1] > 0 or (edge != "reference" and counts[3] > 0))


def _rates(counts: Floats) -> tuple[Rate, ...]:
    terms = [Sum((Summand("document", number(value), value),)) for value in map(Fraction, counts.tolist())]
    return Rate("Recall", terms[0], terms[1]), Rate("Precision", terms[2], terms[3])


def _tables(metric: CountedMetric, matched: Matched, overlap: Overlap) -> Iterator[tuple[str, Table]]:
    if metric.name in TABLES:
        yield from TABLES[metric.name](matched)
    elif isinstance(metric, RatioMetric):
        yield "Entities that share mentions, with their weights", _cell_table(metric, overlap)


def _cell_table(metric: RatioMetric, overlap: Overlap) -> Table:
    """Return a table of what each counted pair of entities adds to recall and precision."""
    cells = metric.cells(overlap)
    terms = [ratio.numerator.cell for ratio in (metric.recall, metric.precision)]
    figures = [cells.shared, cells.key_size, cells.response_size, *(term(cells) for term in terms if term is not None)]
    columns = [Column("Key", "key"), Column("Response", "response")]
    columns += [Column(title, key, "number") for title, key in WEIGHED[: len(figures)]]
    pairs = zip(cells.key.tolist(), cells.response.tolist(), strict=True)
    rows: list[list[object]] = [
        [_name("K", key), _name("R", response), *map(float, row)]
        for (key, response), row in zip(pairs, zip(*figures, strict=True), strict=True)
    ]
    return Table(columns, rows)


WEIGHED = (
    ("Weight shared", "shared"),
    ("Of key", "key_size"),
    ("Of response", "response_size"),
    ("Recall credit", "recall_credit"),
    ("Precision credit", "precision_credit"),
)


def _name(letter: str, entity: int) -> str:
    """Return the name of an entity in the explanation. Entities of the document are numbered from 0."""
    return f"{letter}{entity + 1}"


def _weight_tables(metric: CountedMetric, matched: Matched) -> Iterator[tuple[str, Table]]:
    """Yield tables of the weights of mentions, if mentions have weights."""
    weights: tuple[Floats | None, Floats | None] = (matched.key.weight, matched.response.weight)
    if isinstance(metric, Information):
        weights = mention_weights(matched)
    elif matched.key.weight is not None and matched.response.weight is not None:
        # A response mention that matches has the weight of its key mention.
        shared = matched.response.weight.copy()
        shared[matched.pairs.response] = matched.key.weight[matched.pairs.key]
        weights = matched.key.weight, shared
    columns = [Column("Mention", "mention"), Column("Entity", "entity"), Column("Weight", "weight", "number")]
    for side, weight, title, letter in zip((matched.key, matched.response), weights, SIDES, "KR", strict=True):
        if weight is not None:
            entities = side.entity.tolist()
            rows = [
                [_text(side, row), _name(letter, entities[row]), value] for row, value in enumerate(weight.tolist())
            ]
            yield f"Weights of {title} mentions", Table(columns, rows)


def _text(side: Corpus, row: int) -> str:
    return shortened(side.mention(row).text)


def _information_account(metric: Information, overlap: Overlap) -> Account:
    """Return an account of what is found of each entity: the share of its links, times its weight."""
    found = metric.found(overlap)
    columns = [
        Column("Entity", "entity"),
        *(
            Column(title, key, "number")
            for title, key in (("Weight", "weight"), ("All links", "links"), ("Links found", "found"), ("Part", "part"))
        ),
    ]
    rates, tables = [], []
    for name, letter, side, rows in (
        ("Recall", "K", found.key_side, found.key),
        ("Precision", "R", found.response_side, found.response),
    ):
        got = sum_by(rows, side.found, len(side.links))
        part = np.minimum(got / side.links, 1)
        figures = zip(side.weight.tolist(), side.links.tolist(), got.tolist(), part.tolist(), strict=True)
        lines = [[_name(letter, entity), *row] for entity, row in enumerate(figures)]
        credit = [
            Summand(line[0], f"{line[1]:.4g}×{line[4]:.4g}", Fraction(line[1]) * Fraction(line[4])) for line in lines
        ]
        whole = [Summand(line[0], f"{line[1]:.4g}", Fraction(line[1])) for line in lines]
        rates.append(Rate(name, Sum(tuple(credit)), Sum(tuple(whole))))
        tables.append((f"{name}: entities by the weight of their links", Table(columns, lines)))
    return Account("", tuple(rates), tuple(tables))


def _correspondences(matched: Matched) -> Iterator[tuple[str, Table]]:
    """Yield a table of corresponding mentions and their similarity."""
    from corefscore.matching.same_tokens import correspondence, on_same_tokens

    both = on_same_tokens(matched)
    pairs = correspondence(both)
    columns = [Column("Key", "key"), Column("Response", "response"), Column("Similarity", "likeness", "number")]
    found = zip(pairs.key.tolist(), pairs.response.tolist(), pairs.likeness.tolist(), strict=True)
    rows = [[_text(both.key, key), _text(both.response, response), likeness] for key, response, likeness in found]
    yield "Mentions that correspond", Table(columns, rows)


def _words(matched: Matched) -> Iterator[tuple[str, Table]]:
    """Yield a table of the pairs of mentions that share words."""
    from corefscore.matching.candidates import share_words

    pairs, shared, (key, response) = share_words(matched)
    columns = [
        Column("Key", "key"),
        Column("Response", "response"),
        Column("Words shared", "shared", "count"),
        Column("Of key", "key_size", "count"),
        Column("Of response", "response_size", "count"),
    ]
    found = zip(pairs.key.tolist(), pairs.response.tolist(), shared.tolist(), strict=True)
    rows = [
        [_text(matched.key, k), _text(matched.response, r), int(n), int(key.size[k]), int(response.size[r])]
        for k, r, n in found
    ]
    yield "Mentions in pairs that share the most words", Table(columns, rows)


def _verdicts(matched: Matched) -> Iterator[tuple[str, Table]]:
    """Yield a table of the verdicts on zero anaphors."""
    found = judge(matched, zeros_of(matched.key), zeros_of(matched.response))
    columns = [Column("Zero anaphor", "mention"), Column("Token", "start", "count"), Column("Verdict", "verdict")]
    rows: list[list[object]] = []
    for row in np.flatnonzero(found.anaphor).tolist():
        wrong = "linked to no earlier mention of its key entity" if found.answered[row] else "not resolved"
        rows.append(
            [f"key, {_text(matched.key, row)}", int(matched.key.start[row]), "right" if found.right[row] else wrong]
        )
    rows += [
        [f"response, {_text(matched.response, row)}", int(matched.response.start[row]), "spurious"]
        for row in np.flatnonzero(found.spurious).tolist()
    ]
    yield "Zeros that are not the first mention of their entity", Table(columns, rows)


def _bridge_verdicts(matched: Matched) -> Iterator[tuple[str, Table]]:
    """Yield a table of the verdicts on the bridges of the document."""
    if matched.whole is None:
        return
    every = matched.whole.matched
    columns = [Column(title, title.lower()) for title in ("Side", "Anaphor", "Anchor", "Relation", "Verdict")]
    documents = {*matched.key.document.tolist(), *matched.response.document.tolist()}
    rows: list[list[object]] = []
    for title, side, found in zip(SIDES, (every.key, every.response), judge_bridges(every), strict=True):
        bridges = found.bridges
        for each in np.flatnonzero(np.isin(bridges.document, sorted(documents))).tolist():
            mentions = (int(bridges.anaphor[each]), int(bridges.anchor[each]))
            texts = (_text(side, row) if row >= 0 else "" for row in mentions)
            rows.append([title, *texts, str(bridges.relation[each]), _bridge_verdict(found, each)])
    yield "Bridges", Table(columns, rows)


def _bridge_verdict(found: Judged, bridge: int) -> str:
    if found.entity[bridge]:
        return "right" if found.mention[bridge] else "right entity, other mention"
    return "other anchor" if found.recognised[bridge] else "no such anaphor on the other side"


def _nonreferring_verdicts(matched: Matched) -> Iterator[tuple[str, Table]]:
    """Yield a table of the non-referring mentions of the document."""
    if matched.whole is None:
        return
    every = matched.whole.matched
    columns = [Column(title, title.lower()) for title in ("Side", "Mention", "Verdict")]
    documents = {*matched.key.document.tolist(), *matched.response.document.tolist()}
    sides = (every.key, every.response_row, every.response), (every.response, every.key_row, every.key)
    rows: list[list[object]] = []
    for title, (side, match, other) in zip(SIDES, sides, strict=True):
        for row in np.flatnonzero(~refers(side)).tolist():
            if int(side.document[row]) in documents:
                verdict = "not a mention" if match[row] < 0 else "refers" if refers(other)[match[row]] else "right"
                rows.append([title, _text(side, row), verdict])
    yield "Non-referring mentions, and what they are on the other side", Table(columns, rows)


TABLES: Mapping[str, Callable[[Matched], Iterator[tuple[str, Table]]]] = {
    "information": _correspondences,
    MOR.name: _words,
    ZEROS.name: _verdicts,
    "bridging": _bridge_verdicts,
    "nonreferring": _nonreferring_verdicts,
}
