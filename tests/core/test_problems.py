"""Problems of the input, and warnings about them."""

from __future__ import annotations

import warnings

import pytest

from corefscore.comparison.systems import first_problem
from corefscore.core.problems import SHOWN, InputError, Problem, collected_warnings, fail, warn


def test_warnings_about_the_input_are_collected_and_others_are_shown() -> None:
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("always")
        with collected_warnings() as problems:
            warn("key.conll", 7, "odd; correct it")
            warnings.warn("old", DeprecationWarning, stacklevel=1)
            warn("key.conll", 7, "odd; correct it")
    assert problems == [Problem("key.conll", 7, "odd; correct it")] * 2
    assert [(str(each.message), each.filename) for each in shown] == [("old", __file__)]


def test_warnings_before_an_error_are_collected_too() -> None:
    collected: list[list[Problem]] = []

    def attempt() -> None:
        with collected_warnings() as problems:
            collected.append(problems)
            warn("key.conll", 1, "odd; correct it")
            raise fail("key.conll", 2, "wrong; correct it")

    with pytest.raises(InputError):
        attempt()
    assert [problem.location for problem in collected[0]] == ["key.conll:1"]


def test_one_more_problem_is_not_plural() -> None:
    error = InputError([Problem("f", 1, "x")] * (SHOWN + 1))
    assert str(error).splitlines()[-1] == f"... and 1 more problem ({SHOWN + 1} in all)"
    assert first_problem(InputError([Problem("f", 1, "x")], total=2)) == "f:1: x (and 1 more problem)"
