"""Baselines: simple responses to a key. A system should have higher scores than they have.

Baselines use the mentions of the key, and resolve them without the entities of the key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import changes, ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.problems import check_choice, fail, warn
from corefscore.core.settings import BASELINES, CHOICES
from corefscore.core.views import CHARACTER, NAME, NO_WORD, Document
from corefscore.matching.scopes import DOCUMENT, scope_names
from corefscore.matching.topics import Topics

Criterion: TypeAlias = Callable[[Document], Iterator[Hashable | None]]
"""A value for each mention of a document. Mentions with equal values form an entity; None is a singleton."""


def baseline(corpus: Corpus, kind: str, scope: str = DOCUMENT, topics: Topics | None = None) -> Corpus:
    """Return a baseline: the mentions of a corpus in new entities.

    Parameters
    ----------
    corpus : Corpus
        The key. Its mentions are used; its entities do not matter.
    kind : str
        One of `BASELINES`: `lemma`, `singletons`, `one-entity` or `exact-match`.
    scope, topics : optional
        The scope in which mentions are joined, as for `score`.

    Returns
    -------
    Corpus
        The same documents and mentions. An entity has the same name in all documents of its scope, and no other
        entity has this name.

    Raises
    ------
    InputError
        If the baseline needs words that are not known, or if a document has no topic.
    ValueError
        If there is no such baseline or scope.

    Examples
    --------
    >>> import corefscore
    >>> key = corefscore.score([["Ann", "she"], ["ann"]], [["Ann"]]).matched.key
    >>> [len(entity) for entity in baseline(key, "singletons").view(0).entities]
    [1, 1, 1]
    """
    check_choice("baseline", kind, BASELINES)
    check_choice("scope policy", scope, CHOICES["scope"])
    if corpus.relations is not None:
        warn(corpus.source_name, 0, "a baseline has no relations; split antecedents and bridges are left out")
    once = replace(corpus.take(changes(*corpus.span)), relations=None)
    areas = once.names if scope == DOCUMENT else scope_names(once.names, scope, topics)
    groups: dict[Hashable, int] = {}
    entities: dict[tuple[int, int], int] = {}
    entity = []
    for document, area in zip(once, areas, strict=True):
        for row, common in zip(range(document.rows.start, document.rows.stop), CRITERIA[kind](document), strict=True):
            group = groups.setdefault((area, row if common is None else (common,)), len(groups))
            entity.append(entities.setdefault((document.number, group), len(entities)))
    labels = np.empty(len(entities), dtype=object)
    first = _first_free_number(corpus)
    labels[:] = [str(first + group) for _, group in entities]
    found = replace(once, entity=ints(entity), labels=labels, global_names=scope != DOCUMENT)
    return found.with_documents(once.origins, numbers(len(once)))


def _first_free_number(corpus: Corpus) -> int:
    """Return a number above all names of entities, so that references to old names do not point to new entities."""
    names = (corpus.label(entity) for entity in range(len(corpus.labels)))
    return 1 + max((int(name) for name in names if name.isascii() and name.isdigit()), default=0)


def _alone(document: Document) -> Iterator[None]:
    return (None for _ in document.mentions)


def _all(document: Document) -> Iterator[Hashable]:
    return (True for _ in document.mentions)


def _same_text(document: Document) -> Iterator[Hashable | None]:
    words = _words(document)
    blank = "" if document.origin.unit == CHARACTER else " "
    for mention in document.mentions:
        text = blank.join(words[token] for start, end in mention.parts for token in range(start, end + 1))
        yield None if text.strip() in ("", NO_WORD) else text.lower()


def _same_lemma(document: Document) -> Iterator[Hashable | None]:
    """Yield the lemma of the head of each mention, or else its word. Without a head, the last word is used."""
    words = _words(document)
    if document.origin.unit == CHARACTER:
        blanks = "".join(words)
        words_of = [blanks[mention.start : mention.end + 1].split() for mention in document.mentions]
        yield from (each[-1].lower() if each else None for each in words_of)
        return
    lemmas: Sequence[str] = getattr(document.origin.text, "lemmas", None) or [NO_WORD] * len(words)
    heads = document.corpus.extra.get("head")
    for mention in document.mentions:
        known = -1 if heads is None else int(heads[mention.row])
        head = known if known >= 0 else mention.end
        word = words[head] if lemmas[head] == NO_WORD else lemmas[head]
        yield None if word == NO_WORD else word.split()[-1].lower()


def _words(document: Document) -> list[str]:
    """Return the words of a document, with empty words added if mentions end later."""
    needed = max((mention.end for mention in document.mentions), default=-1) + 1
    words = document.tokens
    if needed and (words is None or document.origin.unit == NAME):
        message = f"the words of document {document.name!r} are not known"
        advice = "use a format with words, or choose singletons or one-entity"
        raise fail(document.origin.source.name, document.origin.line, f"{message}; {advice}")
    found = words or []
    return [*found, *([NO_WORD] * (needed - len(found)))]


CRITERIA: Mapping[str, Criterion] = {
    "lemma": _same_lemma,
    "singletons": _alone,
    "one-entity": _all,
    "exact-match": _same_text,
}
"""The criterion of each baseline. `BASELINES` explains the baselines."""
