"""Inputs made from seeds by mutation. Each has a number, and the same number gives the same input again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from fuzz.dictionary import COMMON, NUMBERS, dictionary
from fuzz.seeds import COMPANIONS, Seed, seeds

DIGITS = re.compile(rb"\d+")
LARGEST = 1 << 16
"""How many bytes an input has at most."""

Mutation: TypeAlias = Callable[[Random, bytes, Sequence[bytes]], bytes]


def mutated(name: str, seed: int, number: int) -> Seed:
    """An input for the reader of a format.

    Parameters
    ----------
    name : str
        The format.
    seed : int
        The seed of the campaign.
    number : int
        The number of the input in the campaign.

    Examples
    --------
    >>> mutated("conll", 1, 7) == mutated("conll", 1, 7) != mutated("conll", 1, 8)
    True
    """
    rng = Random(f"{seed}:{name}:{number}")
    start, words = rng.choice(seeds(name)), dictionary(name)
    other = rng.choice(seeds(name)).content
    content = _changed(rng, start.content, (*words, other))
    beside = start.companion
    if name in COMPANIONS and not rng.randrange(4):
        beside = _changed(rng, beside, words)
    return Seed(content, beside)


def _changed(rng: Random, data: bytes, words: Sequence[bytes]) -> bytes:
    for _ in range(1 + min(int(rng.expovariate(0.7)), 12)):
        data = rng.choice(MUTATIONS)(rng, data, words)[:LARGEST]
    return data


def _span(rng: Random, data: bytes, longest: int = 40) -> tuple[int, int]:
    begin = rng.randint(0, len(data))
    return begin, min(len(data), begin + rng.randint(0, longest))


def insert_word(rng: Random, data: bytes, words: Sequence[bytes]) -> bytes:
    """Insert a word of the dictionary."""
    begin, _ = _span(rng, data)
    return data[:begin] + rng.choice(words) + data[begin:]


def replace_word(rng: Random, data: bytes, words: Sequence[bytes]) -> bytes:
    """Put a word of the dictionary instead of some bytes."""
    begin, end = _span(rng, data, 8)
    return data[:begin] + rng.choice(words) + data[end:]


def replace_byte(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Put any byte instead of another."""
    begin, _end = _span(rng, data)
    return data[:begin] + bytes([rng.randrange(256)]) + data[begin + 1 :]


def delete(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Delete some bytes."""
    begin, end = _span(rng, data)
    return data[:begin] + data[end:]


def repeat(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Repeat some bytes, seldom very often."""
    begin, end = _span(rng, data)
    return data[:end] + data[begin:end] * rng.choice((1, 1, 2, 3, 200)) + data[end:]


def cut(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """End the file early."""
    return data[: rng.randint(0, len(data))]


def other_number(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Put another number instead of one in the file."""
    found = [*DIGITS.finditer(data)]
    if not found:
        return data
    match = rng.choice(found)
    number = rng.choice(NUMBERS) if rng.randrange(2) else b"%d" % rng.randrange(40)
    return data[: match.start()] + number + data[match.end() :]


def move_line(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Take a line away and insert it elsewhere, perhaps twice."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    line = lines.pop(rng.randrange(len(lines)))
    for _again in range(rng.randrange(3)):
        lines.insert(rng.randint(0, len(lines)), line)
    return b"".join(lines)


def other_line_ends(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """End lines in another way."""
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\n\r")))


def insert_common(rng: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Insert bytes that are hard for any reader of text."""
    return insert_word(rng, data, COMMON)


MUTATIONS: tuple[Mutation, ...] = (
    *(insert_word, insert_word, replace_word, replace_word, replace_byte, delete, repeat, cut, other_number),
    *(other_number, move_line, move_line, other_line_ends, insert_common),
)
