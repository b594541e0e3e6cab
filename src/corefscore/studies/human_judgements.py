"""Test on 21 entities whether a metric ranks entities as a person does (the conjecture of Holen 2013)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from corefscore.comparison.rankings import ranks
from corefscore.core.arrays import Floats
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable
from corefscore.core.plots import panels
from corefscore.core.settings import LEVEL
from corefscore.core.tables import Column, Table
from corefscore.matching.matched import Matched, find_matches
from corefscore.matching.weights import information, tokens, with_weights
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.ceafe import CEAFE
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.information import INFORMATION
from corefscore.metrics.information_links import LinkWeights
from corefscore.metrics.lea import LEA
from corefscore.metrics.muc import MUC
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.pairwise import PAIRWISE
from corefscore.studies import holen2013
from corefscore.studies.agreement_checks import Permuted, Range, agreement, by_text, leave_one_out, permutation

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

PLAIN: tuple[CountedMetric, ...] = (MUC, B3, CEAFE, CEAFM, PAIRWISE, LEA)
TITLES = {"pairwise": "BLANC (links in entities)"}
SAMPLES = 2000
DIGITS = 12
"""Scores that differ only by rounding errors are ties."""
HUMAN = np.array([judged.human for judged in holen2013.ENTITIES], dtype=np.float64)
NAMES = tuple(judged.name for judged in holen2013.ENTITIES)
COLUMNS = (Column("Score", "score"), Column("τ-b", "tau"), Column("low", "low"), Column("high", "high"))


@dataclass(frozen=True)
class HumanAgreement:
    """How well the ranks of a score agree with those of a person: Kendall's τ-b, and a bootstrap interval.

    Parameters
    ----------
    name : str
        The name of the score.
    scores : tuple of float
        The score of each entity.
    tau, low, high : float
        τ-b, and the limits of its interval.
    drawn : tuple of float
        τ-b of each bootstrap sample.
    """

    name: str
    scores: tuple[float, ...]
    tau: float
    low: float
    high: float
    drawn: tuple[float, ...]

    def __repr__(self) -> str:
        return f"<HumanAgreement of {self.name}: {self.tau:.3f} [{self.low:.3f}, {self.high:.3f}]>"


@dataclass(frozen=True)
class HumanStudy(Exportable):
    """The agreement of each score with a person, on the same entities.

    Parameters
    ----------
    agreements : tuple of HumanAgreement
        One for each score.
    samples : int
        How many bootstrap samples were drawn.
    seed : int
        The seed of the random numbers.
    """

    agreements: tuple[HumanAgreement, ...]
    samples: int
    seed: int

    def __repr__(self) -> str:
        return f"<HumanStudy of {len(self.agreements)} scores: {self.samples:,} samples, seed {self.seed}>"

    def lead(self) -> HumanAgreement | None:
        """Return the difference between `information` and the best metric without weights, sample by sample."""
        taus = {each.name: each for each in self.agreements}
        if INFORMATION.title not in taus or not self._rivals:
            return None
        rival = max(self._rivals, key=lambda each: each.tau)
        ours, theirs = (np.array(each.drawn) for each in (taus[INFORMATION.title], rival))
        low, high = _interval(ours - theirs)
        return HumanAgreement(rival.name, (), taus[INFORMATION.title].tau - rival.tau, low, high, ())

    @property
    def _values(self) -> Floats:
        """Return an array with a row for each entity and a column for each score."""
        return np.column_stack([np.array(each.scores) for each in self.agreements])

    @property
    def _rivals(self) -> list[HumanAgreement]:
        plain = [_title(metric) for metric in PLAIN]
        return [each for each in self.agreements if each.name in plain]

    @cached_property
    def leave_one_out(self) -> dict[str, Range]:
        """τ-b of each score without each entity in turn."""
        return self._named(leave_one_out(self._values, HUMAN, NAMES))

    @cached_property
    def by_text(self) -> dict[str, Range]:
        """The interval of τ-b of each score if whole texts are drawn, and τ-b without each text in turn."""
        return self._named(by_text(self._values, HUMAN, [judged.document for judged in holen2013.ENTITIES]))

    @cached_property
    def permutation(self) -> dict[str, Permuted]:
        """A paired permutation test of `information` against each metric without weights."""
        ours = next((each for each in self.agreements if each.name == INFORMATION.title), None)
        if ours is None or not self._rivals:
            return {}
        theirs = np.array([each.scores for each in self._rivals]).T
        tests = permutation(np.array(ours.scores), theirs, HUMAN, self.samples, self.seed)
        return {each.name: test for each, test in zip(self._rivals, tests, strict=True)}

    def ranks(self) -> dict[str, dict[str, int]]:
        """Return the rank of each entity by each score and by the person, as in the paper's Table 6."""
        found = ranks(self._values).tolist()
        names = [each.name for each in self.agreements]
        return {
            judged.name: dict(zip(names, row, strict=True)) | {"human": judged.human}
            for judged, row in zip(holen2013.ENTITIES, found, strict=True)
        }

    def _named(self, ranges: Sequence[Range]) -> dict[str, Range]:
        return {each.name: found for each, found in zip(self.agreements, ranges, strict=True)}

    def table(self) -> Table:
        """Return a row for each score with τ-b and its interval."""
        rows = [[each.name, *(f"{value:.3f}" for value in (each.tau, each.low, each.high))] for each in self.agreements]
        entities = len(holen2013.ENTITIES)
        foot = (
            f"{entities} entities of {holen2013.SOURCE}, ranked by one person; {100 * LEVEL:.0f} % intervals from "
            f"{self.samples:,} bootstrap samples of these entities (seed {self.seed})",
            *self._lead_note(),
            "With so few entities of one person's judgement, this can refute a score, but not establish one.",
        )
        return Table(COLUMNS, rows, foot=foot)

    def tables(self) -> list[Table]:
        return [self.table(), self.check_table(), *([self.rank_table()] if self.permutation else [])]

    def check_table(self) -> Table:
        """Return a row for each score: how far its τ-b depends on single entities, on texts, and on chance."""
        columns = (
            Column("Score", "score"),
            *(Column(f"one entity left out: {end}", f"leave_one_out_{end}") for end in ("low", "high")),
            *(Column(f"texts drawn: {end}", f"by_text_{end}") for end in ("low", "high")),
            Column(f"{INFORMATION.title} is ahead by", "difference"),
            Column("p", "p"),
        )
        rows = []
        for name in (each.name for each in self.agreements):
            ranges = (*self.leave_one_out[name][:2], *self.by_text[name][:2])
            test = [f"{value:.3f}" for value in self.permutation.get(name, ())] or ["", ""]
            rows.append([name, *(f"{value:.3f}" for value in ranges), *test])
        foot = (
            "lowest and highest τ-b if each entity is left out in turn; interval of τ-b if whole texts are drawn",
            f"p of a paired permutation test, two-sided, {self.samples:,} permutations (seed {self.seed})",
        )
        return Table(columns, rows, foot=foot)

    def rank_table(self) -> Table:
        """Return Table 6 of the paper: ranks by metrics without weights, by `information`, and by a person."""
        names = [*(each.name for each in self._rivals), INFORMATION.title, "human"]
        columns = [Column("Entity", "entity"), *(Column(name, name, "count") for name in names)]
        rows = [[entity, *(found[name] for name in names)] for entity, found in self.ranks().items()]
        return Table(columns, rows, foot=["ranks as in the paper's Table 6; equal entities share the better rank"])

    def full_table(self) -> Table:
        """Return the same figures without rounding."""
        return Table(COLUMNS, [[each.name, each.tau, each.low, each.high] for each in self.agreements])

    def _lead_note(self) -> list[str]:
        lead = self.lead()
        if lead is None:
            return []
        interval = f"{lead.low:+.3f} to {lead.high:+.3f}"
        return [f"{INFORMATION.title} less {lead.name}, the best without weights: {lead.tau:+.3f} ({interval})"]

    def to_dict(self) -> dict[str, object]:
        """Return the entities, their human ranks, and the scores and the agreement of each metric."""
        return {
            "source": holen2013.SOURCE,
            "entities": list(NAMES),
            "human": [int(rank) for rank in HUMAN],
            "samples": self.samples,
            "seed": self.seed,
            "scores": {
                each.name: {"tau": each.tau, "low": each.low, "high": each.high, "scores": list(each.scores)}
                for each in self.agreements
            },
            "leave_one_out": {name: found._asdict() for name, found in self.leave_one_out.items()},
            "permutation": {name: found._asdict() for name, found in self.permutation.items()},
            "by_text": {name: found._asdict() for name, found in self.by_text.items()},
            "ranks": self.ranks(),
            "printed_ranks": {name: dict(found) for name, found in holen2013.RANKS.items()},
        }

    def figure(self) -> Picture:
        """Return a picture: τ-b of each score with its interval, and the scores of each entity with its human rank."""
        figure, (left, right) = panels(1, 2, width=6.0, height=5.0)
        heights = range(len(self.agreements))[::-1]
        for height, each in zip(heights, self.agreements, strict=True):
            colour = "C3" if each.name == INFORMATION.title else "C0"
            left.plot([each.low, each.high], [height, height], color=colour)
            left.plot(each.tau, height, "o", color=colour)
        left.set_yticks(heights, [each.name for each in self.agreements])
        left.set_xlabel(f"Kendall's τ-b with the human ranking, {100 * LEVEL:.0f} % interval")
        left.set_title(f"n = {len(holen2013.ENTITIES)} entities")
        order = sorted(range(len(holen2013.ENTITIES)), key=lambda row: holen2013.ENTITIES[row].human)
        named = {each.name: each for each in self.agreements}
        for name, mark, colour in ((CEAFE.title, "o", "C0"), (MUC.title, "x", "C2"), (INFORMATION.title, "D", "C3")):
            if name in named:
                scores = [named[name].scores[row] for row in order]
                right.plot(scores, range(len(order)), mark, color=colour, label=name)
        ranked = [holen2013.ENTITIES[row] for row in order]
        right.set_yticks(range(len(ranked)), [f"{judged.name}  {judged.human}" for judged in ranked])
        right.invert_yaxis()
        right.set_xlabel("F1 of the entity")
        right.set_title("Entities, with their human rank")
        right.legend(loc="lower right")
        return figure


