"""The files that mutations begin with: those of the documentation, the shipped example, and all malformed ones."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.formats.test_bad_files import COLLECTION
from tests.formats.test_corefud_malformed import CASES
from tests.formats.test_formats_page import examples
from tests.formats.test_malformed import FAULTS
from tests.shared import EXAMPLES

from corefscore.core.problems import InputError
from corefscore.formats.reading import read
from corefscore.formats.writing import write
from fuzz.other_files import OTHER_FILES

COMPANIONS = {"brat": ".txt", "litbank": ".txt", "booknlp": ".tokens"}
"""The suffix of the file beside the annotation, for formats that have one."""

BEGIN = "#begin document"
LONGEST = 3000
"""Longer seeds are cut: mutations of short files reach more code in less time."""


class Seed(NamedTuple):
    """A file, and what is in the file beside it."""

    content: bytes
    companion: bytes = b""


@cache
def seeds(name: str) -> tuple[Seed, ...]:
    """The seeds of a format, sound and malformed ones about equally often.

    >>> all(seeds(name) for name in FORMATS)
    True
    """
    if name in OTHER_FILES:
        return tuple(map(Seed, OTHER_FILES[name].seeds))
    sound, malformed = [*_documented(name), *_written(name)], [*_malformed(name)]
    found = sound * max(1, len(malformed) // len(sound)) + malformed
    return tuple(Seed(seed.content[:LONGEST], seed.companion[:LONGEST]) for seed in found)


def _documented(name: str) -> Iterator[Seed]:
    yield Seed(*islice(map(str.encode, examples()[name].values()), 2))


def _written(name: str) -> Iterator[Seed]:
    """Each document of the shipped example in this format, if it can be written."""
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, document in enumerate(_shipped_documents()):
            source, target = Path(folder, f"{number}.conll"), Path(folder, f"{number}")
            source.write_text(document)
            if name in COMPANIONS:
                target.mkdir()
            try:
                write(read(source), target, name)
            except InputError:
                continue
            yield from _pairs(target, COMPANIONS.get(name, ""))


def _shipped_documents() -> Iterator[str]:
    for side in ("key", "response"):
        for document in (EXAMPLES / f"{side}.conll").read_text().split(BEGIN)[1:]:
            yield BEGIN + document


def _pairs(target: Path, companion: str) -> Iterator[Seed]:
    if target.is_file():
        yield Seed(target.read_bytes())
        return
    for file in sorted(target.iterdir()):
        beside = file.with_suffix(companion)
        if file != beside:
            yield Seed(file.read_bytes(), beside.read_bytes() if beside.exists() else b"")


def _malformed(name: str) -> Iterator[Seed]:
    for bad in COLLECTION:
        if bad.form == name:
            yield Seed(*islice(map(_encoded, bad.files.values()), 2))
    if name == "conll":
        yield from (Seed(_encoded(text)) for text, _ in FAULTS)
    if name == "corefud":
        yield from (Seed(_encoded(text)) for text, *_ in CASES.values())


def _encoded(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
