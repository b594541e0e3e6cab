"""Small files, written as briefly as tests like it."""

from __future__ import annotations

import re
from pathlib import Path

from corefscore.core.corpus import Corpus

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


def conllu(*sentences: str, name: str | None = "d", layout: str = "eid-etype-head-other") -> str:
    """A CorefUD document. Words have blanks between them, each as FORM, FORM:MENTIONS or, for an empty node,
    `NUMBER:DEPS:MENTIONS` with `~` for the colons of its dependencies.
    """
    lines = ["# newdoc" if name == "" else f"# newdoc id = {name}"] if name is not None else []
    lines.append(f"# global.Entity = {layout}")
    for sentence in sentences:
        number = 0
        for token in sentence.split():
            form, _, mentions = token.partition(":")
            dependencies = "_"
            if re.fullmatch(r"\d+\.\d+", form):
                place, form = form, "_"
                dependencies, _, mentions = mentions.partition(":")
            else:
                number += 1
                place = str(number)
            entity = f"Entity={mentions}" if mentions else "_"
            lines.append("\t".join([place, form, *"_____", "_", dependencies.replace("~", ":") or "_", entity]))
        lines.append("")
    return "\n".join([*lines, ""])


UA_COLUMNS = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"


def ua(*cells: str, name: str | None = "d", header: bool = True, separator: str = "\t") -> str:
    """A document of Universal Anaphora with a token for each text: its cells of identity, bridging and deixis.

    Blanks separate the cells; a token that begins with a number and a colon has this number, and `/` ends a sentence.
    """
    lines = [f"# global.columns = {UA_COLUMNS}"] if header else []
    lines += [f"# newdoc id = {name}"] if name is not None else []
    number = 0
    for cell in cells:
        if cell == "/":
            lines.append("")
            continue
        given = re.match(r"(\d+(?:\.\d+)?):", cell)
        number += given is None or "." not in given[1]
        found = (cell[given.end() :] if given else cell).split()
        filled = [*found, *"_____"][: max(5, len(found))]
        lines.append(separator.join([given[1] if given else str(number), f"w{number}", *"________", *filled]))
    return "\n".join([*lines, "", ""])


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def clusters(corpus: Corpus) -> Clusters:
    """What a corpus says, in plain Python."""
    return {
        document.name: [[(mention.start, mention.end) for mention in entity.mentions] for entity in document.entities]
        for document in corpus
    }
