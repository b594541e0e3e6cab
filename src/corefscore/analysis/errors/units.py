"""Key and response in one list: a row for each mention of either side, matched mentions being one row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscore.analysis.errors.span_pairs import span_errors
from corefscore.core.arrays import Bools, Ints, ints, numbers, order_by
from corefscore.core.problems import warn
from corefscore.matching.duplicates import repeats
from corefscore.matching.matched import Matched
from corefscore.matching.mention_types import PRONOUN, ZERO, MentionFeatures, TextFeatures
from corefscore.matching.same_tokens import on_same_tokens

NONE = -1


@dataclass(eq=False)
class Mentions:
    """Two sides without repeats, and what their words tell of their mentions."""

    matched: Matched
    texts: TextFeatures
    key: MentionFeatures
    response: MentionFeatures

    @classmethod
    def of(cls, matched: Matched) -> Mentions:
        matched = on_same_tokens(without_repeats(matched))
        texts = TextFeatures(matched.key, matched.response)
        return cls(matched, texts, texts.of_mentions(matched.key), texts.of_mentions(matched.response))


@dataclass(eq=False)
class Units:
    """Mentions of both sides in the order of the text; -1 where a side lacks one.

    `spans` has the pairs (row of the key, row of the response) that were taken for one mention with other borders.
    """

    matched: Matched
    key_row: Ints
    response_row: Ints
    type: Ints
    spans: tuple[Ints, Ints]

    @classmethod
    def of(cls, described: Mentions, same_spans: bool = False) -> Units:
        """The units of two sides; mentions with other borders are one unless `same_spans` are asked for."""
        matched, of_key, of_response = described.matched, described.key, described.response
        key, response = matched.key, matched.response
        nothing = ints([])
        spans = (nothing, nothing) if same_spans else span_errors(matched, of_key, of_response)
        match = matched.key_row.copy()
        match[spans[1]] = spans[0]
        partner = np.full(key.mentions, NONE)
        partner[match[match >= 0]] = np.flatnonzero(match >= 0)
        spare = np.flatnonzero(match < 0)
        key_row = np.concatenate([numbers(key.mentions), np.full(len(spare), NONE)])
        response_row = np.concatenate([partner, spare])
        columns = [
            np.concatenate([ours, theirs[spare]])
            for ours, theirs in (
                (key.document, response.document),
                (key.start, response.start),
                (key.end, response.end),
                (of_key.type, of_response.type),
            )
        ]
        order = order_by(*columns[:3])
        return cls(matched, key_row[order], response_row[order], columns[3][order], spans)

    def __len__(self) -> int:
        return len(self.key_row)

    def _of(self, name: str) -> Ints:
        """A column of the key, or of the response where the key lacks the mention."""
        key, response = (getattr(side, name) for side in (self.matched.key, self.matched.response))
        found = np.empty(len(self), dtype=np.int64)
        ours = self.key_row >= 0
        found[ours] = key[self.key_row[ours]]
        found[~ours] = response[self.response_row[~ours]]
        return found

    @cached_property
    def document(self) -> Ints:
        return self._of("document")

    @cached_property
    def start(self) -> Ints:
        return self._of("start")

    @cached_property
    def end(self) -> Ints:
        return self._of("end")

    @cached_property
    def key_entity(self) -> Ints:
        return entities(self.matched.key.entity, self.key_row)

    @cached_property
    def response_entity(self) -> Ints:
        return entities(self.matched.response.entity, self.response_row)

    @cached_property
    def pronoun(self) -> Bools:
        return np.isin(self.type, (PRONOUN, ZERO))


def entities(column: Ints, rows: Ints) -> Ints:
    """The entity of each row, or -1."""
    found = np.full(len(rows), NONE)
    found[rows >= 0] = column[rows[rows >= 0]]
    return found


def without_repeats(matched: Matched) -> Matched:
    """Each mention once on each side, in the entity that comes first; only `duplicates=reference` leaves others."""
    key_once, response_once = ~repeats(matched.key), ~repeats(matched.response)
    if key_once.all() and response_once.all():
        return matched
    lost = int((~key_once).sum() + (~response_once).sum())
    message = f"{lost:,} repeated mentions are left out of the error analysis; the first entity keeps each"
    warn(matched.response.source_name, 0, message)
    return matched.take(np.flatnonzero(key_once), np.flatnonzero(response_once))
