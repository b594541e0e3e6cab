"""All formats by name, and the recognition of files. The module of a format is imported only when it is needed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from importlib import import_module

from corefscore.core.problems import InputError, check_choice, fail, shortened
from corefscore.formats.base import NAMING, Format
from corefscore.formats.files import HEAD, AnyPath, File, bytes_of
from corefscore.formats.naming import uncompressed

# Formats that are recognised with certainty come first. The others are imported only if these do not fit.
MODULES = {
    "conll": "conll.format",
    "semeval": "conll.semeval",
    "corefud": "corefud.format",
    "ua": "universal_anaphora.format",
    "jsonlines": "json.jsonlines",
    "json": "json.clusters",
    "brat": "standoff.brat",
    "litbank": "standoff.litbank",
    "booknlp": "standoff.booknlp",
    "table": "table.mention_table",
    "tagged": "tagged.format",
}


ADVICE = f"name the format with {NAMING}"


class Formats(Mapping[str, Format]):
    """The formats by their names.

    Examples
    --------
    >>> "conll" in FORMATS, FORMATS["conll"].title
    (True, 'CoNLL-2011 and CoNLL-2012')
    """

    def __getitem__(self, name: str) -> Format:
        found: Format = import_module(f"corefscore.formats.{MODULES[name]}").FORMAT
        return found

    def __contains__(self, name: object) -> bool:
        return name in MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(MODULES)

    def __len__(self) -> int:
        return len(MODULES)


FORMATS = Formats()


def detect(file: File, head: bytes, formats: Mapping[str, Format]) -> Format:
    """Return the format of a file.

    Parameters
    ----------
    file : File
        The file.
    head : bytes
        The first bytes. If they look like no format, the ending of the file name decides.
    formats : mapping of str to Format
        The formats to choose from.

    Raises
    ------
    InputError
        If the file may be in several formats, or if it is in none of them.
    """
    if not head:
        return _format_of_empty(file, formats)
    found = _recognised(head, formats)
    if len(head) >= HEAD and any(each.first_bytes_mislead for each in found):
        found = _recognised(bytes_of(file), formats)
    if not found:
        found = _by_name(file.name, formats)
    if len(found) == 1:
        return found[0]
    raise _unsure(file, head, found, formats)


def _recognised(head: bytes, formats: Mapping[str, Format]) -> list[Format]:
    """Return the formats that the bytes look like. If one is certain, return only that one."""
    found = []
    for each in formats.values():
        if each.recognise(head):
            if each.is_certain(head):
                return [each]
            found.append(each)
    return found


def _format_of_empty(file: File, formats: Mapping[str, Format]) -> Format:
    found = formats_of_empty(file.name, formats)
    if not found:
        raise empty(file)
    return found[0]


def formats_of_empty(name: AnyPath, formats: Mapping[str, Format]) -> list[Format]:
    """Return the formats that an empty file with this name may have."""
    return [each for each in _by_name(name, formats) if each.may_be_empty]


def empty(file: File) -> InputError:
    """Return the error for a file without contents."""
    return fail(file.name, 0, "the file is empty; give a file with at least one document")


def _by_name(name: AnyPath, formats: Mapping[str, Format]) -> list[Format]:
    """Return the formats whose files have the same ending as this name."""
    return [each for each in formats.values() if uncompressed(os.fspath(name)).endswith(each.suffixes)]


def _unsure(file: File, head: bytes, found: list[Format], formats: Mapping[str, Format]) -> InputError:
    first = next((line for line in head.split(b"\n") if line.strip()), b"")
    begins = f"it begins with {shortened(first.decode(errors='replace'))!r}"
    if found:
        return fail(file.name, 0, f"this may be {' or '.join(each.name for each in found)} ({begins}); {ADVICE}")
    return fail(file.name, 0, f"this looks like no known format ({begins}); {ADVICE}: {', '.join(formats)}")


def find_format(name: str, formats: Mapping[str, Format]) -> Format:
    """Return the format with this name. Raises ValueError if there is none."""
    check_choice("format", name, formats)
    return formats[name]


def by_suffix(path: AnyPath, formats: Mapping[str, Format]) -> Format:
    """Return the format for a new file by the ending of its name. Raises InputError if that is not clear."""
    found = _by_name(path, formats)
    if len(found) == 1:
        return found[0]
    names = " or ".join(each.name for each in found) or ", ".join(formats)
    message = "the ending of this name does not show the format"
    raise fail(os.fspath(path), 0, f"{message}; name the format to write with format= (--to): {names}")
