"""Heads of mentions: a test for each rule, and heads in dependency trees against those that files have."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.core.arrays import ints
from corefscore.formats.conll.parsed import Parsed
from corefscore.formats.corefud.reader import ConlluText
from corefscore.formats.reading import read
from corefscore.matching.heads import constituent_head, dependency_head
from corefscore.matching.language import TokenFeatures
from tests.shared import shared_data


def head_of(tree: str, language: str = "en") -> str:
    """The head of a tree that is written as word/tag and brackets: "(NP the/DT dog/NN)"."""
    words: list[Parsed] = []
    opening = ""
    for part in tree.replace("(", " ( ").replace(")", " ) ").split():
        if part == "(":
            opening += "("
        elif part == ")":
            words[-1] = words[-1]._replace(bit=words[-1].bit + ")")
        elif "/" in part:
            word, tag = part.rsplit("/", 1)
            words.append(Parsed(word, tag, f"{opening}*"))
            opening = ""
        else:
            opening += part
    return words[constituent_head(words, 0, len(words) - 1, language)].word


@pytest.mark.parametrize(
    ("tree", "head"),
    [
        ("(NP the/DT old/JJ dog/NN)", "dog"),
        ("(NP (NP the/DT dog/NN) (PP in/IN (NP the/DT garden/NN)))", "dog"),
        ("(NP The/DT 40/CD -/HYPH year/NN -/HYPH old/JJ Mr./NNP Murakami/NNP)", "Murakami"),
        ("(NP (NML New/NNP York/NNP) streets/NNS)", "streets"),
        ("(NP (NP Ann/NNP 's/POS) dog/NN)", "dog"),
        ("(NP Ann/NNP 's/POS)", "Ann"),
        ("(NP the/DT (ADJP very/RB rich/JJ))", "rich"),
        ("(NP $/$ 40/CD)", "$"),
        ("(NP the/DT three/CD)", "three"),
        ("(NP the/DT poor/JJ)", "poor"),
        ("(NP some/DT)", "some"),
        ("(NP the/DT cats/NNS and/CC dogs/NNS)", "cats"),
        ("(NP research/NN and/CC development/NN spending/NN)", "spending"),
        ("(NP (NP Ann/NNP) and/CC (NP Bob/NNP))", "Ann"),
        ("(NP (NP the/DT men/NNS) (SBAR (WHNP who/WP) (S (VP left/VBD))))", "men"),
        ("(ADJP very/RB rich/JJ)", "rich"),
        ("(ADVP not/RB here/RB)", "here"),
        ("(CONJP as/RB well/RB as/IN)", "well"),
        ("(FRAG not/RB him/PRP)", "him"),
        ("(INTJ oh/UH dear/UH)", "oh"),
        ("(LST a/LS ./:)", "a"),
        ("(NAC Secretary/NNP of/IN State/NNP)", "Secretary"),
        ("(PP in/IN (NP it/PRP))", "in"),
        ("(PRN that/DT is/VBZ)", "that"),
        ("(PRT up/RP)", "up"),
        ("(QP about/IN 40/CD)", "about"),
        ("(RRC (ADVP now/RB) (VP gone/VBN))", "gone"),
        ("(S (NP it/PRP) (VP rains/VBZ))", "rains"),
        ("(SBAR that/IN (S (NP it/PRP) (VP rains/VBZ)))", "that"),
        ("(SBARQ (WHNP who/WP) (SQ is/VBZ (NP it/PRP)))", "is"),
        ("(SINV (NP here/RB) comes/VBZ (NP he/PRP))", "comes"),
        ("(SQ is/VBZ (NP it/PRP))", "is"),
        ("(UCP here/RB and/CC now/RB)", "here"),
        ("(VP will/MD (VP go/VB))", "will"),
        ("(VP to/TO (VP go/VB))", "to"),
        ("(WHADJP how/WRB old/JJ)", "how"),
        ("(WHADVP when/WRB)", "when"),
        ("(WHNP which/WDT dog/NN)", "which"),
        ("(WHPP in/IN (WHNP which/WDT))", "in"),
        ("(NP-SBJ (NP-TTL Emma/NNP) (PP by/IN (NP Austen/NNP)))", "Emma"),
        ("(X strange/XX label/YY)", "label"),
    ],
)
def test_each_rule_for_english_constituents(tree: str, head: str) -> None:
    assert head_of(tree) == head


@pytest.mark.parametrize(
    ("tree", "head"),
    [
        ("(NP (NP 中国/NR) (NP 经济/NN 发展/NN))", "发展"),
        ("(NP (QP 三/CD (CLP 个/M)) (NP 人/NN))", "人"),
        ("(NP (DNP (NP 他/PN) 的/DEG) (NP 书/NN))", "书"),
        ("(NP (QP 三/CD))", "三"),
        ("(QP 三/CD (CLP 个/M))", "个"),
        ("(CLP 新/JJ 个/M)", "个"),
        ("(DP 这/DT (CLP 个/M))", "这"),
        ("(DNP (NP 他/PN) 的/DEG)", "的"),
        ("(DVP (ADVP 慢/AD) 地/DEV)", "地"),
        ("(ADJP 很/AD 大/JJ)", "大"),
        ("(ADVP 非常/AD 常/AD)", "常"),
        ("(CP (IP (VP 来/VV)) 的/DEC)", "的"),
        ("(IP (NP 他/PN) (VP 来/VV))", "来"),
        ("(LCP (NP 家/NN) 里/LC)", "里"),
        ("(LST 一/CD 、/PU)", "一"),
        ("(PP 在/P (NP 家/NN))", "在"),
        ("(PRN （/PU (NP 他/NN) ）/PU)", "他"),
        ("(UCP (NP 他/PN) (VP 来/VV))", "来"),
        ("(VP 吃/VV (NP 饭/NN))", "吃"),
        ("(VCD 打/VV 死/VV)", "死"),
        ("(VNV 是/VC 不/AD 是/VC)", "是"),
        ("(FRAG 他/NR 来/VV)", "来"),
    ],
)
def test_each_rule_for_chinese_constituents(tree: str, head: str) -> None:
    assert head_of(tree, "zh") == head


@pytest.mark.parametrize(
    ("parents", "tokens", "head"),
    [
        ([1, -1, 1], [0, 1, 2], 1),
        ([2, 2, -1], [0, 1], 0),  # two words at one depth: the first
        ([1, 2, -1, 2], [0, 3], 3),  # the words of a mention with a gap
        ([1, 0], [0, 1], 0),  # a circle ends
    ],
)
def test_the_head_in_a_dependency_tree_is_closest_to_the_root(parents: list[int], tokens: list[int], head: int) -> None:
    assert dependency_head(parents, tokens) == head


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("The 40 - year - old Mr. Murakami", "Murakami"),
        ("the venerable Akio Morita , a founder of the firm", "Morita"),
        ("a strike against the industry", "strike"),
        ("the man who laughed", "man"),
        ("the king of Spain 's", "king"),
        ("Ann 's dog", "dog"),
        ("la hija del rey y los otros", "hija"),
        ("la fille du roi qui est avec nous", "fille"),
        ("das Haus von dem Mann und der Frau", "Haus"),
        ("het huis van de man en een vrouw", "huis"),
        ("дом для него и для неё", "дом"),
        ("他们 的 三 个 朋友", "朋友"),
        ("كتاب هذا الرجل في البيت", "كتاب"),
    ],
)
def test_bare_text_has_likely_heads(text: str, head: str) -> None:
    words = text.split()
    features = TokenFeatures.of([words])
    assert words[int(features.heads(ints([0]), ints([len(words) - 1]))[0])] == head


def test_parses_of_the_key_give_the_heads_of_span_errors(tmp_path: Path) -> None:
    rows = [("The", "DT", "(NP*"), ("40", "CD", "*"), ("-", "HYPH", "*"), ("old", "JJ", "*"), ("man", "NN", "*)")]
    rows += [("saw", "VBD", "*"), ("him", "PRP", "(NP*)")]

    def write(name: str, cells: list[str], parsed: bool) -> Path:
        lines = ["#begin document (a); part 000"]
        for number, ((word, tag, bit), cell) in enumerate(zip(rows, cells, strict=True)):
            columns = (tag, bit, "-", "-", "-", "-", "*") if parsed else ()
            lines.append("\t".join(["a", "0", str(number), word, *columns, cell]))
        path = tmp_path / name
        path.write_text("\n".join([*lines, "", "#end document", ""]))
        return path

    key = write("key.conll", ["(1", "-", "-", "-", "1)", "-", "(1)"], parsed=True)
    response = write("response.conll", ["-", "-", "-", "(1", "1)", "-", "(1)"], parsed=False)
    errors = corefscore.score(key, response).errors
    assert [record["text"] for record in errors.only(kinds=["span"]).records()] == ["The 40 - old man"]


def test_responses_without_heads_are_matched_by_heads_of_the_trees_of_the_key(tmp_path: Path) -> None:
    tree = ["1\tThe\t_\tDET\t_\t_\t2", "2\tdog\t_\tNOUN\t_\t_\t3", "3\tbarks\t_\tVERB\t_\t_\t0"]
    marks = ["Entity=(e1--2", "Entity=e1)", "Entity=(e2--1)"]
    lines = [f"{line}\t_\t_\t{mark}" for line, mark in zip(tree, marks, strict=True)]
    path = tmp_path / "key.conllu"
    path.write_text("\n".join(["# global.Entity = eid-etype-head", "# newdoc id = d", *lines, "", ""]))
    response = {"d": [[(1, 1)], [(2, 2)]]}  # "dog" for "The dog"
    with pytest.warns(corefscore.InputWarning, match="heads of 2 of 2 mentions come from trees"):
        result = corefscore.score(path, response, ["b3"], match="head", spans="inclusive", documents=True)
    assert result["b3"].f1 == 1
    assert corefscore.score(path, response, ["b3"], spans="inclusive", documents=True)["b3"].f1 == 0.5


@pytest.mark.parametrize(("name", "different"), [("es_ancora", 9), ("en_litbank", 3)])
def test_heads_in_trees_are_those_that_corefud_has(name: str, different: int) -> None:
    corpus = read(shared_data() / "corefud" / name / "key.conllu.gz")
    found = np.full(corpus.mentions, -1)
    for number, origin in enumerate(corpus.origins):
        assert isinstance(origin.text, ConlluText)
        parents = origin.text.parents
        rows = np.arange(corpus.mentions)[corpus.view(number).rows]
        found[rows] = [dependency_head(parents, _tokens(parts)) for parts in corpus.parts_of(rows)]
    words = ~corpus.extra["zero"] if "zero" in corpus.extra else np.ones(corpus.mentions, dtype=bool)
    assert int((found != corpus.extra["head"])[words].sum()) <= different


def _tokens(parts: tuple[tuple[int, int], ...]) -> list[int]:
    return [token for start, end in parts for token in range(start, end + 1)]
