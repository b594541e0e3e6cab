"""Tables of mentions: what a row says is read as it is written, or refused with its line and column."""

from __future__ import annotations

import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.reading import read
from corefscore.formats.writing import write
from tests.files import clusters, conllu
from tests.files import write as write_text
from tests.formats.corpora import Made, content, corpus_of

pytestmark = pytest.mark.filterwarnings("ignore::corefscore.InputWarning")

TITLES = "document,start,end,entity"
OPEN = "a quote opens a cell here and does not close it in this line; keep each row on one line"
ROWS: dict[str, list[Any]] = {"document": ["a", "a"], "start": [0, 1], "end": [0, 1], "entity": ["x", "y"]}


def table(*rows: str, titles: str = TITLES) -> str:
    return "".join(f"{row}\n" for row in (titles, *rows))


def problems(path: Path) -> list[str]:
    """What is wrong with a file, without its name."""
    with pytest.raises(InputError) as caught:
        read(path)
    return [str(problem).removeprefix(str(path)) for problem in caught.value.problems]


def parquet(path: Path, columns: dict[str, Any]) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as writer

    writer.write_table(pyarrow.table(columns), path)
    return path


# quotes


def test_a_quote_among_tabs_is_a_character_like_others(tmp_path: Path) -> None:
    rows = ['a,0,0,1,"', "a,1,1,2,Ann", 'a,2,2,1,"', 'a,3,3,2,"she', 'a,5,5,"2",she" said']
    text = table(*rows, titles=f"{TITLES},text").replace(",", "\t")
    assert clusters(read(write_text(tmp_path / "q.tsv", text))) == {"a": [[(0, 0), (2, 2)], [(1, 1), (3, 3), (5, 5)]]}


def test_quotes_hold_commas_and_tabs(tmp_path: Path) -> None:
    commas = read(write_text(tmp_path / "q.csv", table('"a, ""b""",0,0,"1"', '"a, ""b""",1,1,5"')))
    assert content(commas, words=False) == {'a, "b"': ("token", {"1": [((0, 0),)], '5"': [((1, 1),)]}, None)}
    tabs = read(write_text(tmp_path / "q.tsv", table('"a,b",0,0,1').replace(",", "\t")))
    assert tabs.names == ("a\tb",)


@pytest.mark.parametrize(
    ("suffix", "text", "line"),
    [
        ("csv", table('a,0,0,"1', "a,1,1,2", "a,3,3,1"), 2),
        ("csv", table("a,1,1,2", 'a,0,0,"1'), 3),
        ("csv", table("a,1,1,2", 'a,0,0,"1\n\n2\n3"'), 3),
        ("csv", table('a,0,0,"1" or 2'), 2),
        ("csv", table("a,0,0,1", titles=f'"{TITLES}').replace(",", ";"), 1),
        ("tsv", table('a,0,0,"x', 'y"').replace(",", "\t"), 2),
        ("tsv", table('"x', 'y",0,0,1').replace(",", "\t"), 2),
        ("tsv", table('a,0,0,"x', "y", 'z"', "a,1,1,2").replace(",", "\t"), 2),
    ],
)
def test_a_cell_that_goes_on_in_the_next_line_is_refused_where_it_begins(
    tmp_path: Path, suffix: str, text: str, line: int
) -> None:
    path = write_text(tmp_path / f"f.{suffix}", text)
    with pytest.raises(InputError) as caught:
        read(path, format="table")
    (problem,) = caught.value.problems
    assert str(problem).startswith(f"{path}:{line}: {OPEN}")


def test_a_row_with_too_few_cells_is_reported_as_such_although_quotes_are_in_the_file(tmp_path: Path) -> None:
    text = table('a,0,0,"', "a,1,1,2", "a,1,1").replace(",", "\t")
    assert problems(write_text(tmp_path / "f.tsv", text)) == [
        ":4: this row has 3 cells, but line 1 has 4 titles; write a cell for each title"
    ]
    assert problems(write_text(tmp_path / "f.csv", table('a,0,0,"x,"', "a,1,1"))) == [
        ":3: this row has 3 cells, but line 1 has 4 titles; write a cell for each title"
    ]


