"""Read one layer of a Universal Anaphora file, with elements and bridges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.settings import DEIXIS_LAYER
from corefscore.core.texts import EmptyNodes
from corefscore.core.views import NO_WORD
from corefscore.formats.base import Reading
from corefscore.formats.builder import CorpusBuilder, GivenText, LineSource
from corefscore.formats.corefud.empty_nodes import empty_nodes
from corefscore.formats.files import File
from corefscore.formats.lines import lines_of
from corefscore.formats.universal_anaphora.cells import KEYS, is_pseudo, unknown_keys
from corefscore.formats.universal_anaphora.links import LinkReader
from corefscore.formats.universal_anaphora.markables import Markable, markables_in, minimum_of, positions_of
from corefscore.formats.universal_anaphora.remarks import Remarks
from corefscore.formats.universal_anaphora.token_lines import (
    BRIDGING,
    DEIXIS,
    IDENTITY,
    LineReader,
    RawDocument,
    split_cells,
)

REMARKS = {
    "numbers": "{count} words have numbers that do not follow the number before; is a line missing?",
    "short lines": "{count} lines end before the column of markables, which is read as empty; is the file complete?",
    "shared names": "{count} MarkableIDs such as {first!r} belong to mentions of two entities; give each its own",
    "repeated pieces": "the pieces of {count} markables such as {first!r} overlap and are joined; write each once",
    "unknown keys": "{count} markables such as {first!r} have the key {of!r}, which is not known; it is ignored",
    "unknown keys of bridges": "{count} bridges such as that of {first!r} have the key {of!r}, which is not known; it "
    "is ignored",
    "minima": "Min is outside of {count} markables, such as {first!r}; it is ignored there",
    "no plural": "{count} markables are ElementOf an entity without mentions, such as {first!r}; this is ignored",
    "no anchor": "{count} bridges have no anchor, such as that of {first!r}; name a MentionAnchor",
    "other entity": "the EntityAnchor of {count} bridges, such as that of {first!r}, is not the entity of their "
    "MentionAnchor; the MentionAnchor is used",
}


class UniversalSource(LineSource):
    """A Universal Anaphora file. `markable_names` has the MarkableID of each mention, by its index."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.markable_names: list[str] = []


class UniversalText(GivenText):
    """The words of a document, and its lines.

    Parameters
    ----------
    file : File
        The file.
    layer : str
        The column whose mentions were read.
    document : RawDocument
        The document.
    """

    def __init__(self, file: File, layer: str, document: RawDocument) -> None:
        super().__init__(document.sentences, lines=document.lines)
        self.file = file
        self.layer = layer
        self.document = document

    @property
    def plain(self) -> GivenText:
        """The same text without empty nodes."""
        nodes = {node.token for node in self.document.nodes}
        if not nodes:
            return self
        numbered = iter(range(len(self.document.ids)))
        words = [[word for word in sentence if next(numbered) not in nodes] for sentence in self.document.sentences]
        lines = [line for token, line in enumerate(self.document.lines) if token not in nodes]
        return GivenText([sentence for sentence in words if sentence], lines=lines)

    @property
    def has_regular_columns(self) -> bool:
        """Whether lines can be written again by columns: the names of columns differ, and begin with ID and FORM."""
        columns = [*self.document.columns]
        return columns[:2] == ["ID", "FORM"] and len({*columns}) == len(columns)

    @property
    def has_other_layer(self) -> bool:
        """Whether the layer that was not read has markables."""
        other = IDENTITY if self.layer == DEIXIS else DEIXIS
        tokens = (line for line in self.source_lines() if line.strip() and not line.startswith("#"))
        return any(self.cells(line).get(other, NO_WORD) not in ("", NO_WORD) for line in tokens)

    @property
    def first_line(self) -> int:
        """The number of the first of `source_lines`."""
        return self.document.line

    def source_lines(self) -> list[str]:
        """Return the lines of the document as they are in the file."""
        content = self.file.read(self.document.begin, self.document.end)
        return [line.decode() for line in content.splitlines()]

    def cells(self, line: str) -> dict[str, str]:
        """Return the cells of a line by the names of their columns."""
        cells = split_cells(line.encode(), len(self.document.columns))
        return {name: cell.strip().decode() for name, cell in zip(self.document.columns, cells, strict=False)}


