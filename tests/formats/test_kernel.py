"""The kernel and its twins: whatever the bytes, both find the same."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscore._native.load import kernel
from corefscore.core.arrays import Ints, ints
from corefscore.core.problems import InputError, Problem
from corefscore.formats.conll import lines
from corefscore.formats.conll.brackets import CellBytes, Spans, compiled_spans, numpy_cut, numpy_spans
from corefscore.formats.conll.comparing import Place, compiled_same_lines, numpy_same_lines
from corefscore.formats.conll.lines import HASHED_COLUMNS, Layout, LineColumns, compiled_lines, numpy_lines
from corefscore.formats.corefud.conllu import COLUMN_TYPES, check_numbers, scan_of
from corefscore.formats.corefud.conllu_blocks import COLUMNS, Columns, Counts, Stretch, add_block
from corefscore.formats.corefud.marks import Layout as MarkLayout
from corefscore.formats.corefud.marks import Mentions, compiled_mentions, numpy_mentions
from corefscore.formats.files import python_is_text
from corefscore.formats.memory import python_numbers
from tests.shared import EXAMPLES

built = pytest.mark.skipif(kernel is None, reason="the kernel was not built here, so there is only one of the twins")


@st.composite
def balanced_cells(draw: st.DrawFn) -> list[tuple[int, str]]:
    """Cells of one document whose brackets have partners, nested and crossing."""
    size = draw(st.integers(1, 6))
    cells: list[list[str]] = [[] for _ in range(size)]
    for _ in range(draw(st.integers(1, 8))):
        name = draw(st.sampled_from(["1", "2", "e3"]))
        start, end = sorted(draw(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))))
        if start == end:
            cells[start].append(f"({name})")
        else:
            cells[start].append(f"({name}")
            cells[end].append(f"{name})")
    return [(0, draw(st.sampled_from(["|", ""])).join(cell)) for cell in cells if cell]


layouts = st.builds(Layout, st.just(3), st.integers(-4, -1), st.booleans())
pieces = st.sampled_from([b"\n", b"\n", b"\t", b" ", b"-", b"_", b"*", b"(1", b"2)", b"|", b"#", b"\r", b"\v", b"word"])
texts = st.lists(pieces, min_size=1, max_size=60).map(b"".join)


def added(add: Callable[..., None], blocks: list[bytes], layout: Layout) -> dict[str, list[int]]:
    """The lines of some blocks, as one of the twins adds them."""
    columns = LineColumns(layout)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "add_lines", add)
        hashed = [line for place, block in enumerate(blocks) for line in columns.add(np.frombuffer(block, "B"), place)]
    found = columns.lines()
    assert hashed == [*zip(*(column.tolist() for column in found[HASHED_COLUMNS]), strict=True)]
    return {name: column.tolist() for name, column in found._asdict().items()}


@built
@given(st.lists(texts, max_size=3), layouts)
def test_lines_are_the_same(blocks: list[bytes], layout: Layout) -> None:
    assert added(compiled_lines, blocks, layout) == added(numpy_lines, blocks, layout)


characters = st.text(st.sampled_from("a\x00é€😀\x7f\x80\u07ff\u0800\ufffd\U00010000"), max_size=20).map(str.encode)


@built
@given(
    st.lists(characters | st.binary(max_size=4) | st.just(b"a long row of ASCII"), min_size=1)
    .map(b"".join)
    .filter(bool)
)
def test_text_is_the_same(text: bytes) -> None:
    block = np.frombuffer(text, np.uint8)
    try:
        expected = "\0" not in text.decode()
    except UnicodeDecodeError:
        expected = False
    assert kernel.is_text(block) == python_is_text(block) == expected


@built
def test_every_character_is_text_and_nothing_else() -> None:
    codes = range(0x110000)
    assert all(kernel.is_text(chr(code).encode()) for code in (*range(1, 0xD800), *range(0xE000, 0x110000)))
    assert not any(kernel.is_text(chr(code).encode(errors="surrogatepass")) for code in codes[0xD800:0xE000])


@built
def test_a_line_longer_than_any_buffer() -> None:
    text = b"\t".join([b"x" * 100_000, b"(1)"]) + b"\n" + b"y\t-"
    found = added(compiled_lines, [text], Layout(2, -1, True))
    assert found["length"] == [100_005, 4]
    assert found["prefix"] == [100_001, 2]
    assert bytes(found["cell_byte"]) == b"(1)"


@built
def test_lines_are_added_to_columns_of_their_own() -> None:
    block = np.frombuffer(b"a\n", "B")
    for columns in ((), tuple(bytearray() for _ in range(8)), tuple(b"" for _ in range(9))):
        with pytest.raises(ValueError, match="one for each column"):
            kernel.scan_lines(block, 0, 1, bytes(256), 0, True, columns)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="of each byte"):
        kernel.scan_lines(block, 0, 1, b" ", 0, True, ())


names = st.sampled_from(["1", "2", "12", "e3", "abcdefgh", "abcdefghi", "1+2", "-"])
marks = st.tuples(names, st.sampled_from(["({})", "({}", "{})", "{}", "({}|", "|"])).map(lambda m: m[1].format(m[0]))
cell_lists = st.lists(st.tuples(st.integers(0, 2), st.lists(marks, min_size=1, max_size=3).map("|".join)), max_size=8)


def columns_of(cells: list[tuple[int, str]]) -> tuple[CellBytes, Ints, Ints]:
    """Cells with the numbers of their documents, as columns: their bytes, their documents and their tokens."""
    cells = sorted(cells, key=lambda cell: cell[0])
    text = [cell.encode() for _, cell in cells]
    lengths, document = (ints(each) for each in ([*map(len, text)], [number for number, _ in cells]))
    token = np.arange(len(cells))
    return CellBytes("x", token + 1, lengths, np.frombuffer(b"".join(text), "B")), document, token


@built
@pytest.mark.filterwarnings("ignore")
@given(cell_lists | balanced_cells())
def test_spans_are_the_same_or_left_to_numpy(cells: list[tuple[int, str]]) -> None:
    found, document, token = columns_of(cells)
    ours, (theirs, problems) = compiled_spans(found, document, token), numpy_spans(found, document, token)
    if ours is not None:
        assert not problems
        assert mentions_of(ours) == mentions_of(theirs)
        assert ours.line.tolist() == theirs.line.tolist()


def mentions_of(spans: Spans) -> list[tuple[object, ...]]:
    columns = (spans.place, spans.document, spans.start, spans.end, spans.labels[spans.entity])
    mentions = sorted(zip(*(column.tolist() for column in columns), strict=True))
    assert len({(d, label) for _, d, _, _, label in mentions}) == len(
        {(d, e) for d, e in zip(spans.document.tolist(), spans.entity.tolist(), strict=True)}
    )
    return mentions


@built
def test_plain_brackets_are_not_left_to_numpy() -> None:
    text = [b"(1", b"(2)|(1", b"1)", b"1)(3)", b"(1)"]
    lengths, document = np.array([*map(len, text)]), np.array([0, 0, 0, 0, 1])
    found = CellBytes("x", np.arange(5) + 1, lengths, np.frombuffer(b"".join(text), "B"))
    spans = compiled_spans(found, document, np.array([4, 5, 6, 7, 0]))
    assert spans is not None
    assert spans.start.tolist() == [4, 5, 5, 7, 0]
    assert spans.end.tolist() == [7, 5, 6, 7, 0]
    assert spans.entity.tolist() == [0, 1, 0, 2, 3]
    assert spans.labels.tolist() == [b"1", b"2", b"3", b"1"]
    assert spans.line.tolist() == [1, 2, 2, 3, 4, 4, 5]


entity_names = st.sampled_from(["e1", "e2", "e4[1/2]", "e5", "café"])
fields = st.lists(st.sampled_from(["", "x", "person", "1", "2", "12", "0", "1,2", "1234567890", "é"]), max_size=4)
openings = st.builds(lambda name, rest: "-".join([f"({name}", *rest]), entity_names, fields)
mark_pieces = (
    openings
    | openings.map("{})".format)
    | entity_names.map("{})".format)
    | st.sampled_from(["|", " ", "(", ")", "-", "_", "x", "1+2", "(-", "*"])
)
odd_cells = st.lists(mark_pieces, min_size=1, max_size=4).map("".join)
headers = st.sampled_from(["eid", "eid-etype-head-other", "head-eid", "etype-minspan-head-eid"])


@st.composite
def balanced_mentions(draw: st.DrawFn) -> list[tuple[int, str]]:
    """Cells in which every mention that opens closes."""
    cells: list[tuple[int, list[str]]] = [(draw(st.integers(0, 1)), []) for _ in range(draw(st.integers(1, 5)))]
    cells.sort(key=lambda cell: cell[0])
    for _ in range(draw(st.integers(0, 8))):
        start, end = sorted(draw(st.lists(st.integers(0, len(cells) - 1), min_size=2, max_size=2)))
        opening, name = draw(openings), draw(entity_names)
        if start == end or cells[start][0] != cells[end][0]:
            cells[start][1].append(f"{opening})")
        else:
            cells[start][1].append(f"({name}")
            cells[end][1].append(f"{name})")
    return [(document, "".join(marks)) for document, marks in cells if marks]


@built
@given(balanced_mentions() | st.lists(st.tuples(st.integers(0, 1), odd_cells), max_size=6), headers)
def test_mentions_are_the_same_or_left_to_numpy(cells: list[tuple[int, str]], header: str) -> None:
    layout = MarkLayout.of(header)
    found, document, token = columns_of(cells)
    ours = compiled_mentions(found, layout, document, token)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        theirs, problems = numpy_mentions(found, layout, document, token)
    if ours is None:
        assert told or problems or any(set(cell) & set("-_*+") for _, cell in cells)
        return
    assert not told
    assert not problems
    assert mentions_of(ours.spans) == mentions_of(theirs.spans)
    assert ours.spans.line.tolist() == theirs.spans.line.tolist()
    assert fields_of(ours) == fields_of(theirs)


def fields_of(mentions: Mentions) -> dict[int, tuple[object, ...]]:
    """What the fields of each mention say, by its place."""
    places = mentions.spans.place.tolist()
    minima = [mentions.minimum.get(row) for row in range(len(places))]
    return dict(zip(places, zip(mentions.head.tolist(), mentions.type.tolist(), minima, strict=True), strict=True))


@built
def test_usual_mentions_are_not_left_to_numpy() -> None:
    cells = [(0, "(e1-person-2-x(e2)"), (0, "(e2--1|e1)"), (0, "e2)(e3[1/2]-place"), (1, "(e1"), (1, "e1)(e1)")]
    found, document, token = columns_of([*cells, (0, "e3[1/2])")])
    mentions = compiled_mentions(found, MarkLayout.of("eid-etype-head-other"), document, token)
    assert mentions is not None
    assert mentions.spans.start.tolist() == [0, 0, 1, 2, 4, 5]
    assert mentions.spans.end.tolist() == [1, 0, 2, 3, 5, 5]
    assert mentions.spans.entity.tolist() == [0, 1, 1, 2, 3, 3]
    assert mentions.spans.labels.tolist() == [b"e1", b"e2", b"e3[1/2]", b"e1"]
    assert mentions.head.tolist() == [2, 1, 1, 1, 1, 1]
    assert mentions.type.tolist() == [b"person", b"", b"", b"place", b"", b""]


@built
def test_cells_longer_than_their_bytes_or_without_documents_in_order_are_left_to_numpy() -> None:
    byte, layout = np.frombuffer(b"(1)", "B"), MarkLayout.of("eid")
    for length, document in (([9], [0]), ([-1], [0]), ([1, 2], [1, 0]), ([3], [-1])):
        assert kernel.pair_mentions(byte, ints(length), ints(document), layout) is None
    with pytest.raises(ValueError, match="a length and a document"):
        kernel.pair_mentions(byte, ints([3]), ints([]), layout)


@built
@given(st.lists(st.text("abc", max_size=6), max_size=6), st.integers(6, 8))
def test_texts_of_one_width_are_the_same(words: list[str], width: int) -> None:
    byte, lengths = np.frombuffer(" ".join(words).encode(), "B"), ints([len(word) for word in words])
    place = np.cumsum(lengths + 1) - lengths - 1
    assert kernel.cut(byte, place, lengths, width) == numpy_cut(byte, place, lengths, width)
    assert np.frombuffer(kernel.cut(byte, place, lengths, width), f"S{width}").tolist() == [*map(str.encode, words)]


@built
def test_texts_must_be_among_the_bytes() -> None:
    for place, length in ((2, 2), (-1, 1), (1, -1), (4, 0), (0, 3)):
        with pytest.raises(ValueError, match="not among the bytes"):
            kernel.cut(np.frombuffer(b"a-b", "B"), ints([place]), ints([length]), 2)
    with pytest.raises(MemoryError):
        kernel.cut(np.frombuffer(b"a-b", "B"), ints([0] * 4), ints([1] * 4), 2**62 + 1)
    for lengths, width in (([], 2), ([1], -1)):
        with pytest.raises(ValueError, match="a place and a length"):
            kernel.cut(np.frombuffer(b"a-b", "B"), ints([0]), ints(lengths), width)


@st.composite
def conllu_lines(draw: st.DrawFn) -> bytes:
    """A line with as many columns as it should have, or nearly so."""
    first = draw(st.sampled_from([b"1", b"2", b"13", b"3.1", b"0.1", b"4-5", b"123456789", b"1234567890", b"x", b""]))
    words = st.sampled_from([b"word", b"_", b"", b"a|b", b"Entity=(e0)|", "größe".encode(), b"\r", b"#"])
    values = st.sampled_from([b"_", b"Entity=(e1-x-1)", b"Entity=e1)", b"Entity=", b"SpaceAfter=No", b"\r", b"Entity"])
    width = draw(st.sampled_from([COLUMNS] * 9 + [COLUMNS - 1, COLUMNS + 1])) - 2
    last = b"|".join(draw(st.lists(values, min_size=1, max_size=3)))
    return b"\t".join([first, *draw(st.lists(words, min_size=width, max_size=width)), last])


sound_lines = conllu_lines().filter(lambda line: line.count(b"\t") == COLUMNS - 1 and line[:1].isdigit())
other_lines = st.sampled_from(
    [b"", b"\r", b"# newdoc id = a", b"#newdoc", b"# global.Entity = eid\r", b"# x\ty", b"#", b"#\tnewdoc", b"# newpar"]
)
conllu_texts = st.builds(
    lambda lines, end: b"\n".join(lines) + end,
    st.lists(sound_lines | other_lines, min_size=1, max_size=12)
    | st.lists(conllu_lines() | other_lines | st.sampled_from([b" ", b"1 a b"]), min_size=1, max_size=12),
    st.sampled_from([b"\n", b"\n\n", b"", b"\r\n"]),
).filter(bool)


def conllu_columns(
    add: Callable[[Stretch, Counts, Columns], Counts | None], texts: list[bytes]
) -> tuple[Counts | None, Columns]:
    """What is added to columns by one block after the other, up to a faulty one."""
    columns = tuple(bytearray() for _ in COLUMN_TYPES)
    counts: Counts | None = (0, 0, 1)
    data = b"".join(texts)
    begin = 0
    for text in texts:
        if counts is not None:
            counts = add(Stretch("f", data, begin, begin + len(text)), counts, columns)
        begin += len(text)
    return counts, columns


def compiled_conllu(stretch: Stretch, counts: Counts, columns: Columns) -> Counts | None:
    return kernel.scan_conllu(stretch.block, stretch.begin, *counts, columns)


def numpy_conllu(stretch: Stretch, counts: Counts, columns: Columns) -> Counts | None:
    before = [len(column) for column in columns]
    problems: list[Problem] = []
    counts = add_block(stretch, counts, columns, problems)
    if not problems:
        return counts
    for column, size in zip(columns, before, strict=True):
        del column[size:]
    return None


@built
@given(st.lists(conllu_texts, min_size=1, max_size=3))
def test_columns_of_conllu_are_the_same(texts: list[bytes]) -> None:
    ours, our_columns = conllu_columns(compiled_conllu, texts)
    theirs, their_columns = conllu_columns(numpy_conllu, texts)
    assert our_columns == their_columns
    assert (ours and ours[:2]) == (theirs and theirs[:2])


numbered = st.builds(lambda number: b"%d" % number + b"\t_" * (COLUMNS - 1), st.sampled_from([1, 1, 1, 2, 2, 3]))


@built
@given(st.lists(numbered | other_lines, min_size=1, max_size=8), st.integers(0, 8))
def test_the_kernel_knows_whether_words_are_counted(rows: list[bytes], first: int) -> None:
    lines = [row + b"\n" for row in rows]
    counts, columns = conllu_columns(compiled_conllu, [b"".join(lines[:first]), b"".join(lines[first:])])
    assert counts is not None
    scan = scan_of("f", b"".join(lines), columns)
    try:
        check_numbers("f", scan)
    except InputError:
        assert counts[2] < 0
    else:
        assert counts[2] > 0


@built
def test_what_is_added_to_must_be_bytearrays() -> None:
    block = np.frombuffer(b"# x\n", "B")
    with pytest.raises(ValueError, match="one for each column"):
        kernel.scan_conllu(block, 0, 0, 0, 1, (bytearray(),))
    with pytest.raises(ValueError, match="one for each column"):
        kernel.scan_conllu(block, 0, 0, 0, 1, tuple(b"" for _ in COLUMN_TYPES))  # type: ignore[misc]


class Pair(NamedTuple):
    ours: bytes
    theirs: bytes
    prefix: int


@st.composite
def line_pairs(draw: st.DrawFn) -> list[Pair]:
    """Lines of two files, most of them alike in the beginning, and how much of each is compared."""
    lines = []
    for _ in range(draw(st.integers(0, 12))):
        ours = draw(st.binary(min_size=1, max_size=150))
        theirs = ours if draw(st.integers(0, 9)) else draw(st.binary(min_size=1, max_size=150))
        prefix = draw(st.integers(-1, min(len(ours), len(theirs))))
        lines.append(Pair(ours, theirs + draw(st.binary(max_size=3)), prefix))
    return lines


@built
@given(line_pairs(), st.integers(0, 70))
def test_comparisons_are_the_same(lines: list[Pair], before: int) -> None:
    ours, theirs = (b"." * before + b"".join(side) for side in ([x.ours for x in lines], [x.theirs for x in lines]))
    our_length = np.array([len(line.ours) for line in lines], dtype=np.int32)
    their_length = np.array([len(line.theirs) for line in lines], dtype=np.int32)
    prefix = np.array([line.prefix for line in lines], dtype=np.int32)
    arguments = (Place(ours, before), our_length, Place(theirs, before), their_length, prefix)
    expected = all(size < 0 or one[:size] == other[:size] for one, other, size in lines)
    assert compiled_same_lines(*arguments) == numpy_same_lines(*arguments) == expected


@built
def test_lengths_that_lead_out_of_a_file_are_a_difference() -> None:
    lengths, prefix = np.array([50, 5], dtype=np.int32), np.array([3, 3], dtype=np.int32)
    assert not compiled_same_lines(Place(b"abcdef", 0), lengths, Place(b"abcdef", 0), lengths, prefix)
    with pytest.raises(ValueError, match="two lengths and a prefix"):
        compiled_same_lines(Place(b"abc", 0), lengths, Place(b"abc", 0), lengths, prefix[:1])


tokens = st.integers(0, 4) | st.sampled_from([2**31 - 1, 2**30])
span_lists = st.lists(st.tuples(tokens, tokens), max_size=40)


@built
@given(span_lists, span_lists)
def test_numbers_of_spans_are_the_same(key: list[tuple[int, int]], response: list[tuple[int, int]]) -> None:
    assert kernel.number_spans(key, response) == python_numbers(key, response)


@built
@pytest.mark.parametrize("mention", ["a", (1,), (1, 2, 3), (-1, 2), (1, 2**31), (True, 2), (1.0, 2), [1, 2], 2**70])
def test_what_is_no_span_is_left_to_python(mention: object) -> None:
    assert kernel.number_spans([(1, 2), mention], []) is None
    assert kernel.number_spans([(1, 2)], [mention]) is None


@built
def test_the_same_is_printed_without_it() -> None:
    files = [str(EXAMPLES / name) for name in ("key.conll", "response.conll")]
    with_it, without = (
        subprocess.run(
            [sys.executable, "-m", "corefscore", "score", *files],
            capture_output=True,
            check=True,
            env={**os.environ, "COREFSCORE_KERNEL": switch},
        )
        for switch in ("required", "off")
    )
    assert with_it.stdout == without.stdout


def test_the_kernel_can_be_required() -> None:
    code = "import sys; sys.modules['corefscore._native.kernel'] = None; import corefscore._native.load"
    for switch, status in (("required", 1), ("", 0)):
        environment = {**os.environ, "COREFSCORE_KERNEL": switch}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment)
        assert done.returncode == status
