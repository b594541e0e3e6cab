"""Check which relations a format cannot hold."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from corefscore.core.arrays import GONE, ints
from corefscore.core.problems import warn
from corefscore.core.relations import Relations
from corefscore.formats.base import ANCHORS, BRIDGES, ELEMENTS, Format


def warn_of_loss(form: Format, target: str, what: str) -> None:
    """Warn that a format cannot hold a part of a corpus."""
    warn(target, 0, f"{form.name} cannot hold {what}; this is lost")


def count_relations(relations: Relations | None) -> int:
    """Return the number of elements and bridges."""
    return 0 if relations is None else len(relations.whole) + len(relations.anaphor)


FIT_NAMES = {"ua": r"[^\s()|@\0]*", "corefud": r"[^\s|,\0]*", "table": r"(?!_$)[^\s\0]*"}
"""Patterns for the names of relations, for the formats that cannot hold all names."""


def fit_relations(relations: Relations, form: Format, target: str) -> Relations | None:
    """Return the relations that a format can hold, or None if there are none.

    Warns
    -----
    InputWarning
        If some relations are lost.
    """
    found = relations
    if len(found.unknown_anaphor):
        warn_of_loss(form, target, f"{len(found.unknown_anaphor):,} bridges whose anaphors are not known")
        found = replace(found, unknown_anaphor=ints([]))
    if ELEMENTS not in form.carries and len(found.whole):
        warn_of_loss(form, target, f"{len(found.whole):,} elements of plural entities")
        found = replace(found, whole=ints([]), part=ints([]))
    if BRIDGES not in form.carries and len(found.anaphor):
        warn_of_loss(form, target, f"{len(found.anaphor):,} bridges")
        found = found.with_bridges(np.zeros(len(found.anaphor), dtype=bool))
    if ANCHORS not in form.carries and len(found.anaphor):
        found = _with_entities_as_anchors(found, form, target)
    found = _with_fit_names(found, form, target)
    return found if len(found.whole) or len(found.anaphor) else None


def _with_fit_names(relations: Relations, form: Format, target: str) -> Relations:
    fits = re.compile(FIT_NAMES.get(form.name, ".*"), re.S).fullmatch
    unfit = [not fits(name) for name in relations.relation.tolist()]
    if not any(unfit):
        return relations
    first = relations.relation[unfit.index(True)]
    warn_of_loss(form, target, f"the relations of {sum(unfit):,} bridges, such as {first!r}")
    return replace(relations, relation=np.where(unfit, "", relations.relation))


def _with_entities_as_anchors(relations: Relations, form: Format, target: str) -> Relations:
    has_entity = relations.anchor_entity != GONE
    mentions = int(np.count_nonzero((relations.anchor != GONE) & has_entity))
    if mentions:
        warn_of_loss(form, target, f"the anchor mentions of {mentions:,} bridges, but only the anchors' entities")
    if not has_entity.all():
        warn_of_loss(form, target, f"{np.count_nonzero(~has_entity):,} bridges whose anchors are not known")
    found = relations.with_bridges(has_entity)
    return replace(found, anchor=np.full(len(found.anchor), GONE))
