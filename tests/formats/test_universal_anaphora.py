"""Reading Universal Anaphora."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.reading import read
from corefscore.formats.universal_anaphora import format as universal
from tests.files import UA_COLUMNS, clusters, ua, write
from tests.shared import shared_data


def corpus_of(path: Path, text: str | bytes, layer: str | None = None) -> Corpus:
    return read(write(path / "a.conllua", text), layer=layer)


def response_of(path: Path, text: str) -> Corpus:
    """What a text is as a response, beside a key without relations."""
    from corefscore.formats.base import Reading
    from corefscore.formats.reading import read_files

    return read_files(write(path / "r.conllua", text), Reading(side="response"))


def elements(corpus: Corpus) -> set[tuple[str, str]]:
    assert corpus.relations is not None
    pairs = zip(corpus.relations.whole.tolist(), corpus.relations.part.tolist(), strict=True)
    return {(corpus.label(whole), corpus.label(part)) for whole, part in pairs}


def bridges(corpus: Corpus) -> list[tuple[object, ...]]:
    """Anaphor, anchor, the entity of the anchor, relation: spans and names."""
    assert corpus.relations is not None
    r = corpus.relations

    def span(row: int) -> tuple[int, int] | None:
        return (int(corpus.start[row]), int(corpus.end[row])) if row >= 0 else None

    return [
        (span(a), span(b), corpus.label(e) if e >= 0 else None, kind)
        for a, b, e, kind in zip(r.anaphor, r.anchor, r.anchor_entity, r.relation, strict=True)
    ]


def test_closers_stand_before_openers_and_close_what_opened_last(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a(EntityID=2|MarkableID=b", ")", ")(EntityID=1|MarkableID=c)", "_")
    assert clusters(corpus_of(tmp_path, text)) == {"d": [[(0, 1)], [(0, 2), (2, 2)]]}


def test_a_closer_may_stand_behind(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a", "(EntityID=3|MarkableID=b))")
    assert clusters(corpus_of(tmp_path, text)) == {"d": [[(0, 1)], [(1, 1)]]}


@pytest.mark.parametrize("separator", ["\t", "  ", " \t ", "\t\t"])
def test_columns_are_separated_by_blanks_or_tabs(tmp_path: Path, separator: str) -> None:
    text = ua("(EntityID=1|MarkableID=a)", "_", "(EntityID=1|MarkableID=b", ")", separator=separator)
    corpus = corpus_of(tmp_path, text)
    assert clusters(corpus) == {"d": [[(0, 0), (2, 3)]]}
    assert corpus["d"].tokens == ["w1", "w2", "w3", "w4"]


def test_a_blank_that_is_no_ascii_belongs_to_a_word(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a)", separator="  ").replace("w1", "10\xa0000")
    assert corpus_of(tmp_path, text)["d"].tokens == ["10\xa0000"]


@pytest.mark.parametrize(
    "cell",
    [
        "(EntityId=1|MarkableId=a|ElementOf=2",
        "(entityid=1|MARKABLEID=a|elementof=2",
        "(EntityID=1|MentionID=a|ElementOf=2@",
        "(EntityID=1|MarkableID=a|ElementOf=2@(EntityID=3|MarkableID=x)",
        "(EntityID=1|MarkableID=a|ElementOf=2@EntityID=3|MarkableID=x)",
        "@(EntityID=1|MarkableID=a|ElementOf=2",
    ],
)
def test_spellings_of_openers(tmp_path: Path, cell: str) -> None:
    text = ua(cell, ")(EntityID=4|MarkableID=b|ElementOf=2)", "(EntityID=2|MarkableID=c)")
    corpus = corpus_of(tmp_path, text)
    assert elements(corpus) == {("2", "1"), ("2", "4")}
    assert [(0, 1)] in clusters(corpus)["d"]


def test_an_element_of_several_plurals(tmp_path: Path) -> None:
    text = ua(
        "(EntityID=1|MarkableID=a|ElementOf=3,4)",
        "(EntityID=2|MarkableID=b|ElementOf=3,4)",
        "(EntityID=3|MarkableID=c)",
        "(EntityID=4|MarkableID=d)",
    )
    assert elements(corpus_of(tmp_path, text)) == {("3", "1"), ("3", "2"), ("4", "1"), ("4", "2")}


def test_pieces_with_one_name_are_one_mention_with_a_gap(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a|Min=1)", "_", "(EntityID=1|MarkableID=a", ")", "(EntityID=1|MarkableID=b)")
    corpus = corpus_of(tmp_path, text)
    assert [mention.parts for mention in corpus["d"].mentions] == [((0, 0), (2, 3)), ((4, 4),)]
    assert corpus.shapes[int(corpus.extra["minimum"][0]) - 1] == ((0, 0),)


def test_the_second_piece_may_leave_out_the_entity(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, ua("(EntityID=1|MarkableID=a)", "_", "(MarkableID=a)"))
    assert [mention.parts for mention in corpus["d"].mentions] == [((0, 0), (2, 2))]


@pytest.mark.parametrize(("written", "minimum"), [("2", ((1, 1),)), ("2,3", ((1, 2),)), ("1-3", ((0, 2),)), ("_", ())])
def test_minima(tmp_path: Path, written: str, minimum: tuple[tuple[int, int], ...]) -> None:
    corpus = corpus_of(tmp_path, ua(f"(EntityID=1|MarkableID=a|Min={written}", "_", ")"))
    number = int(corpus.extra["minimum"][0]) if "minimum" in corpus.extra else 0
    assert (corpus.shapes[number - 1] if number else ()) == minimum


def test_a_minimum_outside_is_none_and_one_warning_counts(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a|Min=9)", "(EntityID=1|MarkableID=b|Min=1,2)", "(EntityID=1|MarkableID=c|Min=3)")
    with pytest.warns(InputWarning, match=r"a\.conllua:3: Min is outside of 2 markables, such as 'a'") as caught:
        corpus = corpus_of(tmp_path, text)
    assert len(caught) == 1
    assert (corpus.extra["minimum"] > 0).tolist() == [False, False, True]


def test_numbers_may_begin_again_in_each_sentence(tmp_path: Path) -> None:
    text = ua("_", "(EntityID=1|MarkableID=a|Min=2)", "/", "1:(EntityID=1|MarkableID=b|Min=1)")
    corpus = corpus_of(tmp_path, text)
    assert corpus.origins[0].text is not None
    assert corpus.origins[0].text.sentences == [["w1", "w2"], ["w3"]]
    assert corpus.extra["minimum"].all()


def test_decimal_numbers_are_zeros(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a)", "1.1:(EntityID=1|MarkableID=z)", "_")
    corpus = corpus_of(tmp_path, text)
    assert corpus.extra["zero"].tolist() == [False, True]
    assert corpus.origins[0].empty is not None
    assert corpus.origins[0].empty.token.tolist() == [1]
    plain = write(tmp_path / "plain.conllua", ua("(EntityID=1|MarkableID=a)", "_"))
    assert corefscore.score(corpus, plain)["mentions"].recall_numerator == 1


@pytest.mark.parametrize("name", ["6-Pseudo", "6_Pseudo", "6-pseudo"])
def test_pseudo_entities_are_non_referring(tmp_path: Path, name: str) -> None:
    text = ua(f"(EntityID={name}|MarkableID=a|SemType=expletive)", "(EntityID=1|MarkableID=b|SemType=dn)")
    corpus = corpus_of(tmp_path, text)
    assert corpus.extra["referring"].tolist() == [False, True]
    assert corpus.extra["semtype"].tolist() == ["expletive", "dn"]


@pytest.mark.parametrize("cell", ["({})", "{}", "({}", "@({})"])
def test_bridges_with_and_without_brackets(tmp_path: Path, cell: str) -> None:
    bridge = cell.format("MarkableID=b|Rel=poss|MentionAnchor=a|EntityAnchor=1")
    corpus = corpus_of(tmp_path, ua("(EntityID=1|MarkableID=a)", f"(EntityID=2|MarkableID=b) {bridge}"))
    assert bridges(corpus) == [((1, 1), (0, 0), "1", "poss")]


def test_anchors_of_an_anaphor_are_all_kept(tmp_path: Path) -> None:
    cell = "(MarkableID=c|Rel=poss|MentionAnchor=a)(MarkableID=c|EntityAnchor=2)(MarkableID=c|Rel=poss|MentionAnchor=a)"
    text = ua("(EntityID=1|MarkableID=a)", "(EntityID=2|MarkableID=b)", f"(EntityID=3|MarkableID=c) {cell}")
    assert bridges(corpus_of(tmp_path, text)) == [((2, 2), (0, 0), "1", "poss"), ((2, 2), None, "2", "")]


def test_an_entity_anchor_may_leave_out_pseudo(tmp_path: Path) -> None:
    cell = "(MarkableID=b|MentionAnchor=a|EntityAnchor=1)"
    text = ua("(EntityID=1-Pseudo|MarkableID=a)", f"(EntityID=2|MarkableID=b) {cell}")
    assert bridges(corpus_of(tmp_path, text)) == [((1, 1), (0, 0), "1-Pseudo", "")]


def test_the_mention_anchor_counts_if_the_entity_anchor_is_another(tmp_path: Path) -> None:
    cell = "(MarkableID=b|MentionAnchor=a|EntityAnchor=2)"
    text = ua("(EntityID=1|MarkableID=a)", f"(EntityID=2|MarkableID=b) {cell}")
    with pytest.warns(InputWarning, match="EntityAnchor of 1 bridges, such as that of 'b'"):
        assert bridges(corpus_of(tmp_path, text)) == [((1, 1), (0, 0), "1", "")]


def test_deixis_is_a_layer_of_its_own(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a) _ (EntityID=9-DD|MarkableID=u", "_ _ )", "_ _ (EntityID=9-DD|MarkableID=v)")
    assert clusters(corpus_of(tmp_path, text)) == {"d": [[(0, 0)]]}
    assert clusters(corpus_of(tmp_path, text, layer="identity")) == {"d": [[(0, 0)]]}
    assert clusters(corpus_of(tmp_path, text, layer="deixis")) == {"d": [[(0, 1), (2, 2)]]}


def test_other_formats_have_no_layer_of_deixis(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="conll files have no layer 'deixis'"):
        read("examples/key.conll", layer="deixis")
    with pytest.raises(ValueError, match="there is no layer 'deixi'; did you mean 'deixis'"):
        read("examples/key.conll", layer="deixi")


def test_columns_are_found_by_their_names(tmp_path: Path) -> None:
    lines = ["# global.columns = FORM ID DISCOURSE_DEIXIS IDENTITY", "# newdoc id = d"]
    rows = ["1 Ann _ (EntityID=1|MarkableID=a)", "2 she (EntityID=2|MarkableID=u) (EntityID=1|MarkableID=b)"]
    lines[0] = "# global.columns = ID FORM DISCOURSE_DEIXIS IDENTITY"
    corpus = corpus_of(tmp_path, "\n".join([*lines, *rows, ""]))
    assert clusters(corpus) == {"d": [[(0, 0), (1, 1)]]}


def test_without_names_the_eleventh_column_is_identity(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a)", "_", header=False).replace("\t_\t_\n", "\n")
    assert clusters(corpus_of(tmp_path, text)) == {"d": [[(0, 0)]]}


def test_a_file_without_newdoc_is_one_document(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, ua("(EntityID=1|MarkableID=a)", name=None))
    assert corpus.names == ("#1",)
    assert corefscore.score(corpus, corpus)["b3"].f1 == 1


def test_trailing_cells_may_be_missing(tmp_path: Path) -> None:
    text = "\n".join(
        line.rstrip("_\t") for line in ua("(EntityID=1|MarkableID=a)", "(EntityID=1|MarkableID=b)").split("\n")
    )
    assert clusters(corpus_of(tmp_path, text)) == {"d": [[(0, 0), (1, 1)]]}


def test_lines_without_the_column_of_markables_are_reported(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a)", "_").rstrip() + "\n3\tw3\t_\n"
    with pytest.warns(InputWarning, match=r"a\.conllua:5: 1 lines end before the column"):
        assert corpus_of(tmp_path, text).mentions == 1


def test_an_undivided_response_is_scored_with_a_divided_key(tmp_path: Path) -> None:
    key = corpus_of(tmp_path, ua("(EntityID=1|MarkableID=a)", "/", "(EntityID=1|MarkableID=b)"))
    response = response_of(tmp_path, ua("(EntityID=1|MarkableID=a)", "(EntityID=1|MarkableID=b)"))
    assert corefscore.score(key, response)["b3"].f1 == 1


def test_a_plural_of_one_element_is_reported(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a|ElementOf=2)", "(EntityID=2|MarkableID=b)")
    with pytest.warns(InputWarning, match=r"a\.conllua:4: 1 plural entities such as '2' have only one element"):
        assert elements(corpus_of(tmp_path, text)) == {("2", "1")}


def test_an_element_that_is_non_referring_is_reported(tmp_path: Path) -> None:
    text = ua(
        "(EntityID=1-Pseudo|MarkableID=a|ElementOf=3)",
        "(EntityID=2|MarkableID=b|ElementOf=3)",
        "(EntityID=3|MarkableID=c)",
    )
    with pytest.warns(InputWarning, match="1 elements of plural entities, such as '1-Pseudo', are non-referring"):
        assert elements(corpus_of(tmp_path, text)) == {("3", "1-Pseudo"), ("3", "2")}


def test_nested_plurals_are_fine(tmp_path: Path) -> None:
    text = ua(
        "(EntityID=1|MarkableID=a|ElementOf=3)",
        "(EntityID=2|MarkableID=b|ElementOf=3)",
        "(EntityID=3|MarkableID=c|ElementOf=5)",
        "(EntityID=4|MarkableID=d|ElementOf=5)",
        "(EntityID=5|MarkableID=e)",
    )
    assert len(elements(corpus_of(tmp_path, text))) == 4


def test_an_element_of_an_entity_without_mentions_is_reported(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r"a\.conllua:3: 1 markables are ElementOf an entity without mentions"):
        assert corpus_of(tmp_path, ua("(EntityID=1|MarkableID=a|ElementOf=7)")).relations is None


@pytest.mark.parametrize("last", ["1", "3"])
def test_circular_elements_are_an_error(tmp_path: Path, last: str) -> None:
    text = ua(
        "(EntityID=1|MarkableID=a|ElementOf=2)",
        "(EntityID=2|MarkableID=b|ElementOf=3)",
        f"(EntityID=3|MarkableID=c|ElementOf={last})",
    )
    with pytest.raises(InputError, match=r"a\.conllua:\d: document 'd': the elements of entities are circular"):
        corpus_of(tmp_path, text)


DANGLING = {
    "(MarkableID=zz|MentionAnchor=a)": "MarkableID=zz, but no markable",
    "(MarkableID=b|MentionAnchor=zz)": "MentionAnchor=zz, but no markable",
    "(MarkableID=b|EntityAnchor=zz)": "EntityAnchor=zz, but no entity",
    "(Rel=poss|MentionAnchor=a)": "MarkableID=?, but no markable",
}


@pytest.mark.parametrize("cell", DANGLING)
def test_a_bridge_to_nothing_is_an_error_in_a_key(tmp_path: Path, cell: str) -> None:
    text = ua("(EntityID=1|MarkableID=a)", f"(EntityID=2|MarkableID=b) {cell}")
    with pytest.raises(InputError, match=rf"a\.conllua:4: this bridge has {DANGLING[cell].replace('?', '[?]')}"):
        corpus_of(tmp_path, text)


@pytest.mark.parametrize("cell", DANGLING)
def test_a_bridge_to_nothing_is_kept_in_a_response(tmp_path: Path, cell: str) -> None:
    text = ua("(EntityID=1|MarkableID=a)", f"(EntityID=2|MarkableID=b) {cell}")
    with pytest.warns(InputWarning, match="it counts as wrong"):
        corpus = response_of(tmp_path, text)
    assert corpus.relations is not None
    if "MarkableID=b" in cell:
        assert bridges(corpus) == [((1, 1), None, None, "")]
        assert corpus.relations.unknown_anaphor.tolist() == []
    else:
        assert bridges(corpus) == []
        assert corpus.relations.unknown_anaphor.tolist() == [0]


def test_bridges_to_nothing_stay_with_their_documents(tmp_path: Path) -> None:
    cell = "(EntityID=1|MarkableID=a) (MarkableID=zz|MentionAnchor=a)"
    text = ua("(EntityID=1|MarkableID=a)", name="c") + ua(cell, name="d", header=False)
    with pytest.warns(InputWarning):
        corpus = response_of(tmp_path, text)
    assert corpus.relations is not None
    assert corpus.relations.unknown_anaphor.tolist() == [1]
    swapped = corpus.with_documents([corpus.origins[1], corpus.origins[0]], np.array([1, 0]))
    assert swapped.relations is not None
    assert swapped.relations.unknown_anaphor.tolist() == [0]


FAULTS = {
    "(EntityID=1|MarkableID=a": r":3: markable 'a' opens here and never closes in its document",
    ")": r":3: a markable closes here, but none is open",
    "(MarkableID=a)": r":3: 'markableid=a' does not name an entity",
    "()": r":3: '' does not name an entity",
    "EntityID=1|MarkableID=a": r":3: 'EntityID=1\|MarkableID=a' is outside of brackets",
    "(EntityID=1|MarkableID=a) _ _ _ _ _": r":3: this line has 16 columns, but 15 have names",
}


@pytest.mark.parametrize("cell", FAULTS)
def test_faults_name_their_line(tmp_path: Path, cell: str) -> None:
    with pytest.raises(InputError, match=FAULTS[cell]):
        corpus_of(tmp_path, ua(cell))


def test_faulty_lines(tmp_path: Path) -> None:
    start = f"# global.columns = {UA_COLUMNS}\n# newdoc id = d\n"
    with pytest.raises(InputError, match=r":3: 'x' is not the number of a word"):
        corpus_of(tmp_path, f"{start}x\tw\n")
    with pytest.raises(InputError, match="the file has no words"):
        corpus_of(tmp_path, f"# global.columns = {UA_COLUMNS}\n")
    with pytest.raises(InputError, match=r":1: there is no column IDENTITY"):
        corpus_of(tmp_path, "# global.columns = ID FORM BRIDGING\n# newdoc id = d\n1\tw\t_\n")
    with pytest.raises(InputError, match=r":4: document 'd' already began in line 2"):
        corpus_of(
            tmp_path, f"{start}1\tw\t_\t_\t_\t_\t_\t_\t_\t_\t_\n# newdoc id = d\n1\tw\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"
        )
    with pytest.raises(InputError, match=r":3: a markable is on a multiword token"):
        corpus_of(tmp_path, f"{start}1-2\tw\t_\t_\t_\t_\t_\t_\t_\t_\t(EntityID=1)\n1\tw\n")


def test_numbers_that_do_not_follow_are_reported(tmp_path: Path) -> None:
    with pytest.warns(InputWarning, match=r":4: 1 words have numbers that do not follow"):
        corpus_of(tmp_path, ua("1:_", "3:_"))


def test_detection_by_columns_and_by_markables() -> None:
    assert universal.recognise(f"# global.columns = {UA_COLUMNS}\n".encode())
    assert universal.recognise(b"# newdoc id = d\n1 w _ _ _ _ _ _ _ _ )(EntityID=1|MarkableID=a)\n")
    assert not universal.recognise(b"# global.columns = ID FORM LEMMA PARSEME:MWE\n1 w _ _\n")
    assert not universal.recognise(b"# newdoc id = d\n# text = (EntityID=1\n1\tw\n")


def test_published_files_have_the_counts_of_their_description() -> None:
    folder = shared_data() / "anaphora" / "ua"
    with pytest.warns(InputWarning, match="Min is outside of 2,096 markables"):
        light = read(folder / "light_dev-22" / "key.conllua.gz")
    assert light.mentions == 3941
    with pytest.warns(InputWarning):
        persuasion = read(folder / "persuasion_dev-22" / "key.conllua.gz")
    assert persuasion.relations is not None
    assert len(persuasion.relations.anaphor) == 316
    assert read(folder / "persuasion_dev-22" / "key.conllua.gz", layer="deixis").mentions == 277


def test_every_published_file_scores_100_against_itself() -> None:
    for path in sorted((shared_data() / "anaphora").glob("*/*/*.conllua.gz")):
        with pytest.warns(InputWarning):
            corpus = read(path)
        assert corefscore.score(corpus, corpus)["conll"].f1 == 1


@pytest.mark.parametrize("columns", ["ID FORM FORM IDENTITY", "FORM ID X IDENTITY"])
def test_columns_with_odd_names_are_left_out_with_a_warning(tmp_path: Path, columns: str) -> None:
    text = f"# global.columns = {columns}\n# newdoc id = d\n1 x y (EntityID=1|MarkableID=a)\n"
    corpus = corpus_of(tmp_path, text)
    with pytest.warns(InputWarning, match="only words and mentions are written"):
        corefscore.write(corpus, tmp_path / "b.conllua")
    assert clusters(read(tmp_path / "b.conllua")) == clusters(corpus)


def test_a_file_without_names_of_columns_has_the_usual_ones(tmp_path: Path) -> None:
    text = "\n".join(line for line in ua("(EntityID=1|MarkableID=a)", "_").splitlines() if "global.columns" not in line)
    corpus = read(write(tmp_path / "a.conllua", text + "\n"))
    assert corpus.mentions == 1


def test_a_file_without_a_name_of_its_document_is_not_warned_of(tmp_path: Path) -> None:
    text = "\n".join(line for line in ua("(EntityID=1|MarkableID=a)", "_").splitlines() if "newdoc" not in line)
    assert read(write(tmp_path / "a.conllua", text + "\n")).mentions == 1


def test_the_layer_that_is_not_read_is_reported_when_it_is_lost(tmp_path: Path) -> None:
    corpus = read(write(tmp_path / "a.conllua", ua("(EntityID=1|MarkableID=a) _ (EntityID=1-DD|MarkableID=u)")))
    with pytest.warns(InputWarning) as seen:
        corefscore.write(corpus, tmp_path / "a.json")
    assert any("cannot hold the other layer of annotation" in str(each.message) for each in seen)


def test_keys_that_are_not_known_are_reported_once_each(tmp_path: Path) -> None:
    bridge = "(MarkableID=b|MentionAnchor=a|Sure=no)"
    cells = ["(EntityID=1|MarkableID=a|Gender=f|Gist=x)", f"(EntityID=2|MarkableID=b|GENDER=m|Gist=y) {bridge}"]
    with pytest.warns(InputWarning) as seen:
        assert clusters(corpus_of(tmp_path, ua(*cells))) == {"d": [[(0, 0)], [(1, 1)]]}
    found = [str(each.message).partition(": ")[2] for each in seen]
    assert found == [
        "1 markables such as 'a' have the key 'Gender', which is not known; it is ignored",
        "2 markables such as 'a' have the key 'Gist', which is not known; it is ignored",
        "1 markables such as 'b' have the key 'GENDER', which is not known; it is ignored",
        "1 bridges such as that of 'b' have the key 'Sure', which is not known; it is ignored",
    ]
