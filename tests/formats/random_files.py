"""Whole files at random, clean and damaged, and what a reader makes of them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError
from corefscore.formats.base import Reading
from corefscore.formats.files import File
from corefscore.formats.registry import FORMATS

Cells: TypeAlias = list[list[str]]

CONLL_PIECES = [
    *("\n", "\n\n", "\t", " ", "\r", "\v", "-", "_", "*", "#", "|", "(", ")", "(1)", "(2", "2)", "(1)|", "1)(1", "_3)"),
    *("12+3", "(12+3)", "#begin document x\n", "#end document\n", "# a comment (1)\n", "é", "\x00", "\t\n", "\xa0"),
]
CONLLU_PIECES = [
    *(
        "\n",
        "\n\n",
        "\t",
        " ",
        "\r",
        "-",
        "_",
        "#",
        "|",
        "(",
        ")",
        "+",
        "1",
        "0",
        "9",
        ".1",
        "1.1",
        "1-2",
        "12345678901",
    ),
    *("Entity=(e1)", "|Entity=(e2-x-1)", "(e1-x-1", "e1)", "[1/2]", "[2/2]", "# newdoc id = x\n", "# newdoc\n", "é"),
    *("# global.Entity = eid\n", "1:x", "2:y|1:z", "\x00", "-x", "-1,2"),
]


class Edit(NamedTuple):
    """A change of a file: where (as a part of its length), how many characters go, and what comes for them."""

    where: float
    less: int
    more: str

    def of(self, text: str) -> str:
        offset = round(self.where * len(text))
        return text[:offset] + self.more + text[offset + self.less :]


def edits(pieces: Sequence[str]) -> st.SearchStrategy[list[Edit]]:
    return st.lists(st.builds(Edit, st.floats(0, 1), st.integers(0, 3), st.sampled_from(pieces)), max_size=3)


def edited(text: str, changes: Sequence[Edit]) -> str:
    for change in changes:
        text = change.of(text)
    return text or "\n"


@st.composite
def cells(draw: st.DrawFn, size: int, names: Sequence[str], fields: st.SearchStrategy[str]) -> Cells:
    """The marks of some tokens; every mention that opens closes, and has some fields behind its name."""
    found: Cells = [[] for _ in range(size)]
    for _ in range(draw(st.integers(0, size))):
        name, rest = draw(st.sampled_from(names)), draw(fields)
        start, end = sorted(draw(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))))
        if start == end:
            found[start].append(f"({name}{rest})")
        else:
            found[start].append(f"({name}{rest}")
            found[end].append(f"{name})")
    return found


class ColumnFile(NamedTuple):
    """A file of CoNLL or SemEval, its format, and the column to read."""

    text: str
    form: str
    column: int | None


@st.composite
def column_files(draw: st.DrawFn) -> ColumnFile:
    separator = draw(st.sampled_from(["\t", "\t", " ", "   "]))
    before, after = draw(st.integers(0, 5)), draw(st.sampled_from([0, 0, 0, 1]))
    empty = draw(st.sampled_from(["-", "_", "*", ""] if separator == "\t" else ["-", "_"]))
    words = st.sampled_from(["a", "b", "(", "#", "é", "-", "_", "(1)"])
    lines = []
    for number in range(draw(st.integers(1, 3))):
        lines.append(
            draw(st.sampled_from(["#begin document d{}", "#begin document (d); part {}", "# begin document "]))
        )
        lines[-1] = lines[-1].format(number)
        names = draw(st.sampled_from([["1", "2"], ["1", "23", "e3"], ["x-1", "ä"], ["1", "a" * 70], ["1", "_1", "-2"]]))
        for row, marks in enumerate(draw(cells(draw(st.integers(1, 6)), names, st.just("")))):
            lines += draw(st.lists(st.sampled_from(["", "# a comment", "# (1)", " "]), max_size=1))
            cell = draw(st.sampled_from(["|", ""])).join(marks) or empty
            front = [str(row + 1), *(draw(words) for _ in range(before - 1))][:before]
            lines.append(separator.join([*front, cell, *"x" * after]))
        lines.append("#end document")
    text = draw(st.sampled_from(["\n", "\n", "\r\n"])).join([*lines, ""])
    return ColumnFile(text, draw(st.sampled_from(["conll", "semeval"])), draw(st.sampled_from([None, -1, -1 - after])))


@st.composite
def conllu_files(draw: st.DrawFn) -> str:
    lines = []
    layout = draw(st.sampled_from(["eid-etype-head-other", "eid-etype-head-minspan", "eid", "etype-eid", "GRP-head"]))
    if draw(st.booleans()):
        lines.append(f"# global.Entity = {layout}")
    for number in range(draw(st.integers(1, 3))):
        lines += draw(st.sampled_from([[f"# newdoc id = d{number}"], [f"# newdoc id = d{number}"], ["#newdoc"], []]))
        lines.append(f"# global.Entity = {layout}")
        for _ in range(draw(st.integers(1, 2))):
            lines += draw(sentences())
    return draw(st.sampled_from(["\n", "\n", "\r\n"])).join([*lines, ""])


def row(number: str, form: str, dependencies: str = "_", values: Sequence[str] = ()) -> str:
    """A line of CoNLL-U."""
    return "\t".join([number, form, *"______", dependencies, "|".join(values) or "_"])


@st.composite
def sentences(draw: st.DrawFn) -> list[str]:
    names = ["e1", "e2", "é", "e3[1/2]", "e3[2/2]", "e4[1/1]"]
    fields = st.sampled_from(["", "", "-person-1", "--1", "-x", "-x-2-1", "--1-1,2"])
    lines = [*draw(st.sampled_from([[], ["# sent_id = 1"], [row("1-2", "ab")]]))]
    word = node = 0
    for marks in draw(cells(draw(st.integers(1, 6)), names, fields)):
        values = [f"Entity={''.join(marks)}"] if marks else []
        values += draw(st.sampled_from([[], ["SpaceAfter=No"]]))
        if draw(st.integers(0, 4)):
            word, node = word + 1, 0
            lines.append(row(f"{word}", draw(st.sampled_from("abç_")), values=values))
        else:
            node += 1
            parents = draw(st.sampled_from(["_", "0:root", "1:nsubj", "1:x|0:root", f"{word}.1:y"]))
            lines.append(row(f"{word}.{node}", "_", parents, values))
    return [*lines, ""]


Outcome: TypeAlias = dict[str, Any]


def outcome(text: str | bytes, form: str, column: int | None = None, spans: str | None = None) -> Outcome:
    """What a reader says of a file: its corpus, or its problems; and its warnings."""
    file = File("f", text if isinstance(text, bytes) else text.encode())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = description(FORMATS[form].read(file, Reading(column=column, spans=spans)))
        except InputError as error:
            found = {"problems": error.problems}
    return {**found, "warnings": [str(each.message) for each in caught]}


def description(corpus: Corpus) -> Outcome:
    assert corpus.source_index is not None
    columns = {name: getattr(corpus, name).tolist() for name in ("document", "start", "end", "entity", "source_index")}
    return {
        **columns,
        "labels": (corpus.labels.dtype, corpus.labels.tolist()),
        "lines": [corpus.line(row) for row in range(corpus.mentions)],
        "extra": {name: (column.dtype, column.tolist()) for name, column in corpus.extra.items()},
        "shapes": corpus.shapes,
        "documents": [
            (
                origin.name,
                origin.line,
                origin.text and (origin.text.sentences, [origin.text.line_of(token) for token in range(9)]),
                origin.empty and [getattr(each, "tolist", lambda each=each: each)() for each in origin.empty],
            )
            for origin in corpus.origins
        ],
    }
