"""Coreference metrics as functions of labels, in the form of scikit-learn: ``f(labels_true, labels_pred) -> float``.

They need no library. ``sklearn.metrics.make_scorer(b3_score)`` turns one into a scorer.
"""

from __future__ import annotations

import numpy.typing as npt

from corefscore.scoring import score_labels


def _f1(metric: str, labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    return float(score_labels(gold=labels_true, predicted=labels_pred, metrics=[metric])[metric].f1)


def muc_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return F1 of MUC.

    >>> muc_score([0, 0, 0, 1], ["x", "x", "y", "y"])
    0.5
    """
    return _f1("muc", labels_true, labels_pred)


def b3_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return F1 of B³.

    >>> b3_score([0, 0, 1, 1], [5, 5, 3, 3])
    1.0
    """
    return _f1("b3", labels_true, labels_pred)


def ceafm_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return F1 of CEAF with the similarity of mentions."""
    return _f1("ceafm", labels_true, labels_pred)


def ceafe_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return F1 of CEAF with the similarity of entities."""
    return _f1("ceafe", labels_true, labels_pred)


def blanc_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return F1 of BLANC."""
    return _f1("blanc", labels_true, labels_pred)


def lea_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return F1 of LEA."""
    return _f1("lea", labels_true, labels_pred)


def pairwise_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return F1 of the pairs of mentions in the same entity."""
    return _f1("pairwise", labels_true, labels_pred)


def conll_score(labels_true: npt.ArrayLike, labels_pred: npt.ArrayLike) -> float:
    """Return the mean F1 of MUC, B³ and CEAF-e."""
    return _f1("conll", labels_true, labels_pred)
