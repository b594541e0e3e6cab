"""Numbers for empty nodes: the same number for a node of the key and the node of the response that it is.

Whoever inserts another node numbers them anew, so a number such as 8.2 says little. By dependency, two nodes are the
same if they depend on the same words by the same relations, even if their numbers in the files differ. Where that
leaves a choice, and for nodes that depend on no word of both sides, their numbers in the files decide.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeAlias

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import Corpus, EmptyNodes

NodeNumbers: TypeAlias = Sequence[Ints]
"""For each document, a number for each of its empty nodes."""

NOWHERE = "nowhere"


def number_nodes(key: Corpus, response: Corpus, zeros: str) -> tuple[NodeNumbers, NodeNumbers]:
    """Numbers for the empty nodes of both sides; `zeros` is the policy."""
    key_numbers, response_numbers = [], []
    for ours, theirs in zip(key.origins, response.origins, strict=True):
        key_numbers.append(numbers(len(ours.empty.token) if ours.empty else 0))
        if theirs.empty is None:
            response_numbers.append(ints([]))
        elif ours.empty is None or _are_equal(ours.empty, theirs.empty):
            response_numbers.append(numbers(len(theirs.empty.token)))
        else:
            response_numbers.append(ints(_paired(ours.empty, theirs.empty, zeros)))
    return key_numbers, response_numbers


def _are_equal(ours: EmptyNodes, theirs: EmptyNodes) -> bool:
    return (
        ours.dependency == theirs.dependency
        and ours.word.tolist() == theirs.word.tolist()
        and ours.rank.tolist() == theirs.rank.tolist()
    )


def _paired(ours: EmptyNodes, theirs: EmptyNodes, zeros: str) -> list[int]:
    """For each node of the response the number of the node of the key that it is, or a new number."""
    key_nodes, response_nodes = _nodes(ours), _nodes(theirs)
    rounds = (_Node.both, _Node.by_relations) if zeros == "dependency" else ()
    number_of: dict[int, int] = {}
    taken: set[int] = set()
    for identity in (*rounds, _Node.by_position):
        free: dict[Hashable, list[int]] = {}
        for number, node in enumerate(key_nodes):
            if number not in taken:
                free.setdefault(identity(node), []).append(number)
        for number, node in enumerate(response_nodes):
            same = free.get(identity(node)) if number not in number_of else None
            if same:
                number_of[number] = same.pop(0)
                taken.add(number_of[number])
    return [number_of.get(number, len(key_nodes) + number) for number in range(len(response_nodes))]


class _Node(NamedTuple):
    """What identifies a node: its position among the words, and the words it depends on."""

    position: Hashable
    relations: Hashable

    def both(self) -> Hashable:
        return self

    def by_relations(self) -> Hashable:
        return self.relations

    def by_position(self) -> Hashable:
        return self.position


def _nodes(nodes: EmptyNodes) -> list[_Node]:
    positions = zip(nodes.sentence.tolist(), nodes.word.tolist(), nodes.rank.tolist(), strict=True)
    return [
        _Node(position, (position[0], _relations(nodes, number, ()) or (NOWHERE, position)))
        for number, position in enumerate(positions)
    ]


def _relations(nodes: EmptyNodes, number: int, below: Sequence[int]) -> tuple[Hashable, ...]:
    """The relations of a node to words; a parent that is an empty node is replaced by its own relations."""
    if number in below:
        return ()
    relations = (
        (relation, _relations(nodes, ~parent, (*below, number)) if parent is not None and parent < 0 else parent)
        for parent, relation in nodes.dependency[number]
    )
    return tuple(sorted(relations, key=repr))
