"""Evaluators with the names, the order of arguments and the return values of e2e-coref and its successors.

Replace ``from metrics import CorefEvaluator`` by ``from corefscore.integrations.e2e import CorefEvaluator``. The
figures are those of the official scorer. Note the order: these functions take the *predicted* clusters first. Only
`ClusterChecker` takes the gold clusters first, as in wl-coref and stanza.

Some copies of these evaluators drop entities with one mention before they count. Nothing is dropped here, as in the
official scorer. If your key has no such entities, drop them from the predictions. A mention that occurs twice never
raises an error: it counts as in the official scorer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from corefscore.core.corpus import Corpus
from corefscore.formats.reading import read
from corefscore.matching.documents import joined_name
from corefscore.result import Result, Score
from corefscore.scoring import Scorer, score

Clusters: TypeAlias = Iterable[Iterable[Any]]
Rates: TypeAlias = tuple[float, float, float]

NAMES = {"muc": "muc", "b_cubed": "b3", "ceafe": "ceafe"}
"""The metrics of the CoNLL average: their names in e2e-coref, and in this package."""
OTHER_NAMES = {"bcub": "b3", "b3": "b3", "ceaf": "ceafe", "lea": "lea", "conll2012": "conll"}
METRICS = ("mentions", "muc", "b3", "ceafe", "lea", "conll")
PERCENT = 100


def _listed(clusters: Clusters) -> list[list[Any]]:
    """Return the clusters without empty ones, which no copy of these evaluators counts."""
    listed = ([*cluster] for cluster in clusters)
    return [cluster for cluster in listed if cluster]


class _Documents:
    """Documents that are scored together. The result is computed when it is needed."""

    def __init__(self) -> None:
        self._scorer = Scorer(METRICS, keep_documents=False, duplicates="reference")
        self._result: Result | None = None

    def add(self, gold: Clusters, predicted: Clusters) -> None:
        self._scorer.update(key=_listed(gold), response=_listed(predicted), documents=False)
        self._result = None

    @property
    def result(self) -> Result:
        if self._result is None:
            self._result = self._scorer.compute()
        return self._result


class Evaluator:
    """One metric of a `CorefEvaluator`."""

    def __init__(self, documents: _Documents, metric: str) -> None:
        self._documents = documents
        self.metric = metric

    @property
    def _score(self) -> Score:
        return self._documents.result[NAMES[self.metric]]

    def get_f1(self) -> float:
        """Return F1, between 0 and 1."""
        return self._score.f1

    def get_recall(self) -> float:
        """Return recall, between 0 and 1."""
        return self._score.recall

    def get_precision(self) -> float:
        """Return precision, between 0 and 1."""
        return self._score.precision

    def get_prf(self) -> Rates:
        """Return precision, recall and F1."""
        return self.get_precision(), self.get_recall(), self.get_f1()

    def get_counts(self) -> tuple[float, float, float, float]:
        """Return the numerator and denominator of precision, then of recall."""
        found = self._score
        return (
            found.precision_numerator,
            found.precision_denominator,
            found.recall_numerator,
            found.recall_denominator,
        )


class CorefEvaluator:
    """The evaluator of e2e-coref: MUC, B³ and CEAFe of many documents, and their means.

    Examples
    --------
    >>> evaluator = CorefEvaluator()
    >>> evaluator.update([[(0, 0), (2, 3)], [(5, 5)]], [[(0, 0), (2, 3), (5, 5)]])
    >>> evaluator.get_prf("muc")
    (1.0, 0.5, 0.6666666666666666)
    >>> round(evaluator.get_f1(), 4)
    0.6381
    """

    def __init__(self) -> None:
        self._documents = _Documents()
        self.evaluators = [Evaluator(self._documents, name) for name in NAMES]

    def update(
        self, predicted: Clusters, gold: Clusters, mention_to_predicted: object = None, mention_to_gold: object = None
    ) -> None:
        """Add a document. The two mappings of mentions are not needed."""
        self._documents.add(gold, predicted)

    def get_f1(self, metric: str = "conll2012") -> float:
        """Return F1 of a metric, or the mean of all three."""
        return self._mean(metric, 2)

    def get_recall(self, metric: str = "conll2012") -> float:
        """Return recall of a metric, or the mean of all three."""
        return self._mean(metric, 1)

    def get_precision(self, metric: str = "conll2012") -> float:
        """Return precision of a metric, or the mean of all three."""
        return self._mean(metric, 0)

    def get_prf(self, metric: str = "conll2012") -> Rates:
        """Return precision, recall and F1 of a metric, or the means of all three."""
        return self.get_precision(metric), self.get_recall(metric), self.get_f1(metric)

    def _mean(self, metric: str, rate: int) -> float:
        if metric != "conll2012":
            return _rates(self._documents.result[_name(metric)])[rate]
        return sum(evaluator.get_prf()[rate] for evaluator in self.evaluators) / len(self.evaluators)


def _name(metric: str) -> str:
    """Return the name of a metric in this package."""
    return NAMES.get(metric) or OTHER_NAMES.get(metric, metric)


def _rates(found: Score) -> Rates:
    return found.precision, found.recall, found.f1


class MentionEvaluator:
    """Precision, recall and F1 of mentions, given as sets.

    Examples
    --------
    >>> evaluator = MentionEvaluator()
    >>> evaluator.update({(0, 0), (1, 1)}, {(0, 0), (5, 5), (7, 7), (9, 9)})
    >>> evaluator.get_prf()
    (0.5, 0.25, 0.3333333333333333)
    """

    def __init__(self) -> None:
        self.tp = self.fp = self.fn = 0

    def update(self, predicted_mentions: Iterable[Any], gold_mentions: Iterable[Any]) -> None:
        """Add a document."""
        predicted, gold = ({*map(_hashable, mentions)} for mentions in (predicted_mentions, gold_mentions))
        self.tp += len(predicted & gold)
        self.fp += len(predicted - gold)
        self.fn += len(gold - predicted)

    def get_precision(self) -> float:
        """Return precision, between 0 and 1."""
        return self.tp / (self.tp + self.fp) if self.tp else 0.0

    def get_recall(self) -> float:
        """Return recall, between 0 and 1."""
        return self.tp / (self.tp + self.fn) if self.tp else 0.0

    def get_f1(self) -> float:
        """Return F1, between 0 and 1."""
        return 2 * self.tp / (2 * self.tp + self.fp + self.fn) if self.tp else 0.0

    def get_prf(self) -> Rates:
        """Return precision, recall and F1."""
        return self.get_precision(), self.get_recall(), self.get_f1()


def _hashable(mention: Any) -> Any:
    return tuple(mention) if isinstance(mention, list) else mention


def get_metrics(
    predicted: Clusters, gold: Clusters, verbose: bool = False, modelname: str = "", dataset: str = ""
) -> tuple[float, dict[str, dict[str, float]]]:
    """Return the CoNLL average and the rates of each metric, as `coreference-eval` does. Nothing is printed.

    Examples
    --------
    >>> average, metrics = get_metrics([[(0, 0), (2, 2)]], [[(0, 0), (2, 2)]])
    >>> average, metrics["b_cubed"]
    (1.0, {'precision': 1.0, 'recall': 1.0, 'f1': 1.0})
    """
    documents = _Documents()
    documents.add(gold, predicted)
    rates = {name: _rates(documents.result[_name(name)]) for name in (*NAMES, "lea")}
    shown = {name: dict(zip(("precision", "recall", "f1"), found, strict=True)) for name, found in rates.items()}
    return documents.result["conll"].f1, shown


class ClusterChecker:
    """The checker of wl-coref and stanza: LEA and the CoNLL average. Gold clusters come first.

    The figures are for all documents together. Entities with one mention count in LEA.

    Examples
    --------
    >>> checker = ClusterChecker()
    >>> checker.add_predictions([[(0, 0), (2, 2)]], [[(0, 0), (2, 2)]])
    (1.0, 1.0, 1.0)
    >>> checker.total_lea, checker.bakeoff
    ((1.0, 1.0, 1.0), 1.0)
    """

    def __init__(self) -> None:
        self._documents = _Documents()

    def add_predictions(self, gold_clusters: Clusters, pred_clusters: Clusters) -> Rates:
        """Add a document. Return F1, precision and recall of its LEA."""
        gold, predicted = _listed(gold_clusters), _listed(pred_clusters)
        self._documents.add(gold, predicted)
        alone = _Documents()
        alone.add(gold, predicted)
        return _f1_first(alone.result["lea"])

    @property
    def total_lea(self) -> Rates:
        """F1, precision and recall of LEA."""
        return _f1_first(self._documents.result["lea"])

    @property
    def mbc(self) -> list[float]:
        """F1 of MUC, B³ and CEAFe."""
        return [self._documents.result[name].f1 for name in NAMES.values()]

    @property
    def bakeoff(self) -> float:
        """The mean F1 of MUC, B³ and CEAFe."""
        return self._documents.result["conll"].f1


def _f1_first(found: Score) -> Rates:
    return found.f1, found.precision, found.recall


def evaluate_conll(
    gold_path: str,
    predictions: Mapping[str, Clusters],
    subtoken_maps: Mapping[str, Sequence[int]] | None = None,
    official_stdout: bool = False,
) -> dict[str, dict[str, float]]:
    """Score predictions against a CoNLL file as the official scorer does, without Perl.

    Parameters
    ----------
    gold_path : str
        The CoNLL file.
    predictions : mapping of str to clusters
        The clusters of each document, by its key (``bc/cctv/00/cctv_0001_0``). Ends of spans are inclusive.
    subtoken_maps : mapping of str to sequences of int, optional
        The word of each subtoken of each document. Without it, spans count words.
    official_stdout : bool
        Not used, because no other program runs.

    Returns
    -------
    dict of str to dict
        The values `r`, `p` and `f` in percent, not rounded, for `muc`, `bcub` and `ceafe`.

    Raises
    ------
    InputError
        If the file cannot be read, or if a span is outside its document.
    ValueError
        If a document of the predictions is not in the file.
    """
    gold = read(gold_path)
    names = _document_keys(gold)
    unknown = [key for key in predictions if key not in names]
    if unknown:
        raise ValueError(f"document {unknown[0]!r} of the predictions is not in {gold_path}; check the keys")
    clusters = {
        names[key]: _in_words(key, predicted, None if subtoken_maps is None else subtoken_maps[key])
        for key, predicted in predictions.items()
    }
    missing: dict[str, list[list[Any]]] = {name: [] for name in gold.names if name not in clusters}
    result = score(gold, {**clusters, **missing}, METRICS, profile="conll2012", spans="inclusive", documents=True)
    return {
        name: {"r": PERCENT * found.recall, "p": PERCENT * found.precision, "f": PERCENT * found.f1}
        for name, found in (("muc", result["muc"]), ("bcub", result["b3"]), ("ceafe", result["ceafe"]))
    }


def _document_keys(gold: Corpus) -> dict[str, str]:
    """Return the names of documents by two keys: the name in the file, and the name with its part."""
    return dict(chain(((joined_name(name), name) for name in gold.names), ((name, name) for name in gold.names)))


def _in_words(key: str, clusters: Clusters, words: Sequence[int] | None) -> list[list[Any]]:
    listed = _listed(clusters)
    if words is None:
        return listed
    try:
        return [[(words[start], words[end]) for start, end in cluster] for cluster in listed]
    except IndexError:
        raise ValueError(f"document {key!r} has a span outside its {len(words):,} subtokens; check the map") from None
