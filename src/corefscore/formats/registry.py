"""All formats by name; the module of a format is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from corefscore.formats.base import Format

# Those whose files are known for certain come first, so that the others are loaded only for other files.
HOMES = {
    "conll": "conll.format",
    "semeval": "conll.semeval",
    "corefud": "corefud.format",
    "jsonlines": "json.jsonlines",
    "json": "json.plain",
    "brat": "standoff.brat",
    "litbank": "standoff.litbank",
    "booknlp": "standoff.booknlp",
    "table": "table.mention_table",
    "tagged": "tagged",
}


class Formats(Mapping[str, Format]):
    """A format for each name.

    >>> "conll" in FORMATS, FORMATS["conll"].title
    (True, 'CoNLL-2011 and CoNLL-2012')
    """

    def __getitem__(self, name: str) -> Format:
        found: Format = import_module(f"corefscore.formats.{HOMES[name]}").FORMAT
        return found

    def __contains__(self, name: object) -> bool:
        return name in HOMES

    def __iter__(self) -> Iterator[str]:
        return iter(HOMES)

    def __len__(self) -> int:
        return len(HOMES)


FORMATS = Formats()