def test_long_cells_are_no_trouble(tmp_path: Path) -> None:
    long = "x" * 200_000
    path = write_text(tmp_path / "f.csv", table(f"d,0,0,a,{long}", f'd,2,2,a,"{long},"', titles=f"{TITLES},text"))
    assert clusters(read(path)) == {"d": [[(0, 0), (2, 2)]]}
    assert len(problems(write_text(tmp_path / "f.csv", table(f"d,0,{long},a")))[0]) < 200


names = st.text(st.sampled_from("\"',;\tab é"), min_size=1, max_size=5)


@settings(deadline=None, max_examples=60)
@given(st.lists(names, min_size=1, max_size=4, unique=True), st.sampled_from(["csv", "tsv", "parquet"]))
def test_names_with_quotes_and_delimiters_survive(
    tmp_path_factory: pytest.TempPathFactory, chosen: list[str], suffix: str
) -> None:
    path = tmp_path_factory.mktemp("written") / f"f.{suffix}"
    corpus = corpus_of([Made(name, [["x"]], {name: [(0, 0)]}) for name in chosen])
    write(corpus, path)
    assert content(read(path), words=False) == content(corpus, words=False)


def test_names_with_line_ends_are_written_to_parquet_only(tmp_path: Path) -> None:
    corpus = corpus_of([Made("a\nb", [["x"]], {"c\rd": [(0, 0)]})])
    for suffix in ("csv", "tsv"):
        with pytest.raises(InputError) as caught:
            write(corpus, tmp_path / f"f.{suffix}")
        assert [problem.message for problem in caught.value.problems] == [
            f"{what} contains a line end, which CSV and TSV cannot hold; rename it, or write Parquet"
            for what in (r"document 'a\nb'", r"entity 'c\rd'")
        ]
        assert not (tmp_path / f"f.{suffix}").exists()
    write(corpus, tmp_path / "f.parquet")
    assert content(read(tmp_path / "f.parquet"), words=False) == content(corpus, words=False)


# values

NUMBER = "write a whole number of at most 16,777,215"
NAME = "write text or a whole number"
PARTS = "write the first and the last number of each part in the order of the text, as in '0-1 4'"
NAN, INFINITY = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("column", "values", "expected"),
    [
        ("entity", [1.0, NAN], f":2: entity is empty; {NAME}"),
        ("entity", ["x", None], f":2: entity is empty; {NAME}"),
        ("entity", [1.0, 2.5], f":2: entity is 2.5; {NAME}"),
        ("document", ["a", ""], f":2: document is empty; {NAME}"),
        ("document", [None, "a"], f":1: document is empty; {NAME}"),
        ("document", [True, None], f":1: document is True; {NAME}"),
        ("document", [b"a", None], f":1: document is b'a'; {NAME}"),
        ("start", [0, 2.7], f":2: start is 2.7; {NUMBER}"),
        ("start", [0, INFINITY], f":2: start is inf; {NUMBER}"),
        ("start", [0, None], f":2: start is empty; {NUMBER}"),
        ("end", [0, NAN], f":2: end is empty; {NUMBER}"),
        ("end", ["0", "1_0"], f":2: end is '1_0'; {NUMBER}"),
        ("head", [None, INFINITY], f":2: head is inf; {NUMBER}"),
        ("head", [None, [1]], f":2: head is [1]; {NUMBER}"),
        ("head", [None, True], f":2: head is True; {NUMBER}"),
        ("type", ["x", b"y"], f":1: type is b'x'; {NAME}"),
        ("zero", [None, 2], ":2: zero is 2; write 1 or 0"),
        ("parts", [None, [1]], f":2: parts is [1]; {PARTS}"),
    ],
)
def test_values_of_parquet_that_say_nothing_sure_are_refused(
    tmp_path: Path, column: str, values: list[Any], expected: str
) -> None:
    assert problems(parquet(tmp_path / "f.parquet", {**ROWS, column: values}))[0] == expected


def test_whole_floats_of_data_frames_are_numbers(tmp_path: Path) -> None:
    columns = {"document": [7.0, 7.0], "start": [0.0, 2.0], "end": [0.0, 2.0], "entity": [1.0, 1.0]}
    more = {"head": [NAN, 2.0], "minimum": [0.0, None], "zero": [1.0, 0.0], "type": [None, "x"]}
    corpus = read(parquet(tmp_path / "f.parquet", {**columns, **more}))
    assert content(corpus, words=False) == {"7": ("token", {"1": [((0, 0),), ((2, 2),)]}, None)}
    assert corpus.extra["head"].tolist() == [-1, 2]
    assert corpus.extra["zero"].tolist() == [True, False]


