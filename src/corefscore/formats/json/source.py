"""JSON: what a file begins with, what it says, and what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from corefscore.core.problems import InputError, fail
from corefscore.formats.collecting import LARGEST

OPENING = re.compile(r"[\s,\[]*")
BLANKS = re.compile(r"[ \t\r\n]*")
COLON = re.compile(r"\s*:\s*")
DIGITS = re.compile(r"\d+")
HALF = r"u[dD][89a-fA-F][0-9a-fA-F]{2}"
# Two halves that make a character come first, so that only a half by itself is in the group.
ESCAPE = re.compile(
    rf"\\(?:u[dD][89abAB][0-9a-fA-F]{{2}}\\u[dD][c-fC-F][0-9a-fA-F]{{2}}|(?P<half>{HALF})|.)", re.DOTALL
)
DECODER = json.JSONDecoder()
COMPLETE = "is the line complete?"
SHOWN = 60
DEEPEST = 100


def keys_of(head: bytes) -> list[str]:
    """The keys of the first object of a file that may be cut short; none if it does not begin with an object.

    >>> keys_of(b'{"doc_key": "a", "clusters": [[[0, ')
    ['doc_key', 'clusters']
    """
    text = head.decode(errors="replace")
    place = OPENING.match(text).end()  # type: ignore[union-attr]
    keys: list[str] = []
    if text[place : place + 1] != "{":
        return keys
    place += 1
    try:
        while text.startswith('"', place := OPENING.match(text, place).end()):  # type: ignore[union-attr]
            key, place = DECODER.raw_decode(text, place)
            colon = COLON.match(text, place)
            if colon is None:
                break
            keys.append(key)
            _, place = DECODER.raw_decode(text, colon.end())
    except (ValueError, RecursionError):
        pass
    return keys


def is_span(value: object, width: int = 2) -> bool:
    """Whether a value is so many whole numbers that can be places in a text."""
    if type(value) is not list or len(value) != width or {*map(type, value)} != {int}:
        return False
    return bool(min(value) >= -LARGEST and max(value) <= LARGEST)


def is_deep(value: object) -> bool:
    """Whether values stand in one another deeper than anybody writes them.

    >>> is_deep([[["Ann"], {"a": 1}]])
    False
    """
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(value: object) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []


def shown(value: object) -> str:
    """The beginning of a value, for a message."""
    try:
        return str(value)[:SHOWN]
    except RecursionError:
        return "something nested deeply"


class _RepeatedKeyError(Exception):
    """A key is twice in one object."""


def decoded(source: str, text: str, line: int = 1, advice: str = COMPLETE) -> Any:
    """The value of a JSON text that begins on a line; what would be lost or cannot be text is refused.

    `advice` is what to do if it is no JSON.
    """
    try:
        value = json.loads(text, object_pairs_hook=_without_repeats)
    except _RepeatedKeyError as error:
        message = f"{error.args[0]!r} is twice in one object; rename or delete one"
        raise fail(source, _line_of_key(text, error.args[0], line), message) from None
    except (ValueError, RecursionError) as error:
        raise damage(source, error, text, line, advice) from None
    _check_characters(source, text, line)
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _RepeatedKeyError(name)
            seen.add(name)
    return value


def _line_of_key(text: str, key: str, line: int) -> int:
    """The line of a key that is twice in an object, or 0 if other objects of several lines have it too."""
    if "\n" not in text.strip():
        return line
    places = [found.start() for found in re.finditer(rf"{re.escape(json.dumps(key, ensure_ascii=False))}\s*:", text)]
    return _line_at(text, places[1], line) if len(places) == 2 else 0


def _check_characters(source: str, text: str, line: int) -> None:
    """Refuse halves of characters, which can be written in JSON but in no text."""
    if "\\ud" not in text and "\\uD" not in text:
        return
    half = next((found for found in ESCAPE.finditer(text) if found["half"]), None)
    if half is not None:
        message = f"{half[0]} is one half of a character (a surrogate), which no text can hold"
        raise fail(source, _line_at(text, half.start(), line), f"{message}; write the character itself, or \\ufffd")


class Part(NamedTuple):
    """One value of a JSON text, and the line it begins on."""

    line: int
    text: str


def parts_of(source: str, text: str) -> Iterator[Part]:
    """The values of a text that is one JSON array, or the one value that it is."""
    try:
        yield from _parts(text)
    except (ValueError, RecursionError) as error:
        raise damage(source, error, text, 1) from None


def _parts(text: str) -> Iterator[Part]:
    place = _behind_blanks(text, 0)
    in_array = text.startswith("[", place)
    place, line, counted = _behind_blanks(text, place + 1) if in_array else place, 1, 0
    more = not in_array or not text.startswith("]", place)
    while more:
        _, end = DECODER.raw_decode(text, place)
        line, counted = line + text.count("\n", counted, place), place
        yield Part(line, text[place:end])
        place = _behind_blanks(text, end)
        more = in_array and text.startswith(",", place)
        if more:
            place = _behind_blanks(text, place + 1)
    if in_array and not text.startswith("]", place):
        raise json.JSONDecodeError("Expecting ',' delimiter", text, place)
    place = _behind_blanks(text, place + in_array)
    if place < len(text):
        raise json.JSONDecodeError("Extra data", text, place)


def _behind_blanks(text: str, place: int) -> int:
    return BLANKS.match(text, place).end()  # type: ignore[union-attr]


def _line_at(text: str, place: int, line: int) -> int:
    return line + text.count("\n", 0, place)


def damage(source: str, error: ValueError | RecursionError, text: str, line: int, advice: str = COMPLETE) -> InputError:
    """What the decoder met in a text that begins on a line."""
    if isinstance(error, json.JSONDecodeError):
        message = f"this is no JSON ({error.msg}, at character {error.colno}); {advice}"
        return fail(source, line + error.lineno - 1, message)
    if isinstance(error, RecursionError):
        return fail(source, line, "brackets are nested too deeply to be read; take out those that nothing needs")
    # Nothing else is wrong with what the decoder took for a number.
    longest = max(DIGITS.finditer(text), key=lambda found: len(found[0]))
    message = f"a number has {len(longest[0]):,} digits, which are too many to be read; write a smaller one"
    return fail(source, _line_at(text, longest.start(), line), message)
