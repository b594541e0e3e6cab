"""All formats by name. The module of a format is imported when the format is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from corefscore.formats.base import Format

# Formats that are recognised with certainty come first, so that the others are imported only for other files.
MODULES = {
    "conll": "conll.format",
    "semeval": "conll.semeval",
    "corefud": "corefud.format",
    "jsonlines": "json.jsonlines",
    "json": "json.clusters",
    "brat": "standoff.brat",
    "litbank": "standoff.litbank",
    "booknlp": "standoff.booknlp",
    "table": "table.mention_table",
    "tagged": "tagged.format",
}


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
