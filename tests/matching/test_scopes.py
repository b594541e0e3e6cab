"""Documents joined by topics or as a whole, and links within and across documents."""

from __future__ import annotations

import json
import random
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore import InputError, InputWarning
from corefscore.result import Result
from tests import brute, scoped_brute
from tests.files import conll, conllu, write
from tests.scoped_brute import Side
from tests.shared import shared_data

COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
DEFINED = {name: getattr(brute, name) for name in ("muc", "b3", "lea", "mentions")}
DOCUMENTS = ("x/1", "x/2", "y/1")
TOPICS = "(?P<topic>.)/(?P<subtopic>.)"
SCOPES = {
    "document": lambda name: name,
    "subtopic": lambda name: name,
    "topic": lambda name: name[0],
    "corpus": lambda _: "corpus",
}


@st.composite
def sides(draw: st.DrawFn) -> tuple[Side, Side]:
    """Key and response of three documents, whose entities may run through all of them."""
    names = st.sampled_from(["", "a", "b", "c"])
    found = []
    for _ in range(2):
        side: dict[str, dict[str, list[tuple[int, int]]]] = {}
        for document in DOCUMENTS:
            side[document] = {}
            for token, name in enumerate(draw(st.lists(names, min_size=5, max_size=5))):
                if name:
                    side[document].setdefault(name, []).append((token, token))
        found.append(side)
    return found[0], found[1]


def figures(result: Result, metric: str) -> list[float]:
    return [getattr(result[metric], count) for count in COUNTS]


@settings(deadline=None, max_examples=60)
@given(sides(), st.sampled_from([*SCOPES]), st.booleans())
def test_entities_with_one_name_in_a_scope_are_one_entity(pair: tuple[Side, Side], scope: str, drop: bool) -> None:
    result = corefscore.score(
        *pair, ["muc", "b3", "lea", "mentions"], scope=scope, topics=TOPICS, singletons="drop" if drop else "keep"
    )
    key, response = (scoped_brute.in_scope(side, SCOPES[scope]) for side in pair)
    for metric, definition in DEFINED.items():
        total = np.zeros(4)
        for name in key:
            both = [key[name], response[name]]
            both = [scoped_brute.without_singletons(side) for side in both] if drop else both
            total += [float(each) for each in definition(*both)]
        assert figures(result, metric) == pytest.approx(total), metric


@settings(deadline=None, max_examples=60)
@given(sides(), st.sampled_from(["topic", "corpus"]))
def test_links_within_and_across_documents(pair: tuple[Side, Side], scope: str) -> None:
    result = corefscore.score(*pair, ["links", "pairwise"], scope=scope, topics=TOPICS)
    key, response = (scoped_brute.in_scope(side, SCOPES[scope]) for side in pair)
    expected = np.array([scoped_brute.links(key[name], response[name]) for name in key]).sum(axis=0)
    families = result["links"].families
    found = [[getattr(families[name], count) for count in COUNTS] for name in ("within", "across")]
    assert found == expected.tolist()
    assert np.sum(found, axis=0).tolist() == figures(result, "pairwise")
    assert result["links"].f1 == result["pairwise"].f1
    for name, scores in result.documents.items():
        alone = scoped_brute.links(key[name], response[name])
        parts = scores["links"].families
        assert [[getattr(parts[each], count) for count in COUNTS] for each in ("within", "across")] == [
            *map(list, alone)
        ]


@settings(deadline=None, max_examples=40)
@given(sides(), st.randoms(use_true_random=False), st.sampled_from([*SCOPES]))
def test_names_of_entities_and_the_order_of_documents_do_not_matter(
    pair: tuple[Side, Side], rng: random.Random, scope: str
) -> None:
    metrics = ["muc", "b3", "ceafm", "ceafe", "blanc", "lea", *(["links"] if scope in ("topic", "corpus") else [])]
    before = corefscore.score(*pair, metrics, scope=scope, topics=TOPICS)
    renamed = []
    for side in pair:
        order = rng.sample(DOCUMENTS, len(DOCUMENTS))
        renamed.append({name: {f"entity {each}": side[name][each] for each in side[name]} for name in order})
    after = corefscore.score(renamed[0], renamed[1], metrics, scope=scope, topics=TOPICS)
    for name in metrics:
        assert after[name][:3] == pytest.approx(before[name][:3], abs=1e-12), name


