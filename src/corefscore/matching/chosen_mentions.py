"""Choose the mentions to score: all of them, those of both sides, or those of the key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import SHOWN, InputError, Problem
from corefscore.matching.matched import NO_MATCH, Matched


def chosen_mentions(matched: Matched, policy: str) -> Matched:
    """Return the mentions that a policy chooses.

    Parameters
    ----------
    matched : Matched
        All mentions of both sides.
    policy : str
        `all`, `shared` or `gold`; see `Settings`.

    Raises
    ------
    InputError
        If the policy is `gold`, and a mention of one side matches no mention of the other side.
    """
    if policy == "shared":
        taken = matched.take(np.sort(matched.pairs.key), matched.pairs.response)
        return replace(taken, whole=taken.whole and taken.whole.shared())
    if policy == "gold":
        _refuse_other_mentions(matched)
    return matched


def _refuse_other_mentions(matched: Matched) -> None:
    missing, spurious = (np.flatnonzero(row == NO_MATCH) for row in (matched.response_row, matched.key_row))
    problems = [
        *_problems(matched.key, missing, "the response does not have the mention {}"),
        *_problems(matched.response, spurious, "the key does not have the mention {}"),
    ]
    if problems:
        raise InputError(problems, total=len(missing) + len(spurious))


def _problems(corpus: Corpus, rows: Ints, message: str) -> Iterator[Problem]:
    advice = "give the response the mentions of the key, or choose mentions=all or shared (--mentions)"
    for row in rows[:SHOWN].tolist():
        yield corpus.problem(row, f"{message.format(corpus.quoted(row))}; {advice}")