def test_damaged_parquet_is_refused(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    offsets = pyarrow.array([0, 1, 2], pyarrow.int32()).buffers()[1]
    damaged = pyarrow.StringArray.from_buffers(2, offsets, pyarrow.py_buffer(b"a\xff"))
    path = parquet(tmp_path / "f.parquet", {**ROWS, "document": damaged})
    assert problems(path)[0].startswith(": column 'document' of this Parquet file cannot be read ('utf-8' codec")
    sound = parquet(tmp_path / "f.parquet", ROWS).read_bytes()
    for offset in range(4, len(sound), 3):
        path.write_bytes(sound[:offset] + bytes([sound[offset] ^ 0xFF]) + sound[offset + 1 :])
        with suppress(InputError):
            read(path, format="table")


ALL = f"{TITLES},parts,head,minimum,zero"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("d,2,9,a,5-2 9,,,", f"parts is '5-2 9'; {PARTS}"),
        ("d,2,2,a, ,,,", f"parts is ' '; {PARTS}"),
        (f"d,2,2,a,{'1' * 30},,,", f"parts is '{'1' * 30}'; {PARTS}"),
        ("d,2,2,a,2-,,,", f"parts is '2-'; {PARTS}"),
        ("d,3,9,a,3-5 5-9,,,", f"parts is '3-5 5-9'; {PARTS}"),
        ("d,3,9,a,7-9 3-4,,,", f"parts is '7-9 3-4'; {PARTS}"),
        ("d,3,3,a,7,,,", "parts is '7', but the mention is '3' by start and end; correct one of them"),
        ("d,3,9,a,3-4 8,,,", "parts is '3-4 8', but the mention is '3-9' by start and end; correct one of them"),
        (f"d,2,2,a,,{'1' * 30},,", f"head is '{'1' * 30}'; {NUMBER}"),
        ("d,3,4,a,,5,,", "head is '5', outside its mention '3-4'; correct one of them"),
        ("d,3,4,a,,-1,,", "head is '-1', outside its mention '3-4'; correct one of them"),
        ("d,3,6,a,3 6,4,,", "head is '4', outside its mention '3 6'; correct one of them"),
        ("d,3,4,a,,,2,", "minimum is '2', outside its mention '3-4'; correct one of them"),
        ("d,3,6,a,3 6,,3-6,", "minimum is '3-6', outside its mention '3 6'; correct one of them"),
        ("d,3,3,a,,,x,", f"minimum is 'x'; {PARTS}"),
        ("d,3,3,a,,,,maybe", "zero is 'maybe'; write 1 or 0"),
    ],
)
def test_what_contradicts_a_mention_is_refused(tmp_path: Path, row: str, expected: str) -> None:
    path = write_text(tmp_path / "f.csv", table("d,0,0,b,,,,", row, titles=ALL))
    assert problems(path) == [f":3: {expected}"]


def test_what_is_inside_a_mention_is_read(tmp_path: Path) -> None:
    rows = ["d,0,1,a,0,0,0,yes", "d,3,7,a,3-4 6,6,3 6,0", "e,3,7,b,3-4 5-6,5,4-5,"]
    corpus = read(write_text(tmp_path / "f.csv", table(*rows, titles=ALL)), spans="exclusive")
    assert [corpus.parts(row) for row in range(3)] == [((0, 0),), ((3, 4), (6, 6)), ((3, 4), (5, 6))]
    assert corpus.extra["head"].tolist() == [0, 6, 5]
    assert corpus.extra["zero"].tolist() == [True, False, False]
    assert [corpus.shapes[number - 1] for number in corpus.extra["minimum"]] == [((0, 0),), ((3, 3), (6, 6)), ((4, 5),)]


