"""JSON documents: their values with lines, their fields, and the choice of the field with the clusters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from corefscore.core.problems import InputError, Problem, fail, shortened
from corefscore.formats.base import KEY_SIDE, LARGEST, RESPONSE_SIDE, Reading
from corefscore.formats.conventions import CONVENTIONS, Convention

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = "dict[str, JsonValue]"

OPENING = re.compile(r"[\s,\[]*")
BLANKS = re.compile(r"[ \t\r\n]*")
COLON = re.compile(r"\s*:\s*")
DIGITS = re.compile(r"\d+")
HALF = r"u[dD][89a-fA-F][0-9a-fA-F]{2}"
# A pair of surrogates that make a character comes first, so that the group matches only a lone surrogate.
ESCAPE = re.compile(
    rf"\\(?:u[dD][89abAB][0-9a-fA-F]{{2}}\\u[dD][c-fC-F][0-9a-fA-F]{{2}}|(?P<half>{HALF})|.)", re.DOTALL
)
DECODER = json.JSONDecoder()
COMPLETE = "is the line complete?"
DEEPEST = 100


NAME_FIELDS = ("doc_key", "doc_id", "document_id", "id", "name")
KEY_FIELDS = ("clusters", "clusters_token_offsets", "mention_clusters", "clusters_char_offsets", "span_clusters")
PREDICTED_FIELDS = ("predicted_clusters", "pred_clusters")
SENTENCE_FIELD = "mention_clusters"
CLUSTER_FIELDS = (*KEY_FIELDS, *PREDICTED_FIELDS)
SAME_CLUSTERS = {"clusters_token_offsets", "clusters_char_offsets"}
"""Fields that one system writes together, with the same clusters in tokens and in characters."""

WORD_FIELDS = ("sentences", "tokens", "cased_words")
TEXT_FIELD = "text"
SPANS_FIELD, LABELS_FIELD = "spans", "cluster_labels"
KNOWN_FIELDS = {*CLUSTER_FIELDS, *WORD_FIELDS, TEXT_FIELD, "doc_key", "speakers"}
FAMILIES: Mapping[str, Convention] = {
    "clusters_token_offsets": CONVENTIONS["inclusive"],
    "clusters_char_offsets": CONVENTIONS["characters-inclusive"],
    "mention_clusters": CONVENTIONS["exclusive"],
    "cased_words": CONVENTIONS["exclusive"],
    "span_clusters": CONVENTIONS["exclusive"],
}
"""Fields that only one family of systems writes, and the meaning of the ends of spans in that family."""


ANSWER = re.compile(r'[^{]*\{\s*"clusters"\s*:\s*(?:\[\s*\[|\{\s*"[^"]*"\s*:\s*\[)\s*(?:"|\{\s*"text")')
FENCED = re.compile(r"[^{]*?```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)
CUT_FENCE = re.compile(r"[^{]*?```(?:json)?\s*\{", re.DOTALL)


def is_answer(head: bytes) -> bool:
    """Return whether a file is the answer of a language model: lists of words under ``clusters``, perhaps fenced.

    >>> is_answer(b'{"clusters": [["Ann", "she"]]}'), is_answer(b'{"clusters": [[[0, 1]]]}')
    (True, False)
    """
    text = head.decode(errors="replace")
    return ANSWER.match(text) is not None or CUT_FENCE.match(text) is not None


def keys_of(head: bytes) -> list[str]:
    """Return the keys of the first object of a file, as far as `head` has them; empty if there is no object.

    >>> keys_of(b'{"doc_key": "a", "clusters": [[[0, ')
    ['doc_key', 'clusters']
    """
    text = head.decode(errors="replace")
    keys: list[str] = []
    offset = _after(OPENING, text, 0)
    if not text.startswith("{", offset):
        return keys
    offset += 1
    try:
        while text.startswith('"', offset := _after(OPENING, text, offset)):
            key, offset = DECODER.raw_decode(text, offset)
            colon = COLON.match(text, offset)
            if colon is None:
                break
            keys.append(key)
            _, offset = DECODER.raw_decode(text, colon.end())
    except (ValueError, RecursionError):
        pass
    return keys


def _after(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """Return the offset after a pattern that begins at an offset. If it does not match, return the same offset."""
    found = pattern.match(text, offset)
    return offset if found is None else found.end()


def is_span(value: object, width: int = 2) -> bool:
    """Return whether a value is a list of `width` whole numbers that can be tokens or characters."""
    if type(value) is not list or len(value) != width or {*map(type, value)} != {int}:
        return False
    return bool(min(value) >= -LARGEST and max(value) <= LARGEST)


def is_deep(value: JsonValue) -> bool:
    """Return whether values are nested too deeply to be meant.

    >>> is_deep([[["Ann"], {"a": 1}]])
    False
    """
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []


def as_written(mention: JsonValue) -> str:
    """Return a mention as text. Equal mentions give the same text."""
    return json.dumps(mention, sort_keys=True)


def shown(value: object) -> str:
    """Return a value as text for a message."""
    try:
        return shortened(value)
    except RecursionError:
        return "a deeply nested value"


class _RepeatedKeyError(Exception):
    """A key is twice in one object."""


def decoded(source: str, text: str, line: int = 1, advice: str = COMPLETE) -> JsonValue:
    """Decode a JSON text.

    Parameters
    ----------
    source : str
        The file, for messages.
    text : str
        The JSON text.
    line : int
        The line on which the text begins.
    advice : str
        What to do if the text is not JSON.

    Raises
    ------
    InputError
        If the text is not JSON, if an object has a key twice, or if a string has a lone surrogate.

    Examples
    --------
    >>> decoded("key.json", '{"story": [["Ann", "she"]]}')
    {'story': [['Ann', 'she']]}
    """
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_without_repeats)
    except _RepeatedKeyError as error:
        message = f"{error.args[0]!r} is twice in one object; rename or delete one"
        raise fail(source, _line_of_key(text, error.args[0], line), message) from None
    except (ValueError, RecursionError) as error:
        raise _damage(source, error, text, line, advice) from None
    _check_characters(source, text, line)
    return value


def _without_repeats(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _RepeatedKeyError(name)
            seen.add(name)
    return value


def _line_of_key(text: str, key: str, line: int) -> int:
    """Return the line of the second occurrence of a key, or 0 if other objects also have it."""
    if "\n" not in text.strip():
        return line
    offsets = [found.start() for found in re.finditer(rf"{re.escape(json.dumps(key, ensure_ascii=False))}\s*:", text)]
    return _line_at(text, offsets[1], line) if len(offsets) == 2 else 0


def _check_characters(source: str, text: str, line: int) -> None:
    """Refuse lone surrogates. JSON can escape them, but no text can hold them."""
    if "\\ud" not in text and "\\uD" not in text:
        return
    half = next((found for found in ESCAPE.finditer(text) if found["half"]), None)
    if half is not None:
        message = f"{half[0]} is a lone surrogate (half of a character), which no text can hold"
        raise fail(source, _line_at(text, half.start(), line), f"{message}; write the character itself, or \\ufffd")


class ValueText(NamedTuple):
    """The text of one JSON value, and the line on which it begins."""

    line: int
    text: str


def value_texts(source: str, text: str) -> Iterator[ValueText]:
    """Yield the texts of the values of a JSON array. Without an array, yield the text of the only value."""
    try:
        yield from _value_texts(text)
    except (ValueError, RecursionError) as error:
        raise _damage(source, error, text, 1) from None


def _value_texts(text: str) -> Iterator[ValueText]:
    offset = _after(BLANKS, text, 0)
    in_array = text.startswith("[", offset)
    offset, line, counted = _after(BLANKS, text, offset + 1) if in_array else offset, 1, 0
    more = not in_array or not text.startswith("]", offset)
    while more:
        _, end = DECODER.raw_decode(text, offset)
        line, counted = line + text.count("\n", counted, offset), offset
        yield ValueText(line, text[offset:end])
        offset = _after(BLANKS, text, end)
        more = in_array and text.startswith(",", offset)
        if more:
            offset = _after(BLANKS, text, offset + 1)
    if in_array and not text.startswith("]", offset):
        raise json.JSONDecodeError("Expecting ',' delimiter", text, offset)
    offset = _after(BLANKS, text, offset + in_array)
    if offset < len(text):
        raise json.JSONDecodeError("Extra data", text, offset)


def _line_at(text: str, offset: int, line: int) -> int:
    return line + text.count("\n", 0, offset)


def _damage(
    source: str, error: ValueError | RecursionError, text: str, line: int, advice: str = COMPLETE
) -> InputError:
    """Return the error for a text that the decoder rejects."""
    if isinstance(error, json.JSONDecodeError):
        message = f"this is not JSON ({error.msg}, at character {error.colno}); {advice}"
        return fail(source, line + error.lineno - 1, message)
    if isinstance(error, RecursionError):
        return fail(source, line, "brackets are nested too deeply; remove the ones that are not needed")
    # The decoder raises a ValueError only for a number with too many digits.
    longest = max(DIGITS.finditer(text), key=lambda found: len(found[0]))
    message = f"a number has {len(longest[0]):,} digits, which is too many; write a smaller number"
    return fail(source, _line_at(text, longest.start(), line), message)


def cluster_field(source: str, line: int, fields: Mapping[str, JsonValue], reading: Reading) -> str:
    """Return the field to read: the one that the user names, else the only one, else the one for this side.

    Parameters
    ----------
    source, line : str and int
        The position of the document.
    fields : mapping of str to JSON values
        The fields of the document.
    reading : Reading
        Which field the user names, and which side is read.

    Raises
    ------
    InputError
        If there is no such field, or if it is not clear which of several fields to read.
    """
    if reading.clusters is not None:
        if reading.clusters not in fields:
            message = f"there is no field {reading.clusters!r} here ({_seen(fields)})"
            raise fail(source, line, f'{message}; write "{reading.clusters}": [] if it has no clusters')
        return reading.clusters
    gold, predicted = ([name for name in of if fields.get(name) is not None] for of in (KEY_FIELDS, PREDICTED_FIELDS))
    sides = (predicted, gold) if reading.side == RESPONSE_SIDE else (gold, predicted)
    found = [*gold, *predicted] if reading.side is None else sides[0] or sides[1]
    if not found:
        advice = f"name it {' or '.join(CLUSTER_FIELDS)}, or give its name with clusters= (--clusters)"
        raise fail(source, line, f"no field has clusters ({_seen(fields)}); {advice}")
    if len(found) > 1 and not SAME_CLUSTERS.issuperset(found):
        # `--clusters` of other commands is for both sides, and the other side may not have the field.
        option = "--clusters" if reading.side is None else "convert --clusters"
        message = f"the document has both {found[0]!r} and {found[-1]!r}"
        raise fail(source, line, f"{message}; choose one, for example with clusters={found[-1]} ({option})")
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
        The line of the document.
    field : str
        The name of the field.
    present : tuple of str
        All fields of the document that can have clusters, even if they are null.
    """

    document: str
    line: int
    field: str
    present: tuple[str, ...]


def fields_of_other_side(source: str, chosen: Sequence[ChosenField], reading: Reading) -> list[Problem]:
    """Return a problem for each document without the field of its side, if other documents of the file have it.

    Gold clusters are not a response, and predicted clusters are not a key. If the side is not known, a file must not
    mix gold and predicted clusters.
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
            lack = f"{field!r} is null" if field in choice.present else f"there is no {field!r}, but line {line} has it"
            message = f"document {choice.document!r}: {lack}, and {choice.field!r} is not read instead; {advice}"
            problems.append(Problem(source, choice.line, message))
    return problems
