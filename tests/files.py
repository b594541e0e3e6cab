"""Small files, written as briefly as tests like it."""

from __future__ import annotations

from pathlib import Path

from corefscore.corpus import Corpus

Clusters = dict[str, list[list[tuple[int, int]]]]


def conll(cells: str, name: str = "(d); part 000", words: str = "", separator: str = "\t") -> str:
    """A document with one token for each cell; `/` between cells ends a sentence."""
    lines = [f"#begin document {name}"]
    tokens = words.split() or [f"w{number}" for number in range(len(cells.split()))]
    number = token = 0
    for cell in cells.split():
        if cell == "/":
            lines.append("")
            number = 0
            continue
        lines.append(separator.join(["d", "0", str(number), tokens[token], cell]))
        number, token = number + 1, token + 1
    return "\n".join([*lines, "", "#end document", ""])


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def clusters(corpus: Corpus) -> Clusters:
    """What a corpus says, in plain Python."""
    return {
        document.name: [[(mention.start, mention.end) for mention in entity.mentions] for entity in document.entities]
        for document in corpus
    }
