"""Which empty node of the response is which of the key: a number for each, equal for nodes that are the same.

Nodes are numbered anew by whoever inserts another one, so a number such as 8.2 says little. By dependency, nodes are
the same that hang on the same words by the same relations, even if their numbers differ; where that leaves a choice,
and for nodes that depend on nothing both sides have, the number decides.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeAlias

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import Corpus, EmptyNodes

Names: TypeAlias = list[Ints]
"""For each document, a number for each of its empty nodes."""

NOWHERE = "nowhere"


def empty_names(key: Corpus, response: Corpus, zeros: str) -> tuple[Names, Names]:
    """Numbers for the empty nodes of both sides; `zeros` is the policy."""
    key_names, response_names = [], []
    for ours, theirs in zip(key.origins, response.origins, strict=True):
        key_names.append(numbers(len(ours.empty.token) if ours.empty else 0))
        if theirs.empty is None:
            response_names.append(ints([]))
        elif ours.empty is None or _alike(ours.empty, theirs.empty):
            response_names.append(numbers(len(theirs.empty.token)))
        else:
            response_names.append(ints(_paired(ours.empty, theirs.empty, zeros)))
    return key_names, response_names


def _alike(ours: EmptyNodes, theirs: EmptyNodes) -> bool:
    return (
        ours.dependency == theirs.dependency
        and ours.word.tolist() == theirs.word.tolist()
        and ours.rank.tolist() == theirs.rank.tolist()
    )


def _paired(ours: EmptyNodes, theirs: EmptyNodes, zeros: str) -> list[int]:
    """The number of the key's node that each node of the response is, or a number of its own."""
    keys = _keys(ours), _keys(theirs)
    rounds = (_Node.both, _Node.tied) if zeros == "dependency" else ()
    name: dict[int, int] = {}
    taken: set[int] = set()
    for key in (*rounds, _Node.placed):
        free: dict[Hashable, list[int]] = {}
        for number, node in enumerate(keys[0]):
            if number not in taken:
                free.setdefault(key(node), []).append(number)
        for number, node in enumerate(keys[1]):
            same = free.get(key(node)) if number not in name else None
            if same:
                name[number] = same.pop(0)
                taken.add(name[number])
    fresh = len(keys[0])
    return [name.get(number, fresh + number) for number in range(len(keys[1]))]


class _Node(NamedTuple):
    """What a node is known by: its place among the words, and the words it depends on."""

    place: Hashable
    ties: Hashable

    def both(self) -> Hashable:
        return self

    def tied(self) -> Hashable:
        return self.ties

    def placed(self) -> Hashable:
        return self.place


def _keys(nodes: EmptyNodes) -> list[_Node]:
    places = zip(nodes.sentence.tolist(), nodes.word.tolist(), nodes.rank.tolist(), strict=True)
    return [
        _Node(place, (place[0], _ties(nodes, number, ()) or (NOWHERE, place))) for number, place in enumerate(places)
    ]


def _ties(nodes: EmptyNodes, number: int, above: Sequence[int]) -> tuple[Hashable, ...]:
    """The relations of a node to words; those to other empty nodes go on to the words these depend on."""
    if number in above:
        return ()
    ties = (
        (relation, _ties(nodes, ~parent, (*above, number)) if parent is not None and parent < 0 else parent)
        for parent, relation in nodes.dependency[number]
    )
    return tuple(sorted(ties, key=repr))
