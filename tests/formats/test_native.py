"""The native code against the plain readers: whatever the file, both find the same, or the plain one says why not."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefscore._native.load import native
from corefscore.core.corpus import without_empty_nodes
from corefscore.core.problems import InputError, InputWarning
from corefscore.core.texts import Text
from corefscore.core.views import NO_WORD
from corefscore.formats.base import Reading
from corefscore.formats.conll import reader as conll_reader
from corefscore.formats.conll.lines import LAST, find_layout
from corefscore.formats.conll.words import WORD_COLUMN, ColumnText, FileText
from corefscore.formats.corefud import reader as corefud_reader
from corefscore.formats.files import File, blocks
from corefscore.formats.memory import python_numbers
from corefscore.formats.registry import FORMATS
from corefscore.matching.documents import check_words, have_same_words
from tests.files import conll, conllu
from tests.formats.random_files import (
    CONLL_PIECES,
    CONLLU_PIECES,
    ColumnFile,
    Edit,
    column_files,
    conllu_files,
    edited,
    edits,
    outcome,
)
from tests.native import built, without_native
from tests.shared import EXAMPLES

pytestmark = built

block_sizes = st.sampled_from([1, 7, 40, 1 << 20])
many = settings(max_examples=500, deadline=None)


def compare(text: str | bytes, form: str, column: int | None = None, block: int = 1 << 20) -> None:
    """Read a file in blocks, with the native code and without it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefscore.formats.files.BLOCK", block)
        found = outcome(text, form, column)
        with without_native():
            assert found == outcome(text, form, column)


@many
@given(column_files(), edits(CONLL_PIECES), block_sizes)
def test_column_files_are_read_the_same(file: ColumnFile, changes: list[Edit], block: int) -> None:
    compare(edited(file.text, changes), file.form, file.column, block)


@many
@given(conllu_files(), edits(CONLLU_PIECES), block_sizes)
def test_conllu_files_are_read_the_same(text: str, changes: list[Edit], block: int) -> None:
    compare(edited(text, changes), "corefud", None, block)


@given(column_files(), st.binary(min_size=1, max_size=3), st.floats(0, 1))
def test_bytes_that_are_no_text_are_refused_the_same(file: ColumnFile, more: bytes, where: float) -> None:
    data = file.text.encode()
    offset = round(where * len(data))
    compare(data[:offset] + more + data[offset:], file.form, file.column)


def agreement(key: str, response: str, forms: tuple[str, str]) -> list[Any]:
    """Whether two files have the same words: the problems if they do not, or cannot be read."""
    try:
        corpora = [
            FORMATS[form].read(File(name, text.encode()), Reading())
            for name, text, form in zip("kr", (key, response), forms, strict=True)
        ]
        if len(corpora[0]) == len(corpora[1]):
            check_words(*corpora)
    except InputError as error:
        return [*error.problems]
    return []


@many
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@given(column_files(), edits(CONLL_PIECES), column_files() | st.none())
def test_words_of_columns_are_compared_the_same(
    file: ColumnFile, changes: list[Edit], another: ColumnFile | None
) -> None:
    other = another or file
    response = edited(other.text.replace("(1)", "-"), changes)
    found = agreement(file.text, response, (file.form, other.form))
    with without_native():
        assert found == agreement(file.text, response, (file.form, other.form))


@many
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@given(conllu_files(), edits(CONLLU_PIECES), column_files() | st.none())
def test_words_of_conllu_are_compared_the_same(text: str, changes: list[Edit], another: ColumnFile | None) -> None:
    response = edited(text, changes) if another is None else another.text
    forms = ("corefud", "corefud" if another is None else another.form)
    found = agreement(text, response, forms)
    with without_native():
        assert found == agreement(text, response, forms)


CLEAN = {
    "plain": conll("(1 - 1)|(2) / (1)") + conll("(1)", "(d); part 001"),
    "blanks": conll("(1 - 1)|(2) (1)", separator="  "),
    "no bars": conll("(1(2) 1) (1(0)1) (0)"),
    "mentions inside others of their entity": conll("(1 (1 (1 1) 1) 1)"),
    "long names": conll(f"({'a' * 70} {'a' * 70}) (person-12-Name) (ä) (1.5)"),
    "comments": conll("(1)").replace("\n", "\n# a comment\n", 1),
    "many entities": conll(" ".join(f"({n})" for n in range(2000)))
    + conll(" ".join(f"({n})" for n in range(3000)), "e"),
    "many names": conll(" ".join(f"(e{n}) (e{n // 2})" for n in range(2000))) + conll("(e1) (1) (e1999)", "e"),
    "numbers and names": conll(" ".join(f"({n}) (e{n}) (0{n})" for n in range(600))),
    "zeros before numbers": conll("(0) (00) (7) (07) (007) (7) (07)"),
    "long numbers": conll("(999999) (1000000) (0999999) (18446744073709551623) (7) (999999)"),
    "returns": conll("(1) (1)").replace("\n", "\r\n"),
    "no title": conll("(1)", ""),
    "empty last cells": "#begin document d\nx\tw\t\nx\tAnn\t(1)\nx\t(\t\n#end document\n",
    "a tab behind all lines": "#begin document d\nx\tAnn\t(1)\t\nx\tw\t-\t\n#end document\n",
    "words with a hash": "#begin document d\nw\t(1)\n#5\t(1)\n#end document\n",
}


