"""Records do what those of `typing` do."""

from __future__ import annotations

import pickle
import typing
from collections.abc import Callable
from typing import Any

import pytest

from corefscore.records import NamedTuple


class Record(NamedTuple):
    """A point with a name."""

    x: int
    y: int = 2
    name: str = "p"

    @property
    def sum(self) -> int:
        return self.x + self.y


class Named(Record):
    """A record with more to it."""

    def shout(self) -> str:
        return self.name.upper()


class Typing:
    class Record(typing.NamedTuple):
        x: int
        y: int = 2
        name: str = "p"


USES: dict[str, Callable[[Any], object]] = {
    "in order": lambda kind: kind(1, 3, "q"),
    "by name": lambda kind: kind(name="q", x=1),
    "both": lambda kind: kind(1, name="q"),
    "defaults": lambda kind: kind(1),
    "made": lambda kind: kind._make(iter((1, 3, "q"))),
    "fields": lambda kind: (kind._fields, kind.__match_args__, kind(1).x, kind(1).name),
    "replaced": lambda kind: kind(1)._replace(y=5),
    "dict": lambda kind: kind(1)._asdict(),
    "shown": lambda kind: repr(kind(1)),
    "hashed": lambda kind: hash(kind(1)),
    "unpacked": lambda kind: [*kind(1, 3)],
    "slots": lambda kind: hasattr(kind(1), "__dict__"),
    "too few": lambda kind: kind(),
    "too many": lambda kind: kind(1, 2, "q", 4),
    "twice": lambda kind: kind(1, x=1),
    "all and one by name": lambda kind: kind(1, 2, "q", name="r"),
    "no such field": lambda kind: kind(1, z=1),
    "another set": lambda kind: setattr(kind(1), "x", 2),
}


def outcome(use: Callable[[Any], object], kind: Any) -> object:
    try:
        return use(kind)
    except (TypeError, AttributeError) as error:
        return type(error)


@pytest.mark.parametrize("use", USES)
def test_it_is_the_same_as_a_record_of_typing(use: str) -> None:
    assert outcome(USES[use], Record) == outcome(USES[use], Typing.Record)


def test_it_has_methods_and_classes_below_it() -> None:
    named = Named(1, name="q")
    assert (named.shout(), named.sum, repr(named)) == ("Q", 3, "Named(x=1, y=2, name='q')")
    assert Record.__doc__ == "A point with a name."


def test_it_is_matched_by_its_fields() -> None:
    match Record(1, 5):
        case Record(x, y):
            assert (x, y) == (1, 5)


def test_it_can_be_sent_to_other_processes() -> None:
    sent = pickle.loads(pickle.dumps(Record(1, 5)))
    assert (sent, type(sent)) == (Record(1, 5), Record)
