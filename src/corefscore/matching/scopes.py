"""Join documents into longer ones, in which one name is one entity: topics, or a whole corpus.

The texts of a topic follow one another, in the order of the names of its documents. So a mention is still a range of
tokens of one document, and all later steps work as for any other document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Array, Ints, ints, numbers, order_by
from corefscore.core.corpus import Corpus, Origin, without_empty_nodes
from corefscore.core.problems import fail, warn
from corefscore.core.shifting import shifted
from corefscore.core.texts import Part
from corefscore.matching.global_names import entity_documents, repeated_names
from corefscore.matching.joined_texts import JoinedSource, JoinedText, Member, joined_nodes
from corefscore.matching.topics import Topic, Topics, find_topics

DOCUMENT, SUBTOPIC, TOPIC, CORPUS = "document", "subtopic", "topic", "corpus"


def scope_names(documents: Sequence[str], scope: str, topics: Topics | None) -> list[str]:
    """Return the name of the joined document that each document belongs to.

    Parameters
    ----------
    documents : sequence of str
        The names of the documents.
    scope : str
        `subtopic`, `topic` or `corpus`; see `Settings`.
    topics : path, str or mapping, optional
        The topics; see `find_topics`. They are needed unless the scope is the corpus.

    Raises
    ------
    InputError
        If a document has no topic, or no subtopic although one is needed.
    ValueError
        If topics are needed but not given.

    Examples
    --------
    >>> scope_names(["a/1", "a/2", "b/1"], "topic", "(.)/")
    ['a', 'a', 'b']
    """
    if scope == CORPUS:
        return [CORPUS] * len(documents)
    if topics is None:
        raise ValueError(f"scope={scope!r} needs the topics; give a file or a pattern with topics= (--topics)")
    found = find_topics(documents, topics)
    return [topic.topic for topic in found] if scope == TOPIC else _subtopics(documents, found)


def _subtopics(documents: Sequence[str], topics: Sequence[Topic]) -> list[str]:
    lacking = [name for name, topic in zip(documents, topics, strict=True) if not topic.subtopic]
    if lacking:
        advice = "give a subtopic to all documents, or choose scope=topic (--scope)"
        raise fail("topics", 0, f"document {lacking[0]!r} has no subtopic ({len(lacking):,} documents); {advice}")
    return [f"{topic.topic}/{topic.subtopic}" for topic in topics]


def joined(key: Corpus, response: Corpus, names: Sequence[str]) -> tuple[Corpus, Corpus]:
    """Return key and response with joined documents, in which entities with one name are one entity.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents.
    names : sequence of str
        The name of the joined document that each document belongs to.

    Raises
    ------
    InputError
        If the entities have no names.

    Warns
    -----
    InputWarning
        If a file is in a format in which each document usually numbers its own entities.
    """
    plan = _Plan.of(key, response, names)
    for side in dict.fromkeys((key, response)):
        _warn_of_numbers(side, plan)
    return _joined_side(key, plan), _joined_side(response, plan)


def _warn_of_numbers(corpus: Corpus, plan: _Plan) -> None:
    """Warn if entities of several documents are joined that may only have the same number by chance."""
    if corpus.global_names or corpus.source_index is None:
        return
    several = repeated_names(plan.number[entity_documents(corpus)].tolist(), corpus.labels.tolist())
    if several:
        message = (
            f"{len(several):,} names such as {several[0]} are in several documents and are read as one entity each"
        )
        warn(corpus.source_name, 0, f"{message}; in this format, each document often numbers its own entities")


class _Plan(NamedTuple):
    """How to join documents.

    Parameters
    ----------
    names : list of str
        The names of the joined documents, in order.
    members : list of list of int
        The documents that each joined document contains, in the order of their names.
    number : array of int
        The number of the joined document that each document belongs to.
    words, sentences : list of int
        The number of words and sentences of each document, on the side that has more.
    """

    names: list[str]
    members: list[list[int]]
    number: Ints
    words: list[int]
    sentences: list[int]

    @classmethod
    def of(cls, key: Corpus, response: Corpus, names: Sequence[str]) -> _Plan:
        found = sorted({*names})
        index = {name: number for number, name in enumerate(found)}
        members: list[list[int]] = [[] for _ in found]
        for document in sorted(range(len(key)), key=lambda each: key.names[each]):
            members[index[names[document]]].append(document)
        ours, theirs = _lengths(key), _lengths(response)
        words, sentences = ([*map(max, one, other)] for one, other in zip(ours, theirs, strict=True))
        return cls(found, members, ints([index[name] for name in names]), words, sentences)

    def members_of(self, corpus: Corpus, number: int) -> list[Member]:
        """Return the documents that a joined document contains."""
        return [
            Member(corpus.origins[document], self.words[document], self.sentences[document])
            for document in self.members[number]
        ]


def _lengths(corpus: Corpus) -> tuple[list[int], list[int]]:
    """Return how many words and sentences each document has, as far as its texts and mentions show."""
    words, sentences = [], []
    for number, origin in enumerate(corpus.origins):
        text = [] if origin.text is None else without_empty_nodes(origin.text).sentences
        nodes = 0 if origin.empty is None else len(origin.empty.token)
        rows = corpus.view(number).rows
        words.append(max(sum(map(len, text)), int(corpus.end[rows].max(initial=-1)) + 1 - nodes))
        sentences.append(max(len(text), 0 if not nodes or origin.empty is None else int(origin.empty.sentence[-1]) + 1))
    return words, sentences


def _joined_side(corpus: Corpus, plan: _Plan) -> Corpus:
    entity, labels = _named_entities(corpus, plan)
    shift = np.zeros(len(corpus), dtype=np.int64)
    origins = []
    source, source_index = _sources(corpus)
    for number, name in enumerate(plan.names):
        members = plan.members_of(corpus, number)
        lengths = ints([member.tokens for member in members])
        first = np.cumsum(lengths) - lengths
        shift[plan.members[number]] = first
        parts = tuple(Part(each.origin.name, at) for each, at in zip(members, first.tolist(), strict=True))
        origin = members[0].origin
        divided = all(member.origin.divided for member in members)
        text, empty = JoinedText(members), joined_nodes(members)
        origins.append(Origin(name, source or origin.source, 0, text, empty, origin.unit, divided, parts))
    relations = corpus.relations and corpus.relations.moved(numbers(corpus.mentions), entity)
    moved = replace(
        shifted(corpus, shift[corpus.document]),
        entity=entity[corpus.entity],
        labels=labels,
        source_index=source_index,
        relations=relations,
        global_names=False,
    )
    return moved.with_documents(origins, plan.number)


def _named_entities(corpus: Corpus, plan: _Plan) -> tuple[Ints, Array]:
    """Return the new number of each entity, and the names of the new entities."""
    listed = corpus.labels.tolist()
    nameless = next((number for number, label in enumerate(listed) if isinstance(label, int)), None)
    if nameless is not None:
        message = "its entities have no names, so none of them can be in several documents"
        raise fail(corpus.source_name, 0, f"{message}; give each a name, or choose scope=document (--scope)")
    index: dict[tuple[int, object], int] = {}
    documents = plan.number[entity_documents(corpus)].tolist()
    entity = ints([index.setdefault(each, len(index)) for each in zip(documents, listed, strict=True)])
    labels = np.empty(len(index), dtype=object)
    labels[:] = [label for _, label in index]
    return entity, labels


def _sources(corpus: Corpus) -> tuple[JoinedSource | None, Ints | None]:
    """Return one source for all documents, and the index of each mention in it."""
    if corpus.source_index is None:
        return None, None
    sources = [origin.source for origin in corpus.origins]
    order = order_by(corpus.document, corpus.source_index)
    index = np.empty(corpus.mentions, dtype=np.int64)
    index[order] = numbers(corpus.mentions)
    found = JoinedSource(corpus.source_name, sources, corpus.document[order], corpus.source_index[order])
    return found, index
