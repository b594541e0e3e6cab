"""Records do what those of `typing` do."""

from __future__ import annotations

import pickle
import typing
from collections.abc import Callable
from functools import cached_property
from typing import Any

import pytest

from corefscore.records import NamedTuple, Record, replace


class Point(NamedTuple):
    """A point with a name."""

    x: int
    y: int = 2
    name: str = "p"

    @property
    def sum(self) -> int:
        return self.x + self.y


class Named(Point):
    """A record with more to it."""

    def shout(self) -> str:
        return self.name.upper()


class Typing:
    class Point(typing.NamedTuple):
        x: int
        y: int = 2
        name: str = "p"


USES: dict[str, Callable[[Any], object]] = {
    "in order": lambda kind: kind(1, 3, "q"),
    "by name": lambda kind: kind(name="q", x=1),
    "both": lambda kind: kind(1, name="q"),
    "defaults": lambda kind: kind(1),
    "made": lambda kind: kind._make(iter((1, 3, "q"))),
    "made of too few": lambda kind: kind._make([1]),
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
    assert outcome(USES[use], Point) == outcome(USES[use], Typing.Point)


def test_it_has_methods_and_classes_below_it() -> None:
    named = Named(1, name="q")
    assert (named.shout(), named.sum, repr(named)) == ("Q", 3, "Named(x=1, y=2, name='q')")
    assert Point.__doc__ == "A point with a name."


def test_it_is_matched_by_its_fields() -> None:
    match Point(1, 5):
        case Point(x, y):
            assert (x, y) == (1, 5)


def test_it_can_be_sent_to_other_processes() -> None:
    sent = pickle.loads(pickle.dumps(Point(1, 5)))
    assert (sent, type(sent)) == (Point(1, 5), Point)


class Place(Record):
    """A place and how large it is."""

    name: str
    size: int = 1

    @cached_property
    def square(self) -> int:
        return self.size**2


def test_an_object_keeps_what_was_worked_out_and_others_do_not_have_it() -> None:
    place = Place("Rome", size=3)
    assert (place.name, place.square) == ("Rome", 9)
    assert (replace(place, size=4).square, place.square, Place("Rome").size) == (16, 9, 1)
    assert pickle.loads(pickle.dumps(place)).__dict__ == place.__dict__
    assert place != Place("Rome", size=3)


class Town(Place):
    """A place with people."""

    people: int = 0


def test_an_object_has_the_fields_of_the_class_above() -> None:
    town = Town("Rome", 3, people=5)
    assert (town.name, town.square, town.people, replace(town, size=1).people) == ("Rome", 9, 5, 5)


class Walks:
    def walk(self) -> str:
        return "walks"


class Walker(Walks, Point):
    pass


def test_a_record_may_be_the_second_class_above() -> None:
    assert (Walker(1).walk(), Walker(1).sum) == ("walks", 3)


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), (("a", 1, 2), {}), (("a",), {"name": "b"}), (("a",), {"x": 1})]
)
def test_an_object_with_other_fields_is_refused(values: tuple[object, ...], named: dict[str, object]) -> None:
    kind: Any = Place
    with pytest.raises(TypeError, match="Place"):
        kind(*values, **named)
