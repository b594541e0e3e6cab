"""The fields of a document in JSON lines, and which of them holds the clusters to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corefscore.core.problems import Problem, fail
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE, Reading
from corefscore.formats.conventions import CONVENTIONS, Convention
from corefscore.formats.json.decoding import JsonValue

NAME_FIELDS = ("doc_key", "doc_id", "document_id", "id", "name")
KEY_FIELDS = ("clusters", "clusters_token_offsets", "mention_clusters", "clusters_char_offsets")
PREDICTED_FIELDS = ("predicted_clusters", "pred_clusters")
SENTENCE_FIELD = "mention_clusters"
CLUSTER_FIELDS = (*KEY_FIELDS, *PREDICTED_FIELDS)
WORD_FIELDS = ("sentences", "tokens", "cased_words")
TEXT_FIELD = "text"
SPANS_FIELD, LABELS_FIELD = "spans", "cluster_labels"
KNOWN_FIELDS = {*CLUSTER_FIELDS, *WORD_FIELDS, TEXT_FIELD, "doc_key", "speakers"}

FAMILIES: Mapping[str, Convention] = {
    "clusters_token_offsets": CONVENTIONS["inclusive"],
    "clusters_char_offsets": CONVENTIONS["characters-inclusive"],
    "mention_clusters": CONVENTIONS["exclusive"],
    "cased_words": CONVENTIONS["exclusive"],
}
"""Fields that only one family of systems writes, and what that family means by the ends of spans."""


def cluster_field(source: str, line: int, fields: Mapping[str, JsonValue], reading: Reading) -> str:
    """The field to read: the one that is asked for, else the only one, else that of the side of the file.

    Parameters
    ----------
    source, line : str and int
        Where the document is.
    fields : mapping of str to JSON values
        Its fields.
    reading : Reading
        Which field is asked for, and which side is read.

    Raises
    ------
    InputError
        If there is no such field, or if it is not clear which of several to read.
    """
    if reading.clusters is not None:
        if reading.clusters not in fields:
            message = f"there is no field {reading.clusters!r} here ({_seen(fields)})"
            raise fail(source, line, f'{message}; write "{reading.clusters}": [] if it has no clusters')
        return reading.clusters
    gold, predicted = ([name for name in of if fields.get(name) is not None] for of in (KEY_FIELDS, PREDICTED_FIELDS))
    if gold and predicted and reading.side is None:
        message = f"both {gold[0]!r} and {predicted[0]!r} are here"
        raise fail(source, line, f"{message}; choose one, as with clusters={predicted[0]} (--clusters)")
    found = [*predicted, *gold] if reading.side == RESPONSE_SIDE else [*gold, *predicted]
    if not found:
        advice = f"name it {' or '.join(CLUSTER_FIELDS)}, or give its name with clusters= (--clusters)"
        raise fail(source, line, f"no field has clusters ({_seen(fields)}); {advice}")
    return found[0]


def _seen(fields: Mapping[str, JsonValue]) -> str:
    return f"the fields are {', '.join(fields)}" if fields else "there are no fields"


class ChosenField(NamedTuple):
    """The field from which the clusters of a document were read.

    Parameters
    ----------
    document : str
        The name of the document.
    line : int
        Its line.
    field : str
        The field.
    present : tuple of str
        All its fields that can have clusters, even if they are null.
    """

    document: str
    line: int
    field: str
    present: tuple[str, ...]


def fields_of_other_side(source: str, chosen: Sequence[ChosenField], reading: Reading) -> list[Problem]:
    """A problem for each document that lacks the field of its side, if other documents of the file have it.

    Gold clusters are no response, and predicted clusters are no key. If the side is not known, a file must not have
    both gold and predicted clusters read from it.
    """
    own = KEY_FIELDS if reading.side == KEY_SIDE else PREDICTED_FIELDS
    if reading.clusters is not None:
        return []
    with_own = (
        (name, choice.line)
        for choice in chosen
        for name in (choice.present if reading.side else (choice.field,))
        if name in own
    )
    field, line = next(with_own, (None, 0))
    if field is None:
        return []
    reason = "nothing is annotated" if own is KEY_FIELDS else "nothing was predicted"
    advice = f'write "{field}": [] if {reason}, or name the field to read with clusters= (convert --clusters)'
    problems = []
    for choice in chosen:
        if choice.field not in own:
            lack = f"{field!r} is null" if field in choice.present else f"there is no {field!r}, as in line {line}"
            message = f"document {choice.document!r}: {lack}, and {choice.field!r} is not read instead; {advice}"
            problems.append(Problem(source, choice.line, message))
    return problems
