"""The drop-in for the command line of the reference scorer v8.01: reads the same files, and prints the same lines.

Files are read by the rules of v8.01, which differ from ours in rare cases. The coreference cell is the text after the
last tab, or the whole line if there is no tab. Names of entities are digits. Comments inside a document are tokens. A
document ends only at its end line. There is one difference: the drop-in never stops because of repeated mentions.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.core.problems import fail
from corefscore.formats.files import read_bytes
from corefscore.metrics.base import ratio_rates
from corefscore.metrics.blanc import BLANC
from corefscore.metrics.repeats import RepeatedMentions
from corefscore.version import __version__

METRICS = {
    "muc": RepeatedMentions.muc,
    "bcub": RepeatedMentions.b3,
    "ceafm": RepeatedMentions.ceafm,
    "ceafe": RepeatedMentions.ceafe,
    "blanc": RepeatedMentions.blanc,
}
ALL, TOTALS_ONLY = "all", "none"
RULE = "-" * 74
ENCODING = "latin-1"  # the output has the same bytes as the input
INSIDE = frozenset("0123456789+")
"""The text that a bracket may contain."""

BLANKS = " \t\r\f\v"

BEGIN = re.compile(r"#\s*begin document (.*)", re.ASCII)
END = re.compile(r"#\s*end document", re.ASCII)
SPLIT_ANTECEDENT = re.compile(r"\((\d+\+\d)\)", re.ASCII)
SINGLE = re.compile(r"\((\d+)\)", re.ASCII)
OPENING = re.compile(r"\((\d+)", re.ASCII)
CLOSING = re.compile(r"(?<!\d)(\d+)\)", re.ASCII)

Span: TypeAlias = tuple[int, int]


@dataclass
class Chains:
    """One document as read: its name ("" if it is missing), its chains, and the skipped brackets."""

    name: str = ""
    chains: dict[str, list[Span]] = field(default_factory=dict)
    discarded: list[str] = field(default_factory=list)

    def spans(self) -> list[list[Span]]:
        """Return the mentions of each chain."""
        return list(self.chains.values())

    def listed(self) -> list[list[Span]]:
        """Return the chains up to the last one with a mention. An entity that opens but never closes has no mention."""
        last = max((number for number, chain in enumerate(self.spans()) if chain), default=-1)
        return self.spans()[: last + 1]


class ReferenceFile:
    """A file as v8.01 reads it."""

    def __init__(self, path: str | Path, max_bytes: int | None = None) -> None:
        self.name = str(path)
        self.lines = read_bytes(path, max_bytes).decode(ENCODING).split("\n")
        found = (BEGIN.match(line.removesuffix("\r")) for line in self.lines)
        self.begins: dict[str, list[int]] = {}
        for number, match in enumerate(found):
            if match:
                self.begins.setdefault(match[1], []).append(number)

    def document(self, name: str, first: bool) -> Chains:
        """Return the first or the last document with the given name."""
        lines = self.begins.get(name)
        return self._read(name, lines[0 if first else -1] + 1) if lines else Chains()

    def _read(self, name: str, begin: int) -> Chains:
        found = Chains(name)
        opened: dict[str, list[int]] = {}
        token = 0
        for number in range(begin, len(self.lines)):
            line = self.lines[number]
            if not line.strip(BLANKS):
                continue
            if END.search(line):
                self._check_closed(opened, number)
                break
            cell = line.rstrip("\t").rpartition("\t")[2]
            if "(" in cell or ")" in cell:
                self._read_cell(cell, token, number, found, opened)
            token += 1
        return found

    def _read_cell(self, cell: str, token: int, number: int, found: Chains, opened: dict[str, list[int]]) -> None:
        cell, discarded = _taken_out(SPLIT_ANTECEDENT, cell)
        found.discarded += discarded
        cell, singles = _taken_out(SINGLE, cell)
        for entity in singles:
            found.chains.setdefault(entity, []).append((token, token))
        openings, cell = OPENING.findall(cell), OPENING.sub("", cell)
        for entity in openings:
            found.chains.setdefault(entity, [])
            opened.setdefault(entity, []).append(token)
        for entity in _taken_out(CLOSING, cell)[1]:
            if not opened.get(entity):
                message = f"entity {entity} closes here but was never opened; open it with ({entity}"
                raise fail(self.name, number + 1, message)
            found.chains[entity].append((opened[entity].pop(), token))

    def _check_closed(self, opened: dict[str, list[int]], number: int) -> None:
        for entity, starts in opened.items():
            if starts:
                message = f"entity {entity} is still open at the end of the document; close it with {entity})"
                raise fail(self.name, number + 1, message)


def _taken_out(pattern: re.Pattern[str], cell: str) -> tuple[str, list[str]]:
    """Return the rest of the cell and all matches. Each match is removed from the cell before the next search.

    All matches end with a bracket. The rest of the cell is kept as a list of letters, because cutting a long text for
    each match would take quadratic time.
    """
    found, left = [], list[str]()
    for letter in cell:
        left.append(letter)
        if letter != ")":
            continue
        begin = len(left) - 1
        while begin and left[begin - 1] in INSIDE:
            begin -= 1
        begin -= pattern is not CLOSING and begin > 0
        match = pattern.search("".join(left[begin:]))
        if match:
            found.append(match[1])
            del left[begin + match.start() :]
    return "".join(left), found


@dataclass
class Pair:
    """One document of both files."""

    name: str
    key: Chains
    response: Chains

    @cached_property
    def counted(self) -> RepeatedMentions:
        """Return the document in the form from which the metrics of v8.01 count."""
        return RepeatedMentions(self.key.spans(), self.response.spans())


def run(
    metric: str,
    key_path: str | Path,
    response_path: str | Path,
    name: str | None = None,
    max_bytes: int | None = None,
) -> Iterator[str]:
    """Yield the lines that v8.01 prints for a metric (or `all`), for all documents, one document, or totals only."""
    yield f"version: 8.01 corefscore {__version__}"
    files = ReferenceFile(key_path, max_bytes), ReferenceFile(response_path, max_bytes)
    selected = None if name in (None, TOTALS_ONLY) else os.fsencode(name).decode(ENCODING)
    names = list(files[0].begins) if selected is None else [selected]
    first = selected is not None
    pairs = [Pair(each, *(file.document(each, first) for file in files)) for each in names]
    for each in METRICS if metric == ALL else [metric]:
        if metric == ALL:
            yield f"\nMETRIC {each}:"
        for pair in pairs:
            yield from _document(each, pair, selected, verbose=name != TOTALS_ONLY)
        yield from _totals(each, pairs)


def _document(metric: str, pair: Pair, selected: str | None, verbose: bool) -> Iterator[str]:
    if selected is not None:
        yield f"{selected}:"
    if verbose:
        yield from _chains(pair.key)
        yield from _chains(pair.response)
        if selected is None:
            yield ":" if metric == "blanc" else f"{pair.name}:"
    yield from _repeated(pair.key.spans(), pair.response.spans())
    if verbose:
        yield from _identified(pair.counted)
        if metric != "blanc":
            yield from _figures(_counts(metric, pair))


def _counts(metric: str, pair: Pair) -> list[float]:
    return METRICS[metric](pair.counted)


def _totals(metric: str, pairs: list[Pair]) -> Iterator[str]:
    mentions, totals = np.zeros(4), np.zeros(8 if metric == "blanc" else 4)
    for pair in pairs:
        mentions += pair.counted.mentions()
        totals += _counts(metric, pair)
    yield "\n====== TOTALS ======="
    yield from _figures(mentions, "Identification of Mentions: ")
    if metric == "blanc":
        yield from _blanc_totals(totals)
    else:
        yield from _figures(totals, "Coreference: ")


def _chains(document: Chains) -> Iterator[str]:
    yield f"====> {document.name}:"
    yield from (f"Discarded ({entity})" for entity in document.discarded)
    yield f"File {document.name}:"
    for number, chain in enumerate(document.listed()):
        yield " ".join([f"Entity {number}:", *(f"({start},{end})" for start, end in chain)])


def _repeated(key: list[list[Span]], response: list[list[Span]]) -> Iterator[str]:
    """Yield a line for each repeated mention. Mentions are numbered in the order of the key."""
    numbers: dict[Span, int] = {}
    for number, span in enumerate(span for chain in key for span in chain):
        if span in numbers:
            yield f"Repeated mention in the key: {span[0]}, {span[1]} {numbers[span]}{number}"
        numbers[span] = number
    seen: set[Span] = set()
    for span in (span for chain in response for span in chain if span in numbers):
        if span in seen:
            yield f"Repeated mention in the response: {span[0]}, {span[1]} {numbers[span]}{numbers[span]}"
        seen.add(span)


def _identified(counted: RepeatedMentions) -> Iterator[str]:
    found, in_key, _, in_response = counted.mentions()
    yield f"Total key mentions: {in_key}"
    yield f"Total response mentions: {in_response}"
    yield f"Strictly correct identified mentions: {found}"
    yield "Partially correct identified mentions: 0"
    yield f"No identified: {in_key - found}"
    yield f"Invented: {counted.sizes[0] - in_key + in_response - found}"


def _figures(counts: Sequence[float] | Floats, label: str = "") -> Iterator[str]:
    recall, precision, f1 = ratio_rates(np.asarray(counts, dtype=float)).tolist()
    shown = [_plain(float(count)) for count in counts]
    yield (
        f"{label}Recall: ({shown[0]} / {shown[1]}) {_percent(recall)}"
        f"\tPrecision: ({shown[2]} / {shown[3]}) {_percent(precision)}\tF1: {_percent(f1)}"
    )
    yield RULE


def _blanc_totals(totals: Floats) -> Iterator[str]:
    recall, precision, f1 = BLANC.rates(totals).tolist()
    yield "\nCoreference:"
    yield from _figures(totals[:4], "Coreference links: ")
    yield from _figures(totals[4:], "Non-coreference links: ")
    yield (
        f"BLANC: Recall: ({_plain(recall)} / 1) {_percent(recall)}"
        f"\tPrecision: ({_plain(precision)} / 1) {_percent(precision)}\tF1: {_percent(f1)}"
    )
    yield RULE


def _plain(number: float) -> str:
    return str(int(number)) if number.is_integer() else f"{number:.15g}"


def _percent(rate: float) -> str:
    """Return a rate in percent, cut off after two decimals."""
    return f"{int(rate * 10000) / 100:.15g}%"
