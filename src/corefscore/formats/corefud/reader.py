"""Reading CorefUD: the corpus of a file, with heads, gaps, minimum spans, types and empty nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from corefscore.core.arrays import Array, Bools, Ints, numbers
from corefscore.core.corpus import Corpus, EmptyNodes, Origin, Parts
from corefscore.core.problems import InputError, Problem, warn
from corefscore.formats.conll.words import FileSource, WordLayout
from corefscore.formats.corefud.empty_nodes import empty_nodes
from corefscore.formats.corefud.fast import read_fast
from corefscore.formats.corefud.mentions import NUMBER, Mentions, join_parts, text_of
from corefscore.formats.corefud.plain import read_plain
from corefscore.formats.corefud.text import FORM, ConlluText
from corefscore.formats.files import File, Progress


def read_conllu(file: File, progress: Progress | None = None) -> Corpus:
    """The corpus of one file. Tokens are words and empty nodes; a file without ``# newdoc`` is one document.

    Raises
    ------
    InputError
        With all problems of the file, or those of its lines alone if lines have some.
    """
    found = read_fast(file, progress) or read_plain(file, progress)
    mentions, parts, problems = join_parts(file.name, found.mentions)
    nodes, more = empty_nodes(file.name, found.nodes)
    problems += found.problems + more
    if problems:
        raise InputError(sorted(problems))
    _warn_of_split_entities(file.name, found.header, mentions.labels)
    columns = _Columns(file.name, mentions, parts, nodes)
    extra = columns.extra()
    if columns.problems:
        raise InputError(sorted(columns.problems))
    source = FileSource(file, WordLayout(True, FORM), mentions.line)
    return Corpus.build(
        origins=[
            Origin(section.name, source, section.line, ConlluText(source, section, found.header), nodes.get(number))
            for number, section in enumerate(found.sections)
        ],
        document=mentions.document,
        start=mentions.start,
        end=mentions.end,
        entity=mentions.entity,
        labels=mentions.labels,
        place=numbers(len(mentions.start)),
        extra=extra,
        shapes=tuple(columns.shapes),
    )


def _warn_of_split_entities(name: str, header: str, labels: Array) -> None:
    """Names are those of a whole file, unless they are GRP; warns of entities that are in several documents."""
    listed = labels.tolist()
    if "GRP" in header.split("-") or len(set(listed)) == len(listed):
        return
    several = sorted(label for label, count in Counter(listed).items() if count > 1)
    message = f"{len(several):,} entities such as {text_of(several[0])} are in several documents"
    warn(name, 0, f"{message}; each document counts by itself")


class _Columns:
    """Makes the columns that only some formats have; reports what is wrong with a mention with its line."""

    def __init__(
        self, source: str, mentions: Mentions, parts: Mapping[int, Parts], nodes: Mapping[int, EmptyNodes]
    ) -> None:
        self.source = source
        self.mentions = mentions
        self.parts = parts
        self.nodes = nodes
        self.problems: list[Problem] = []
        self.shapes: dict[Parts, int] = {}

    def extra(self) -> dict[str, Array]:
        self._check_sentences()
        head = self._heads()
        extra: dict[str, Array] = {"head": head, "zero": self._are_nodes(head)}
        if self.parts:
            extra["shape"] = self._shape_numbers(self.parts)
        if self.mentions.minimum:
            extra["minimum"] = self._shape_numbers({row: self._minimum(row) for row in self.mentions.minimum})
        if self.mentions.type.any():
            extra["type"] = self.mentions.type
        return extra

    def _report(self, row: int, message: str) -> None:
        message = f"a mention of entity {self.mentions.name(row)} {message}"
        self.problems.append(Problem(self.source, int(self.mentions.line[row]), message))

    def _check_sentences(self) -> None:
        for row in np.flatnonzero(self.mentions.sentence != self.mentions.last_sentence).tolist():
            closes = self.mentions.last_line[row]
            self._report(row, f"opens here and closes in another sentence (line {closes}); close it in its own")

    def _heads(self) -> Ints:
        """The tokens that are heads."""
        start, end, number = self.mentions.start, self.mentions.end, self.mentions.head
        head = start + number - 1
        beyond = (head > end) | (number < 1)
        for row in self.parts:
            tokens = self._tokens(row)
            beyond[row] = not 0 < number[row] <= len(tokens)
            head[row] = tokens[0] if beyond[row] else tokens[number[row] - 1]
        for row in np.flatnonzero(beyond).tolist():
            size = len(self._tokens(row))
            self._report(row, f"has {size} words, but word {number[row]} for its head; count from 1")
        return np.where(beyond, start, head)

    def _are_nodes(self, token: Ints) -> Bools:
        """Which tokens are empty nodes."""
        if not self.nodes:
            return np.zeros(len(token), dtype=bool)
        width = 1 + max(int(token.max(initial=0)), *(int(nodes.token.max()) for nodes in self.nodes.values()))
        codes = np.concatenate([document * width + nodes.token for document, nodes in self.nodes.items()])
        return np.isin(self.mentions.document * width + token, codes)

    def _tokens(self, row: int) -> list[int]:
        """The tokens of a mention."""
        parts = self.parts.get(row) or ((int(self.mentions.start[row]), int(self.mentions.end[row])),)
        return [token for start, end in parts for token in range(start, end + 1)]

    def _shape_numbers(self, found: Mapping[int, Parts]) -> Ints:
        column = np.zeros(len(self.mentions.start), dtype=np.int64)
        for row, parts in sorted(found.items()):
            column[row] = self.shapes.setdefault(parts, len(self.shapes) + 1) if parts else 0
        return column

    def _minimum(self, row: int) -> Parts:
        text = self.mentions.minimum[row]
        tokens = self._tokens(row)
        listed = [int(word) if NUMBER.fullmatch(word) else 0 for word in text.split(",")]
        if not all(0 < word <= len(tokens) for word in listed):
            self._report(row, f"has {len(tokens)} words and cannot have the minimum {text!r}; name some of its words")
            return ()
        return _stretches([tokens[word - 1] for word in sorted(listed)])


def _stretches(tokens: Sequence[int]) -> Parts:
    """Tokens in order as stretches without gaps.

    >>> _stretches([3, 4, 7])
    ((3, 4), (7, 7))
    """
    stretches: list[tuple[int, int]] = []
    for token in tokens:
        if stretches and stretches[-1][1] == token - 1:
            stretches[-1] = (stretches[-1][0], token)
        else:
            stretches.append((token, token))
    return tuple(stretches)
