"""The TSV files of LitBank: MENTION lines with numbers of sentences and tokens, and COREF lines with entities.

The text is in the .txt file beside it. A mention without a COREF line is a singleton entity. COP and APPOS lines have
other relations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import Problem, fail, raise_problems, shortened
from corefscore.core.views import Document
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, TYPES, WORDS, Format, Reading
from corefscore.formats.builder import CorpusBuilder, GivenText
from corefscore.formats.conventions import sentence_starts
from corefscore.formats.files import File, beside
from corefscore.formats.lines import lines_of, text_of
from corefscore.formats.naming import TEXT_SUFFIX, companion, document_name
from corefscore.formats.writing import document_files, write_lines

MENTION, COREF = "MENTION", "COREF"
OTHER_LINES = ("COP", "APPOS")
FIRST_LINE = re.compile(rb"(?:MENTION\tT?\d+\t\d+\t\d+\t\d+\t\d+\t|COREF\t\S+\t\S+\s*$)", re.MULTILINE)
UNKNOWN = "_"


def recognise(head: bytes) -> bool:
    """Return whether the first line of a file is a mention or an entity of LitBank.

    >>> recognise(b"MENTION\\tT1\\t0\\t0\\t0\\t0\\tAnn\\tPER\\tPROP\\n")
    True
    """
    return FIRST_LINE.match(head) is not None


class _LitBankLines:
    """The contents of the lines of a file, and their problems."""

    def __init__(self, source: str, sentences: Sequence[Sequence[str]]) -> None:
        self.source = source
        self.sizes = [len(sentence) for sentence in sentences]
        self.first: Ints = sentence_starts(sentences)
        self.spans: dict[str, tuple[int, int]] = {}
        self.lines: dict[str, int] = {}
        self.kinds: dict[str, str] = {}
        self.entity: dict[str, tuple[int, str]] = {}
        self.problems: list[Problem] = []

    def add(self, number: int, cells: list[str]) -> None:
        """Read a line. Its number and its cells are given."""
        kind = cells[0]
        if kind == MENTION:
            self._add_mention(number, cells)
        elif kind == COREF:
            self._add_entity(number, cells)
        elif kind not in OTHER_LINES:
            self._refuse(number, f"cannot read {shortened(kind)!r}; a line begins with MENTION, COREF, COP or APPOS")

    def _refuse(self, number: int, message: str) -> None:
        self.problems.append(Problem(self.source, number, message))

    def _add_mention(self, number: int, cells: list[str]) -> None:
        try:
            name, (from_sentence, start, to_sentence, end) = cells[1], map(int, cells[2:6])
        except (IndexError, ValueError):
            expected = "MENTION, its name, and its first and last token as sentence, token, sentence, token"
            self._refuse(number, f"cannot read this mention; write {expected}")
            return
        if name in self.lines:
            self._refuse(number, f"mention {name} is also in line {self.lines[name]}; rename or delete one")
        self.lines[name] = number
        for sentence, token in ((from_sentence, start), (to_sentence, end)):
            if not 0 <= sentence < len(self.sizes):
                message = f"there is no sentence {sentence} in the text (there are {len(self.sizes):,}); count from 0"
                self._refuse(number, message)
                return
            if not 0 <= token < self.sizes[sentence]:
                message = f"sentence {sentence} has no token {token} (there are {self.sizes[sentence]:,})"
                self._refuse(number, f"{message}; count from 0")
                return
        span = (int(self.first[from_sentence]) + start, int(self.first[to_sentence]) + end)
        if span[1] < span[0]:
            self._refuse(number, f"mention {name} ends before it begins; write its first token, then its last")
        self.spans[name] = span
        if len(cells) > 7 and cells[7] != UNKNOWN:
            self.kinds[name] = cells[7]

    def _add_entity(self, number: int, cells: list[str]) -> None:
        if len(cells) != 3:
            self._refuse(number, "cannot read this line; write COREF, the name of a mention and the name of its entity")
        elif cells[1] in self.entity:
            message = f"line {self.entity[cells[1]][0]} also has an entity for mention {cells[1]}; keep one of them"
            self._refuse(number, message)
        else:
            self.entity[cells[1]] = (number, cells[2])

    def check(self) -> None:
        """Raise all problems."""
        for name, (number, _) in self.entity.items():
            if name not in self.lines:
                self._refuse(number, f"there is no mention {name}; add its MENTION line, or delete this line")
        raise_problems(self.problems)


def read(file: File, reading: Reading) -> Corpus:
    """Read the corpus of a file and of the text beside it."""
    text = beside(file, TEXT_SUFFIX)
    if text is None:
        wanted = Path(companion(file.name, TEXT_SUFFIX)).name
        raise fail(file.name, 0, f"there is no {wanted!r} beside this file; put it there, because it has the sentences")
    sentences = [line.split() for line in text_of(text).split("\n") if line.strip()]
    annotation = _LitBankLines(file.name, sentences)
    for line in lines_of(file, reading.progress):
        if line.content.strip():
            annotation.add(line.number, line.content.decode().split("\t"))
    annotation.check()
    return _corpus(file, annotation, sentences)


def _corpus(file: File, annotation: _LitBankLines, sentences: list[list[str]]) -> Corpus:
    builder = CorpusBuilder(file.name)
    labels: dict[tuple[int, str], int] = {}
    entity = []
    for name in annotation.spans:
        label = (0, annotation.entity[name][1]) if name in annotation.entity else (1, name)
        entity.append(labels.setdefault(label, len(labels)))
    builder.add(
        Origin(document_name(file.name), builder.source, text=GivenText(sentences)),
        [start for start, _ in annotation.spans.values()],
        [end for _, end in annotation.spans.values()],
        entity,
        [label for _, label in labels],
        [annotation.lines[name] for name in annotation.spans],
    )
    for number, name in enumerate(annotation.spans):
        if name in annotation.kinds:
            builder.note("type", number, annotation.kinds[name])
    return builder.corpus()


def write(corpus: Corpus, path: Path) -> None:
    """Write the annotation and, beside it, the text with one sentence on each line."""
    for document, target, text_target in document_files(corpus, path, ".ann", TEXT_SUFFIX):
        sentences = document.origin.text.sentences if document.origin.text else []
        write_lines(target, _lines(document, sentences))
        write_lines(text_target, map(" ".join, sentences))


def _lines(document: Document, sentences: list[list[str]]) -> Iterator[str]:
    first = sentence_starts(sentences)
    for number, mention in enumerate(document.mentions, 1):
        cells = []
        for token in (mention.start, mention.end):
            sentence = int(first.searchsorted(token, "right")) - 1
            cells += [sentence, token - int(first[sentence])]
        yield "\t".join([MENTION, f"T{number}", *map(str, cells), mention.text, mention.type or UNKNOWN, UNKNOWN])
    for number, mention in enumerate(document.mentions, 1):
        yield f"{COREF}\tT{number}\t{document.corpus.label(mention.entity)}"


FORMAT = Format(
    name="litbank",
    title="LitBank's TSV",
    suffixes=("ann",),
    recognise=recognise,
    read=read,
    write=write,
    may_be_empty=True,
    needs_words=True,
    carries=frozenset({TOKENS, WORDS, SENTENCES, TYPES, EMPTY}),
)
