"""Reading CorefUD."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.corefud import format as corefud
from corefscore.formats.reading import read
from tests.files import clusters, conllu, write
from tests.shared import shared_data


def corpus_of(path: Path, text: str | bytes) -> Corpus:
    return read(write(path / "a.conllu", text))


def test_mentions_nest_and_share_borders(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, conllu("the:(e1-person-2(e2--1 man:e2)e1)(e3)", "he:(e1)"))
    assert clusters(corpus) == {"d": [[(0, 1), (2, 2)], [(0, 1)], [(1, 1)]]}
    assert corpus.extra["head"].tolist() == [1, 0, 1, 2]
    assert corpus.extra["type"].tolist() == [b"person", b"", b"", b""]


def test_an_entity_may_end_and_begin_on_one_token(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, conllu("a:(e1--1 b:e1)(e1--2 c:e1)"))
    assert clusters(corpus) == {"d": [[(0, 1), (1, 2)]]}
    assert corpus.extra["head"].tolist() == [0, 2]


def test_a_mention_with_gaps_is_one_mention(tmp_path: Path) -> None:
    text = conllu("x a:(e1[1/2]-person-3 b:e1[1/2]) c d:(e1[2/2]-person-3) e:(e2)", "a:(e1)")
    corpus = corpus_of(tmp_path, text)
    (mention, *_) = corpus["d"].mentions
    assert mention.parts == ((1, 2), (4, 4))
    assert mention.text == "a b ... d"
    assert corpus.extra["head"].tolist() == [4, 5, 6]
    assert [entity.label for entity in corpus["d"].entities] == ["e1", "e2"]


def test_words_are_distinguished_by_gaps(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, conllu("a:(e1[1/2]--1)(e2--1 b c:(e1[2/2]--1)e2)"))
    result = corefscore.score(corpus, corpus)
    assert result["mentions"].recall_denominator == 2


def test_empty_nodes_are_tokens(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, conllu("0.1:1~nsubj|0~root:(e1) a b:(e1--2 2.1:0.1~obj: 2.2:2~obl:e1)", "a 1.1::(e1)"))
    assert clusters(corpus) == {"d": [[(0, 0), (2, 4), (6, 6)]]}
    assert corpus.extra["zero"].tolist() == [True, True, True]
    nodes = corpus.origins[0].empty
    assert nodes is not None
    assert nodes.token.tolist() == [0, 3, 4, 6]
    assert nodes.word.tolist() == [0, 2, 2, 3]
    assert nodes.sentence.tolist() == [0, 0, 0, 1]
    assert nodes.dependency == (((0, "nsubj"), (None, "root")), ((~0, "obj"),), ((1, "obl"),), ())


def test_nodes_between_the_same_words_have_different_ranks(tmp_path: Path) -> None:
    nodes = corpus_of(tmp_path, conllu("a 1.1:: 1.2::", "0.1:: 0.2:: b")).origins[0].empty
    assert nodes is not None
    assert nodes.word.tolist() == [1, 1, 1, 1]
    assert len(set(nodes.rank.tolist())) == 4


def test_multiword_tokens_are_passed_over(tmp_path: Path) -> None:
    line = "\t".join(["1-2", "del", *"________"])
    text = conllu("de el:(e1)").replace("1\tde", f"{line}\n1\tde")
    corpus = corpus_of(tmp_path, text)
    assert corpus["d"].tokens == ["de", "el"]
    assert corpus.line(0) == 5


def test_a_file_without_newdoc_is_one_document(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, conllu("a:(e1)", "b:(e1)", name=None))
    assert corpus.names == ("#1",)
    assert corefscore.score(corpus, corpus, profile="crac")["conll"].f1 == pytest.approx(1)


def test_documents_without_a_name_are_numbered(tmp_path: Path) -> None:
    assert corpus_of(tmp_path, conllu("a", name="") + conllu("b", name="")).names == ("#1", "#2")


def test_an_entity_of_two_documents_is_two_and_told(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, conllu("a:(e1)") + conllu("b:(e1)", name="e"))
    assert len(corpus.labels) == 2
    with pytest.warns(InputWarning, match="1 entities such as e1 are in several documents"):
        corefscore.score(corpus, corpus)


def test_long_names_and_letters_of_all_kinds(tmp_path: Path) -> None:
    long = "é" * 70
    corpus = corpus_of(tmp_path, conllu(f"a:({long}--1 b:{long})", f"c:({long})"))
    assert [entity.label for entity in corpus["d"].entities] == [long]
    with pytest.raises(corefscore.InputError, match=f"entity {long} has 1 words"):
        corpus_of(tmp_path, conllu(f"a:({long}--4)"))


def test_names_of_groups_are_those_of_a_document(tmp_path: Path) -> None:
    layout = "GRP-etype-infstat-head"
    corpus = corpus_of(
        tmp_path,
        conllu("a:(1-person-new-2 b:1)", layout=layout) + conllu("b:(1-person-new-1)", name="e", layout=layout),
    )
    assert len(corpus.labels) == 2
    assert corpus.extra["head"].tolist() == [1, 0]


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_shapes_are_numbered_as_mentions_stand_in_the_file(tmp_path: Path) -> None:
    cells = "a:(e2-x-1-1 b c:e2)(e1-x-1-1 d e:e1)(e3-x-1-1 f:e3)"
    for more in ("", " g:(12+3)"):  # the second has a split antecedent, which is left to the plain reader
        corpus = corpus_of(tmp_path, conllu(cells + more, layout="eid-etype-head-minspan"))
        assert corpus.shapes == (((0, 0),), ((2, 2),), ((4, 4),))


def test_minimum_spans_are_read(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, conllu("a:(e1-x-2-2,3 b c d:e1)(e2)", layout="eid-etype-head-minspan"))
    assert corpus.shapes == (((1, 2),),)
    assert corpus.extra["minimum"].tolist() == [1, 0]


@pytest.mark.parametrize("change", ["crlf", "bom", "gzip", "no last newline", "long"])
def test_the_same_text_in_other_clothes(tmp_path: Path, change: str) -> None:
    text = conllu("a:(e1--1 b:e1)", "c:(e1)")
    expected = clusters(corpus_of(tmp_path, text))
    data = text.encode()
    clothes = {
        "crlf": data.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + data,
        "gzip": gzip.compress(data),
        "no last newline": data.rstrip(b"\n"),
        "long": data.replace(b"# global", b"# note = " + b"x" * (1 << 20) + b"\n# global"),
    }
    corpus = corpus_of(tmp_path, clothes[change])
    assert clusters(corpus) == expected
    assert corpus["d"].tokens == ["a", "b", "c"]


def test_mentions_are_found_in_any_block(tmp_path: Path) -> None:
    sentence = "a:(e1--1 b:e1) c:(e2) " + " ".join("w" * 60 for _ in range(200))
    corpus = corpus_of(tmp_path, conllu(*[sentence] * 150))
    assert corpus.mentions == 300
    assert corpus["d"].tokens is not None
    assert len(corpus["d"].tokens) == 150 * 203


def test_attributes_beside_mentions_and_words_like_them_do_no_harm(tmp_path: Path) -> None:
    text = conllu("Entity=(e9) b:(e1)").replace("Entity=(e1)", "Bridge=e1<e1:x|Entity=(e1)|SpaceAfter=No|MyEntity=(e7)")
    corpus = corpus_of(tmp_path, text)
    assert clusters(corpus) == {"d": [[(1, 1)]]}


def test_a_mention_of_one_part_is_a_plain_one(tmp_path: Path) -> None:
    whole, part = (
        read(write(tmp_path / f"{number}.conllu", conllu(f"a:({name}--1 b:{name})")))
        for number, name in enumerate(["e1", "e1[1/1]"])
    )
    assert part.shapes == ()
    assert (part.label(0), part.start.tolist(), part.end.tolist()) == ("e1", [0], [1])
    assert part.extra.keys() - {"shape"} == whole.extra.keys()


def test_all_problems_are_kept(tmp_path: Path) -> None:
    text = conllu("a:(e1)") + "x\n" * 50
    with pytest.raises(InputError) as caught:
        read(write(tmp_path / "a.conllu", text))
    assert len(caught.value.problems) == 50
    assert str(caught.value).splitlines()[-1] == "... and 30 more problems (50 in all)"


def test_other_files_are_not_taken_for_conllu() -> None:
    assert not corefud.recognise(b"#begin document (a); part 000\na\t0\t0\tw\t-\n")
    assert not corefud.recognise(b"a b c\n")
    assert corefud.recognise(conllu("a", name=None).encode())
    assert corefud.recognise(b"1\ta" + b"\t_" * 8 + b"\n")


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
class TestAgainstUdapi:
    """The same mentions as udapi finds: words, heads and entities."""

    def mentions_of_udapi(self, path: Path) -> list[tuple[str, tuple[tuple[int, str], ...], tuple[int, str]]]:
        document_class = pytest.importorskip("udapi.core.document").Document
        reader = pytest.importorskip("udapi.block.read.conllu").Conllu(files=[str(path)])
        document = document_class()
        reader.apply_on_document(document)

        def place(node: Any) -> tuple[int, str]:
            return node.root.bundle.number, str(node.ord)

        return sorted(
            (mention.entity.eid, tuple(sorted(map(place, mention.words))), place(mention.head))
            for mention in document.coref_mentions
        )

    def our_mentions(self, path: Path) -> list[tuple[str, tuple[tuple[int, str], ...], tuple[int, str]]]:
        corpus = read(path)
        places: list[list[tuple[int, str]]] = []
        sentence = 0
        for line in path.read_text().splitlines():
            if re.match(r"# newdoc", line):
                places.append([])
            elif line.startswith("# sent_id"):
                sentence += 1
            elif re.match(r"\d+(\.\d+)?\t", line):
                places[-1].append((sentence, line.split("\t")[0]))
        return sorted(
            (
                corpus.label(mention.entity),
                tuple(sorted(places[document.number][token] for a, b in mention.parts for token in range(a, b + 1))),
                places[document.number][corpus.extra["head"][mention.row]],
            )
            for document in corpus
            for mention in document.mentions
        )

    def test_on_a_small_file(self, tmp_path: Path) -> None:
        text = conllu(
            "the:(e1-person-2(e2--1 man:e2) 2.1:2~x:(e3) 2.2:2.1~y: sees:e1)(e4[1/2]--3 b:e4[1/2])(e1) a:(e4[2/2]--3)",
            "x:(e4)",
        )
        text = text.replace("# global", "# sent_id = 1\n# global").replace("\n\n1\tx", "\n\n# sent_id = 2\n1\tx")
        path = write(tmp_path / "a.conllu", text)
        assert self.our_mentions(path) == self.mentions_of_udapi(path)

    @pytest.mark.parametrize("dataset", ["en_litbank", "es_ancora"])
    def test_on_real_files(self, tmp_path: Path, dataset: str) -> None:
        data = gzip.decompress((shared_data() / "corefud" / dataset / "response.conllu.gz").read_bytes())
        path = write(tmp_path / "a.conllu", data)
        assert self.our_mentions(path) == self.mentions_of_udapi(path)


def test_minimum_spans_that_do_not_fit_are_left_out_where_nothing_uses_them(tmp_path: Path) -> None:
    layout = "eid-etype-head-minspan"
    path = write(tmp_path / "f.conllu", conllu("a:(e1-x-1-2) b:(e1-x-1-1) c:(e1-x-1-3)", layout=layout))
    message = "2 minimum spans \\(minspan\\) do not fit their mentions, first here: a mention of entity e1 has 1 words"
    with pytest.warns(corefscore.InputWarning, match=message):
        assert corefscore.score(path, path, profile="crac")["conll"].f1 == 1
    for how in ({"match": "min"}, {"profile": "crac", "match": "min"}):
        with pytest.raises(corefscore.InputError, match="cannot have the minimum '2'"):
            corefscore.score(path, path, **how)  # type: ignore[arg-type]
    with pytest.raises(corefscore.InputError, match="cannot have the minimum '2'"):
        corefscore.read(path)
