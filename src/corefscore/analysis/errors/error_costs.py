"""The cost of each error: the points of F1 by which a metric would rise if only this error were repaired.

The repair of an error moves only the mentions of this error:

- span error: the response mention gets the borders of the key mention;
- conflated: the mentions leave their response entity and become an entity of their own;
- divided: the mentions join the response entity that has the core of their key entity. If the response lacks the core,
  the core is added to the first part of the entity;
- missing: the mentions are added. A single mention joins the entity that has the core. A whole entity becomes a new
  entity;
- extra: the mentions are removed.
"""

from __future__ import annotations

import numpy as np

from corefscore.analysis.costs import SPURIOUS, Moves, gains
from corefscore.analysis.errors.joint_mentions import JointMentions, or_none
from corefscore.analysis.errors.kinds import KINDS, KUMMERFELD, NUMBER
from corefscore.analysis.errors.kummerfeld import Pieces
from corefscore.analysis.errors.repairs import Repairs
from corefscore.core.arrays import Array, Floats, Ints
from corefscore.metrics.overlap import Overlap

OF_ONE_REPAIR = tuple(kind.name for kind in KINDS if kind.taxonomy == KUMMERFELD)
"""The kinds of errors that can be repaired one by one."""


class ErrorMoves:
    """The mentions that the repair of each error moves.

    Parameters
    ----------
    joint : JointMentions
        The mentions of both sides. The two mentions of a span error are one mention here.
    overlap : Overlap
        The table of shared mentions. The two mentions of a span error are two mentions here.
    kind, key, response, size : array of int
        The kind of each error, the entities of its first mention, and the number of its mentions.
    """

    def __init__(
        self, joint: JointMentions, overlap: Overlap, kind: Ints, key: Ints, response: Ints, size: Ints
    ) -> None:
        self.kind, self.key, self.response, self.size = kind, key, response, size
        self._new = np.full(len(kind), len(overlap.responses.document))
        self._shared = np.asarray(overlap.cells_of(key, response).shared, dtype=np.int64)
        self._spans = _spans_in(joint, key, response)
        hub = Repairs(Pieces(joint)).hub
        self._home = np.where(key >= 0, or_none(joint.response_entity, or_none(hub, key)), SPURIOUS)
        self._rows: list[Moves] = []

    def moves(self) -> Moves:
        """Return the moves of all errors."""
        self._move("span", SPURIOUS, self.response, -1)
        self._move("span", self.key, self.response, 1)
        self._conflated_and_divided()
        for kind in ("extra-mention", "extra-entity", "extra-singleton"):
            self._move(kind, SPURIOUS, self.response, -self.size)
        home = np.where(self._home >= 0, self._home, self._new)
        self._move("missing-mention", self.key, home, 1)
        for kind in ("missing-entity", "missing-singleton"):
            self._move(kind, self.key, self._new, self.size)
        return Moves.joined(self._rows)

    def _conflated_and_divided(self) -> None:
        """Move parts out of their response entity, together with spurious mentions that are span errors of the part."""
        is_home = self._home == self.response
        self._move("divided", self.key, self.response, 1, is_home)
        for kind, target, where in (
            ("conflated", self._new, np.ones_like(is_home)),
            ("divided", np.where(self._home >= 0, self._home, self._new), ~is_home),
        ):
            for key, amount in ((self.key, self._shared), (np.full_like(self.key, SPURIOUS), self._spans)):
                self._move(kind, key, self.response, -amount, where)
                self._move(kind, key, target, amount, where)

    def _move(self, kind: str, key: Ints | int, response: Ints, amount: Ints | int, where: Array | bool = True) -> None:
        rows = np.flatnonzero((self.kind == NUMBER[kind]) & where)
        keys, amounts = (np.broadcast_to(each, self.kind.shape)[rows] for each in (key, amount))
        self._rows.append(Moves(rows, keys, response[rows], np.column_stack([amounts, amounts]).astype(float)))


def error_costs(
    joint: JointMentions, document: Ints, kind: Ints, key: Ints, response: Ints, size: Ints, metric: str
) -> Floats:
    """Return how much the F1 of a metric would rise if only this error were repaired, for each error.

    Parameters
    ----------
    joint : JointMentions
        The mentions of both sides. The two mentions of a span error are one mention here.
    document, kind, key, response, size : array of int
        The document of each error, its kind, the entities of its first mention, and the number of its mentions.
    metric : str
        The name of the metric.

    Returns
    -------
    array of float
        The difference of F1 for each error, between -1 and 1.

    Raises
    ------
    ValueError
        If the metric has no F1, or needs more than the table of shared mentions.
    """
    overlap = Overlap.of(joint.matched)
    return gains(overlap, document, ErrorMoves(joint, overlap, kind, key, response, size).moves(), metric)


def _spans_in(joint: JointMentions, key: Ints, response: Ints) -> Ints:
    """Return the number of span errors that each pair of entities shares."""
    matched = joint.matched
    width = len(matched.response.labels) + 1
    known = np.sort(matched.key.entity[joint.spans.key] * width + matched.response.entity[joint.spans.response])
    wanted = key * width + response
    found: Ints = np.searchsorted(known, wanted, side="right") - np.searchsorted(known, wanted)
    return found
