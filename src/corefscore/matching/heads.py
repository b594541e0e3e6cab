"""Find the heads of mentions from constituents or from dependencies.

Constituents: each phrase has a head child. A rule for the label of the phrase finds it, and this is repeated down to a
word. A rule is a list of searches; the first search that finds a child decides. The rules for English are those of
Collins (1999, appendix A), with one exception: a possessive ending at the end is skipped, because a mention such as
"Ann 's" is about Ann. If a conjunction is directly before the head, the head is the child before the conjunction. The
rules for Chinese follow Sun and Jurafsky (2004). The labels NML and NX are noun phrases.

Dependencies: the head is the word of the mention that is closest to the root. If several are, it is the first.

References
----------
Collins (1999), Head-Driven Statistical Models for Natural Language Parsing, University of Pennsylvania.
Sun and Jurafsky (2004), Shallow Semantic Parsing of Chinese, NAACL.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from corefscore.formats.conll.parsed import Parsed
from corefscore.matching.parse_trees import Phrase, Tree, phrase_of

FIRST, LAST = "first", "last"
OUTSIDE = -2
"""The parent of a token that is in no tree, such as an empty node."""


class Search(NamedTuple):
    """One step of a rule.

    Parameters
    ----------
    end : str
        Whether the search begins with the `first` child or with the `last`.
    labels : tuple of str
        Labels of children. Without labels, every child fits.
    in_order : bool
        Whether all children are searched for the first label, then for the second, and so on. Otherwise the nearest
        child with any of the labels is found.
    """

    end: str
    labels: tuple[str, ...] = ()
    in_order: bool = True

    def find(self, labels: Sequence[str]) -> int | None:
        """Return the index of the child that fits, given the labels of all children; None if none fits."""
        indexes = range(len(labels)) if self.end == FIRST else range(len(labels) - 1, -1, -1)
        if not self.labels:
            return next(iter(indexes), None)
        wanted: Iterable[tuple[str, ...]] = ((label,) for label in self.labels) if self.in_order else (self.labels,)
        return next((index for group in wanted for index in indexes if labels[index] in group), None)


Rules = Mapping[str, Sequence[Search]]


def _in_order(end: str, labels: str) -> tuple[Search, ...]:
    return (Search(end, tuple(labels.split())),)


def _nearest(end: str, labels: str) -> Search:
    return Search(end, tuple(labels.split()), in_order=False)


ENGLISH_NOUN_PHRASE = (
    _nearest(LAST, "NN NNP NNPS NNS NX NML POS JJR"),
    _nearest(FIRST, "NP"),
    _nearest(LAST, "$ ADJP PRN"),
    _nearest(LAST, "CD"),
    _nearest(LAST, "JJ JJS RB QP"),
)
ENGLISH: Rules = {
    **dict.fromkeys(("NP", "NX", "NML"), ENGLISH_NOUN_PHRASE),
    "ADJP": _in_order(FIRST, "NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB"),
    "ADVP": _in_order(LAST, "RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN"),
    "CONJP": _in_order(LAST, "CC RB IN"),
    "FRAG": (Search(LAST),),
    "INTJ": (Search(FIRST),),
    "LST": _in_order(LAST, "LS :"),
    "NAC": _in_order(FIRST, "NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW"),
    "PP": _in_order(LAST, "IN TO VBG VBN RP FW"),
    "PRN": (Search(FIRST),),
    "PRT": _in_order(LAST, "RP"),
    "QP": _in_order(FIRST, "$ IN NNS NN JJ RB DT CD NCD QP JJR JJS"),
    "RRC": _in_order(LAST, "VP NP ADVP ADJP PP"),
    "S": _in_order(FIRST, "TO IN VP S SBAR ADJP UCP NP"),
    "SBAR": _in_order(FIRST, "WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG"),
    "SBARQ": _in_order(FIRST, "SQ S SINV SBARQ FRAG"),
    "SINV": _in_order(FIRST, "VBZ VBD VBP VB MD VP S SINV ADJP NP"),
    "SQ": _in_order(FIRST, "VBZ VBD VBP VB MD VP SQ"),
    "UCP": (Search(LAST),),
    "VP": _in_order(FIRST, "TO VBD VBN MD VBZ VB VBG VBP VP ADJP NN NNS NP"),
    "WHADJP": _in_order(FIRST, "CC WRB JJ ADJP"),
    "WHADVP": _in_order(LAST, "CC WRB"),
    "WHNP": _in_order(FIRST, "WDT WP WP$ WHADJP WHPP WHNP"),
    "WHPP": _in_order(LAST, "IN TO FW"),
}
CHINESE: Rules = {
    "ADJP": _in_order(LAST, "ADJP JJ AD NN CS"),
    "ADVP": _in_order(LAST, "ADVP AD"),
    "CLP": _in_order(LAST, "CLP M"),
    "CP": _in_order(LAST, "DEC SP ADVP CS CP IP VP"),
    "DNP": _in_order(LAST, "DNP DEG DEC"),
    "DP": _in_order(FIRST, "DP DT"),
    "DVP": _in_order(LAST, "DVP DEV"),
    "FRAG": _in_order(LAST, "VV NR NN"),
    "IP": _in_order(LAST, "IP VP"),
    "LCP": _in_order(LAST, "LCP LC"),
    "LST": _in_order(FIRST, "LST CD OD"),
    "NP": (_nearest(LAST, "NP NN NT NR"), _nearest(LAST, "QP")),
    "PP": _in_order(FIRST, "PP P"),
    "PRN": _in_order(LAST, "NP IP VP NT NR NN"),
    "QP": _in_order(LAST, "QP CLP CD OD"),
    "UCP": (Search(LAST),),
    "VP": _in_order(FIRST, "VP VA VC VE VV BA LB VCD VSB VRD VNV VCP"),
    **dict.fromkeys(("VCD", "VCP", "VRD", "VSB"), (Search(LAST, ("VV", "VA", "VC", "VE"), in_order=False),)),
    "VNV": (Search(FIRST, ("VV", "VA", "VC", "VE"), in_order=False),),
}
RULES: Mapping[str, Rules] = {"en": ENGLISH, "zh": CHINESE}
"""The rules of each language for which common corpora have constituents."""

CONJUNCTION = "CC"
POSSESSIVE = "POS"


def constituent_head(words: Sequence[Parsed], start: int, end: int, language: str = "en") -> int:
    """Return the head word of a mention in a parse.

    Parameters
    ----------
    words : sequence of Parsed
        All words of the document, with parts of speech and parse bits.
    start, end : int
        The first and the last token of the mention.
    language : str
        A language of `RULES`. All other languages use the rules for English.

    Examples
    --------
    >>> bits = [("the", "DT", "(NP(NP*"), ("use", "NN", "*)"), ("of", "IN", "(PP*"), ("art", "NN", "(NP*)))")]
    >>> constituent_head([Parsed(*bit) for bit in bits], 0, 3)
    1
    """
    rules = RULES.get(language, ENGLISH)
    tree: Tree = phrase_of(words, start, end)
    while isinstance(tree, Phrase):
        tree = _head_child(tree, words, rules)
    return tree


def _head_child(phrase: Phrase, words: Sequence[Parsed], rules: Rules) -> Tree:
    labels = [_plain(child.label if isinstance(child, Phrase) else words[child].pos) for child in phrase.children]
    if rules is ENGLISH and len(labels) > 1 and labels[-1] == POSSESSIVE:
        labels = labels[:-1]
    for search in (*rules.get(_plain(phrase.label), ()), Search(LAST)):
        found = search.find(labels)
        if found is not None:
            return phrase.children[_first_conjunct(labels, found) if rules is ENGLISH else found]
    raise AssertionError("every phrase has a last child")


def _plain(label: str) -> str:
    """Return a label without its function: NP for NP-SBJ."""
    return label.partition("-")[0] or label


def _first_conjunct(labels: Sequence[str], head: int) -> int:
    """Return the child before the conjunction, if a conjunction is directly before the head."""
    return head - 2 if head >= 2 and labels[head - 1] == CONJUNCTION else head


def dependency_head(parents: Sequence[int], tokens: Sequence[int]) -> int:
    """Return the head word of a mention in a dependency tree: the first of the words that are closest to the root.

    Parameters
    ----------
    parents : sequence of int
        The parent of each token of the document; -1 for a root, -2 for a token outside all trees. Such a token is the
        head of a mention only if all tokens of the mention are outside.
    tokens : sequence of int
        The tokens of the mention.

    Examples
    --------
    >>> dependency_head([1, -1, 3, 1], [2, 3])
    3
    """
    return min(tokens, key=lambda token: (parents[token] == OUTSIDE, _depth(parents, token), token))


def _depth(parents: Sequence[int], token: int) -> int:
    """Return the number of steps to the root. A circle ends where it began."""
    seen: set[int] = set()
    while 0 <= token < len(parents) and token not in seen:
        seen.add(token)
        token = parents[token]
    return len(seen)