@pytest.mark.parametrize("case", CLEAN)
def test_clean_columns_are_not_left_to_the_plain_reader(case: str) -> None:
    file = File("f", CLEAN[case].encode())
    assert conll_reader.read_fast(file, find_layout(file, LAST, WORD_COLUMN)) is not None
    compare(CLEAN[case], "conll")


names = st.integers(0, 3000).map(str) | st.sampled_from(["0", "00", "07", "999999", "1000000", "e1", "1a", "٣"])


@given(st.lists(st.lists(names, max_size=40), min_size=1, max_size=4))
def test_entities_are_found_by_number_and_by_name(documents: list[list[str]]) -> None:
    text = "".join(
        conll(" ".join(f"({name})" for name in listed) or "-", f"d{number}") for number, listed in enumerate(documents)
    )
    compare(text, "conll")


CLEAN_CONLLU = {
    "usual": conllu("the:(e1-person-2(e2--1 man:e2)e1)(e3)", "he:(e1)"),
    "closed and opened on one token": conllu("a:(e1--1 b:e1)(e1--2 c:e1)"),
    "gaps": conllu("a:(e1[1/2]-person-3) b c:(e1[2/2]-person-3 d:e1[2/2])"),
    "empty nodes": conllu("0.1:1~nsubj|0~root:(e1) a b:(e1--2 2.1:0.1~obj:e1)"),
    "minimum spans": conllu("a:(e1-x-2-2,3 b c d:e1)", layout="eid-etype-head-minspan"),
    "no newdoc": conllu("a:(e1)", name=None),
    "no mentions": "# newdoc id = a\n1\ta" + "\t_" * 8 + "\n\n",
    "returns": conllu("a:(e1)").replace("\n", "\r\n"),
    "a plus": conllu("a:(e1+e2-x-1)"),
}


@pytest.mark.parametrize("case", CLEAN_CONLLU)
def test_clean_conllu_is_not_left_to_the_plain_reader(case: str) -> None:
    assert corefud_reader.read_fast(File("f", CLEAN_CONLLU[case].encode())) is not None
    compare(CLEAN_CONLLU[case], "corefud")


def columns(rows: str, separator: str) -> str:
    lines = [separator.join(row.split()) for row in rows.split("\n")]
    return "\n".join(["#begin document d", *lines, "#end document", ""])


