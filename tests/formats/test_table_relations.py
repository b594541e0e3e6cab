"""Relations in tables of mentions."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.base import Reading
from corefscore.formats.reading import read_files
from corefscore.formats.writing import write as write_corpus
from tests.files import write
from tests.formats.relations import bridges, elements, nonreferring

TITLES = "document,start,end,entity,element_of,anchor_start,anchor_end,anchor_entity,relation,referring"


def corpus_of(path: Path, *rows: str, titles: str = TITLES, side: str | None = None) -> Corpus:
    file = write(path / "a.csv", "\n".join([titles, *rows, ""]))
    return read_files(file, Reading(spans="inclusive", side=side))


def entity(*tokens: int) -> tuple[str, frozenset[tuple[tuple[int, int], ...]]]:
    return "d", frozenset(((token, token),) for token in tokens)


def test_relations_of_a_table(tmp_path: Path) -> None:
    corpus = corpus_of(
        tmp_path,
        "d,0,0,a,,,,,,1",
        "d,1,1,a,p q,,,,,",
        "d,2,2,b,p,,,,,yes",
        "d,3,3,p,q,0,0,,poss,1",
        "d,4,4,q,,2 _,2 _,b a,_ subset,1",
        "d,5,5,n,,,,,,0",
    )
    a, b, p, q = entity(0, 1), entity(2), entity(3), entity(4)
    assert elements(corpus) == {(p, a), (q, a), (p, b), (q, p)}
    assert bridges(corpus) == {
        (("d", ((3, 3),)), ("d", ((0, 0),)), a, "poss"),
        (("d", ((4, 4),)), ("d", ((2, 2),)), b, ""),
        (("d", ((4, 4),)), None, a, "subset"),
    }
    assert nonreferring(corpus) == {("d", ((5, 5),))}
    for end in ("csv", "tsv", "parquet"):
        write_corpus(corpus, tmp_path / f"b.{end}")
        back = read_files(tmp_path / f"b.{end}", Reading(spans="inclusive"))
        assert (elements(back), bridges(back)) == (elements(corpus), bridges(corpus))
        assert nonreferring(back) == nonreferring(corpus)


def test_a_column_of_relations_without_anchors_is_something_else(tmp_path: Path) -> None:
    titles = "document,start,end,entity,relation"
    assert corpus_of(tmp_path, "d,0,0,a,friend", titles=titles).relations is None


FAULTS = {
    "d,1,1,b,,0,9,,,1": r":3: the anchor of this mention does not exist: there is no mention from 0 to 9",
    "d,1,1,b,,,,zz,,1": r":3: the anchor of this mention does not exist: no entity of document 'd' is named 'zz'",
    "d,1,1,b,,0,,,,1": r":3: anchor_start and anchor_end are '0' and '_'; write a whole number in both",
    "d,1,1,b,,x,x,,,1": r":3: anchor_start and anchor_end are 'x' and 'x'; write a whole number",
    "d,1,1,b,b,,,,,1": r":3: document 'd': the elements of entities are circular: b has the element b",
    "d,1,1,b,,,,,,maybe": r":3: referring is 'maybe'; write 1 or 0",
}


@pytest.mark.parametrize("row", FAULTS)
def test_faults_name_their_line(tmp_path: Path, row: str) -> None:
    with pytest.raises(InputError, match=rf"a\.csv{FAULTS[row]}"):
        corpus_of(tmp_path, "d,0,0,a,,,,,,1", row)


def test_an_anchor_that_is_not_there_counts_as_wrong_in_a_response(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match="it counts as wrong"):
        corpus = corpus_of(tmp_path, "d,0,0,a,,8,8,,,1", side="response")
    assert bridges(corpus) == {(("d", ((0, 0),)), None, None, "")}


def test_an_element_of_nothing_is_reported(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r":2: 1 rows are element_of an entity without mentions, such as 'zz'"):
        assert corpus_of(tmp_path, "d,0,0,a,zz,,,,,1").relations is None


def test_entities_with_blanks_in_their_names_are_renamed(tmp_path: Path) -> None:
    file = write(
        tmp_path / "a.json",
        '{"d": {"clusters": {"a b": [[0, 0]], "_": [[1, 1]], "p": [[2, 2]]}, "elements": {"p": ["a b", "_"]}}}',
    )
    corpus = read_files(file, Reading(spans="inclusive"))
    with pytest.warns(InputWarning, match="table cannot hold the names of 2 entities, such as 'a b'"):
        write_corpus(corpus, tmp_path / "b.csv")
    assert elements(read_files(tmp_path / "b.csv", Reading(spans="inclusive"))) == elements(corpus)
