"""Records: named tuples that are defined in a tenth of the time `typing` takes, which is long for a short score.

Type checkers take them for those of `typing`. The module of a record must postpone annotations.

>>> class Pair(NamedTuple):
...     one: int
...     other: int = 2
>>> pair = Pair(1)
>>> pair, pair._replace(other=3), pair == (1, 2)
(Pair(one=1, other=2), Pair(one=1, other=3), True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    # What named tuples of Python read their fields with, as fast as an attribute.
    from collections import _tuplegetter as field_getter

    class _Maker(type):
        """Makes the class of a record from its annotations; classes below a record are ordinary ones."""

        def __new__(cls, name, bases, body):
            if bases and bases[0]._fields:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            body["_field_defaults"] = {field: body.pop(field) for field in fields if field in body}
            body["_fields"] = body["__match_args__"] = fields
            body.update((field, field_getter(place, None)) for place, field in enumerate(fields))
            return super().__new__(cls, name, bases or (tuple,), {"__slots__": (), **body})

    class NamedTuple(metaclass=_Maker):
        def __new__(cls, *values, **named):
            if len(values) < len(cls._fields) or named:
                values = cls._completed(values, named)
            if len(values) > len(cls._fields):
                raise TypeError(f"{cls.__name__} takes {len(cls._fields)} values, not {len(values)}")
            return tuple.__new__(cls, values)

        @classmethod
        def _completed(cls, values, named):
            """All values, of which some were given in order, some by name, and some not at all."""
            fields = cls._fields[len(values) :]
            known = {**cls._field_defaults, **named}
            strange = [*named.keys() - set(fields), *(field for field in fields if field not in known)]
            if strange:
                raise TypeError(f"{cls.__name__} has no value, several, or no field for: {', '.join(strange)}")
            return (*values, *(known[field] for field in fields))

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **named):
            return type(self)(**(self._asdict() | named))

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            named = ", ".join(f"{field}={value!r}" for field, value in self._asdict().items())
            return f"{type(self).__name__}({named})"

        def __getnewargs__(self):
            return tuple(self)
