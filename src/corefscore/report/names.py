"""Short names for the page: of documents, of systems, and of mentions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

PART = re.compile(r"\((?P<name>.*)\); part (?P<part>\d+)", re.DOTALL)
CLOSED = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f"
"""Characters of scripts that are written without spaces."""
BETWEEN_CLOSED = re.compile(f"(?<=[{CLOSED}]) (?=[{CLOSED}])")
LONGEST = 80


def document_titles(names: Sequence[str]) -> list[str]:
    """Return short names of documents, without the additions of CoNLL. The part is added if a document has several.

    >>> document_titles(["(news/chess); part 000", "(book); part 000", "(book); part 001"])
    ['news/chess', 'book, part 0', 'book, part 1']
    """
    found = [PART.fullmatch(name) for name in names]
    parts = Counter(each["name"] for each in found if each)
    titles = [
        name
        if each is None
        else each["name"]
        if parts[each["name"]] == 1
        else f"{each['name']}, part {int(each['part'])}"
        for name, each in zip(names, found, strict=True)
    ]
    return titles if len(set(titles)) == len(set(names)) and all(titles) else list(names)


def system_names(sources: Sequence[str]) -> list[str]:
    """Return a name for each system: the name of its file, with more of its path if several files have the same name.

    >>> system_names(["out/a.conll.gz", "out/b.conll"]), system_names(["x/dev.conll", "y/dev.conll"])
    (['a', 'b'], ['x/dev', 'y/dev'])
    """
    most = max(len(Path(source).parts) for source in sources) if sources else 0
    for length in range(1, most + 1):
        names = [_end_of_path(source, length) for source in sources]
        if len(set(names)) == len(names):
            return names
    return [f"{_end_of_path(source, 1)} ({number})" for number, source in enumerate(sources, start=1)]


def _end_of_path(source: str, length: int) -> str:
    path = Path(source.removesuffix(".gz"))
    return "/".join([*path.parts[:-1], path.stem][-length:]) or source


def excerpt(tokens: Sequence[str]) -> str:
    """Return the text of a mention, shortened if it is long.

    >>> excerpt(["小王", "的", "书"]), excerpt(["the", "baker"])
    ('小王的书', 'the baker')
    """
    text = BETWEEN_CLOSED.sub("", " ".join(tokens))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
