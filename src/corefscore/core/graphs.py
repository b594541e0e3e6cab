"""Connected components of a graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

Node = TypeVar("Node")


class Leaders(Protocol[Node]):
    """A list or a dictionary that leads from each node to another node of its component, or to itself."""

    def __getitem__(self, node: Node, /) -> Node: ...

    def __setitem__(self, node: Node, leader: Node, /) -> None: ...


def find(leader: Leaders[Node], node: Node) -> Node:
    """Return the node to which a node leads in the end, and shorten the way to it.

    >>> find([0, 0, 1], 2)
    0
    """
    while leader[node] != node:
        leader[node] = leader[leader[node]]
        node = leader[node]
    return node


def leaders(nodes: Iterable[Node], edges: Iterable[tuple[Node, Node]]) -> dict[Node, Node]:
    """Map each node to the first node of its connected component, in the order given (union-find).

    >>> leaders("abcd", [("c", "b"), ("d", "c")])
    {'a': 'a', 'b': 'b', 'c': 'b', 'd': 'b'}
    """
    order = {node: number for number, node in enumerate(nodes)}
    leader = {node: node for node in order}
    for edge in edges:
        first, second = sorted((find(leader, node) for node in edge), key=order.__getitem__)
        leader[second] = first
    return {node: find(leader, node) for node in leader}