def test_mentions_of_rows_in_any_order_are_checked_by_their_own_row(tmp_path: Path) -> None:
    rows = ["e,9,9,b,9", "d,5,5,a,5", "e,0,0,b,0", "d,1,1,a,2"]
    path = write_text(tmp_path / "f.csv", table(*rows, titles=f"{TITLES},head"))
    assert problems(path) == [":5: head is '2', outside its mention '1'; correct one of them"]


# columns and rows


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = write_text(tmp_path / "f.csv", table("d,0,1,1,a", titles="document,start,Start,end,entity"))
    assert problems(path) == [":1: there are 2 columns 'start'; keep one of them"]
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as writer

    columns = [["d"], [0], [0], ["a"], ["1"], ["2"], ["t"], ["t"]]
    titles = ["document", "start", "end", "entity", "parts", "parts", "text", "text"]
    writer.write_table(pyarrow.Table.from_arrays([*map(pyarrow.array, columns)], names=titles), tmp_path / "f.parquet")
    assert problems(tmp_path / "f.parquet") == [": there are 2 columns 'parts'; keep one of them"]


def test_columns_that_nobody_reads_may_be_there_twice(tmp_path: Path) -> None:
    path = write_text(tmp_path / "f.csv", table("d,0,0,a,x,x", titles=f"{TITLES},text,text"))
    assert clusters(read(path)) == {"d": [[(0, 0)]]}


def test_a_table_without_rows_has_no_document(tmp_path: Path) -> None:
    expected = [": this file has no document; write a row for each mention"]
    assert problems(write_text(tmp_path / "f.csv", table())) == expected
    assert problems(parquet(tmp_path / "f.parquet", {name: values[:0] for name, values in ROWS.items()})) == expected
    assert clusters(read(write_text(tmp_path / "d.csv", table(titles="start,end,entity")))) == {"d": []}


def test_a_table_without_rows_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"made: there is no mention to write, and a table without rows has no doc"):
        write(corpus_of([Made("a", [["x"]], {})]), tmp_path / "f.csv")
    assert not (tmp_path / "f.csv").exists()


# zeros, heads and types of other formats

ZEROS = table("d,2,2,1,1,", "d,4,8,1,,4-5 8", titles=f"{TITLES},zero,parts")


def test_zeros_and_gaps_without_heads_are_scored(tmp_path: Path) -> None:
    path = write_text(tmp_path / "f.csv", ZEROS)
    assert corefscore.score(path, path)["conll"].f1 == 1
    with pytest.raises(InputError, match="the heads of mentions are not known"):
        corefscore.score(path, path, match="head")


def warned(corpus: Corpus, path: Path) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        write(corpus, path)
    return [str(each.message) for each in caught]


def test_zeros_without_empty_nodes_are_lost_with_a_warning_in_corefud(tmp_path: Path) -> None:
    corpus = read(write_text(tmp_path / "f.csv", ZEROS))
    lost = "corefud cannot hold that 1 mentions are zeros, because their empty nodes are not known; this is lost"
    assert f"{tmp_path}/f.conllu: {lost}" in warned(corpus, tmp_path / "f.conllu")
    with_nodes = read(write_text(tmp_path / "g.conllu", conllu("a:(e1) b 2.1:1~nsubj:(e1)")))
    assert warned(with_nodes, tmp_path / "h.conllu") == []
    assert read(tmp_path / "h.conllu").extra["zero"].tolist() == [False, True]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet"])
def test_types_heads_and_zeros_of_corefud_survive(tmp_path: Path, suffix: str) -> None:
    text = conllu("a:(e1-person-2 b:e1) c:(e2) 3.1:1~nsubj:(e1)")
    corpus = read(write_text(tmp_path / "f.conllu", text))
    write(corpus, tmp_path / f"f.{suffix}")
    back = read(tmp_path / f"f.{suffix}")
    assert back.extra["type"].tolist() == ["person", "", ""]
    assert back.extra["head"].tolist() == corpus.extra["head"].tolist() == [1, 2, 3]
    assert back.extra["zero"].tolist() == corpus.extra["zero"].tolist() == [False, False, True]


def test_types_that_are_lost_are_counted(tmp_path: Path) -> None:
    corpus = read(write_text(tmp_path / "f.conllu", conllu("a:(e1-person-1) b:(e2)")))
    assert any("cannot hold types of 1 mentions; this is lost" in each for each in warned(corpus, tmp_path / "f.conll"))
