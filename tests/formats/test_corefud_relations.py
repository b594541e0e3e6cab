"""Elements and bridges of CorefUD, and the way from there to Universal Anaphora and back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.base import Reading
from corefscore.formats.reading import read, read_files
from corefscore.formats.writing import write as write_corpus
from tests.files import conllu, ua, write
from tests.formats.relations import bridges, elements, nonreferring
from tests.native import without_native
from tests.shared import shared_data

ANN, TOM, THEY = (("d", frozenset({((n, n),)})) for n in (0, 1, 2))


def linked(*attributes: str) -> str:
    """Three entities of one mention, with further attributes of the third."""
    text = conllu("Ann:(e1--1) Tom:(e2--1) they:(e3--1)")
    return text.replace("Entity=(e3--1)", "|".join([*attributes, "Entity=(e3--1)"]))


def corpus_of(path: Path, text: str) -> Corpus:
    return read(write(path / "a.conllu", text))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("kernel", [nullcontext, without_native])
def test_elements_and_bridges_are_read(
    tmp_path: Path, end: str, kernel: Callable[[], AbstractContextManager[None]]
) -> None:
    text = linked("Bridge=e1<e3,e2<e3:poss:x", "SplitAnte=e1<e3,e2<e3").replace("\n", end)
    with kernel():
        corpus = corpus_of(tmp_path, text)
    assert elements(corpus) == {(THEY, ANN), (THEY, TOM)}
    they = ("d", ((2, 2),))
    assert bridges(corpus) == {(they, None, ANN, ""), (they, None, TOM, "poss:x")}


def test_names_are_those_of_the_document(tmp_path: Path) -> None:
    text = linked("SplitAnte=e1<e3,e2<e3") + conllu("Ann:(e1--1) Tom:(e2--1) they:(e3--1)", name="other")
    assert elements(corpus_of(tmp_path, text)) == {(THEY, ANN), (THEY, TOM)}


def test_repeated_links_count_once(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.conllu:5: 2 links of SplitAnte or Bridge are repeated"):
        corpus = corpus_of(tmp_path, linked("Bridge=e1<e3,e1<e3", "SplitAnte=e1<e3,e1<e3,e2<e3"))
    assert len(elements(corpus)) == 2
    assert corpus.relations is not None
    assert len(corpus.relations.anaphor) == 1


def test_a_file_without_links_has_no_relations(tmp_path: Path) -> None:
    text = linked().replace("# newdoc", "# text = x\tBridge=e1<e3|SplitAnte=e1<e3\n# newdoc")
    assert corpus_of(tmp_path, text).relations is None
    assert corpus_of(tmp_path, linked("MyBridge=e1<e3")).relations is None


FAULTS = {
    "Bridge=e9<e3": "Bridge=e9<e3: the entity e9 has no mention in this document",
    "Bridge=e1<e2": "Bridge=e1<e2: no mention of entity e2 begins here",
    "Bridge=e1": "Bridge=e1 is not a link; write Bridge=e1<e2",
    "SplitAnte=": "SplitAnte= is not a link; write SplitAnte=e1<e2",
    "SplitAnte=e3<e3": "the elements of entities are circular: e3 has the element e3",
}


@pytest.mark.parametrize("attribute", FAULTS)
def test_faults_of_links(tmp_path: Path, attribute: str) -> None:
    with pytest.raises(InputError, match=rf"a\.conllu:5: .*{FAULTS[attribute]}"):
        corpus_of(tmp_path, linked(attribute))


def test_a_link_to_nothing_is_kept_in_a_response(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conllu", linked("Bridge=e9<e3,e1<e2"))
    with pytest.warns(InputWarning, match="it counts as wrong"):
        corpus = read_files(path, Reading(side="response"))
    assert corpus.relations is not None
    assert corpus.relations.anchor_entity.tolist() == [-1]
    assert corpus.relations.unknown_anaphor.tolist() == [0]


def test_an_element_without_mentions_is_reported(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r":5: 1 links of SplitAnte name an entity without mentions"):
        assert len(elements(corpus_of(tmp_path, linked("SplitAnte=e1<e3,e2<e3,e9<e3")))) == 2


def test_links_are_written_with_the_names_of_entities(tmp_path: Path) -> None:
    text = linked("Bridge=e1<e3:poss", "SplitAnte=e1<e3,e2<e3")
    corpus = corpus_of(tmp_path, text)
    write_corpus(corpus, tmp_path / "b.conllu")
    assert "\tBridge=e1<e3:poss|Entity=(e3--1)|SplitAnte=e1<e3,e2<e3\n" in (tmp_path / "b.conllu").read_text()
    renamed = text + linked("SplitAnte=e1<e3,e2<e3").replace("# newdoc id = d", "# newdoc id = f")
    two = corpus_of(tmp_path, renamed)
    with pytest.warns(InputWarning, match="entities are renamed to e1, e2"):
        write_corpus(two, tmp_path / "c.conllu")
    back = read(tmp_path / "c.conllu")
    assert elements(back) == elements(two)
    assert bridges(back) == bridges(two)


def test_relations_go_from_universal_anaphora_to_corefud_and_back(tmp_path: Path) -> None:
    cells = (
        "(EntityID=1|MarkableID=a|ElementOf=3)",
        "(EntityID=2|MarkableID=b|ElementOf=3)",
        "(EntityID=3|MarkableID=c) (MarkableID=c|Rel=poss|MentionAnchor=a)",
        "(EntityID=4-Pseudo|MarkableID=n|SemType=expletive)",
    )
    corpus = read(write(tmp_path / "a.conllua", ua(*cells)))
    with pytest.warns(InputWarning) as warned:
        write_corpus(corpus, tmp_path / "b.conllu")
    messages = "\n".join(str(each.message) for each in warned)
    assert "corefud cannot hold 1 non-referring mentions" in messages
    assert "the anchor mentions of 1 bridges" in messages
    there = read(tmp_path / "b.conllu")
    assert elements(there) == elements(corpus)
    assert bridges(there) == bridges(corpus, anchors=False)
    with pytest.warns(InputWarning, match="heads"):
        write_corpus(there, tmp_path / "c.conllua")
    back = read(tmp_path / "c.conllua")
    assert elements(back) == elements(corpus)
    assert bridges(back) == bridges(corpus, anchors=False)


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_both_forms_of_gum_say_the_same() -> None:
    folder = shared_data() / "anaphora" / "gum"
    compact, exploded = read(folder / "key.conllu.gz"), read(folder / "key.conllua.gz")
    assert compact.names == exploded.names
    for column in ("document", "start", "end", "entity"):
        assert getattr(compact, column).tolist() == getattr(exploded, column).tolist()
    assert elements(compact) == elements(exploded)
    assert len(elements(compact)) == 10
    assert bridges(compact, anchors=False, names=False) == bridges(exploded, anchors=False, names=False)
    assert nonreferring(exploded) == set()


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_the_exploded_response_of_gum_becomes_the_compact_one(tmp_path: Path) -> None:
    folder = shared_data() / "anaphora" / "gum"
    compact, exploded = (
        read_files(folder / f"response.{end}.gz", Reading(side="response")) for end in ("conllu", "conllua")
    )
    write_corpus(exploded, tmp_path / "r.conllu")
    back = read_files(tmp_path / "r.conllu", Reading(side="response"))
    assert [back.start.tolist(), back.end.tolist()] == [compact.start.tolist(), compact.end.tolist()]
    assert elements(back) == elements(compact)
    assert bridges(back, names=False) == bridges(compact, names=False)


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_empty_nodes_go_from_corefud_to_universal_anaphora_and_back(tmp_path: Path) -> None:
    text = conllu("0.1:1~nsubj|0~root:(e1--1) a b 2.1:0.1~obj:(e1--1)", "c:(e1--1) 1.1:1~dep:(e2--1)")
    corpus = corpus_of(tmp_path, text)
    write_corpus(corpus, tmp_path / "b.conllua")
    there = read(tmp_path / "b.conllua")
    assert there.extra["zero"].tolist() == corpus.extra["zero"].tolist() == [True, True, False, True]
    write_corpus(there, tmp_path / "c.conllu")
    back = read(tmp_path / "c.conllu")
    for other in (there, back):
        ours, theirs = corpus.origins[0].empty, other.origins[0].empty
        assert ours is not None
        assert theirs is not None
        assert theirs.token.tolist() == ours.token.tolist()
        assert theirs.dependency == ours.dependency
        assert [other.start.tolist(), other.end.tolist()] == [corpus.start.tolist(), corpus.end.tolist()]
    assert back.extra["zero"].tolist() == corpus.extra["zero"].tolist()
