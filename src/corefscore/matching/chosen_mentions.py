"""Which mentions are scored: all of them, those of both sides, or those of the key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import SHOWN, InputError, Problem
from corefscore.matching.matched import NO_MATCH, Matched


def chosen_mentions(matched: Matched, policy: str) -> Matched:
    """The mentions that a policy chooses.

    Parameters
    ----------
    matched : Matched
        All mentions of both sides.
    policy : str
        `all`, `shared` or `gold`; see `Settings`.

    Raises
    ------
    InputError
        If the policy is `gold` and a mention of one side does not match any of the other.
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
        *_problems(matched.key, missing, "the response lacks mention {}"),
        *_problems(matched.response, spurious, "the key lacks mention {}"),
    ]
    if problems:
        raise InputError(problems, total=len(missing) + len(spurious))


def _problems(corpus: Corpus, rows: Ints, message: str) -> Iterator[Problem]:
    advice = "give the response the mentions of the key, or choose mentions=all or shared (--mentions)"
    for row in rows[:SHOWN].tolist():
        yield corpus.problem(row, f"{message.format(corpus.quoted(row))}; {advice}")
