"""Reading CoNLL files as they are found in the wild."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.reading import read
from tests.files import clusters, conll, write

D = "(d); part 000"


class Reader(Protocol):
    def __call__(self, text: str | bytes, column: int = -1, encoding: str | None = None) -> Corpus: ...


@pytest.fixture
def read_text(tmp_path: Path) -> Reader:
    def reader(text: str | bytes, column: int = -1, encoding: str | None = None) -> Corpus:
        return read(write(tmp_path / "f.conll", text), column, encoding)

    return reader


def entities(corpus: Corpus, name: str = D) -> list[list[tuple[int, int]]]:
    return clusters(corpus)[name]


@pytest.mark.parametrize("separator", ["\t", " ", "   "])
def test_columns_are_separated_by_tabs_or_blanks(read_text: Reader, separator: str) -> None:
    corpus = read_text(conll("(1 - 1)|(2) (1)", separator=separator))
    assert entities(corpus) == [[(0, 2), (3, 3)], [(2, 2)]]


@pytest.mark.parametrize("empty", ["-", "_", "*"])
def test_empty_cells(read_text: Reader, empty: str) -> None:
    assert entities(read_text(conll(f"{empty} (1) {empty} {empty}"))) == [[(1, 1)]]


def test_line_ends_of_all_kinds(read_text: Reader) -> None:
    text = conll("(1 1) / (1) -")
    expected = [[(0, 1), (2, 2)]]
    assert entities(read_text(text.replace("\n", "\r\n"))) == expected
    assert entities(read_text(text.replace("\n", " \n"))) == expected
    assert entities(read_text(text.rstrip("\n"))) == expected


def test_an_empty_last_column_after_a_trailing_tab(read_text: Reader) -> None:
    text = "#begin document d\nx\tw\t(1)\t\nx\tw\t_\t\nx\tw\t(1)\t\n#end document\n"
    assert entities(read_text(text), "d") == [[(0, 0), (2, 2)]]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("(1(2) 1)", [[(0, 1)], [(0, 0)]]),
        ("(3|(2 3)2)", [[(0, 1)], [(0, 1)]]),
        ("(2 2)(5) (5)", [[(0, 1)], [(1, 1), (2, 2)]]),
        ("(1(0)1) (0)", [[(0, 0), (1, 1)], [(0, 0)]]),
        ("(1 (1 1) 1)", [[(0, 3), (1, 2)]]),
        ("(1|(2 1) 2)", [[(0, 1)], [(0, 2)]]),
    ],
)
def test_brackets_with_and_without_bars(read_text: Reader, cells: str, expected: list[list[tuple[int, int]]]) -> None:
    found = entities(read_text(conll(cells)))
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


def test_a_blank_behind_a_bar_in_a_file_with_tabs(read_text: Reader) -> None:
    text = "#begin document d\nx\t(1| (2)\nx\t1)\n#end document\n"
    assert entities(read_text(text), "d") == [[(0, 0)], [(0, 1)]]


def test_a_word_in_brackets_is_no_mention_in_a_file_with_blanks(read_text: Reader) -> None:
    text = conll("- (1) -", words="(1) 5) x", separator=" ")
    assert entities(read_text(text)) == [[(1, 1)]]


@pytest.mark.parametrize(
    "identifier",
    ["1", "01", "12345678901234567", "person-12-Name", "e27", "x", "ä", "12+", "a" * 70, "0" * 20, "_a", "1.5"],
)
def test_any_name_of_an_entity(read_text: Reader, identifier: str) -> None:
    corpus = read_text(conll(f"({identifier} {identifier}) ({identifier}) (other)"))
    assert entities(corpus) == [[(0, 1), (2, 2)], [(3, 3)]]
    assert [corpus.label(0), corpus.label(1)] == [identifier, "other"]


def test_names_are_texts_not_numbers(read_text: Reader) -> None:
    assert len(read_text(conll("(1) (01) (001) (10) (100)")).labels) == 5
    assert len(read_text(conll("(12345678) (123456789) (12345678) (x2345678)")).labels) == 3


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("#begin document (x); part 000", "(x); part 000"),
        ("#begin document (x); part 0", "(x); part 0"),
        ("#begin document (x);", "(x);"),
        ("#begin document x", "x"),
        ("# begin document x", "x"),
        ("#begin document(x);", "(x);"),
        ("#begin document (a:(b)-c.d); part 12  ", "(a:(b)-c.d); part 12"),
        ("#begin document", "#1"),
        ("#begin document ", "#1"),
    ],
)
def test_headers(read_text: Reader, header: str, name: str) -> None:
    assert read_text(f"{header}\nw\t(1)\n#end document;\n").names == (name,)


def test_documents_without_a_name_stay_apart(read_text: Reader) -> None:
    corpus = read_text("#begin document \nw\t(1)\n#end document\n#begin document \nw\t(1)\n#end document\n")
    assert clusters(corpus) == {"#1": [[(0, 0)]], "#2": [[(0, 0)]]}


def test_parts_are_documents(read_text: Reader) -> None:
    corpus = read_text(conll("(1)", "(x); part 000") + conll("- (1)", "(x); part 001"))
    assert clusters(corpus) == {"(x); part 000": [[(0, 0)]], "(x); part 001": [[(1, 1)]]}


def test_comments_are_no_tokens_but_words_with_a_hash_are(read_text: Reader) -> None:
    text = "# made by hand\n#begin document d\n# sentence 1\n#\t-\nw\t(1)\n#5\t(1)\n\n#end document\n"
    corpus = read_text(text)
    assert entities(corpus, "d") == [[(1, 1), (2, 2)]]
    assert corpus["d"].tokens == ["#", "w", "#5"]
    spaced = "#begin document d\nw 1 (1)\n# 2 (1)\n# a comment that is longer\n#end document\n"
    assert entities(read_text(spaced), "d") == [[(0, 0), (1, 1)]]
    trailing = "#begin document d\nAnn\t(1)\t\n#\t(2)\t\nshe\t(1)\t\n#end document\n"
    assert entities(read_text(trailing), "d") == [[(0, 0), (2, 2)], [(1, 1)]]
    only = "#begin document d\n#\t(2)\n#1\t(2)\n#end document\n"
    assert entities(read_text(only), "d") == [[(0, 0), (1, 1)]]


def test_a_comment_that_looks_like_a_mention_is_reported(read_text: Reader) -> None:
    with pytest.warns(InputWarning, match=r"f\.conll:3: this line begins with '#' and is read as a comment"):
        corpus = read_text("#begin document d\nw\t(1)\n#comment (1)\nw\t(1)\n#end document\n")
    assert entities(corpus, "d") == [[(0, 0), (1, 1)]]


def test_lines_about_documentation_are_no_borders(read_text: Reader) -> None:
    text = "# begin documentation\n#begin document d\nw\t(1)\n# end documentation\nw\t(1)\n#end document\n"
    assert entities(read_text(text), "d") == [[(0, 0), (1, 1)]]


def test_seventeen_columns_in_front(read_text: Reader) -> None:
    row = "\t".join("x" * 17)
    assert entities(read_text(f"#begin document d\n{row}\t(1\n{row}\t1)\n#end document\n"), "d") == [[(0, 1)]]


def test_one_column_only(read_text: Reader) -> None:
    assert entities(read_text("#begin document d\n(1\n-\n1)\n(1)\n#end document\n"), "d") == [[(0, 2), (3, 3)]]


def test_a_byte_order_mark(read_text: Reader) -> None:
    assert entities(read_text(b"\xef\xbb\xbf" + conll("(1)").encode())) == [[(0, 0)]]


def test_another_encoding_if_it_is_given(read_text: Reader) -> None:
    text = conll("(1) (1)", words="é ü")
    assert read_text(text.encode("cp1252"), encoding="cp1252")[D].tokens == ["é", "ü"]


def test_blanks_and_marks_inside_a_cell_of_a_file_with_tabs(read_text: Reader) -> None:
    text = "#begin document d\nParis\t(1) -\nis\t-\nit\t(1)| -\n#end document\n"
    assert entities(read_text(text), "d") == [[(0, 0), (2, 2)]]


def test_empty_cells_count_as_columns(read_text: Reader) -> None:
    text = "#begin document d\nAnn\t(1)\tNE\tx\n(2)\t(1)\t\tx\nw\n#end document\n"
    assert entities(read_text(text, column=-3), "d") == [[(0, 0), (1, 1)]]
    shorter = "#begin document d\nw\nv\t(1)\tx\n#end document\n"
    assert entities(read_text(shorter, column=-2), "d") == [[(1, 1)]]


def test_another_column_if_it_is_given(read_text: Reader) -> None:
    text = "#begin document d\nw\t(1\t-\t-\nw\t1)\tx\t(9)\n#end document\n"
    assert entities(read_text(text, column=-3), "d") == [[(0, 1)]]
    assert entities(read_text(text), "d") == [[(1, 1)]]


@pytest.mark.parametrize(
    ("cells", "expected", "warned_of"),
    [
        ("(1 164 1)", [[(0, 2)]], "1 cell with a word"),
        ("(1) word word", [[(0, 0)]], "2 cells with a word without brackets ('word' here), read as no mention"),
        ("(22|(2 _22)|2)", [[(0, 1)], [(0, 1)]], "1 cell with an empty mark before a name"),
        ("(1) (12+3) (1)", [[(0, 0), (2, 2)]], "1 cell with a split antecedent ('12+3' here), not scored"),
        ("(1 1)|(1)|(1 1)", [[(0, 2), (1, 1), (1, 1)]], "1 cell with an end and a beginning of one entity"),
        ("(0 0)|(0 0)", [[(0, 2), (1, 1)]], "1 cell with an end and a beginning of one entity ('0' here)"),
    ],
)
def test_odd_cells_are_read_with_a_warning(
    read_text: Reader, cells: str, expected: list[list[tuple[int, int]]], warned_of: str
) -> None:
    with pytest.warns(InputWarning) as warned:
        assert entities(read_text(conll(cells))) == expected
    assert warned_of in str(warned[0].message)
    assert len(warned) == 1


def test_an_empty_mark_before_a_bracket_is_nothing(read_text: Reader) -> None:
    assert entities(read_text(conll("_(3 3)"))) == [[(0, 1)]]


def test_a_missing_end_line_is_reported(read_text: Reader) -> None:
    with pytest.warns(InputWarning, match="has no '#end document'; is the file complete"):
        read_text("#begin document d\nw\t(1)\n")
    with pytest.warns(InputWarning, match=r"f\.conll:3: the document of line 1 has no '#end document'"):
        corpus = read_text("#begin document d\nw\t(1)\n#begin document e\nw\t(1)\n#end document\n")
    assert clusters(corpus) == {"d": [[(0, 0)]], "e": [[(0, 0)]]}


def test_words_sentences_and_lines(read_text: Reader) -> None:
    corpus = read_text(conll("(1 1) / - (1)", words="the dog barks it"))
    mentions = corpus[D].entities[0].mentions
    assert [mention.text for mention in mentions] == ["the dog", "it"]
    assert [mention.line for mention in mentions] == [2, 6]
    assert corpus[D].entities[0].label == "1"


def test_a_file_without_words_shows_places(read_text: Reader) -> None:
    corpus = read_text(conll("(1 1) (1)", words="_ _ _"))
    assert [mention.text for mention in corpus[D].mentions] == ["[0-1]", "[2]"]


def test_a_large_file_is_read_in_blocks(read_text: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(conll("(1 1) - (2) / (1) - (3 - 3)", f"(d{n}); part 000") for n in range(30))
    whole = clusters(read_text(text))
    monkeypatch.setattr("corefscore.formats.files.BLOCK", 64)
    assert clusters(read_text(text)) == whole


def test_compressed_files_directories_patterns_and_lists(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path / "a.conll", conll("(1)", "a"))
    write(tmp_path / "b.v4_gold_conll", conll("(1)", "b"))
    write(tmp_path / "sub" / "c.conll.gz", gzip.compress(conll("(1)", "c").encode()))
    write(tmp_path / "notes.txt", "not to be read")
    assert read(tmp_path).names == ("a", "b", "c")
    assert read(str(tmp_path / "*conll")).names == ("a", "b")
    assert read([tmp_path / "sub" / "c.conll.gz", tmp_path / "a.conll"]).names == ("c", "a")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(gzip.compress(conll("(1)").encode())))
    monkeypatch.setattr(sys, "stdin", stream)
    assert entities(read("-")) == [[(0, 0)]]


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.sampled_from(["\n", "\t", " ", "-", "_", "(1", "1)", "(2)", "|", "w", "#", "x\t", "\r", "é"]), max_size=25
    ),
    st.integers(1, 9),
    st.sampled_from([None, -1, -2]),
)
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_any_bytes_are_read_or_refused_in_the_same_way_whatever_the_blocks(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str], block: int, column: int | None
) -> None:
    text = "#begin document d\n" + "".join(parts) + "\n#end document\n"
    path = write(tmp_path_factory.mktemp("any") / "f.conll", text if block % 2 else "".join(parts) or "\n")

    def outcome() -> object:
        try:
            return clusters(read(path, column))
        except InputError as error:
            return str(error)

    whole = outcome()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefscore.formats.files.BLOCK", block)
        assert outcome() == whole


def test_very_long_names_and_lines_take_no_time_for_each_byte(read_text: Reader) -> None:
    name = "a" * 1_000_000
    corpus = read_text(conll(f"({name} {name}) (b) (c)"))
    assert entities(corpus) == [[(0, 1)], [(2, 2)], [(3, 3)]]
    blanks = " " * 3_000_000
    assert entities(read_text(f"#begin document d\nw\t(1){blanks}\n#end document\n"), "d") == [[(0, 0)]]


def test_a_file_that_changes_after_reading_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path / "f.conll", conll("(1) (1)"))
    corpus = read(path)
    write(path, conll("(1) (1) (1)"))
    with pytest.raises(InputError, match="the file has changed since it was read; read it again"):
        _ = corpus[D].tokens
    path.unlink()
    with pytest.raises(InputError, match="cannot be read any more"):
        _ = corpus[D].tokens


OPEN_ENDED = (
    "#begin document (x); part 000\n"
    "x\t0\t0\ta\t{end}\nx\t0\t1\tAnn\t(1){end}\nx\t0\t2\t(2)\t{end}\nx\t0\t3\t(\t{end}\nx\t0\t4\tshe\t(1){end}\n"
    "\n#end document\n"
)


@pytest.mark.parametrize("end", ["", "\r", " "])
def test_an_empty_last_cell_is_no_mention_whatever_the_word_before_it_is(tmp_path: Path, end: str) -> None:
    corpus = read(write(tmp_path / "a.conll", OPEN_ENDED.format(end=end)))
    assert [(mention.start, mention.text) for mention in corpus.view(0).mentions] == [(1, "Ann"), (4, "she")]
    assert corpus.view(0).tokens == ["a", "Ann", "(2)", "(", "she"]


def test_words_before_empty_cells_are_compared(tmp_path: Path) -> None:
    text = OPEN_ENDED.format(end="")
    key, response = write(tmp_path / "k.conll", text), write(tmp_path / "r.conll", text.replace("(2)", "(3)"))
    with pytest.raises(InputError, match=r"r.conll:4: .*token 2 is '\(3\)', but '\(2\)'"):
        corefscore.score(key, response)


def test_a_tab_behind_all_lines_is_no_column(tmp_path: Path) -> None:
    text = "#begin document a\na\t0\t0\tAnn\t(1)\t\na\t0\t1\tshe\t(1)\t\n#end document\n"
    assert read(write(tmp_path / "a.conll", text)).mentions == 2


def test_a_column_that_no_line_has_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conll", conll("(1) (1)"))
    for column in (-9, -100_000_000, -(2**31) - 1, -(2**70), 0, 3):
        with pytest.raises(InputError, match=f"there is no column {column}: lines have 5, .* from -1 to -5"):
            read(path, column=column)
    empty = write(tmp_path / "b.conll", "#begin document d\n#end document\n")
    with pytest.raises(InputError, match="there is no column -100000000; choose one from -1"):
        read(empty, column=-100_000_000)


def test_a_coreference_cell_is_no_word_where_a_line_lacks_columns(tmp_path: Path) -> None:
    lines = "x\t0\t0\tAnn\t{}\nx\t0\t1\t{}\nx\t0\t2\tshe\t-\n"
    key, response = (
        write(tmp_path / name, f"#begin document x\n{lines.format(*cells)}#end document\n")
        for name, cells in (("k.conll", ("(1)", "(1)")), ("r.conll", ("(1)", "-")))
    )
    assert read(key).view(0).tokens == ["Ann", "_", "she"]
    assert corefscore.score(key, response)["mentions"].recall == 1 / 2


@pytest.mark.parametrize("cells", ["(1) - (1)", "(1) word (1)"])
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_every_byte_is_reported_once(tmp_path: Path, cells: str) -> None:
    path = write(tmp_path / "a.conll", conll(cells))
    reported: list[int] = []
    read(path, progress=reported.append)
    assert sum(reported) == path.stat().st_size
