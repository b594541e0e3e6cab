"""What must hold for any input: a reader returns a corpus or raises InputError, and two ways to it agree."""

from __future__ import annotations

import atexit
import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from typing import TypeAlias

from tests.formats.corpora import content
from tests.formats.random_files import Outcome, outcome
from tests.native import USERS

import corefscore
from corefscore._native.load import native
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, fail
from corefscore.formats.base import MEANINGS, Reading
from corefscore.formats.files import File
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS, detect
from corefscore.formats.writing import write
from fuzz.other_files import OTHER_FILES
from fuzz.seeds import COMPANIONS, Seed

Check: TypeAlias = Callable[[str, Seed], bool]
"""Checks an input of a format; returns whether it was read, and raises anything but InputError if it fails."""

LINE_FORMATS = ("conll", "semeval", "corefud")
NATIVE_FORMATS = (*LINE_FORMATS, "jsonlines")
ENDINGS = ("conll", "json", "jsonl", "csv", "ann", "gz", "x")
OPTIONS: dict[str, tuple[object, ...]] = {
    "format": (None, None, *FORMATS),
    "column": (None, None, -1, -2, -9, 0),
    "encoding": (None, None, None, "utf-8", "cp1252", "utf-16"),
    "spans": (None, *MEANINGS),
    "clusters": (None, None, "clusters", "d"),
    "max_bytes": (None, None, 1000),
}
"""What a user may ask for; the first choices are the usual ones."""

SPANS = {"json": "inclusive", "jsonlines": "inclusive"}
FOLDER = Path(mkdtemp(prefix="fuzz", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
atexit.register(rmtree, FOLDER, ignore_errors=True)
_beside: dict[str, bytes] = {}


def file_of(name: str, seed: Seed) -> File:
    """An input as a file in memory; what is beside it is written to a folder."""
    path = FOLDER / f"{name}.{FORMATS[name].suffixes[0].lstrip('.')}"
    if name in COMPANIONS and _beside.get(name) != seed.companion:
        path.with_suffix(COMPANIONS[name]).write_bytes(seed.companion)
        _beside[name] = seed.companion
    return File(str(path), seed.content)


def reading(name: str, seed: Seed) -> bool:
    """The reader returns a corpus, whose words can be read, or raises InputError."""
    try:
        corpus = fresh(name, seed)
        for origin in corpus.origins:
            if origin.text is not None:
                _ = origin.text.sentences
    except InputError as error:
        str(error)
        return False
    return True


def recognising(name: str, seed: Seed) -> bool:
    """The format of any input is found, or an InputError names the choice."""
    file = file_of(name, seed)
    try:
        return detect(file, file.take_head(), FORMATS).name == name
    except InputError:
        return False


def agreeing(name: str, seed: Seed) -> bool:
    """The native code and the plain reader find the same corpus, the same problems and the same warnings."""
    return "problems" not in common_outcome(name, seed)


def common_outcome(name: str, seed: Seed) -> Outcome:
    """What the native code and the plain reader both say of an input; AssertionError if they differ."""
    spans = SPANS.get(name) if zlib.crc32(seed.content) % 2 else None
    found = outcome(seed.content, name, spans=spans)
    with without_native():
        expected = outcome(seed.content, name, spans=spans)
    if found != expected:
        raise AssertionError(f"native: {found}\nplain: {expected}")
    return found


def opening(name: str, seed: Seed) -> bool:
    """A file of any name, plain or compressed, is read with any options, or an InputError is raised."""
    rng = Random(zlib.crc32(seed.content))
    path = FOLDER / f"opened.{rng.choice(ENDINGS)}"
    try:
        path.write_bytes(_packed(rng, seed.content) if rng.randrange(2) else seed.content)
        read(path, **{option: rng.choice(choices) for option, choices in OPTIONS.items()})  # type: ignore[arg-type]
    except InputError as error:
        str(error)
        return False
    finally:
        path.unlink()
    return True


def _packed(rng: Random, content: bytes) -> bytes:
    """Compressed data, damaged or cut now and then."""
    packed = bytearray(gzip.compress(content, 1, mtime=0))
    if not rng.randrange(4):
        packed[rng.randrange(len(packed))] = rng.randrange(256)
    return bytes(packed[: rng.randrange(len(packed))] if not rng.randrange(8) else packed)


def returning(name: str, seed: Seed) -> bool:
    """What was read can be written and read again, and is the same."""
    try:
        corpus = fresh(name, seed)
        target = FOLDER / f"written-{name}"
        if name in COMPANIONS:
            target.mkdir(exist_ok=True)
            for file in target.iterdir():
                file.unlink()
        write(corpus, target, name)
    except InputError:
        return False
    back = read(target, format=name, spans=SPANS.get(name))
    if mentions(back) != mentions(corpus):
        raise AssertionError(f"read: {content(corpus)}\nread again: {content(back)}")
    return True


def unchanging(name: str, seed: Seed) -> bool:
    """A corpus scored against itself has no error, and other ends of lines do not change it."""
    try:
        corpus = fresh(name, seed)
        result = corefscore.score(corpus, corpus, metrics=["muc", "b3", "ceafe", "lea"], duplicates="first")
    except InputError:
        return False
    for score in result.values():
        if score.recall_numerator != score.recall_denominator or score.precision_numerator != score.recall_numerator:
            raise AssertionError(f"against itself: {score}")
    if name in LINE_FORMATS and b"\r" not in seed.content:
        other = fresh(name, Seed(seed.content.replace(b"\n", b"\r\n")))
        if mentions(other) != mentions(corpus):
            raise AssertionError(f"with other ends of lines: {content(other)}\nbefore: {content(corpus)}")
    return True


def using(name: str, seed: Seed) -> bool:
    """A file that is no corpus is used, or an InputError is raised."""
    other = OTHER_FILES[name]
    path = FOLDER / f"{name}{other.suffix}"
    path.write_bytes(seed.content)
    try:
        other.use(path)
    except InputError as error:
        str(error)
        return False
    return True


def fresh(name: str, seed: Seed) -> Corpus:
    """The corpus of an input; InputError for one without contents, which no reader gets."""
    if not seed.content:
        raise fail(name, 0, "the file is empty")
    return FORMATS[name].read(file_of(name, seed), Reading(spans=SPANS.get(name)))


def mentions(corpus: Corpus) -> object:
    """The spans of each entity of each document that has any; formats need not keep the names of entities."""
    return {
        document.name: sorted(sorted(mention.parts for mention in entity.mentions) for entity in document.entities)
        for document in corpus
        if document.entities
    }


CHECKS: dict[str, tuple[Check, tuple[str, ...]]] = {
    "reading": (reading, tuple(FORMATS)),
    "recognising": (recognising, tuple(FORMATS)),
    "agreeing": (agreeing, NATIVE_FORMATS if native is not None else ()),
    "opening": (opening, tuple(FORMATS)),
    "returning": (returning, tuple(FORMATS)),
    "unchanging": (unchanging, tuple(FORMATS)),
    "using": (using, tuple(OTHER_FILES)),
}
"""Each check, and the formats that it is made for."""


@contextmanager
def without_native() -> Iterator[None]:
    """The same process where nothing was compiled."""
    modules = [import_module(f"corefscore.{name}") for name in (*USERS, "formats.corefud.reader", "formats.json.clean")]
    for module in modules:
        module.native = None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module in modules:
            module.native = native  # type: ignore[attr-defined]