@settings(deadline=None, max_examples=30)
@given(sides())
def test_the_scope_of_documents_is_the_usual_one(pair: tuple[Side, Side]) -> None:
    plain, stated = corefscore.score(*pair), corefscore.score(*pair, scope="document")
    assert stated.to_dict() == plain.to_dict()
    subtopics = corefscore.score(*pair, scope="subtopic", topics=TOPICS)
    assert {name: score.to_dict() for name, score in subtopics.items()} == {
        name: score.to_dict() for name, score in plain.items()
    }


def table(path: Path, *rows: str) -> Path:
    return write(path, "\n".join(["document,start,end,entity", *rows, ""]))


NUMBERED = pytest.mark.filterwarnings("ignore:.*are read as one entity each")


@NUMBERED
def test_texts_come_one_after_the_other_in_the_order_of_names(tmp_path: Path) -> None:
    text = conll("(1) - / (2)", "(t/b)", words="Ann sleeps She") + conll("(1) -", "(t/a)", words="Bob runs")
    path = write(tmp_path / "key.conll", text)
    result = corefscore.score(path, path, scope="corpus")
    document = result.mentions().key.view(0)
    assert document.tokens == ["Bob", "runs", "Ann", "sleeps", "She"]
    assert document.origin.text is not None
    assert document.origin.text.sentences == [["Bob", "runs"], ["Ann", "sleeps"], ["She"]]
    assert [mention.text for mention in document.entities[0].mentions] == ["Bob", "Ann"]
    assert [(part.name, part.first) for part in document.origin.joined] == [
        ("(t/a)", 0),
        ("(t/b)", 2),
    ]
    lines = [mention.line for mention in document.mentions]
    assert [text.splitlines()[line - 1].split("\t")[3] for line in lines] == ["Bob", "Ann", "She"]


def test_numbers_that_each_document_has_anew_are_joined_with_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path / "key.conll", conll("(1) (2)", "(a)") + conll("(1) (1)", "(b)"))
    with pytest.warns(InputWarning, match="1 names such as 1 are in several documents and are read as one entity each"):
        corefscore.score(path, path, scope="corpus")


@NUMBERED
def test_explanations_errors_and_pages_work_on_joined_documents(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conll", conll("(1) (2)", "(a)") + conll("(1) (1)", "(b)"))
    response = write(tmp_path / "response.conll", conll("(1) (1)", "(a)") + conll("(2) (2)", "(b)"))
    result = corefscore.score(key, response, scope="corpus")
    assert result.explain("b3").to_dict()["document"] == "corpus"
    assert len(result.errors) == len(result.errors.records()) > 0
    assert corefscore.prices(result).to_dict()
    assert len(result.entities) > 0
    assert "w0" in str(result.show("corpus"))
    corefscore.write_report(tmp_path / "page.html", result)
    assert (tmp_path / "page.html").stat().st_size > 0


def test_heads_gaps_and_empty_nodes_move_with_their_texts(tmp_path: Path) -> None:
    one = conllu("a:(e1--1) b 2.1:1~nsubj:(e2--1)", "c:(e1[1/2]--1) d e:(e1[2/2])", name="one")
    two = conllu("f 1.1:1~nsubj:(e2--1) g:(e1--1)", name="two")
    key = write(tmp_path / "key.conllu", one + two)
    itself = corefscore.score(key, key, profile="crac", scope="corpus", singletons="keep")
    assert {name: round(score.f1, 12) for name, score in itself.items()} == dict.fromkeys(itself, 1)
    corpus = itself.mentions().key
    assert len(corpus.labels) == 2
    assert [mention.text for mention in corpus.view(0).entities[0].mentions] == ["a", "c ... e", "g"]
    more = one.replace("b\t", "b\t", 1).replace("2.1\t", "1.1\t_\t_\t_\t_\t_\t_\t_\t2:obj\tEntity=(e9--1)\n2.1\t")
    lines = more.split("\n")  # an empty node comes behind its word
    node = next(line for line in lines if line.startswith("1.1"))
    lines.remove(node)
    lines.insert(next(number for number, line in enumerate(lines) if line.startswith("1\t")) + 1, node)
    response = write(tmp_path / "response.conllu", "\n".join(lines) + two)
    for match in ("exact", "head"):
        options = {"match": match, "duplicates": "first", "metrics": ["mentions", "mor"]}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            apart = corefscore.score(key, response, **options)  # type: ignore[arg-type]
        together = corefscore.score(key, response, scope="corpus", **options)  # type: ignore[arg-type]
        assert {name: score.to_dict() for name, score in together.items()} == {
            name: score.to_dict() for name, score in apart.items()
        }
        assert apart["mentions"].recall == 1
        assert apart["mentions"].precision_denominator == 6


def test_trees_give_heads_in_joined_and_cut_documents(tmp_path: Path) -> None:
    rows = [("the", "2", "Entity=(e1--2"), ("dog", "3", "Entity=e1)"), ("barks", "0", "_")]
    lines = ["\t".join([str(n), word, *"____", head, "_", "_", mark]) for n, (word, head, mark) in enumerate(rows, 1)]
    texts = ["\n".join([f"# newdoc id = {name}", *lines, "", ""]) for name in ("a", "b")]
    key = write(tmp_path / "key.conllu", "# global.Entity = eid-etype-head\n" + "".join(texts))
    response = {name: {"e1": [(1, 1)]} for name in ("a", "b")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        for scope, windows in (("document", "none"), ("corpus", "none"), ("document", "5"), ("document", "2")):
            options = {"match": "head", "scope": scope, "windows": windows, "spans": "inclusive"}
            result = corefscore.score(key, response, ["mentions"], documents=True, **options)  # type: ignore[arg-type]
            assert figures(result, "mentions") == [2, 2, 2, 2], options


def test_a_file_of_topics_has_a_name_a_topic_and_perhaps_a_subtopic(tmp_path: Path) -> None:
    key = {"a": {"e": ["x"]}, "b": {"e": ["y"]}, "c": {"e": ["z"]}}
    topics = write(tmp_path / "topics.tsv", "a\t1\tp\nb\t1\tq\nc\t2\tp\n")
    assert [*corefscore.score(key, key, scope="topic", topics=topics).documents] == ["1", "2"]
    assert [*corefscore.score(key, key, scope="subtopic", topics=topics).documents] == ["1/p", "1/q", "2/p"]
    assert [*corefscore.score(key, key, scope="corpus").documents] == ["corpus"]
    given_topics = {"a": ("1", "p"), "b": "1", "c": "2"}
    assert [*corefscore.score(key, key, scope="topic", topics=given_topics).documents] == ["1", "2"]
    with pytest.raises(InputError, match=r"document 'b' has no subtopic \(2 documents\)"):
        corefscore.score(key, key, scope="subtopic", topics=given_topics)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("a\n", r"topics.tsv:1: there is no topic; write the document's name"),
        ("a\t1\nb\t1\tx\ty\n", r"topics.tsv:2: there is no topic"),
        ("a\t1\nb\t1\na\t2\n", r"topics.tsv:3: document 'a' has another topic above"),
        ("a\t1\n", r"document 'b' has no topic"),
    ],
)
def test_faults_of_a_file_of_topics_are_reported(tmp_path: Path, lines: str, message: str) -> None:
    key = {"a": {"e": ["x"]}, "b": {"e": ["y"]}}
    with pytest.raises(InputError, match=message):
        corefscore.score(key, key, scope="topic", topics=write(tmp_path / "topics.tsv", lines))


