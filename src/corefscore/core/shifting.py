"""Renumber the tokens of mentions after documents were joined or cut."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus, Parts


def shifted(corpus: Corpus, by: Ints) -> Corpus:
    """Add a number to the tokens of each mention. Documents, entities and the order of mentions stay the same.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    by : array of int
        The number to add to the tokens of each mention.

    Examples
    --------
    >>> import corefscore
    >>> from corefscore.core.arrays import ints
    >>> corpus = corefscore.score([["Ann", "she"]], [["Ann", "she"]]).matched.key
    >>> shifted(corpus, ints([10, 20])).start.tolist()
    [10, 21]
    """
    extra = dict(corpus.extra)
    if "head" in extra:
        extra["head"] = np.where(extra["head"] >= 0, extra["head"] + by, extra["head"])
    shapes: dict[Parts, int] = {}
    for name in extra.keys() & {"shape", "minimum"}:
        extra[name] = extra[name].copy()
        for row in np.flatnonzero(extra[name]).tolist():
            shift, parts = int(by[row]), corpus.shapes[int(extra[name][row]) - 1]
            moved = tuple((start + shift, end + shift) for start, end in parts)
            extra[name][row] = shapes.setdefault(moved, len(shapes) + 1)
    return replace(corpus, start=corpus.start + by, end=corpus.end + by, extra=extra, shapes=tuple(shapes))
