"""Which format a file is in: told from what it begins with, and never guessed in silence."""

from __future__ import annotations

import os
from collections.abc import Mapping

from corefscore.core.problems import InputError, fail
from corefscore.formats.base import NAMING, Format
from corefscore.formats.files import HEAD, AnyPath, File, bytes_of

SHOWN = 60
ADVICE = f"say it with {NAMING}"


def detect(file: File, head: bytes, formats: Mapping[str, Format]) -> Format:
    """The format of a file: the one its first bytes look like, or the one its name ends like if they look like none."""
    if not head:
        return _of_empty(file, formats)
    found = _recognised(head, formats)
    if len(head) >= HEAD and any(each.first_bytes_mislead for each in found):
        found = _recognised(bytes_of(file), formats)
    if not found:
        found = [each for each in formats.values() if _ends_like(file.name, each)]
    if len(found) == 1:
        return found[0]
    raise _unsure(file, head, found, formats)


def _recognised(head: bytes, formats: Mapping[str, Format]) -> list[Format]:
    """The formats that some bytes look like: one if it is certain."""
    found = []
    for each in formats.values():
        if each.recognise(head):
            if each.is_certain(head):
                return [each]
            found.append(each)
    return found


def _of_empty(file: File, formats: Mapping[str, Format]) -> Format:
    found = formats_of_empty(file.name, formats)
    if not found:
        raise empty(file)
    return found[0]


def formats_of_empty(name: AnyPath, formats: Mapping[str, Format]) -> list[Format]:
    """Those that an empty file of this name may be in."""
    return [each for each in formats.values() if each.may_be_empty and _ends_like(name, each)]


def empty(file: File) -> InputError:
    return fail(file.name, 0, "the file is empty; it should hold at least one document")


def _ends_like(name: AnyPath, form: Format) -> bool:
    return os.fspath(name).removesuffix(".gz").endswith(form.suffixes)


def _unsure(file: File, head: bytes, found: list[Format], formats: Mapping[str, Format]) -> InputError:
    first = next((line for line in head.split(b"\n") if line.strip()), b"")[:SHOWN]
    shown = first.decode(errors="replace")
    if found:
        names = " or ".join(each.name for each in found)
        return fail(file.name, 0, f"this may be {names} (it begins with {shown!r}); {ADVICE}")
    known = ", ".join(formats)
    return fail(file.name, 0, f"the format cannot be told (it begins with {shown!r}); {ADVICE}: {known}")


def named(name: str, formats: Mapping[str, Format]) -> Format:
    """The format of a name."""
    if name not in formats:
        raise ValueError(f"format={name!r} is none of {', '.join(formats)}")
    return formats[name]


def by_suffix(path: AnyPath, formats: Mapping[str, Format]) -> Format:
    """The format to write to a path, which must be clear from its name."""
    found = [each for each in formats.values() if _ends_like(path, each)]
    if len(found) == 1:
        return found[0]
    names = " or ".join(each.name for each in found) or ", ".join(formats)
    raise fail(
        os.fspath(path), 0, f"the format to write cannot be told from this name; say it with format= (--to): {names}"
    )
