"""The mentions of key and response in one list. Two mentions that match are one row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers, order_by, pack, rank_within, renumber
from corefscore.core.problems import warn
from corefscore.matching.duplicates import repeats
from corefscore.matching.language import PRONOUN, ZERO, MentionFeatures, TextFeatures
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.same_tokens import on_same_tokens

NONE = -1


@dataclass(eq=False)
class ComparedMentions:
    """Both sides without repeated mentions and on the same tokens, with the heads and types of their mentions.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    texts : TextFeatures
        The tokens of each document.
    key, response : MentionFeatures
        Heads, types and trimmed borders of the mentions of each side.
    """

    matched: Matched
    texts: TextFeatures
    key: MentionFeatures
    response: MentionFeatures

    @classmethod
    def of(cls, matched: Matched) -> ComparedMentions:
        """Return the features of all mentions. Repeated mentions are left out, with a warning."""
        matched = on_same_tokens(without_repeats(matched))
        texts = TextFeatures(matched.key, matched.response)
        return cls(matched, texts, texts.of_mentions(matched.key), texts.of_mentions(matched.response))


@dataclass(eq=False)
class JointMentions:
    """The mentions of both sides in the order of the text. Two mentions that match are one row.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    key_row, response_row : array of int
        The row of each mention in the key and in the response, or -1.
    type : array of int
        The type of each mention.
    spans : Pairs
        The pairs of mentions that do not match, but are taken as one mention with different borders.
    """

    matched: Matched
    key_row: Ints
    response_row: Ints
    type: Ints
    spans: Pairs

    @classmethod
    def of(cls, mentions: ComparedMentions, join_spans: bool = True) -> JointMentions:
        """Return the mentions of both sides. With `join_spans`, the two mentions of a span error are one row too."""
        matched, of_key, of_response = mentions.matched, mentions.key, mentions.response
        key, response = matched.key, matched.response
        spans = span_errors(matched, of_key, of_response) if join_spans else Pairs(ints([]), ints([]))
        match = matched.key_row.copy()
        match[spans.response] = spans.key
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

    def _of_either(self, ours: Ints, theirs: Ints) -> Ints:
        """Return the values of the key mentions; for mentions that the key lacks, those of the response mentions."""
        return np.where(self.key_row >= 0, or_none(ours, self.key_row), or_none(theirs, self.response_row))

    @cached_property
    def document(self) -> Ints:
        """The document of each mention."""
        return self._of_either(self.matched.key.document, self.matched.response.document)

    @cached_property
    def start(self) -> Ints:
        """The first token of each mention."""
        return self._of_either(self.matched.key.start, self.matched.response.start)

    @cached_property
    def end(self) -> Ints:
        """The last token of each mention."""
        return self._of_either(self.matched.key.end, self.matched.response.end)

    @cached_property
    def key_entity(self) -> Ints:
        """The key entity of each mention, or -1."""
        return or_none(self.matched.key.entity, self.key_row)

    @cached_property
    def response_entity(self) -> Ints:
        """The response entity of each mention, or -1."""
        return or_none(self.matched.response.entity, self.response_row)

    @cached_property
    def pronoun(self) -> Bools:
        """Whether each mention is a pronoun or a zero."""
        return np.isin(self.type, (PRONOUN, ZERO))


def or_none(column: Ints, rows: Ints) -> Ints:
    """Return the values of the given rows, and -1 where the row is -1."""
    found: Ints = np.append(column, NONE)[rows]
    return found


def without_repeats(matched: Matched) -> Matched:
    """Return each mention once on each side, in its first entity. Only `duplicates=reference` keeps repeats."""
    key_once, response_once = ~repeats(matched.key), ~repeats(matched.response)
    if key_once.all() and response_once.all():
        return matched
    lost = int((~key_once).sum() + (~response_once).sum())
    message = f"{lost:,} repeated mentions are left out of the error analysis; each mention stays in its first entity"
    warn(matched.response.source_name, 0, message)
    return matched.take(np.flatnonzero(key_once), np.flatnonzero(response_once))


def span_errors(matched: Matched, of_key: MentionFeatures, of_response: MentionFeatures) -> Pairs:
    """Return the pairs of mentions without a match that are taken as one mention with different borders.

    First, mentions are paired if their borders are equal after articles, possessives and symbols are trimmed. Then
    mentions with the same head are paired, if no other mention without a match has this head.
    """
    keys, responses = np.flatnonzero(matched.response_row < 0), np.flatnonzero(matched.key_row < 0)
    documents = matched.key.document, matched.response.document
    borders = [(of_key.start, of_response.start), (of_key.end, of_response.end)]
    by_border = _equal([documents, *borders], keys, responses)
    keys, responses = np.setdiff1d(keys, by_border.key), np.setdiff1d(responses, by_border.response)
    by_head = _equal([documents, (of_key.head, of_response.head)], keys, responses, alone=True)
    return Pairs(*(np.concatenate(both) for both in zip(by_border, by_head, strict=True)))


def _equal(columns: list[tuple[Ints, Ints]], keys: Ints, responses: Ints, alone: bool = False) -> Pairs:
    """Return pairs of rows that are equal in all columns: the first of one side with the first of the other, and so on.

    With `alone`, rows are paired only if each side has one such row.
    """
    code = pack(*(np.concatenate([ours[keys], theirs[responses]]) for ours, theirs in columns))
    assert code is not None, "numbers of documents and tokens are small"
    group = renumber(code)[0]
    ours, theirs = group[: len(keys)], group[len(keys) :]
    if alone:
        single = _occurs_once(ours, len(group)) & _occurs_once(theirs, len(group))
        keys, responses = keys[single[ours]], responses[single[theirs]]
        ours, theirs = ours[single[ours]], theirs[single[theirs]]
    key_code, response_code = (side * (len(group) + 1) + rank_within(side) for side in (ours, theirs))
    _, key_index, response_index = np.intersect1d(key_code, response_code, assume_unique=True, return_indices=True)
    return Pairs(keys[key_index], responses[response_index])


def _occurs_once(group: Ints, groups: int) -> Bools:
    once: Bools = np.bincount(group, minlength=groups) == 1
    return once
