"""Each format as its authors write it."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.core.views import CHARACTER
from corefscore.formats.reading import read
from tests.files import clusters, conll, conllu, write

TEXT = "Ann slept. She woke."
SENTENCES = [["Ann", "slept", "."], ["She", "woke", "."]]
WORDS = ["Ann", "slept", ".", "She", "woke", "."]


def jsonl(path: Path, *documents: dict[str, Any]) -> Path:
    return write(path, "".join(f"{json.dumps(document)}\n" for document in documents))


def warned(recorded: pytest.WarningsRecorder) -> list[str]:
    return [str(each.message) for each in recorded]


# JSON lines


@pytest.mark.parametrize(
    ("document", "proof"),
    [
        (
            {"doc_key": "d", "sentences": SENTENCES, "speakers": [], "clusters": [[[0, 0], [3, 3]]]},
            "spans=inclusive: otherwise [0, 0] of document 'd' would be empty",
        ),
        (
            {
                "doc_id": "d",
                "gutenberg_key": "1",
                "sentences": SENTENCES,
                "clusters": [[[0, 0], [3, 3]]],
                "characters": [],
            },
            "spans=inclusive",
        ),
        (
            {"doc_key": "d", "tokens": WORDS, "clusters": [[[0, 1], [3, 4]], [[5, 6]]]},
            "spans=exclusive: otherwise [5, 6] of document 'd' would end outside its text",
        ),
        ({"doc_key": "d", "tokens": WORDS, "clusters_token_offsets": [[[0, 0], [3, 3]]]}, None),
        (
            {
                "document_id": "d",
                "cased_words": WORDS,
                "sent_id": [0, 0, 0, 1, 1, 1],
                "clusters": [[[0, 1], [3, 4]]],
            },
            None,
        ),
        ({"id": "d", "sentences": SENTENCES, "mention_clusters": [[[0, 0, 1], [1, 0, 1]]]}, None),
        ({"doc_key": "d", "sentences": SENTENCES, "predicted_clusters": [[[0, 0], [3, 3]]]}, "spans=inclusive"),
    ],
    ids=["e2e", "bookcoref", "fastcoref", "maverick", "wl-coref", "preco", "predicted"],
)
def test_families_of_json_lines(tmp_path: Path, document: dict[str, Any], proof: str | None) -> None:
    path = jsonl(tmp_path / "f.jsonl", document)
    if proof is None:
        corpus = read(path)
    else:
        with pytest.warns(InputWarning) as recorded:
            corpus = read(path)
        assert proof in warned(recorded)[0]
    assert [entity for entity in clusters(corpus)["d"] if len(entity) > 1] == [[(0, 0), (3, 3)]]
    assert corpus["d"].tokens == WORDS
    assert corpus["d"].mentions[0].text == "Ann"
    assert corpus["d"].mentions[0].line == 1


@pytest.mark.parametrize(
    ("fields", "notice"),
    [
        (
            {"clusters": [[[0, 3], [11, 14]]]},
            "nothing proves the meaning of the ends of spans; they are read as spans=characters",
        ),
        ({"clusters": [[[0, 3], [11, 20]]]}, "spans=characters: otherwise [11, 20] of document 'd' would end"),
        ({"clusters_char_offsets": [[[0, 2], [11, 13]]]}, None),
        ({"clusters": [[[0, 2], [5, 5]]]}, "spans=characters-inclusive: otherwise [5, 5] of document 'd' would be"),
    ],
)
def test_characters_of_json_lines(tmp_path: Path, fields: dict[str, Any], notice: str | None) -> None:
    path = jsonl(tmp_path / "f.jsonl", {"doc_key": "d", "text": TEXT, **fields})
    if notice is None:
        corpus = read(path)
    else:
        with pytest.warns(InputWarning) as recorded:
            corpus = read(path)
        assert notice in warned(recorded)[0]
    assert corpus.origins[0].unit == CHARACTER
    assert corpus["d"].mentions[0].text == "Ann"
    assert clusters(corpus)["d"][0][0] == (0, 2)


def test_a_stated_convention_is_believed_and_checked(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "f.jsonl", {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 1], [3, 4]]]})
    assert clusters(read(path, spans="exclusive")) == {"d": [[(0, 0), (3, 3)]]}
    assert clusters(read(path, spans="inclusive")) == {"d": [[(0, 1), (3, 4)]]}
    single = jsonl(tmp_path / "g.jsonl", {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 0]]]})
    with pytest.raises(InputError, match=r"span \[0, 0\] of document 'd' is empty or ends before it begins"):
        read(single, spans="exclusive")
    with pytest.raises(ValueError, match="there is no convention for spans 'open'; choose from inclusive, exclusive"):
        read(single, spans="open")


def test_no_mention_needs_no_proof(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "f.jsonl", {"doc_key": "d", "sentences": SENTENCES, "clusters": []})
    assert read(path).mentions == 0


@pytest.mark.parametrize(
    "fields",
    [("clusters", "clusters_token_offsets"), ("clusters", "span_clusters"), ("predicted_clusters", "pred_clusters")],
)
def test_two_fields_of_one_side_are_an_error(tmp_path: Path, fields: tuple[str, str]) -> None:
    values = dict(zip(fields, ([[[0, 0], [3, 3]]], [[[0, 0], [4, 4]]]), strict=True))
    response = jsonl(tmp_path / "r.jsonl", {"doc_key": "d", "sentences": SENTENCES, **values})
    key = jsonl(tmp_path / "k.jsonl", {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 0], [3, 3]]]})
    with pytest.raises(InputError, match=f"r.jsonl:1: the document has both '{fields[0]}' and '{fields[1]}'; choose"):
        corefscore.score(key, response, spans="inclusive")


def test_one_system_may_write_its_clusters_in_tokens_and_in_characters(tmp_path: Path) -> None:
    both = {"clusters_token_offsets": [[[0, 0], [3, 3]]], "clusters_char_offsets": [[[0, 2], [11, 13]]]}
    path = jsonl(tmp_path / "f.jsonl", {"doc_key": "d", "tokens": WORDS, **both})
    assert clusters(read(path)) == {"d": [[(0, 0), (3, 3)]]}


def test_one_file_with_gold_and_predicted_clusters_is_key_and_response(tmp_path: Path) -> None:
    both = {"clusters": [[[0, 0], [3, 3]]], "predicted_clusters": [[[0, 0]]], "spans": "inclusive"}
    path = jsonl(tmp_path / "f.jsonl", {"doc_key": "d", "sentences": SENTENCES, **both})
    result = corefscore.score(path, path)
    assert (result["mentions"].recall, result["mentions"].precision) == (0.5, 1)
    assert read(path, clusters="predicted_clusters").mentions == 1
    with pytest.raises(
        InputError, match=r"there is no field 'chains' here \(the fields are doc_key, sentences, clusters"
    ):
        read(path, clusters="chains")


GOLD = {"tokens": ["x", "y", "z"], "clusters": [[[0, 0], [1, 1]]]}
PREDICTED = {"predicted_clusters": [[[0, 0], [2, 2]]]}


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize(
    ("documents", "message"),
    [
        (
            [{"doc_key": "a", **GOLD, **PREDICTED}, {"doc_key": "b", **GOLD}],
            "m.jsonl:2: document 'b': there is no 'predicted_clusters', but line 1 has it, and 'clusters' is not read "
            'instead; write "predicted_clusters": [] if nothing was predicted, or name the field to read with '
            "clusters= (convert --clusters)",
        ),
        (
            [{"doc_key": "a", **GOLD, "predicted_clusters": None}],
            "m.jsonl:1: document 'a': 'predicted_clusters' is null, and 'clusters' is not read instead; "
            'write "predicted_clusters": [] if nothing was predicted, or name the field to read with clusters= '
            "(convert --clusters)",
        ),
    ],
)
def test_gold_clusters_are_never_the_response_of_a_file_with_predictions(
    tmp_path: Path, documents: list[dict[str, Any]], message: str
) -> None:
    path = jsonl(tmp_path / "m.jsonl", *documents)
    with pytest.raises(InputError) as caught:
        corefscore.score(path, path, ["muc"])
    assert str(caught.value) == f"{tmp_path}/{message}"
    assert read(path, clusters="clusters").mentions == 2 * len(documents)
    documents[-1]["predicted_clusters"] = []
    assert corefscore.score(path, jsonl(tmp_path / "n.jsonl", *documents), ["muc"])["muc"].f1 == 0


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_predicted_clusters_are_never_the_key_of_a_file_with_gold(tmp_path: Path) -> None:
    predicted = {"doc_key": "b", **PREDICTED}
    key = jsonl(tmp_path / "m.jsonl", {"doc_key": "a", **GOLD}, predicted)
    with pytest.raises(
        InputError, match=r"m\.jsonl:2: document 'b': there is no 'clusters', but line 1 has it.* annotated"
    ):
        corefscore.score(key, key, ["muc"])
    two_systems = jsonl(tmp_path / "n.jsonl", predicted)
    assert corefscore.score(two_systems, two_systems, ["muc"])["muc"].f1 == 1


def test_json_lines_against_conll(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) - - / (1) - -", "(bc/x); part 002", "Ann slept . She woke ."))
    fields = {"sentences": SENTENCES, "clusters": [[[0, 1], [3, 4]]]}
    response = jsonl(tmp_path / "r.jsonl", {"doc_key": "bc/x_2", **fields})
    assert corefscore.score(key, response, response_spans="exclusive")["muc"].f1 == 1
    assert corefscore.score(key, response, spans="exclusive")["muc"].f1 == 1
    other = jsonl(tmp_path / "s.jsonl", {"doc_key": "bc/x_2", **fields, "sentences": [["Ann", "sleeps", "."], ["She"]]})
    with pytest.raises(InputError, match=r"s\.jsonl:1: document 'bc/x_2': token 1 is 'sleeps', but 'slept' in"):
        corefscore.score(key, other, response_spans="exclusive")
    flat = jsonl(tmp_path / "t.jsonl", {"doc_key": "bc/x_2", "tokens": WORDS, "clusters": [[[0, 0], [3, 3]]]})
    with pytest.warns(InputWarning, match="spans=inclusive"):
        assert corefscore.score(key, flat)["muc"].f1 == 1


@pytest.mark.filterwarnings("ignore:.*has no mention:corefscore.InputWarning")
def test_different_sentences_in_two_json_files_are_reported(tmp_path: Path) -> None:
    one = jsonl(tmp_path / "a.jsonl", {"doc_key": "d", "sentences": SENTENCES, "clusters": [], "spans": "inclusive"})
    other = jsonl(tmp_path / "b.jsonl", {"doc_key": "d", "sentences": [WORDS], "clusters": []})
    with pytest.raises(InputError, match=r"token 3 \('She'\) begins a sentence only in"):
        corefscore.score(one, other)
    assert corefscore.score(one, one)["muc"].f1 == 0


def test_a_json_array_and_a_single_document_over_many_lines(tmp_path: Path) -> None:
    document = {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 0]]], "spans": "inclusive"}
    for value in (document, [document, {**document, "doc_key": "e"}]):
        corpus = read(write(tmp_path / "f.json", json.dumps(value, indent=2)))
        assert clusters(corpus)["d"] == [[(0, 0)]]
        assert corpus["d"].tokens == WORDS


def test_large_json_lines_keep_no_object_for_each_mention(tmp_path: Path) -> None:
    spans = [[number, number] for number in range(2_000)]
    documents = ({"doc_key": f"d{n}", "clusters": [spans], "spans": "inclusive"} for n in range(50))
    path = jsonl(tmp_path / "f.jsonl", *documents)
    read(path)
    tracemalloc.start()
    corpus = read(path)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert corpus.mentions == 100_000
    assert kept < 100 * corpus.mentions  # a tuple of two numbers alone takes 112 bytes


# plain JSON


def test_plain_json_is_scored_by_what_mentions_are_called(tmp_path: Path) -> None:
    key = write(tmp_path / "k.json", '{"d": [["Ann", "she"], [["x", 1], {"a": 2, "b": 3}]], "e": []}')
    response = write(
        tmp_path / "r.json", '{"e": [], "d": {"one": ["she", "Ann", "dog"], "two": [{"b": 3, "a": 2}, ["x", 1]]}}'
    )
    result = corefscore.score(key, response, ["mentions", "muc"])
    expected = corefscore.score([["Ann", "she"], ["x", "y"]], [["she", "Ann", "dog"], ["y", "x"]], ["mentions", "muc"])
    assert [result[m].f1 for m in ("mentions", "muc")] == [expected[m].f1 for m in ("mentions", "muc")]
    assert [mention.text for mention in read(key)["d"].mentions] == ["Ann", "she", '["x", 1]', '{"a": 2, "b": 3}']


def test_plain_json_with_stated_spans_has_tokens(tmp_path: Path) -> None:
    response = write(tmp_path / "r.json", '{"d": [[[0, 0], [1, 2]]]}')
    key = write(tmp_path / "k.conll", conll("(1) (1 1)", "d"))
    assert corefscore.score(key, response, response_spans="inclusive")["muc"].f1 == 1
    with pytest.raises(
        InputError, match=r"mentions of document 'd' are names, but tokens in .*k\.conll; state their meaning"
    ):
        corefscore.score(key, response)


def test_a_mention_in_two_entities_of_plain_json_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path / "k.json", '{"d": [["Ann", "she"], ["she"]]}')
    with pytest.raises(InputError, match=r"mention 'she' \(name 1\) of document 'd' is in entity 0 and in entity 1"):
        corefscore.score(path, path)


# SemEval-2010


def test_semeval_has_its_words_in_the_second_column(tmp_path: Path) -> None:
    rows = ["1\tAnn\tann\tN\tx\t(1", "2\tLee\tlee\tN\tx\t1)", "", "1\tslept\tsleep\tV\tx\t_"]
    corpus = read(write(tmp_path / "f.txt", "\n".join(["#begin document d", *rows, "#end document d", ""])))
    assert corpus["d"].tokens == ["Ann", "Lee", "slept"]
    assert clusters(corpus) == {"d": [[(0, 1)]]}


def test_the_odd_cells_of_a_semeval_submission(tmp_path: Path) -> None:
    rows = "\n".join(f"{n}\tw\tx\tx\t{cell}" for n, cell in enumerate(["_(3", "(2", "(22", "_22)|2)", "3)"], 1))
    with pytest.warns(InputWarning, match="1 cell with an empty mark before a name"):
        corpus = read(write(tmp_path / "f.txt", f"#begin document d\n{rows}\n#end document d\n"))
    assert clusters(corpus) == {"d": [[(0, 4)], [(1, 3)], [(2, 3)]]}


# brat

ANN = (
    "T1\tPerson 0 3\tAnn\nT2\tPerson 8 11\tTom\nT3\tPerson 13 17\tThey\nT4\tPerson 0 3;8 11\tAnn Tom\n"
    "T5\tPerson 4 7\tand\nR1\tCoref Arg1:T3 Arg2:T4\n*\tEquiv T1 T2\nA1\tSure T1\n#1\tAnnotatorNotes T1\tcheck this\n"
)


def test_brat_relations_and_equivalences(tmp_path: Path) -> None:
    write(tmp_path / "d.txt", "Ann and Tom. They slept.")
    corpus = read(write(tmp_path / "d.ann", ANN))
    assert corpus.names == ("d",)
    texts = {entity.label: [mention.text for mention in entity.mentions] for entity in corpus["d"].entities}
    assert texts == {"T1": ["Ann", "Tom"], "T3": ["Ann ... Tom", "They"], "T5": ["and"]}
    assert corpus["d"].entities[1].mentions[0].parts == ((0, 2), (8, 10))


def test_brat_without_its_text(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "d.ann", ANN))
    assert [mention.text for mention in corpus["d"].mentions] == ["[0-2]", "[0-2,8-10]", "[4-6]", "[8-10]", "[13-16]"]


def test_words_of_brat_that_its_text_does_not_have_are_reported(tmp_path: Path) -> None:
    write(tmp_path / "d.txt", "An and Tom. They slept.")
    with pytest.warns(InputWarning, match=r"d.ann:1: 5 mentions have other words .* \(T1 is 'Ann' here, 'An ' there\)"):
        read(write(tmp_path / "d.ann", ANN))
    write(tmp_path / "e.txt", "Ann and\nTom")
    read(write(tmp_path / "e.ann", "T1\tPerson 8 11;0 3\tTom Ann\nT2\tPerson 4 11\tand Tom\nT3\tPerson 0 3\n"))


def test_other_relations_of_brat_are_ignored_with_a_warning(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"relations other than coreference are ignored: Part-of \(1\)"):
        read(write(tmp_path / "d.ann", ANN + "R2\tPart-of Arg1:T1 Arg2:T5\n"))


def test_parts_that_touch_are_no_gap(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "d.ann", "T1\tPerson 4 7;0 4\tAnn and\n"))
    assert corpus["d"].mentions[0].parts == ((0, 6),)


def test_line_ends_count_as_characters(tmp_path: Path) -> None:
    write(tmp_path / "d.txt", "é\r\nAnn\r\n")
    corpus = read(write(tmp_path / "d.ann", "T1\tPerson 3 6\tAnn\r\n"))
    assert corpus["d"].mentions[0].text == "Ann"


def test_two_annotations_of_a_text_are_scored(tmp_path: Path) -> None:
    for folder in ("key", "response"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / "d.txt", "Ann and Tom. They slept.")
    write(tmp_path / "key" / "d.ann", ANN)
    write(tmp_path / "response" / "d.ann", ANN.replace("*\tEquiv T1 T2\n", ""))
    result = corefscore.score(tmp_path / "key", tmp_path / "response", ["mentions", "muc"])
    assert (result["mentions"].f1, result["muc"].recall, result["muc"].precision) == (1, 0.5, 1)
    write(tmp_path / "response" / "d.txt", "Ann und Tom. They slept.")
    write(tmp_path / "response" / "d.ann", ANN.replace("and", "und"))
    with pytest.raises(InputError, match=r"character 4 is 'u', but 'a' in .*d\.ann; give both sides the same text"):
        corefscore.score(tmp_path / "key", tmp_path / "response")


# LitBank and BookNLP

LITBANK = (
    "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\nMENTION\tT2\t1\t0\t1\t0\tShe\tPER\tPRON\n"
    "MENTION\tT3\t1\t2\t1\t3\ta sleeper\tPER\tNOM\nCOREF\tT1\tAnn-0\nCOREF\tT2\tAnn-0\nCOP\tT3\tT2\n"
)


def test_litbank(tmp_path: Path) -> None:
    write(tmp_path / "emma_brat.txt", "Ann slept .\nShe is a sleeper .\n")
    corpus = read(write(tmp_path / "emma_brat.ann", LITBANK))
    assert clusters(corpus) == {"emma_brat": [[(0, 0), (3, 3)], [(5, 6)]]}
    assert [corpus.label(0), corpus.label(1)] == ["Ann-0", "T3"]
    assert corpus["emma_brat"].mentions[2].text == "a sleeper"
    key = write(
        tmp_path / "k.conll", conll("(1) - - / (1) - (2 2) -", "(emma_brat); part 0", "Ann slept . She is a sleeper .")
    )
    assert corefscore.score(key, tmp_path / "emma_brat.ann")["conll"].f1 == 1


ENTITIES = "COREF\tstart_token\tend_token\tprop\tcat\ttext\n7\t0\t0\tPROP\tPER\tAnn\n7\t3\t3\tPRON\tPER\tShe\n"
TOKENS = "paragraph_ID\tsentence_ID\ttoken_ID_within_sentence\ttoken_ID_within_document\tword\n" + "".join(
    f"0\t{sentence}\t{index}\t{3 * sentence + index}\t{word}\n"
    for sentence, words in enumerate(SENTENCES)
    for index, word in enumerate(words)
)


def test_booknlp(tmp_path: Path) -> None:
    write(tmp_path / "book.tokens", TOKENS)
    corpus = read(write(tmp_path / "book.entities", ENTITIES))
    assert clusters(corpus) == {"book": [[(0, 0), (3, 3)]]}
    assert corpus.origins[0].text is not None
    assert corpus.origins[0].text.sentences == SENTENCES
    assert corpus.extra["type"].tolist() == ["PER", "PER"]


def test_booknlp_without_its_tokens_says_so(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"there is no 'book\.tokens' beside this file; its words are not known"):
        assert read(write(tmp_path / "book.entities", ENTITIES))["book"].tokens is None


def test_two_files_with_one_document_each_are_compared_whatever_their_names(tmp_path: Path) -> None:
    write(tmp_path / "book.tokens", TOKENS)
    response = write(tmp_path / "book.entities", ENTITIES)
    key = write(tmp_path / "k.conll", conll("(1) - - / (1) - -", "(emma); part 0", "Ann slept . She woke ."))
    with pytest.warns(InputWarning, match=r"its document 'book' is compared with '\(emma\); part 0' of .*k\.conll"):
        assert corefscore.score(key, response)["conll"].f1 == 1
    named = jsonl(tmp_path / "r.jsonl", {"doc_key": "other", "clusters": []})
    with pytest.raises(InputError, match=r"document '\(emma\); part 0' of .* is missing"):
        corefscore.score(key, named)


# tables


def test_tables_with_other_titles_and_no_document(tmp_path: Path) -> None:
    path = write(tmp_path / "book.csv", "cluster;begin;end;note\na;0;0;\nb;1;2;\na;4;4;x\n")
    with pytest.warns(InputWarning, match="spans=inclusive: otherwise \\[0, 0\\] of document 'book' would"):
        assert clusters(read(path)) == {"book": [[(0, 0), (4, 4)], [(1, 2)]]}
    quoted = write(tmp_path / "q.csv", 'document,start,end,entity\n"a, b",0,0,"x"\n')
    assert clusters(read(quoted, spans="inclusive")) == {"a, b": [[(0, 0)]]}


def test_tables_of_characters(tmp_path: Path) -> None:
    path = write(tmp_path / "f.tsv", "document\tstart_char\tend_char\tentity\nd\t0\t3\ta\nd\t5\t9\ta\n")
    with pytest.warns(InputWarning, match="read as spans=characters"):
        corpus = read(path)
    assert clusters(corpus) == {"d": [[(0, 2), (5, 8)]]}
    assert corpus.origins[0].unit == CHARACTER


def test_parquet_as_data_frames_write_it(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table({"doc_key": ["d", "d", "e"], "start": [0, 2, 0], "end": [0, 3, 0], "entity": [1, 1, 5]})
    parquet.write_table(table, tmp_path / "f.parquet")
    with pytest.warns(InputWarning, match="spans=inclusive"):
        assert clusters(read(tmp_path / "f.parquet")) == {"d": [[(0, 0), (2, 3)]], "e": [[(0, 0)]]}


# tagged text

KEY = conll("(1) - (2|(1) 2) - / (1) - (2) -", "d", "Ann saw her dog . She called it .")


def tagged(path: Path, text: str, key: str = KEY) -> Corpus:
    """A response as it is read beside a key."""
    from corefscore.formats.base import Reading
    from corefscore.formats.reading import read_files

    corpus = read(write(path / "key.conll", key))
    return read_files(write(path / "f.tagged", text), Reading(key=corpus))


@pytest.mark.parametrize(
    "text",
    [
        "[e1 Ann] saw [e2 [e1 her] dog] . [e1 She] called [e2 it] .",
        "[e1 Ann] saw [e2 [e1 her] dog].\n[e1 She] called [e2 it].\n",
        "```text\n[1 Ann] saw [2 [1 her] dog] .\n[1 She] called [2 it] .\n```",
        "Ann|[e1] saw her|[e2,[e1] dog|e2] . She|[e1] called it|[e2] .",
        "# document d\nAnn|[e1] saw her|[e2,[e1] dog|e2] .\nShe|[e1] called it|[e2] .\n",
    ],
)
def test_two_ways_to_tag_a_text(tmp_path: Path, text: str) -> None:
    expected = {"d": [[(0, 0), (2, 2), (5, 5)], [(2, 3), (7, 7)]]}
    assert clusters(tagged(tmp_path, text)) == expected
    assert corefscore.score(tmp_path / "key.conll", tmp_path / "f.tagged")["conll"].f1 == 1


def test_tags_without_a_partner_are_repaired_and_reported(tmp_path: Path) -> None:
    with pytest.warns(InputWarning) as recorded:
        corpus = tagged(tmp_path, "[e1 Ann] saw [e2 [e1 her] dog . [e1 She] called [e3 ] [e2 it] .")
    assert clusters(corpus) == {"d": [[(0, 0), (2, 2), (5, 5)], [(7, 7)]]}
    assert [message.partition(": ")[2] for message in warned(recorded)] == [
        "the tag '[e3]' has no words; it is ignored",
        "the tag '[e2' is never closed; it is ignored",
    ]
    with pytest.warns(InputWarning, match=r"f\.tagged:1: the tag 'e2\]' closes no mention \(and 1 more like it\)"):
        assert tagged(tmp_path, "Ann|[e1] saw her dog|e2] . She|[e1] called it|e3] .").mentions == 2
    with pytest.warns(InputWarning) as recorded:
        tagged(tmp_path, "[e1 Ann] saw her dog] . She called it .")
    assert "the tag ']' closes no mention" in warned(recorded)[0]


@pytest.mark.parametrize(
    ("text", "report", "expected"),
    [
        (
            "[e1 Ann] happily saw [e2 [e1 her] dog] . [e1 She] called [e2 it] .",
            "1 words added, 0 omitted, 0 changed); mentions are moved to the same words, and 0 of 5 are lost",
            [[(0, 0), (2, 2), (5, 5)], [(2, 3), (7, 7)]],
        ),
        (
            "[e1 Ann] saw [e2 the big dog] . [e1 She] called [e2 it] .",
            "2 words added, 1 omitted, 0 changed",
            [[(0, 0), (5, 5)], [(3, 3), (7, 7)]],
        ),
        (
            "[e1 Anne] saw [e2 [e1 her] dog] . [e1 She] called [e2 it] .",
            "0 words added, 0 omitted, 1 changed",
            [[(0, 0), (2, 2), (5, 5)], [(2, 3), (7, 7)]],
        ),
        (
            "[e1 Ann] saw [e2 [e1 her] dog] .",
            "0 words added, 4 omitted, 0 changed",
            [[(0, 0), (2, 2)], [(2, 3)]],
        ),
        (
            "Sure ! [e3 Here it comes] : [e1 Ann] saw [e2 [e1 her] dog] . [e1 She] called [e2 it] .",
            "6 words added, 0 omitted, 0 changed); mentions are moved to the same words, and 1 of 6 are lost",
            [[(0, 0), (2, 2), (5, 5)], [(2, 3), (7, 7)]],
        ),
    ],
)
def test_a_text_that_is_not_the_keys_is_aligned_and_reported(
    tmp_path: Path, text: str, report: str, expected: list[list[tuple[int, int]]]
) -> None:
    with pytest.warns(InputWarning) as recorded:
        corpus = tagged(tmp_path, text)
    assert report in warned(recorded)[-1]
    assert clusters(corpus) == {"d": expected}


def test_a_line_for_each_document_of_the_key(tmp_path: Path) -> None:
    key = conll("(1) -", "a", "Ann slept") + conll("(1) -", "b", "Tom slept")
    assert clusters(tagged(tmp_path, "[e1 Ann] slept\n[e1 Tom] slept\n", key)) == {"a": [[(0, 0)]], "b": [[(0, 0)]]}
    with pytest.raises(
        InputError, match=r"1 lines for 2 documents of .*key\.conll; write one line for each document, or"
    ):
        tagged(tmp_path, "[e1 Ann] slept", key)


def test_brackets_of_the_text_are_words(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "f.txt", "[e1 Ann [ sic ] Lee] wrote [ 1 ] .\n"))
    assert clusters(corpus) == {"f": [[(0, 4)]]}
    assert corpus["f"].mentions[0].text == "Ann [ sic ] Lee"


@pytest.mark.parametrize("name", ["conll", "semeval"])
def test_words_that_look_like_mentions_are_words(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "f.conllu", conllu("(1) (2)"))
    corefscore.write(read(path), tmp_path / f"f.{name}", name)
    assert read(tmp_path / f"f.{name}", format=name).mentions == 0