@pytest.mark.parametrize(
    ("key", "response"),
    [
        (conll("(1) - (2 2) / - (1)"), conll("- (7) (12345|(2 2)|12345) / (3) -")),
        (
            columns("d 0 0 the DT (1\nd 0 1 cat NN 1)", "\t"),
            columns("d 0 0 the (1\n\nd 0 1 cat 1)", "  ").replace("\n\n", "\n"),
        ),
        (columns("d 0 0 the (1)\nd 0 1 cat -", "\t"), columns("d 0 0 the -\nd 0 1 cat ", "\t").replace("cat", "cat\t")),
        (columns("x the (1)\nx cat -", " "), columns("x the -\nx cat (2)", "   ")),
        (columns("(1)\n-", " "), columns("-\n(2)", " ")),
    ],
    ids=["cells", "columns", "empty cells", "blanks", "no words"],
)
def test_words_are_compared_without_being_decoded(key: str, response: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs, other = (first_text(text, "conll") for text in (key, response, response.replace("the", "a")))
    if "the" in response:
        assert not have_same_words(ours, other)
    monkeypatch.setattr(ColumnText, "sentences", property(pytest.fail))
    assert have_same_words(ours, theirs)


def first_text(text: str | bytes, form: str, column: int | None = None) -> Text:
    """Return the text of the first document of a file."""
    data = text if isinstance(text, bytes) else text.encode()
    found = FORMATS[form].read(File("f", data), Reading(column=column)).origins[0].text
    assert found is not None
    return found


def fingerprint_of(text: Text) -> bytes | None:
    assert isinstance(text, FileText)
    return text.fingerprint


def kept_words(fingerprint: bytes) -> list[list[str]]:
    """Return the sentences that a fingerprint has: a tab begins a sentence, a newline ends a word."""
    sentences: list[list[str]] = [[]]
    for word in fingerprint.decode().split("\n")[:-1]:
        if word.startswith("\t"):
            sentences.append([])
        sentences[-1].append(word.removeprefix("\t"))
    return [sentence for sentence in sentences if sentence]


def without_blanks(sentences: list[list[str]]) -> list[list[str]]:
    """Return the words without blanks around them, which only some texts keep."""
    return [[word.strip() or NO_WORD for word in sentence] for sentence in sentences]


def check_fingerprint(text: str | bytes, form: str, column: int | None, block: int) -> None:
    """Check that a text whose fingerprint is known has the words in it, if the file has no fault."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        patch.setattr("corefscore.formats.files.BLOCK", block)
        try:
            found = first_text(text, form, column)
        except InputError:
            return
        fingerprint = fingerprint_of(found)
        if fingerprint is not None:
            assert without_blanks(kept_words(fingerprint)) == without_blanks(without_empty_nodes(found).sentences)


@many
@given(column_files(), edits(CONLL_PIECES), block_sizes)
def test_fingerprints_of_column_files_have_their_words(file: ColumnFile, changes: list[Edit], block: int) -> None:
    check_fingerprint(edited(file.text, changes), file.form, file.column, block)


@many
@given(conllu_files(), edits(CONLLU_PIECES), block_sizes)
def test_fingerprints_of_corefud_files_have_their_words(text: str, changes: list[Edit], block: int) -> None:
    check_fingerprint(edited(text, changes), "corefud", None, block)


@pytest.mark.parametrize("separator", ["\t", " ", "   "])
def test_the_columns_before_the_words_may_change_from_line_to_line(separator: str) -> None:
    names = ["d", "d", "dd", "d" * 80, "d", "d0", "d"]
    rows = [[name, "0", str(number), f"w{number}", "(1)"] for number, name in enumerate(names)]
    lines = "".join(separator.join(row) + "\n" for row in rows)
    found = first_text(f"#begin document d\n{lines}#end document\n", "conll")
    assert kept_words(fingerprint_of(found) or b"") == [[row[3] for row in rows]]


def test_a_word_that_is_not_clear_has_no_fingerprint() -> None:
    text = columns("d 0 0 the (1)\nd 0 1 cat -", " ")
    found = first_text(text.replace("d 0 1 cat -", "d\t0\t1\tcat\t-"), "conll")
    assert fingerprint_of(found) is None
    assert have_same_words(found, first_text(text, "conll"))


@pytest.mark.parametrize("bad", [[0], ["ab"], [(0, 1)], [None]])
def test_blocks_must_be_an_iterator_of_bytes(bad: Any) -> None:
    for listed in (bad, iter(bad)):
        with pytest.raises(TypeError):
            native.read_conll(listed, (True, 1, 0, False, 0))
    for listed in (bad, iter(bad)):
        with pytest.raises(TypeError):
            native.read_conllu(listed, (0, -1, -1, -1))


def test_an_error_while_blocks_are_made_is_passed_on() -> None:
    with pytest.raises(InputError, match="not UTF-8"):
        native.read_conll(blocks(File("f", b"\xff\n")), (True, 1, 0, False, 0))


characters = st.text(st.sampled_from("a\x00é€😀\x7f\x80\u07ff\u0800\ufffd\U00010000"), max_size=20).map(str.encode)


@given(st.lists(characters | st.binary(max_size=4) | st.just(b"a long row of ASCII"), min_size=1).map(b"".join))
def test_text_is_what_python_decodes(text: bytes) -> None:
    try:
        expected = "\0" not in text.decode()
    except UnicodeDecodeError:
        expected = False
    assert native.is_text(text) == expected


def test_every_character_is_text_and_nothing_else() -> None:
    codes = range(0x110000)
    assert all(native.is_text(chr(code).encode()) for code in (*range(1, 0xD800), *range(0xE000, 0x110000)))
    assert not any(native.is_text(chr(code).encode(errors="surrogatepass")) for code in codes[0xD800:0xE000])


tokens = st.integers(0, 4) | st.sampled_from([2**31 - 1, 2**30])
span_lists = st.lists(st.tuples(tokens, tokens).map(lambda span: (min(span), max(span))), max_size=40)


@given(span_lists, span_lists)
def test_numbers_of_spans_are_the_same(key: list[tuple[int, int]], response: list[tuple[int, int]]) -> None:
    assert native.number_spans(key, response) == python_numbers(key, response)


@pytest.mark.parametrize(
    "mention", ["a", (1,), (1, 2, 3), (-1, 2), (2, 1), (1, 2**31), (True, 2), (1.0, 2), [1, 2], 2**70]
)
def test_what_is_no_span_is_left_to_python(mention: object) -> None:
    assert native.number_spans([(1, 2), mention], []) is None
    assert native.number_spans([(1, 2)], [mention]) is None


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


@pytest.mark.parametrize(("switch", "status"), [("required", 1), ("", 0)])
def test_it_can_be_required(switch: str, status: int) -> None:
    code = "import sys; sys.modules['corefscore._native.compiled'] = None; import corefscore._native.load"
    environment = {**os.environ, "COREFSCORE_KERNEL": switch}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment)
    assert done.returncode == status