def read_universal(file: File, reading: Reading) -> Corpus:
    """Read the corpus of one file. A file without ``# newdoc`` is one document.

    Raises
    ------
    InputError
        If the file has problems. If lines have problems, only these are listed; otherwise all problems.
    """
    layer = DEIXIS if reading.layer == DEIXIS_LAYER else IDENTITY
    remarks = Remarks(file.name, REMARKS)
    lines = LineReader(file.name, [layer, BRIDGING] if layer == IDENTITY else [layer], remarks)
    for line in lines_of(file, reading.progress):
        lines.read(line)
    lines.end()
    if lines.problems:
        raise InputError(lines.problems)
    if not lines.documents:
        raise fail(file.name, 0, "the file has no words; give a file with a line of columns for each word")
    return _CorpusReader(file, layer, reading, remarks).corpus(lines.documents)


class _CorpusReader:
    """Builds a corpus from documents as they are in the lines."""

    def __init__(self, file: File, layer: str, reading: Reading, remarks: Remarks) -> None:
        self.file = file
        self.layer = layer
        self.remarks = remarks
        self.builder = CorpusBuilder(file.name)
        self.builder.source = self.source = UniversalSource(file.name)
        self.links = LinkReader(file.name, reading.side, remarks)
        self.problems: list[Problem] = []

    def corpus(self, documents: Sequence[RawDocument]) -> Corpus:
        nodes, self.problems = empty_nodes(self.file.name, [node for each in documents for node in each.nodes])
        for number, document in enumerate(documents):
            self._add(document, nodes.get(number))
        problems = self.problems + self.links.problems
        if problems:
            raise InputError(sorted(problems))
        self.remarks.warn()
        self.links.warn()
        return self.builder.corpus()

    def _add(self, document: RawDocument, nodes: EmptyNodes | None) -> None:
        markables, problems = markables_in(self.file.name, document.cells[self.layer], self.remarks)
        self.problems += problems
        labels: dict[str, int] = {}
        entity = [labels.setdefault(markable.entity, len(labels)) for markable in markables]
        self.source.markable_names += [markable.name for markable in markables]
        first = self.builder.add(
            Origin(
                document.name,
                self.source,
                document.line,
                UniversalText(self.file, self.layer, document),
                nodes,
                divided=len(document.sentences) > 1,
            ),
            [markable.parts[0][0] for markable in markables],
            [markable.parts[-1][1] for markable in markables],
            entity,
            [*labels],
            ints([markable.line for markable in markables]),
            self.links.relations(markables, labels, document.cells.get(BRIDGING, ())),
        )
        in_nodes = {node.token for node in document.nodes}
        positions = positions_of(document.ids)
        for row, markable in enumerate(markables, first):
            self._note(row, markable, positions, in_nodes)

    def _note(self, row: int, markable: Markable, positions: Mapping[str, Sequence[int]], nodes: set[int]) -> None:
        for key in unknown_keys(markable.attributes, KEYS):
            self.remarks.add("unknown keys", markable.line, markable.name, of=key)
        if len(markable.parts) > 1:
            self.builder.note("shape", row, markable.parts)
        minimum = minimum_of(markable, positions)
        if minimum:
            self.builder.note("minimum", row, minimum)
        elif minimum is None:
            self.remarks.add("minima", markable.line, markable.name)
        if is_pseudo(markable.entity):
            self.builder.note("referring", row, False)
        if markable.attributes.get("semtype"):
            self.builder.note("semtype", row, markable.attributes["semtype"])
        if nodes and all(token in nodes for start, end in markable.parts for token in range(start, end + 1)):
            self.builder.note("zero", row, True)
