"""Records: what `typing` and `dataclasses` make, defined in a tenth of their time, which is long for a short score.

Type checkers take them for theirs. The module of a record must postpone annotations.

>>> class Pair(NamedTuple):
...     one: int
...     other: int = 2
>>> pair = Pair(1)
>>> pair, pair._replace(other=3), pair == (1, 2)
(Pair(one=1, other=2), Pair(one=1, other=3), True)
>>> class Place(Record):
...     name: str
...     size: int = 0
>>> replace(Place("Rome"), size=3).__dict__
{'name': 'Rome', 'size': 3}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["NamedTuple", "Record", "replace"]

if TYPE_CHECKING:
    from typing import NamedTuple

    from typing_extensions import dataclass_transform

    @dataclass_transform(eq_default=False)
    class Record: ...

else:
    # What named tuples of Python read their fields with, as fast as an attribute.
    from collections import _tuplegetter as field_getter

    class _Maker(type):
        """Makes the class of a record from its annotations; classes below a record are ordinary ones."""

        def __new__(cls, name, bases, body):
            if any(getattr(base, "_fields", ()) for base in bases):
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            body["_field_defaults"] = {field: body.pop(field) for field in fields if field in body}
            body["_fields"] = body["__match_args__"] = fields
            body.update((field, field_getter(place, None)) for place, field in enumerate(fields))
            return super().__new__(cls, name, bases or (tuple,), {"__slots__": (), **body})

    def _completed(kind, values, named):
        """All values of a record, of which some were given in order, some by name, and some not at all."""
        fields = kind._fields[len(values) :]
        known = {**kind._field_defaults, **named}
        strange = [*sorted(named.keys() - set(fields)), *(field for field in fields if field not in known)]
        if strange:
            raise TypeError(f"{kind.__name__} has no value, several, or no field for: {', '.join(strange)}")
        if len(values) > len(kind._fields):
            raise TypeError(f"{kind.__name__} takes {len(kind._fields)} values, not {len(values)}")
        return (*values, *(known[field] for field in fields))

    class NamedTuple(metaclass=_Maker):
        def __new__(cls, /, *values, **named):
            if named or len(values) != len(cls._fields):
                values = _completed(cls, values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _make(cls, values):
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"{cls.__name__} takes {len(cls._fields)} values, not {len(made)}")
            return made

        def _replace(self, /, **named):
            return type(self)(**(self._asdict() | named))

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            named = ", ".join(f"{field}={value!r}" for field, value in self._asdict().items())
            return f"{type(self).__name__}({named})"

        def __getnewargs__(self):
            return tuple(self)

    class Record:
        """An object with fields, which keeps what is worked out of them; it is equal to none but itself."""

        _fields = ()

        def __init_subclass__(cls):
            own = [field for field in vars(cls).get("__annotations__", ()) if field not in cls._fields]
            cls._fields = (*cls._fields, *own)
            cls._field_defaults = {field: getattr(cls, field) for field in cls._fields if hasattr(cls, field)}

        def __init__(self, /, *values, **named):
            self.__dict__.update(zip(self._fields, _completed(type(self), values, named), strict=True))


AnyRecord = TypeVar("AnyRecord", bound=Record)


def replace(record: AnyRecord, /, **changes: Any) -> AnyRecord:
    """A record with other values in some of its fields."""
    fields: tuple[str, ...] = record._fields  # type: ignore[attr-defined]
    return type(record)(**{name: getattr(record, name) for name in fields} | changes)