@pytest.mark.parametrize(
    ("topics", "message"),
    [
        (None, "scope='topic' needs the topics"),
        ("nothing", "neither a file nor a pattern with the groups topic and subtopic"),
        ("(?P<subtopic>.)", "neither a file nor a pattern with the groups"),
        ("(", "neither a file nor a pattern"),
        ("(.)/", "document 'a' does not match"),
    ],
)
def test_topics_must_be_known(topics: str | None, message: str) -> None:
    key = {"a": {"e": ["x"]}, "b": {"e": ["y"]}}
    with pytest.raises(ValueError, match=message):
        corefscore.score(key, key, scope="topic", topics=topics)


def test_entities_without_names_cannot_be_in_several_documents() -> None:
    key = {"a": [["x", "y"]], "b": [["z"]]}
    with pytest.raises(InputError, match="its entities have no names"):
        corefscore.score(key, key, scope="corpus")


def test_a_scorer_refuses_scopes_and_windows() -> None:
    with pytest.raises(ValueError, match="a Scorer scores documents one by one"):
        corefscore.Scorer(scope="corpus")
    with pytest.raises(ValueError, match="a Scorer scores documents one by one"):
        corefscore.Scorer(windows="10")
    with pytest.raises(ValueError, match="a Scorer scores documents one by one"):
        corefscore.Scorer(profile="barhom2019")


