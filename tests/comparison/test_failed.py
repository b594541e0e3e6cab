"""Systems that cannot be scored."""

from __future__ import annotations

import pytest

import corefscore
from corefscore.comparison.standings import Standings
from corefscore.core.tables import Figure

pytestmark = pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
KEY = {"1": [["a", "b", "c"]], "2": [["d", "e"]]}
LESS = {"1": [["a", "b"]]}


def test_one_failure_is_an_error_unless_it_is_kept() -> None:
    systems = {"good": KEY, "less": LESS}
    with pytest.raises(corefscore.InputError, match="'2'"):
        corefscore.compare(KEY, systems, ["muc"])
    comparison = corefscore.compare(KEY, systems, ["muc"], keep_failed=True)
    assert [*comparison] == ["good"]
    assert [*comparison.failed] == ["less"]
    assert "less" in str(comparison)
    assert comparison.to_dict()["failed"] == {"less": [str(comparison.failed["less"].problems[0])]}
    assert comparison.with_intervals().failed == comparison.failed


def test_systems_on_other_documents_are_failures() -> None:
    systems = {"less": LESS, "good": KEY, "fair": KEY}
    comparison = corefscore.compare(KEY, systems, ["muc"], keep_failed=True, missing="skip")
    assert [*comparison] == ["good", "fair"]
    assert "was scored on 1 documents, but good on 2" in str(comparison.failed["less"])


def test_where_all_fail_there_is_an_error_with_each_problem_once() -> None:
    twice = {"1": [["a", "b"], ["a", "c"]]}
    with pytest.raises(corefscore.InputError) as raised:
        corefscore.compare(twice, {"one": LESS, "two": LESS}, ["muc"], keep_failed=True)
    assert len(raised.value.problems) == 1


def test_tracks_with_and_without_failures_and_letters_stand_in_one_table() -> None:
    key = {str(number): [["a", "b", "c"]] for number in range(30)}
    worse = {name: [["a", "b"]] for name in key}
    one = corefscore.compare(key, {"good": key, "bad": worse, "gone": LESS}, ["muc"], title="one", keep_failed=True)
    two = corefscore.compare(key, {"good": key, "bad": worse}, ["muc"], title="two").with_pairs()
    table = Standings([one, two]).table()
    assert [column.key for column in table.columns] == ["system", "group", "muc", "problem"]
    rows = [[cell.value if isinstance(cell, Figure) else cell for cell in row] for row in table.rows]
    assert [row[:2] for row in rows] == [["good", None], ["bad", None], ["gone", None], ["good", "a"], ["bad", "b"]]
    assert str(rows[2][3]).endswith("(and 28 more problems)")
    assert [line.partition(":")[0] for line in table.foot] == ["one", "two"]
