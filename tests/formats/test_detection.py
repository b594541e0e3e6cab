"""The contents of a file decide its format, which is never guessed without a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefscore
from corefscore.cli import options
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.base import MEANINGS
from corefscore.formats.conventions import CONVENTIONS
from corefscore.formats.files import open_file
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS, detect
from tests.files import conll, ua, write

EXAMPLES = {
    "conll": conll("(1) -"),
    "semeval": "#begin document d\n1\tAnn\tx\tx\t(1)\n2\tslept\tx\tx\t_\n#end document d\n",
    "corefud": "# global.Entity = eid-etype-head-other\n# newdoc id = d\n"
    "1\tAnn\tAnn\t_\t_\t_\t0\troot\t_\tEntity=(e1-x-1-)\n\n",
    "ua": ua("(EntityID=1|MarkableID=m1)"),
    "jsonlines": '{"doc_key": "d", "sentences": [["Ann"]], "clusters": [[[0, 0]]]}\n',
    "json": '{"d": [["Ann", "she"]]}\n',
    "brat": "T1\tPerson 0 3\tAnn\n",
    "litbank": "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\n",
    "booknlp": "COREF\tstart_token\tend_token\tprop\tcat\ttext\n0\t0\t0\tPROP\tPER\tAnn\n",
    "table": "document,start,end,entity\nd,0,0,1\n",
    "tagged": "[e1 Ann] slept .\n",
}


def detected(path: Path) -> str:
    file = open_file(path)
    return detect(file, file.take_head(), FORMATS).name


@pytest.mark.parametrize("name", FORMATS)
def test_contents_decide_the_format_whatever_the_name(tmp_path: Path, name: str) -> None:
    for suffix in ("txt", "conll", "jsonl"):
        assert detected(write(tmp_path / f"f.{suffix}", EXAMPLES[name])) == name


@pytest.mark.parametrize("name", FORMATS)
def test_no_example_looks_like_two_formats(name: str) -> None:
    head = EXAMPLES[name].encode()
    assert [each.name for each in FORMATS.values() if each.recognise(head)] == [name]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("jsonlines", '{"tokens": ["a"], "clusters_token_offsets": []}'),
        ("jsonlines", '{"id": 7, "text": "Ann slept", "clusters": []}'),
        ("jsonlines", '[\n {"doc_key": "d",\n  "clusters": []}\n]'),
        ("jsonlines", '{"doc_key": "d", "sentences": [[' + '"word", ' * 20_000),
        ("json", '{"d": {"e1": [[0, 1]]}}'),
        ("json", '{\n  "d": [\n    [\n      "Ann"\n'),
        ("table", "doc\tbegin\tend\tcluster_id\tcomment\n"),
        ("table", "start_char;end_char;chain\n"),
        ("brat", "*\tCoref T1 T2\nT1\tPerson 0 3\tAnn\n"),
        ("litbank", "COREF\tT129\tMiss_Taylor-6\n"),
        ("tagged", "Los|[e1 jugadores de el Espanyol|[e2],e1] llegaron\n"),
        ("tagged", "```\nAnn saw [e12 her [e3 dog]].\n```\n"),
        ("jsonlines", '{"id": "d", "words": [' + '"word", ' * 20_000 + '"w"], "clusters": [[[0, 0]]]}\n{"id": "e"}\n'),
        ("jsonlines", '{"words": [["a", "b"]' + ', ["word"]' * 20_000 + '],\n "clusters": [[[0, 0]]]}\n'),
        ("json", '{"d": [["a", "b"]' + ', ["word"]' * 20_000 + "]}"),
        ("json", '{"a": ' + "[" * 60_000),
        ("semeval", "#begin document d\n1\tAnn\tann\tN\t(1)\n\n#end document d\n"),
        ("conll", "#begin document 1\n1\t1\t1\tAnn\t(1)\n#end document\n"),
        ("conll", "#begin document 1\n1\t0\t0\tAnn\t(1)\n#end document\n"),
        ("semeval", "#begin document 1\n1 Ann ann _ (1)\n2 slept sleep _ _\n#end document\n"),
        ("conll", "#begin document 1\n1\t0\t0\tAnn\t(1)\n1\t0\t1\tslept\t-\n#end document\n"),
        ("conll", "# a comment\n#begin document x\nAnn\t(1)\n"),
        ("corefud", "# newdoc id = d\n# global.Entity = eid\n# text = See [1 below] .\n1\tSee"),
    ],
)
def test_variants_are_known(tmp_path: Path, name: str, text: str) -> None:
    assert detected(write(tmp_path / "f", text)) == name


def test_what_looks_like_nothing_is_not_guessed(tmp_path: Path) -> None:
    path = write(tmp_path / "f.txt", "Once upon a time\n")
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(caught.value) == (
        f"{path}: this looks like no known format (it begins with 'Once upon a time'); "
        "name the format with format= (--from of validate and convert, "
        "--key-format and --response-format of other commands): "
        "conll, semeval, corefud, ua, jsonlines, json, brat, litbank, booknlp, table, tagged"
    )


def test_what_may_be_two_formats_is_not_guessed(tmp_path: Path) -> None:
    path = write(tmp_path / "f.ann", "something else\n")
    with pytest.raises(
        InputError, match=r"this may be brat or litbank \(it begins with 'something else'\); name the format with"
    ):
        read(path)


def test_a_format_that_is_given_is_believed(tmp_path: Path) -> None:
    path = write(tmp_path / "f.txt", EXAMPLES["json"])
    with pytest.raises(InputError, match=r"no document begins here|before the first document"):
        read(path, format="conll")
    with pytest.raises(ValueError, match="there is no format 'xml'; choose from conll, semeval"):
        read(path, format="xml")


def test_a_directory_is_read_as_one_format(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", EXAMPLES["jsonlines"])
    write(tmp_path / "notes.txt", "not to be read")
    with pytest.warns(InputWarning, match="spans=inclusive"):
        assert read(tmp_path).names == ("d",)
    write(tmp_path / "b.json", EXAMPLES["json"])
    with pytest.warns(InputWarning), pytest.raises(InputError, match=r"this is jsonlines, but .*b\.json is json; read"):
        read(tmp_path)
    assert read(tmp_path, format="json").names == ("d",)
    write(tmp_path / "c.conll", EXAMPLES["conll"])
    assert read(tmp_path).names == ("(d); part 000",)


def test_an_empty_annotation_is_a_document_without_mentions(tmp_path: Path) -> None:
    write(tmp_path / "a.ann", "")
    write(tmp_path / "a.txt", "Ann slept.")
    write(tmp_path / "b.ann", "T1\tPerson 0 3\tAnn\n")
    corpus = read(tmp_path)
    assert corpus.names == ("a", "b")
    assert corpus.mentions == 1
    with pytest.raises(InputError, match="the file is empty; give a file with at least one document"):
        read(write(tmp_path / "a.jsonl", ""))


def test_an_empty_annotation_is_of_the_format_of_the_others(tmp_path: Path) -> None:
    write(tmp_path / "a.ann", "")
    write(tmp_path / "a.txt", "Nobody slept\n")
    write(tmp_path / "b.ann", EXAMPLES["litbank"])
    write(tmp_path / "b.txt", "Ann slept\n")
    corpus = read(tmp_path)
    assert corpus.names == ("a", "b")
    assert corpus["a"].tokens == ["Nobody", "slept"]


def test_an_empty_annotation_by_itself_is_not_guessed_without_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path / "a.ann", "")
    write(tmp_path / "a.txt", "Nobody slept\n")
    with pytest.warns(
        InputWarning, match="is empty and is read as brat; if it is litbank, name the format with format= "
    ):
        read(path)
    assert read(path, format="litbank")["a"].tokens == ["Nobody", "slept"]


def test_a_mentionless_document_of_litbank_is_read_as_it_is_written(tmp_path: Path) -> None:
    source = write(
        tmp_path / "f.jsonl",
        '{"doc_key": "a", "sentences": [["Ann"]], "clusters": [[[0, 0]]]}\n'
        '{"doc_key": "b", "sentences": [["Nobody"]], "clusters": []}\n',
    )
    with pytest.warns(InputWarning, match="spans=inclusive"):
        corefscore.write(read(source), tmp_path / "lit", "litbank")
    assert read(tmp_path / "lit").names == ("a", "b")


@pytest.mark.parametrize("text", ['{"id": "d", "my_clusters": []}\n', '{"d": [["a"]]}\n{"e": [["a"]]}\n'])
def test_what_is_read_as_plain_json_in_vain_may_be_named_json_lines(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"If each line is a document, choose the format jsonlines with format= "):
        read(write(tmp_path / "f.jsonl", text))


def test_the_options_name_every_format_and_convention() -> None:
    assert tuple(FORMATS) == options.FORMATS
    assert tuple(CONVENTIONS) == tuple(MEANINGS) == options.SPANS
    assert [each.name for each in FORMATS.values()] == list(FORMATS)


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("name", [name for name in FORMATS if name != "conll"])
@pytest.mark.filterwarnings("ignore::corefscore.core.problems.InputWarning")
def test_another_format_never_scores_as_zero_without_a_warning(tmp_path: Path, name: str) -> None:
    """The key is CoNLL; the response says the same, in tokens, characters or words."""
    key = write(tmp_path / "key.conll", conll("(1) -", "d", words="Ann slept"))
    response = write(tmp_path / "f.x", EXAMPLES[name])
    write(tmp_path / "f.txt", "Ann slept\n")
    assert corefscore.score(key, response, ["mentions"], tokens="ignore")["mentions"].recall == 1
