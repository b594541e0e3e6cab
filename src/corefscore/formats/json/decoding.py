"""JSON documents: their values with lines, their fields, and which field holds the clusters to read."""

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
# Two halves that make a character come first, so that the group has only a half that stands alone.
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
"""Fields that only one family of systems writes, and what that family means by the ends of spans."""


ANSWER = re.compile(r'[^{]*\{\s*"clusters"\s*:\s*(?:\[\s*\[|\{\s*"[^"]*"\s*:\s*\[)\s*(?:"|\{\s*"text")')
FENCED = re.compile(r"[^{]*?```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)
CUT_FENCE = re.compile(r"[^{]*?```(?:json)?\s*\{", re.DOTALL)


def is_answer(head: bytes) -> bool:
    """Whether a file is the answer of a language model: lists of words under ``clusters``, perhaps in a fence.

    >>> is_answer(b'{"clusters": [["Ann", "she"]]}'), is_answer(b'{"clusters": [[[0, 1]]]}')
    (True, False)
    """
    text = head.decode(errors="replace")
    return ANSWER.match(text) is not None or CUT_FENCE.match(text) is not None


def keys_of(head: bytes) -> list[str]:
    """The keys of the first object of a file, of which `head` has the first bytes; none if there is no object.

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
    """The offset after a pattern that begins at another offset; the same offset if it does not."""
    found = pattern.match(text, offset)
    return offset if found is None else found.end()


def is_span(value: object, width: int = 2) -> bool:
    """Whether a value is a list of so many whole numbers, each of which can be that of a token or character."""
    if type(value) is not list or len(value) != width or {*map(type, value)} != {int}:
        return False
    return bool(min(value) >= -LARGEST and max(value) <= LARGEST)


def is_deep(value: JsonValue) -> bool:
    """Whether values are nested deeper than anybody writes them.

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
    """A mention as text, the same for equal mentions."""
    return json.dumps(mention, sort_keys=True)


def shown(value: object) -> str:
    """A value for a message."""
    try:
        return shortened(value)
    except RecursionError:
        return "a value nested deeply"


class _RepeatedKeyError(Exception):
    """A key occurs twice in one object."""


def decoded(source: str, text: str, line: int = 1, advice: str = COMPLETE) -> JsonValue:
    """The value of a JSON text.

    Parameters
    ----------
    source : str
        The file, for messages.
    text : str
        The text.
    line : int
        The line on which it begins.
    advice : str
        What to do if it is not JSON.

    Raises
    ------
    InputError
        If it is not JSON, if an object has a key twice, or if a string has half a character.

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
    """The line on which a key is for the second time; 0 if other objects have it, too."""
    if "\n" not in text.strip():
        return line
    offsets = [found.start() for found in re.finditer(rf"{re.escape(json.dumps(key, ensure_ascii=False))}\s*:", text)]
    return _line_at(text, offsets[1], line) if len(offsets) == 2 else 0


def _check_characters(source: str, text: str, line: int) -> None:
    """Refuse halves of characters, which JSON can escape but no text can hold."""
    if "\\ud" not in text and "\\uD" not in text:
        return
    half = next((found for found in ESCAPE.finditer(text) if found["half"]), None)
    if half is not None:
        message = f"{half[0]} is one half of a character (a surrogate), which no text can hold"
        raise fail(source, _line_at(text, half.start(), line), f"{message}; write the character itself, or \\ufffd")


class ValueText(NamedTuple):
    """The text of one JSON value, and the line on which it begins."""

    line: int
    text: str


def value_texts(source: str, text: str) -> Iterator[ValueText]:
    """The texts of the values of a JSON array, or the text of the only value if there is no array."""
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
    """The error for a text that the decoder refuses."""
    if isinstance(error, json.JSONDecodeError):
        message = f"this is not JSON ({error.msg}, at character {error.colno}); {advice}"
        return fail(source, line + error.lineno - 1, message)
    if isinstance(error, RecursionError):
        return fail(source, line, "brackets are nested too deeply; remove those that are not needed")
    # The decoder raises no other ValueError than that of a number with too many digits.
    longest = max(DIGITS.finditer(text), key=lambda found: len(found[0]))
    message = f"a number has {len(longest[0]):,} digits, which are too many; write a smaller one"
    return fail(source, _line_at(text, longest.start(), line), message)


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
