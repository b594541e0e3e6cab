"""Connected components."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corefscore.core.graphs import leaders

nodes = st.integers(0, 7)


@given(st.permutations(range(8)), st.lists(st.tuples(nodes, nodes), max_size=10))
def test_leaders_are_the_first_nodes_that_can_be_reached(order: list[int], edges: list[tuple[int, int]]) -> None:
    found = leaders(order, edges)
    assert [*found] == order
    for start in order:
        reached = {start}
        while more := {end for edge in edges for end in edge if reached & {*edge}} - reached:
            reached |= more
        assert found[start] == min(reached, key=order.index)