def test_a_name_in_several_documents_of_a_table_is_reported_unless_a_scope_joins_them(tmp_path: Path) -> None:
    path = table(tmp_path / "key.csv", "a,0,0,e1", "a,2,3,e1", "b,0,0,e1")
    with pytest.warns(InputWarning, match=r"1 entities such as e1 are in several documents.*scope"):
        corefscore.score(path, path, spans="inclusive")
    assert any("scope" in problem.message for problem in corefscore.validate(path).warnings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        corefscore.score(path, path, spans="inclusive", scope="corpus")
        one = table(tmp_path / "one.csv", "a,0,0,e1", "a,2,3,e1", "b,0,0,e2")
        corefscore.score(one, one, spans="inclusive")


def test_numbers_of_each_document_are_no_names_of_entities(tmp_path: Path) -> None:
    path = write(tmp_path / "key.conll", conll("(1) (1)", "(a)") + conll("(1) (1)", "(b)"))
    grouped = write(tmp_path / "key.conllu", conllu("a:(1)", layout="GRP") + conllu("b:(1)", name="e", layout="GRP"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        corefscore.score(path, path)
        corefscore.score(grouped, grouped)
        corefscore.score({"a": {"1": ["x"]}, "b": {"1": ["y"]}}, {"a": {"1": ["x"]}, "b": {"1": ["y"]}})


def test_links_need_a_wider_scope() -> None:
    with pytest.raises(ValueError, match="'links' needs a scope that joins documents"):
        corefscore.score([["a", "b"]], [["a", "b"]], ["links"])


def test_intervals_go_by_joined_documents() -> None:
    documents = {f"{topic}/{number}": {"e": [(0, 0), (1, 1)]} for topic in "ab" for number in range(3)}
    with pytest.warns(InputWarning, match="confidence intervals from 2 documents"):
        corefscore.score(documents, documents, scope="topic", topics=TOPICS).with_intervals()
    with pytest.raises(InputError, match="confidence intervals"):
        corefscore.score(documents, documents, scope="corpus").with_intervals()


def test_comparisons_have_scopes() -> None:
    key = {"a/1": {"e": ["x", "y"]}, "b/1": {"e": ["z"]}}
    none = {"a/1": {"1": ["x"], "2": ["y"]}, "b/1": {"3": ["z"]}}
    found = corefscore.compare(key, {"all": key, "none": none}, ["links", "muc"], scope="corpus")
    assert found.documents == ("corpus",)
    assert found["all"]["links"].families["across"].recall_denominator == 2
    assert found["none"]["muc"].f1 == 0


def test_weights_of_a_file_know_the_documents_before_they_are_joined(tmp_path: Path) -> None:
    key = {"a": {"e": ["x"]}, "b": {"e": ["y"]}}
    weighed = corefscore.score(key, key, ["mentions"], scope="corpus", weights=lambda mention: 2.0)
    assert weighed["mentions"].recall_denominator == 4


def crossdoc() -> Path:
    return shared_data() / "anaphora" / "crossdoc"


RECORDED = [
    (response, scope, single)
    for response in ("lemma-topic", "lemma-corpus")
    for scope in SCOPES
    for single in ("keep", "drop")
]


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize(("response", "scope", "singletons"), RECORDED)
def test_recorded_figures_of_ecb_plus(response: str, scope: str, singletons: str) -> None:
    folder = crossdoc()
    lines = (folder / "ecb-events.recorded.tsv").read_text(encoding="utf-8").splitlines()
    (row,) = (line.split("\t") for line in lines if line.startswith(f"{response}\t{scope}\t{singletons}\t"))
    result = corefscore.score(
        folder / "ecb-events.key.csv",
        folder / f"ecb-events.{response}.csv",
        ["muc", "b3", "ceafe", "lea", "conll"],
        scope=scope,
        topics=folder / "ecb-events.topics.tsv",
        singletons=singletons,
    )
    for cell in row[3:]:
        metric, *recorded = cell.split()
        score = result[metric]
        found = [score.f1] if metric == "conll" else [score.recall, score.precision, score.f1]
        assert [f"{100 * value:.2f}" for value in found] == recorded, metric


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize(("response", "across"), [("lemma-topic", 2882), ("lemma-corpus", 4847)])
def test_recorded_links_of_ecb_plus(response: str, across: int) -> None:
    key, other = (crossdoc() / f"ecb-events.{name}.csv" for name in ("key", response))
    families = corefscore.score(key, other, ["links"], scope="corpus")["links"].families
    found = {name: [getattr(family, count) for count in COUNTS] for name, family in families.items()}
    assert found == {"within": [146, 376, 146, 178], "across": [1400, 3048, 1400, across]}


def test_mention_based_keys_are_read() -> None:
    path = crossdoc() / "wec-test.mention-based.key"
    result = corefscore.score(path, path, profile="barhom2019")
    assert (result.key.mentions, result.key.entities, result.key.singletons) == (1893, 322, 16)
    assert {name: score.f1 for name, score in result.items()} == dict.fromkeys(result, pytest.approx(1))
    assert json.loads(result.to_json())["settings"]["scope"] == "corpus"
