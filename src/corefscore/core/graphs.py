"""Connected components of a graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Node = TypeVar("Node")


def leaders(nodes: Iterable[Node], edges: Iterable[tuple[Node, Node]]) -> dict[Node, Node]:
    """Map each node to the first node of its connected component, in the order given (union-find).

    >>> leaders("abcd", [("c", "b"), ("d", "c")])
    {'a': 'a', 'b': 'b', 'c': 'b', 'd': 'b'}
    """
    order = {node: number for number, node in enumerate(nodes)}
    leader = {node: node for node in order}

    def find(node: Node) -> Node:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for edge in edges:
        first, second = sorted(map(find, edge), key=order.__getitem__)
        leader[second] = first
    return {node: find(node) for node in leader}