def human_study(samples: int = SAMPLES, seed: int = 1) -> HumanStudy:
    """Compute Kendall's τ-b between the ranking of each metric and the human ranking.

    Parameters
    ----------
    samples : int
        How many bootstrap samples of the entities to draw.
    seed : int
        The seed of the random numbers.

    Examples
    --------
    >>> study = human_study(samples=10)
    >>> study.agreements[0].name, round(study.agreements[0].tau, 3)
    ('MUC', 0.683)
    """
    return HumanStudy(tuple(_agreements(dict(_scores()), samples, seed)), samples, seed)


def sensitivity(samples: int = SAMPLES, seed: int = 1) -> HumanStudy:
    """Compute Kendall's τ-b for variants of the metric `information`, each with one change.

    Parameters
    ----------
    samples : int
        How many bootstrap samples of the entities to draw.
    seed : int
        The seed of the random numbers.
    """
    return HumanStudy(tuple(_agreements(dict(_changed()), samples, seed)), samples, seed)


def _agreements(scores: Mapping[str, Floats], samples: int, seed: int) -> Iterator[HumanAgreement]:
    chosen = np.random.default_rng(seed).integers(0, len(HUMAN), (samples, len(HUMAN)))
    values = np.column_stack(list(scores.values()))
    taus = agreement(values, HUMAN)
    drawn = np.array([agreement(values[rows], HUMAN[rows]) for rows in chosen])
    for column, name in enumerate(scores):
        every = drawn[:, column]
        found = tuple(values[:, column].tolist())
        yield HumanAgreement(name, found, float(taus[column]), *_interval(every), tuple(every.tolist()))


