"""JSON: what a file begins with, and what is wrong with it."""

from __future__ import annotations

import json
import re

from corefscore.formats.collecting import LARGEST
from corefscore.problems import InputError, fail

BLANKS = re.compile(r"[\s,\[]*")
COLON = re.compile(r"\s*:\s*")
DECODER = json.JSONDecoder()


def keys_of(head: bytes) -> list[str]:
    """The keys of the first object of a file that may be cut short; none if it does not begin with an object.

    >>> keys_of(b'{"doc_key": "a", "clusters": [[[0, ')
    ['doc_key', 'clusters']
    """
    text = head.decode(errors="replace")
    place = BLANKS.match(text).end()  # type: ignore[union-attr]
    keys: list[str] = []
    if text[place : place + 1] != "{":
        return keys
    place += 1
    try:
        while text[(place := BLANKS.match(text, place).end()) :][:1] == '"':  # type: ignore[union-attr]
            key, place = DECODER.raw_decode(text, place)
            colon = COLON.match(text, place)
            if colon is None:
                break
            keys.append(key)
            _, place = DECODER.raw_decode(text, colon.end())
    except ValueError:
        pass
    return keys


def is_span(value: object, width: int = 2) -> bool:
    """Whether a value is so many whole numbers that can be places in a text."""
    if type(value) is not list or len(value) != width or {*map(type, value)} != {int}:
        return False
    return bool(min(value) >= -LARGEST and max(value) <= LARGEST)


def damage(source: str, error: ValueError, lines_before: int) -> InputError:
    """What the decoder met, with its line."""
    if isinstance(error, json.JSONDecodeError):
        message = f"this is no JSON ({error.msg}, at character {error.colno}); is the line complete?"
        return fail(source, lines_before + error.lineno, message)
    return fail(source, lines_before + 1, f"this is no JSON ({error})")
