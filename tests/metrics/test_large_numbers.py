"""Numbers that floats and 64-bit integers cannot hold: counts stay exact, or are refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from corefscore import InputError
from corefscore.core.arrays import Ints, exact_sum_by, ints, joined_numbers
from corefscore.engines.tallies import Alone, Isolated, TableCounts, Tangled
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.overlap import Cells, Entities, Overlap
from corefscore.metrics.registry import METRICS

HUGE = (1 << 31) - 1


def overlap(table: list[list[int]], times: int = 1) -> Overlap:
    """The overlap of one document: a row of the table for each key entity, a column for each response entity."""
    shared = np.array(table, dtype=np.int64)
    key, response = np.nonzero(shared)

    def side(sizes: Ints) -> Entities:
        return Entities(ints(np.zeros(len(sizes))), sizes, sizes, times=ints(np.full(len(sizes), times)))

    keys, responses = side(shared.sum(axis=1)), side(shared.sum(axis=0))
    cells = Cells(keys, responses, key, response, shared[key, response], times=ints(np.full(len(key), times)))
    return Overlap(keys, responses, cells, 1)


def pairs(size: int) -> int:
    return size * (size - 1) // 2


def counts(of: Overlap, metric: str) -> list[float]:
    found = METRICS[metric]
    assert isinstance(found, CountedMetric)
    return [float(each) for each in found.count(of)[0]]


TABLES = [
    [[HUGE, 0], [0, 1]],
    [[HUGE // 2, 1], [1, HUGE // 3]],
    [[134_217_729, 3, 0], [0, 134_217_728, 7]],
    [[1, 1], [HUGE - 9, 1]],
]


@pytest.mark.parametrize("table", TABLES)
def test_counts_of_pairs_are_the_nearest_to_the_exact_ones(table: list[list[int]]) -> None:
    of = overlap(table)
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    both = sum(pairs(cell) for row in table for cell in row)
    key, response, whole = sum(map(pairs, rows)), sum(map(pairs, columns)), pairs(sum(rows))
    none = whole - key - response + both
    assert whole > 1 << 53
    assert counts(of, "pairwise") == [float(each) for each in (both, key, both, response)]
    between = [float(each) for each in (none, whole - key, none, whole - response)]
    assert counts(of, "blanc")[4:] == between
    assert counts(of, "rand") == [float(each) for each in (both, whole, none, whole)]


def test_no_pair_between_entities_is_lost_beside_trillions() -> None:
    """In floats the three pairs between entities would vanish, or be hundreds."""
    assert counts(overlap([[HUGE, 0], [0, 1]]), "blanc")[4:] == [HUGE] * 4
    assert counts(overlap([[HUGE, 1]]), "blanc")[4:] == [0, 0, 0, HUGE]


def test_entities_that_share_a_row_are_counted_exactly() -> None:
    """A million entities of a million mentions each: 10¹² mentions, whose pairs exceed 64 bits."""
    size = times = 1_000_000
    mentions = size * times
    of = overlap([[size]], times)
    both, whole = times * pairs(size), pairs(mentions)
    assert whole > 1 << 63
    assert counts(of, "pairwise") == [float(both)] * 4
    assert counts(of, "blanc")[4:] == [float(whole - both)] * 4
    assert counts(of, "mentions") == [mentions] * 4


def test_few_mentions_and_many_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    table = [[3, 0, 2], [0, 5, 1], [4, 1, 0]]
    names = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "pairwise", "rand", "adjusted-rand")
    usual = {name: counts(overlap(table, 3), name) for name in names}
    monkeypatch.setattr("corefscore.metrics.overlap.MANY_MENTIONS", 1)
    assert {name: counts(overlap(table, 3), name) for name in names} == usual


def table_counts(size: int, times: int = 1) -> TableCounts:
    one = ints([0])
    none = ints([])
    isolated = Isolated(one, ints([size]), ints([size]), ints([size]), ints([times]))
    return TableCounts(Alone(none, none, none), Alone(none, none, none), isolated, Tangled(*[none] * 6))


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(InputError, match=r"k: an entity has 2,147,483,648 mentions, and 2³¹ are too many"):
        table_counts(1 << 31).tally(["d"], ("k", "r"))
    with pytest.raises(InputError, match="2⁵³ mentions or more"):
        table_counts(1 << 30, 1 << 23).tally(["d"], ("k", "r"))
    assert table_counts(HUGE, 1 << 21).tally(["d"], ("k", "r")).key.mentions == HUGE << 21


def test_pairs_of_numbers_that_do_not_fit_are_refused() -> None:
    most = 3_037_000_499
    assert joined_numbers(ints([most - 1]), ints([most - 1]), most, most).tolist() == [most**2 - 1]
    with pytest.raises(InputError, match=r"3,037,000,500 × 3,037,000,500 pairs are more than 2⁶³"):
        joined_numbers(ints([0]), ints([0]), most + 1, most + 1)


def test_sums_of_integers_have_any_number_of_digits() -> None:
    rng = np.random.default_rng(5)
    group, values, times = rng.integers(0, 3, 50), rng.integers(-(1 << 62), 1 << 62, 50), rng.integers(-9, 1 << 60, 50)
    rows = list(zip(group.tolist(), values.tolist(), times.tolist(), strict=True))
    expected = [sum(Fraction(value) * often for row, value, often in rows if row == each) for each in range(3)]
    assert exact_sum_by(group, values, times, 3).tolist() == expected
