"""Key and response in every shape that people hold in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore import InputError, InputWarning, Scorer
from corefscore.formats.reading import read
from tests.files import conll, write
from tests.shared import EXAMPLES, shared_data

KEY = [[(0, 1), (3, 3), (5, 6)], [(8, 8), (9, 12)]]
RESPONSE = [[(0, 1), (3, 3)], [(5, 6), (8, 8)], [(9, 12)]]
SPANS = corefscore.score(KEY, RESPONSE).flat()

Partition = list[list[tuple[int, int]]]


class Span(NamedTuple):
    first: int
    last: int


def nested(change: Callable[[int, int], object], outer: type = list, inner: type = list) -> Callable[[Partition], Any]:
    """Entities with another kind of spans and containers."""
    return lambda partition: outer(inner(change(*span) for span in entity) for entity in partition)


MENTIONS: dict[str, Callable[[int, int], object]] = {
    "tuples": lambda start, end: (start, end),
    "lists": lambda start, end: [start, end],
    "arrays": lambda start, end: np.array([start, end]),
    "numpy numbers": lambda start, end: (np.int32(start), np.int64(end)),
    "named tuples": Span,
    "start and end": lambda start, end: {"start": start, "end": end},
    "one part": lambda start, end: ((start, end),),
}


@pytest.mark.parametrize("kind", MENTIONS)
@pytest.mark.parametrize("containers", [(list, list), (tuple, list), (list, tuple), (tuple, tuple), (list, iter)])
def test_spans_of_any_kind_in_any_container_are_one_document(kind: str, containers: tuple[type, type]) -> None:
    if kind == "one part" and containers[1] is tuple:
        pytest.skip("a tuple of tuples of spans may be an entity: see below")
    if kind == "one part":
        result = corefscore.score(nested(MENTIONS[kind], *containers)(KEY), RESPONSE, documents=False)
    else:
        result = corefscore.score(nested(MENTIONS[kind], *containers)(KEY), RESPONSE)
    assert result.flat() == SPANS
    assert list(result.documents) == ["document"]


def test_arrays_and_tensors_are_entities_or_partitions() -> None:
    torch = pytest.importorskip("torch")
    for convert in (np.array, torch.tensor):
        assert corefscore.score([convert(entity) for entity in KEY], RESPONSE).flat() == SPANS
        square = [[(0, 1), (3, 3)], [(5, 6), (8, 8)]]
        assert corefscore.score(convert(square), square)["conll"].f1 == 1
    numbers = [[torch.tensor(0), torch.tensor(1), torch.tensor(2)], [torch.tensor(3)]]
    assert corefscore.score(numbers, [[0, 1, 2], [3]])["conll"].f1 == 1
    with pytest.raises(InputError, match="whole numbers"):
        corefscore.score([torch.tensor([[0.0, 1.0]])], [[(0, 1)]])


def test_spans_of_spacy_are_spans() -> None:
    spacy = pytest.importorskip("spacy")
    docs = [spacy.blank("en")("Ann said that she met Tom and that he left") for _ in range(2)]
    for doc in docs:
        doc.spans["coref_clusters_1"] = [doc[0:1], doc[3:4]]
        doc.spans["coref_clusters_2"] = [doc[5:6], doc[8:9]]
    assert corefscore.score(docs[0].spans, docs[1].spans)["conll"].f1 == 1
    assert corefscore.score([*docs[0].spans.values()], [[(0, 1), (3, 4)], [(5, 6), (8, 9)]])["conll"].f1 == 1
    assert corefscore.score([[doc[0:1], doc[3:4]] for doc in docs[:1]], [[docs[1][0:1], docs[1][3:4]]])["muc"].f1 == 1
    assert corefscore.score([[docs[0][0], docs[0][3]]], [[docs[1][0:1], docs[1][3:4]]])["muc"].f1 == 1


def test_a_list_of_documents_is_documents() -> None:
    result = corefscore.score([KEY, KEY], [RESPONSE, KEY])
    assert [scores["b3"].f1 for scores in result.documents.values()] == [SPANS["b3_f1"], 1]
    scorer = Scorer()
    scorer.update([KEY, KEY], [RESPONSE, KEY])
    assert scorer.compute().to_dict() == result.to_dict()
    compared = corefscore.compare([KEY, KEY], {"one": [RESPONSE, KEY]})
    assert compared["one"].flat() == result.flat()
    with pytest.raises(InputError, match="there are 1 documents, but the key has 2"):
        corefscore.score([KEY, KEY], [RESPONSE], documents=True)


def test_litbank_as_a_list_of_documents_has_its_official_score() -> None:
    folder = shared_data() / "pairs" / "litbank-noisy"
    key, response = (read(next(folder.glob(f"{side}*"))).clusters for side in ("key", "response"))
    result = corefscore.score([*key.values()], [response[name] for name in key])
    assert round(100 * result["conll"].f1, 2) == 76.91


def test_entities_may_have_names() -> None:
    key, response = {"e1": ["a", "b", "c"], "e2": ["d"]}, {"x": ["a", "b"], "y": ["c", "d"]}
    plain = corefscore.score([*key.values()], [*response.values()])
    assert corefscore.score(key, response).flat() == plain.flat()
    assert corefscore.score({"story": key}, {"story": response}).flat() == plain.flat()
    assert corefscore.score([key], [response]).flat() == plain.flat()
    by_name = {"e1": KEY[0], "e2": KEY[1]}
    assert corefscore.score(by_name, RESPONSE).flat() == SPANS
    assert corefscore.score(by_name, dict(enumerate(RESPONSE)), documents=False).flat() == SPANS


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
        ([(1, 2), (3, 4)], [(1, 2)]),
        ({"d": [[1, 2], [3, 4]]}, {"d": [[1, 2], [3, 4]]}),
        ({"d": [(1, 2), (3, 4)]}, {"d": [[1, 2]]}),
        ({"e": [1, 2], "f": [3, 4]}, {"e": [1, 2]}),
        ([{"e": [1, 2]}], [{"e": [1, 2]}]),
        ([[((0, 1), (3, 4))]], [[((0, 1), (3, 4))]]),
        ({"d": [((0, 1), (3, 4))]}, {"d": [[(0, 1), (3, 4)]]}),
        ([[(1, 2, 3), (4, 5)]], [[(1, 2, 3)]]),
        ([[("a", 1), ("b", 2)]], [[("a", 1)]]),
        ([KEY, KEY], KEY),
    ],
)
def test_what_has_two_readings_is_an_error_that_names_the_choice(key: object, response: object) -> None:
    with pytest.raises(InputError, match="documents=False"):
        corefscore.score(key, response)
    with pytest.raises(InputError, match="documents=False"):
        Scorer().update(key, response)


def test_the_choice_decides() -> None:
    by_document = {"d": [[1, 2], [3, 4]], "e": [[1, 2]]}
    assert list(corefscore.score(by_document, by_document, documents=True).documents) == ["d", "e"]
    entities = corefscore.score(by_document, {"x": [[1, 2], [3, 4]]}, documents=False, duplicates="first")
    assert (entities.key.entities, entities.key.mentions) == (1, 2)  # the span of e is a repeat
    numbers = corefscore.score([[1, 2], [3, 4]], [[1, 2, 3]], documents=False)
    assert numbers.key.mentions == 4
    parts = [[((0, 1), (3, 4)), ((6, 6), (8, 8))]]
    assert corefscore.score(parts, parts, documents=False).key.mentions == 2
    assert corefscore.score(parts, parts, documents=True).key.mentions == 4
    triples = [[(1, 2, 3), (4, 5)]]
    assert corefscore.score(triples, triples, documents=False).key.mentions == 2
    assert corefscore.score(triples, triples, documents=True).key.mentions == 5


def test_numbers_are_mentions_where_no_other_reading_is_possible() -> None:
    result = corefscore.score([[1, 2, 3], [4, 5]], [[1, 2], [3, 4, 5]])
    assert result.flat() == corefscore.score([["1", "2", "3"], ["4", "5"]], [["1", "2"], ["3", "4", "5"]]).flat()
    assert len(corefscore.score([[[1, 2, 3], [4]]], [[[1, 2], [3, 4]]]).documents) == 1


def test_a_span_may_have_several_parts() -> None:
    key = [[(0, 1), ((3, 4), (6, 7))], [(9, 9)]]
    for mention in (((3, 4), (6, 7)), [[6, 7], [3, 4]], [{"start": 3, "end": 4}, {"start": 6, "end": 7}]):
        assert corefscore.score(key, [[(0, 1), mention], [(9, 9)]])["conll"].f1 == 1
        assert corefscore.score([key], [[[(0, 1), mention], [(9, 9)]]])["conll"].f1 == 1
    assert corefscore.score(key, [[(0, 1), ((3, 4), (6, 8))], [(9, 9)]])["mentions"].recall == pytest.approx(2 / 3)


def test_documents_without_entities() -> None:
    assert len(corefscore.score([[], [["a", "b"]]], [[["c"]], []]).documents) == 2
    assert len(corefscore.score([[], []], [[], []]).documents) == 2
    assert corefscore.score([], []).key.documents == 1
    with pytest.warns(InputWarning, match="2 empty entities are dropped"):
        corefscore.score([[["a"]], [["b"]]], [[["a"], []], [[]]])


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (["a", "b", 5], "has mentions without entities"),
        ({"e": "Ann"}, "has mentions without entities"),
        ([[["a"], "b"]], "neither one document nor several"),
        ([[[[["a"]]]]], "neither one document nor several"),
        ({"d": {"e": {"m": ["a"]}}}, "mappings are nested too deeply"),
        ([[{"start": 1, "end": 2.5}]], "is not a span; give whole numbers for start and end"),
        ([[{"start": 1, "end": 2, "text": "Ann"}]], "has more than start and end; give a span as"),
    ],
)
def test_nesting_that_makes_no_sense(key: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        corefscore.score(key, key)


def test_sides_have_two_names() -> None:
    swapped = corefscore.score(RESPONSE, KEY)
    assert corefscore.score(predicted=RESPONSE, gold=KEY).flat() == SPANS
    assert corefscore.score(response=KEY, key=RESPONSE).flat() == swapped.flat() != SPANS
    scorer = Scorer()
    scorer.update(predicted=RESPONSE, gold=KEY)
    assert scorer.compute().flat() == SPANS
    assert corefscore.compare(gold=KEY, predicted={"one": RESPONSE})["one"].flat() == SPANS
    assert corefscore.score_labels(gold=[0, 0, 1], predicted=[0, 1, 1])["muc"].recall == 0
    with pytest.raises(TypeError, match=r"give key= or gold= \(they mean the same\)"):
        corefscore.score(response=KEY)
    with pytest.raises(TypeError, match=r"give response= or predicted= \(they mean the same\), but not both"):
        corefscore.score(KEY, KEY, predicted=KEY)


class TestBesideFiles:
    key, response = str(EXAMPLES / "key.conll"), str(EXAMPLES / "response.conll")

    @pytest.fixture
    def figures(self) -> dict[str, float]:
        return corefscore.score(self.key, self.response).flat()

    def test_gold_on_disk_and_predictions_in_memory(self, figures: dict[str, float]) -> None:
        clusters = read(self.response).clusters
        assert corefscore.score(self.key, clusters, spans="inclusive").flat() == figures
        assert corefscore.score(read(self.key), [*clusters.values()], spans="inclusive").flat() == figures
        assert corefscore.score(read(self.key).clusters, self.response, spans="inclusive").flat() == figures
        exclusive = {
            document.name: [[(each.start, each.end + 1) for each in entity.mentions] for entity in document.entities]
            for document in read(self.response)
        }
        assert corefscore.score(self.key, exclusive, spans="exclusive").flat() == figures
        scorer = Scorer()
        scorer.update(self.key, clusters, spans="inclusive")
        assert scorer.compute().flat() == figures

    @pytest.fixture
    def one(self, tmp_path: Path) -> str:
        """A file with one document of twelve tokens."""
        return str(write(tmp_path / "one.conll", conll("(1) " + "- " * 10 + "(1)")))

    def test_what_ends_mean_is_stated_or_proved(self, one: str) -> None:
        with pytest.raises(InputError, match="nothing proves whether the ends of spans are inclusive or exclusive"):
            corefscore.score(one, [[(0, 1), (2, 3)]])
        with pytest.warns(InputWarning, match=r"spans=inclusive: otherwise \[0, 0\]"):
            assert corefscore.score(one, [[(0, 0), (11, 11)]])["muc"].f1 == 1
        with pytest.warns(InputWarning, match=r"spans=exclusive: otherwise \[11, 12\]"):
            assert corefscore.score(one, {"e1": [(0, 1), (11, 12)]})["muc"].f1 == 1
        with pytest.raises(InputError, match="ends after the last of 12 tokens"):
            corefscore.score(one, [[(0, 12)]], spans="inclusive")
        with pytest.raises(InputError, match="give only spans"):
            corefscore.score(one, [["Ann"]], spans="inclusive")
        with pytest.raises(InputError, match="documents without names: 2 here, but 1 on the other side"):
            corefscore.score(one, [[[[0, 1]]], [[[0, 1]]]], spans="inclusive")

    def test_parts_of_spans(self, one: str) -> None:
        given = [[(0, 0), ((2, 3), (4, 5)), ((7, 7), (9, 9))]]
        result = corefscore.score(one, given, spans="inclusive")
        assert result.matched is not None
        assert [*result.matched.response.clusters.values()] == [[[(0, 0), (2, 5), ((7, 7), (9, 9))]]]
        with pytest.raises(InputError, match="has several parts, and the meaning of their ends is not known"):
            corefscore.score(one, given)

    def test_a_corpus_of_clusters_is_the_clusters(self) -> None:
        first, second = corefscore.score(KEY, RESPONSE).matched, corefscore.score(RESPONSE, KEY).matched
        assert first is not None and second is not None  # noqa: PT018
        assert first.key.clusters == {"document": KEY}
        assert corefscore.score(first.key, second.key).flat() == SPANS
        assert corefscore.score(first.key, {"document": RESPONSE}).flat() == SPANS
        assert corefscore.score(first.key, first.response).flat() == SPANS

    def test_names_of_plain_json(self, tmp_path: Path) -> None:
        path = tmp_path / "key.json"
        path.write_text('{"a": [["Ann", "she"], [[0, 1], "Tom"]]}')
        assert corefscore.score(str(path), {"a": [["Ann", "she"], ["Tom"]]})["mentions"].recall == 0.75
        assert read(str(path)).clusters == {"a": [["Ann", "she"], [(0, 1), "Tom"]]}


class TestFrames:
    rows = tuple([("a", *span, entity) for entity, members in enumerate(KEY) for span in members])
    others = tuple([("a", *span, f"e{entity}") for entity, members in enumerate(RESPONSE) for span in members])

    def frames(self) -> Iterator[Callable[[Sequence[tuple[object, ...]]], object]]:
        import pandas as pd
        import polars as pl
        import pyarrow as pa

        names = ["document", "start", "end", "entity"]
        yield lambda rows: pd.DataFrame(rows, columns=names)
        yield lambda rows: pl.DataFrame(rows, schema=names, orient="row")
        yield lambda rows: pl.DataFrame(rows, schema=names, orient="row").lazy()
        yield lambda rows: pa.table(dict(zip(names, zip(*rows, strict=True), strict=True)))

    def test_frames_of_spans(self) -> None:
        pytest.importorskip("narwhals")
        for frame in self.frames():
            result = corefscore.score(frame(self.rows), frame(self.others))
            assert result.flat() == SPANS
            assert list(result.documents) == ["a"]
            assert corefscore.score(frame(self.rows), {"a": RESPONSE}).flat() == SPANS

    def test_relations_of_duckdb(self) -> None:
        duckdb = pytest.importorskip("duckdb")
        pytest.importorskip("narwhals")
        import pandas as pd

        names = ["document", "start", "end", "entity"]
        frames = [pd.DataFrame(rows, columns=names) for rows in (self.rows, self.others)]
        assert corefscore.score(*(duckdb.from_df(frame) for frame in frames)).flat() == SPANS

    def test_frames_of_records(self) -> None:
        pytest.importorskip("narwhals")
        import pandas as pd

        key = pd.DataFrame({"record": ["r1", "r2", "r3", "r4"], "cluster": [1, 1, 1, 2]})
        response = pd.DataFrame({"record": ["r4", "r3", "r2", "r1"], "cluster": ["x", "x", "y", "y"]})
        expected = corefscore.score([["r1", "r2", "r3"], ["r4"]], [["r4", "r3"], ["r2", "r1"]])
        assert corefscore.score(key, response).flat() == expected.flat()

    def test_frames_that_lack_something(self) -> None:
        pytest.importorskip("narwhals")
        import pandas as pd

        frame = pd.DataFrame(self.rows, columns=["document", "start", "end", "entity"])
        with pytest.raises(InputError, match="has the columns document, start, entity; give the columns start, end"):
            corefscore.score(frame, frame.drop(columns="end"))
        with pytest.raises(InputError, match="column 'entity' has 1 rows without a value"):
            corefscore.score(frame.assign(entity=[None, *frame.entity[1:]]), frame)
        with pytest.raises(InputError, match="column 'start' has values of type"):
            corefscore.score(frame, frame.assign(start="x"))
        with pytest.raises(InputError, match="document 'a' of key is missing"):
            corefscore.score(frame, frame.assign(document="b"))


class TestLabels:
    def test_series_of_pandas_are_joined_by_index(self) -> None:
        import pandas as pd

        key = pd.Series([0, 0, 1, 1], index=["a", "b", "c", "d"])
        response = pd.Series(["x", "x", "y", "y"], index=["d", "c", "b", "a"])
        assert corefscore.score_labels(key, response)["conll"].f1 == 1
        moved = pd.Series(["x", "x", "y", "y"], index=["d", "b", "c", "a"])
        assert corefscore.score_labels(key, moved)["muc"].f1 == 0
        with pytest.raises(ValueError, match="'d' is missing in response"):
            corefscore.score_labels(key, response.rename({"d": "e"}))
        with pytest.raises(ValueError, match="has a value twice"):
            corefscore.score_labels(key, response.rename({"d": "c"}))

    def test_series_of_polars_are_paired_by_order(self) -> None:
        import polars as pl

        assert corefscore.score_labels(pl.Series([0, 0, 1]), pl.Series(["x", "x", "y"]))["conll"].f1 == 1
        with pytest.raises(ValueError, match="key has 2 labels, but response has 3"):
            corefscore.score_labels(pl.Series([0, 0]), pl.Series([0, 0, 1]))
        with pytest.raises(ValueError, match="a label is missing"):
            corefscore.score_labels(pl.Series([0, None]), pl.Series([0, 1]))

    def test_a_label_that_is_missing(self) -> None:
        import pandas as pd

        with pytest.raises(ValueError, match=r"a label is missing \(None, at index 1\); give each mention a label"):
            corefscore.score_labels([0, None], [0, 1])  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="a label is missing"):
            corefscore.score_labels(pd.Series(["a", pd.NA], dtype="string"), ["a", "b"])


# Random corpora in every shape.


def _grouped(mentions: list[tuple[int, int, int]]) -> Partition:
    groups: dict[int, list[tuple[int, int]]] = {}
    for entity, start, length in mentions:
        groups.setdefault(entity, []).append((start, start + length))
    return [*groups.values()]


partitions = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 40), st.integers(0, 3)),
    min_size=1,
    max_size=12,
    unique_by=lambda m: m[1],
).map(_grouped)
corpora = st.lists(st.tuples(partitions, partitions), min_size=1, max_size=4)


def text(start: int, end: int) -> str:
    return f"{start} to {end}"


def of_documents(change: Callable[[Partition], object]) -> Callable[[list[Partition]], object]:
    return lambda documents: [change(partition) for partition in documents]


def by_name(change: Callable[[Partition], object]) -> Callable[[list[Partition]], object]:
    return lambda documents: {f"d{number}": change(partition) for number, partition in enumerate(documents)}


def with_ids(change: Callable[[Partition], Any]) -> Callable[[Partition], object]:
    return lambda partition: {f"e{number}": entity for number, entity in enumerate(change(partition))}


def tensors(partition: Partition) -> Any:
    torch = pytest.importorskip("torch")
    return [torch.tensor(entity) for entity in partition]


SPANS_IN: dict[str, Callable[[Partition], Any]] = {
    "tuples": nested(MENTIONS["tuples"]),
    "lists": nested(MENTIONS["lists"]),
    "sets": nested(MENTIONS["tuples"], list, frozenset),
    "arrays": lambda partition: [np.array(entity) for entity in partition],
    "tensors": tensors,
    "rows of arrays": lambda partition: [[*np.array(entity)] for entity in partition],
    "start and end": nested(MENTIONS["start and end"]),
    "texts": nested(text),
    "sets of texts": nested(text, tuple, set),
}


def frame(documents: list[Partition]) -> Any:
    rows = [
        (f"d{n}", *span, e)
        for n, document in enumerate(documents)
        for e, entity in enumerate(document)
        for span in entity
    ]
    return pytest.importorskip("pandas").DataFrame(rows, columns=["document", "start", "end", "entity"])


LENGTH = 50
WORDS = " ".join(f"w{number}" for number in range(LENGTH))


def json_lines(documents: list[Partition]) -> str:
    fields = {"sentences": [WORDS.split()], "spans": "inclusive"}
    return "".join(
        json.dumps({"doc_key": f"d{number}", **fields, "clusters": partition}) + "\n"
        for number, partition in enumerate(documents)
    )


def plain_json(documents: list[Partition]) -> str:
    return json.dumps({f"d{number}": partition for number, partition in enumerate(documents)})


def counts_of(key: object, response: object, **options: Any) -> object:
    return {name: rows.tolist() for name, rows in corefscore.score(key, response, **options).counts.rows.items()}


@pytest.mark.filterwarnings("ignore:.*scope")  # frames have the same names in several documents
@settings(max_examples=30, deadline=None)
@given(corpora)
def test_a_corpus_has_the_same_counts_in_frames_and_files_and_beside_files(
    corpus: list[tuple[Partition, Partition]],
) -> None:
    pytest.importorskip("narwhals")
    keys, responses = ([*side] for side in zip(*corpus, strict=True))
    plain = by_name(SPANS_IN["tuples"])
    expected = counts_of(plain(keys), plain(responses))
    assert counts_of(frame(keys), frame(responses)) == expected
    with TemporaryDirectory() as folder:
        for suffix, written in (("jsonl", json_lines), ("json", plain_json)):
            paths = [Path(folder) / f"{side}.{suffix}" for side in ("key", "response")]
            for path, documents in zip(paths, (keys, responses), strict=True):
                path.write_text(written(documents))
            assert counts_of(*paths, spans="inclusive") == expected
            assert counts_of(paths[0], plain(responses), spans="inclusive") == expected
            assert counts_of(plain(keys), paths[1], spans="inclusive") == expected
            assert counts_of(read(paths[0], spans="inclusive").clusters, plain(responses)) == expected


@settings(max_examples=60, deadline=None)
@given(corpora, st.sampled_from([*SPANS_IN]), st.sampled_from([*SPANS_IN]), st.booleans())
def test_a_corpus_has_the_same_counts_in_every_shape(
    corpus: list[tuple[Partition, Partition]], ours: str, theirs: str, with_entity_ids: bool
) -> None:
    if ("texts" in ours) != ("texts" in theirs):
        theirs = ours
    keys, responses = ([*side] for side in zip(*corpus, strict=True))
    expected = Scorer()
    for key, response in corpus:
        expected.update(key, response)
    counts = {name: rows.tolist() for name, rows in expected.compute().counts.rows.items()}
    changes = [with_ids(SPANS_IN[kind]) if with_entity_ids else SPANS_IN[kind] for kind in (ours, theirs)]
    for collect in (of_documents, by_name):
        result = corefscore.score(collect(changes[0])(keys), collect(changes[1])(responses))
        assert {name: rows.tolist() for name, rows in result.counts.rows.items()} == counts
    one_by_one = Scorer()
    for key, response in corpus:
        one_by_one.update(changes[0](key), SPANS_IN[theirs](response))
    assert {name: rows.tolist() for name, rows in one_by_one.compute().counts.rows.items()} == counts
