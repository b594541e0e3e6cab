"""Write Universal Anaphora. A text from such a file keeps its lines, except mentions. Other texts get only words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from corefscore.core.arrays import GONE
from corefscore.core.corpus import Corpus, Parts
from corefscore.core.problems import warn
from corefscore.core.views import NO_WORD, Document
from corefscore.formats.universal_anaphora.bracketing import Bracketed, cells_of
from corefscore.formats.universal_anaphora.cells import is_pseudo, plain_name
from corefscore.formats.universal_anaphora.reader import UniversalSource, UniversalText
from corefscore.formats.universal_anaphora.token_lines import BRIDGING, DEIXIS, HEADER, IDENTITY

COLUMNS = (
    *("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"),
    *(IDENTITY, BRIDGING, DEIXIS, "REFERENCE", "NOM_SEM"),
)
SUFFIX = "-Pseudo"


def lines(corpus: Corpus) -> Iterator[str]:
    """Yield the lines of a corpus."""
    _warn_of_minima(corpus)
    writers = [_DocumentWriter(document) for document in corpus]
    crossing = sum(writer.crossing for writer in writers)
    if crossing:
        message = f"{crossing:,} times a mention crosses another, which brackets without names cannot express"
        warn(corpus.source_name, 0, f"{message}; it is written in pieces with one MarkableID")
    columns: Sequence[str] = ()
    for writer in writers:
        if [*writer.columns] != [*columns]:
            columns = writer.columns
            yield f"# global.columns = {' '.join(columns)}"
        yield from writer.lines()


def _warn_of_minima(corpus: Corpus) -> None:
    """Warn how many minimum spans have gaps, which are filled."""
    if "minimum" in corpus.extra:
        gaps = sum(len(corpus.shapes[number - 1]) > 1 for number in corpus.extra["minimum"].tolist() if number)
        if gaps:
            message = f"the minimum spans of {gaps:,} mentions have gaps; in ua they reach from first to last word"
            warn(corpus.source_name, 0, message)


class _DocumentWriter:
    """Writes one document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.corpus = document.corpus
        self.rows = range(document.rows.start, document.rows.stop)
        self.text = document.origin.text
        self.layer = self.text.layer if isinstance(self.text, UniversalText) else IDENTITY
        self.kept = self.text if isinstance(self.text, UniversalText) and self.text.has_regular_columns else None
        if self.kept is None and isinstance(self.text, UniversalText) and self.text.document.ids:
            message = (
                f"the columns of document {document.name!r} have no names that begin with ID FORM and are different"
            )
            warn(document.origin.source.name, document.origin.line, f"{message}; only words and mentions are written")
        self.columns = self._columns()
        self.ids = self._ids()
        self.markables = self._markables()
        self.entities = self._entity_names()
        self.cells, self.crossing = cells_of(self._bracketed())
        self.bridging = self._bridging()

    def lines(self) -> Iterator[str]:
        """Yield the lines of the document."""
        unnamed = self.document.name == f"#{self.document.number + 1}"
        yield "# newdoc" if unnamed else f"# newdoc id = {self.document.name}"
        yield from self._words() if self.kept is None else self._rewritten(self.kept)

    def _columns(self) -> Sequence[str]:
        if self.kept is None:
            return COLUMNS
        own = self.kept.document.columns
        return [*own, *(name for name in (IDENTITY, BRIDGING, DEIXIS) if name not in own)]

    # Names

    def _ids(self) -> list[str]:
        """Return the number of each token. Words are counted through the whole document; nodes follow their words."""
        if self.kept is not None:
            return self.kept.document.ids
        nodes = {*self.document.origin.empty.token.tolist()} if self.document.origin.empty else set()
        ids = []
        word = node = 0
        for token in range(sum(map(len, self._sentences()))):
            word, node = (word, node + 1) if token in nodes else (word + 1, 0)
            ids.append(f"{word}.{node}" if node else str(word))
        return ids

    def _markables(self) -> list[str]:
        """Return the MarkableID of each mention. A mention from such a file keeps its own."""
        source, index = self.document.origin.source, self.corpus.source_index
        if isinstance(source, UniversalSource) and index is not None:
            names = [source.markable_names[index[row]] for row in self.rows]
            if all(names) and len({*names}) == len(names):
                return names
        return [f"m{number}" for number in range(1, len(self.rows) + 1)]

    def _entity_names(self) -> dict[tuple[int, bool], str]:
        """Return the name of each entity for mentions that refer, and for those that do not."""
        refers = self.corpus.extra.get("referring", np.ones(self.corpus.mentions, dtype=bool))
        used = dict.fromkeys((int(self.corpus.entity[row]), bool(refers[row])) for row in self.rows)
        taken = {self.corpus.label(entity) for entity, _ in used}
        names: dict[tuple[int, bool], str] = {}
        for entity, refer in used:
            label = self.corpus.label(entity)
            name = label
            if refer and is_pseudo(label):
                name = _free(plain_name(label) or "e", taken)
            elif not refer and not is_pseudo(label):
                name = _free(f"{label}{SUFFIX}", taken)
            taken.add(name)
            names[entity, refer] = name
        return names

    def _name_of(self, entity: int) -> str:
        return self.entities.get((entity, True)) or self.entities[entity, False]

    # Cells

    def _bracketed(self) -> Iterator[Bracketed]:
        refers, elements = self.corpus.extra.get("referring"), self._element_of()
        semtype, minimum = (self.corpus.extra.get(name) for name in ("semtype", "minimum"))
        for number, row in enumerate(self.rows):
            entity = int(self.corpus.entity[row])
            refer = refers is None or bool(refers[row])
            start = f"EntityID={self.entities[entity, refer]}|MarkableID={self.markables[number]}"
            attributes = [start]
            if minimum is not None and minimum[row]:
                attributes.append(f"Min={self._minimum(self.corpus.shapes[int(minimum[row]) - 1])}")
            if semtype is not None and semtype[row]:
                attributes.append(f"SemType={semtype[row]}")
            if (entity, refer) in elements:
                attributes.append(f"ElementOf={','.join(elements.pop((entity, refer)))}")
            yield Bracketed(self.corpus.parts(row), "|".join(attributes), start)

    def _minimum(self, parts: Parts) -> str:
        first, last = self.ids[parts[0][0]], self.ids[parts[-1][1]]
        return first if first == last else f"{first},{last}"

    def _element_of(self) -> dict[tuple[int, bool], list[str]]:
        """Return the plural entities of each element."""
        found: dict[tuple[int, bool], list[str]] = {}
        if self.corpus.relations is not None:
            pairs = zip(self.corpus.relations.whole.tolist(), self.corpus.relations.part.tolist(), strict=True)
            own = {entity for entity, _ in self.entities}
            for whole, part in pairs:
                if part in own:
                    found.setdefault((part, (part, True) in self.entities), []).append(self._name_of(whole))
        return found

    def _bridging(self) -> dict[int, str]:
        """Return the cell of bridges of each token that begins an anaphor."""
        cells: dict[int, str] = {}
        relations, first = self.corpus.relations, self.rows.start
        if relations is None:
            return cells
        for index in np.flatnonzero((relations.anaphor >= first) & (relations.anaphor < self.rows.stop)).tolist():
            row, anchor, entity = (
                int(column[index]) for column in (relations.anaphor, relations.anchor, relations.anchor_entity)
            )
            attributes = [f"MarkableID={self.markables[row - first]}"]
            attributes += [f"Rel={relations.relation[index]}"] if relations.relation[index] else []
            attributes += [f"MentionAnchor={self.markables[anchor - first]}"] if anchor != GONE else []
            attributes += [f"EntityAnchor={self._name_of(entity)}"] if entity != GONE else []
            token = int(self.corpus.start[row])
            cells[token] = f"{cells.get(token, '')}({'|'.join(attributes)})"
        return cells

    # Lines

    def _row(self, known: Mapping[str, str], token: int) -> str:
        written = {**known, self.layer: self.cells.get(token, NO_WORD)}
        if self.layer == IDENTITY:
            written[BRIDGING] = self.bridging.get(token, NO_WORD)
        return "\t".join(written.get(name) or NO_WORD for name in self.columns)

    def _sentences(self) -> list[list[str]]:
        known = [] if self.text is None else self.text.sentences
        return known or [[NO_WORD] * (1 + max((mention.end for mention in self.document.mentions), default=-1))]

    def _words(self) -> Iterator[str]:
        """Yield lines with a number, a word and mentions. The other columns are not known."""
        token = 0
        depends = self._dependencies()
        for sentence in self._sentences():
            for word in sentence:
                known = {"ID": self.ids[token], "FORM": word, "DEPS": depends.get(token, "")}
                yield self._row(known, token)
                token += 1
            yield ""

    def _dependencies(self) -> dict[int, str]:
        """Return the parents of each empty node as they are written in DEPS."""
        nodes = self.document.origin.empty
        if nodes is None:
            return {}
        tokens = nodes.token.tolist()
        is_node = {*tokens}
        words = [number for token, number in enumerate(self.ids) if token not in is_node]

        def written(parent: int | None) -> str:
            if parent is None:
                return "0"
            return words[parent] if parent >= 0 else self.ids[tokens[~parent]]

        return {
            token: "|".join(f"{written(parent)}:{relation}" for parent, relation in dependency)
            for token, dependency in zip(tokens, nodes.dependency, strict=True)
        }

    def _rewritten(self, text: UniversalText) -> Iterator[str]:
        """Yield the lines of the source with the mentions of the corpus."""
        number = {line: token for token, line in enumerate(text.document.lines)}
        line = ""
        for at, line in enumerate(text.source_lines(), text.first_line):
            if HEADER.match(line.encode()):
                continue
            if at not in number:
                yield line
                continue
            yield self._row(text.cells(line), number[at])
        if line.strip():
            yield ""


def _free(name: str, taken: set[str]) -> str:
    """Return a name that no entity has, with a number if needed."""
    number, free = 1, name
    while free in taken or (is_pseudo(free) != is_pseudo(name)):
        number += 1
        free = f"{number}-{name}"
    return free
