"""Topics and subtopics of documents, from a file, from a pattern for names, or from memory."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from corefscore.core.patterns import named_groups
from corefscore.core.problems import InputError, Problem, raise_problems
from corefscore.matching.name_lists import list_lines, look_up

Topics: TypeAlias = "str | os.PathLike[str] | Mapping[str, str | Sequence[str]]"
"""A file with the topic of each document, a pattern for names, or topics by the names of documents."""

GROUPS = ("topic", "subtopic")
LINE = "write the document's name, a tab, its topic and, if there is one, a tab and its subtopic"


class Topic(NamedTuple):
    """The topic of a document, and its subtopic, which is empty if there is none."""

    topic: str
    subtopic: str = ""


def find_topics(documents: Sequence[str], topics: Topics) -> list[Topic]:
    """Return the topic of each document.

    Parameters
    ----------
    documents : sequence of str
        The names of the documents.
    topics : path, str or mapping
        A file with a name, a tab, a topic, and optionally a tab and a subtopic on each line; a regular expression with
        the group `topic` and optionally `subtopic`; or a dictionary.

    Raises
    ------
    InputError
        If a document has no topic, or if the file has faults.
    ValueError
        If `topics` is none of these.

    Examples
    --------
    >>> find_topics(["36/36ecb/1"], r"(?P<topic>[^/]+)/(?P<subtopic>[^/]+)")
    [Topic(topic='36', subtopic='36ecb')]
    """
    if isinstance(topics, Mapping):
        given = {name: Topic(each) if isinstance(each, str) else Topic(*each) for name, each in topics.items()}
        return look_up("topics", documents, given, "has no topic; give it one")
    path = os.fspath(topics)
    if Path(path).is_file():
        return look_up(path, documents, _listed(path), f"has no topic; {LINE}")
    return _by_pattern(documents, path)


def _by_pattern(documents: Sequence[str], pattern: str) -> list[Topic]:
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        message = f"topics: {pattern!r} is neither a file nor a pattern ({error})"
        raise ValueError(f"{message}; check the path or the pattern") from None
    named = compiled.groupindex.keys()
    if not 1 <= compiled.groups <= len(GROUPS) or not named <= {*GROUPS} or (named and "topic" not in named):
        message = f"topics: {pattern!r} is neither a file nor a pattern with the groups topic and subtopic"
        raise ValueError(f"{message}; write for example '(?P<topic>[^/]+)/(?P<subtopic>[^/]+)'")
    found = named_groups(pattern, documents, GROUPS)
    lacking = [name for name, groups in zip(documents, found, strict=True) if not (groups and groups["topic"])]
    if lacking:
        advice = "give another pattern, or a file"
        problems = (Problem("topics", 0, f"document {name!r} does not match {pattern!r}; {advice}") for name in lacking)
        raise InputError(problems)
    return [Topic(*(each.get(name) or "" for name in GROUPS)) for each in found if each]


def _listed(path: str) -> dict[str, Topic]:
    """Return the topics in a file."""
    listed: dict[str, Topic] = {}
    problems = []
    for number, line in list_lines(path):
        name, *rest = (part.strip() for part in line.split("\t"))
        if not name or not 1 <= len(rest) <= len(GROUPS) or not rest[0]:
            problems.append(Problem(path, number, f"there is no topic; {LINE}"))
            continue
        topic = Topic(*rest)
        if listed.setdefault(name, topic) != topic:
            problems.append(Problem(path, number, f"document {name!r} has another topic above; keep one of them"))
    raise_problems(problems)
    return listed