def _interval(drawn: Floats) -> tuple[float, float]:
    low, high = np.nanquantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _title(metric: CountedMetric) -> str:
    return TITLES.get(metric.name, metric.title)


def _scores() -> Iterator[tuple[str, Floats]]:
    plain = find_matches(*holen2013.pairs())
    for metric in PLAIN:
        yield _title(metric), _f1(metric, plain)
    yield INFORMATION.title, _f1(INFORMATION, plain)
    informed = _with(plain, information(plain.key, plain.response))
    for metric in PLAIN:
        yield f"{_title(metric)}, weighted by information", _f1(metric, informed)
    long = _with(plain, (tokens(plain.key), tokens(plain.response)))
    for metric in PLAIN:
        yield f"{_title(metric)}, weighted by tokens", _f1(metric, long)


def _changed() -> Iterator[tuple[str, Floats]]:
    plain = find_matches(*holen2013.pairs())
    yield "as it is", _f1(INFORMATION, plain)
    for link, meaning in (("mean", "the mean of its mentions"), ("lighter", "as much as its lighter mention")):
        yield f"a link weighs {meaning}", _f1(INFORMATION, plain, LinkWeights(link=link))
    for partial, meaning in (
        (math.inf, "none"),
        (0.5, "square root of likeness"),
        (2.0, "square of it"),
        (0.0, "full"),
    ):
        yield f"credit for overlap: {meaning}", _f1(INFORMATION, plain, LinkWeights(partial=partial))
    for alone in (0.0, 0.5, 2.0):
        yield f"a mention's link to itself: {alone:g}", _f1(INFORMATION, plain, LinkWeights(alone=alone))
    for meaning, weighing in _other_weights():
        yield meaning, _f1(INFORMATION, _with(plain, weighing(plain.key, plain.response)))


Weighing = Callable[[Corpus, Corpus], tuple[Floats, Floats]]


def _other_weights() -> Sequence[tuple[str, Weighing]]:
    return [
        ("all mentions weigh 1", lambda key, response: (np.ones(key.mentions), np.ones(response.mentions))),
        ("a mention weighs its tokens", lambda key, response: (tokens(key), tokens(response))),
        ("nouns and names weigh 1, pronouns 0.1", _only_pronouns),
        *((f"a pronoun weighs {pronoun:g}", _informing(pronoun=pronoun)) for pronoun in (0.01, 0.25, 0.5, 1.0)),
        *((f"a name weighs {name:g} × as much", _informing(name=name)) for name in (1.0, 2.0)),
    ]


def _informing(**parameters: float) -> Weighing:
    return lambda key, response: information(key, response, "en", **parameters)


def _only_pronouns(key: Corpus, response: Corpus) -> tuple[Floats, Floats]:
    one, other = (np.minimum(weight, 1.0) for weight in information(key, response))
    return one, other


def _with(matched: Matched, weights: tuple[Floats, Floats]) -> Matched:
    return Matched(with_weights(matched.key, weights[0]), with_weights(matched.response, weights[1]), matched.key_row)


def _f1(metric: CountedMetric, matched: Matched, links: LinkWeights | None = None) -> Floats:
    counts = (links or metric).count(Overlap.of(matched))
    f1: Floats = metric.rates(counts)[:, -1].round(DIGITS)
    return f1
