"""Malformed CorefUD files: each gets a message of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefscore.core.problems import InputError
from corefscore.formats.reading import read
from tests.files import conllu, write

GOOD = conllu("a:(e1--1 b:e1)", "c:(e1)")

CASES = {
    "document inside a sentence": (
        GOOD.replace("2\tb", "# newdoc id = e\n2\tb").replace("(e1--1", "(e1)").replace("=e1)", "=(e2)"),
        4,
        "a document begins inside a sentence; put an empty line before it",
    ),
    "two empty nodes of one number": (
        conllu("a:(e1) 1.1:1~x: 1.1:1~y:(e1)"),
        5,
        "empty node 1.1 already exists in line 4; renumber one",
    ),
    "number of an empty node too long": (
        conllu("a:(e1) 1.99999999999999999999:1~x:(e1)"),
        4,
        "'1.99999999999999999999' is not the number of an empty node; write 1.1",
    ),
    "dependency beyond the sentence": (
        conllu("a:(e1) 1.1:2~x:(e1)", "b c"),
        4,
        "this empty node depends on '2', which is not a node of its sentence; correct its DEPS",
    ),
    "parts that overlap": (
        conllu("a:(e1[1/2]--1 b:(e1[2/2]--1)e1[1/2])", "c:(e1)"),
        4,
        "parts of a mention of entity e1 overlap; close each part before the next begins",
    ),
    "no layout": (
        GOOD.replace("# global.Entity = eid-etype-head-other\n", ""),
        2,
        "no '# global.Entity' declares the fields of mentions; "
        "add '# global.Entity = eid-etype-head-other' before them",
    ),
    "no entity in the layout": (
        GOOD.replace("eid-etype", "id-etype"),
        2,
        "global.Entity is 'id-etype-head-other' and has no eid; write '# global.Entity = eid-etype-head-other'",
    ),
    "two layouts": (
        GOOD + conllu("a", name="e", layout="eid-head"),
        9,
        "global.Entity is 'eid-head', but 'eid-etype-head-other' in line 2; split the file into two files",
    ),
    "never opened": (
        conllu("a b:e1)"),
        4,
        "entity e1 closes here but was never opened in its document; open it with (e1",
    ),
    "never closed": (
        conllu("a:(e1--1 b"),
        3,
        "entity e1 opens here but never closes; close it with e1) before its document ends",
    ),
    "across sentences": (
        conllu("a:(e1--1 b", "c:e1)"),
        3,
        "a mention of entity e1 opens here and closes in another sentence (line 6); close it in its own",
    ),
    "no name": (conllu("a:(-person-1)"), 3, "'-person-1' does not name an entity; write for example (e1-person-1"),
    "no name and bracket": (conllu("a:()"), 3, "cannot read '()': a bracket has no entity; write (1) or (1 ... 1)"),
    "head beyond": (
        conllu("a:(e1--3 b:e1)"),
        3,
        "a mention of entity e1 has 2 words, but its head is word 3; count from 1",
    ),
    "head before": (
        conllu("a:(e1--0)"),
        3,
        "a mention of entity e1 has 1 words, but its head is word 0; count from 1",
    ),
    "head no number": (
        conllu("a:(e1--x)"),
        3,
        "'e1--x': the head is not a number; give the number of a word in the mention",
    ),
    "lost part": (
        conllu("a:(e1[2/2]--1)"),
        3,
        "part 2 of a mention of entity e1: part 1 does not come before it; correct the numbers of the parts",
    ),
    "missing part": (conllu("a:(e1[1/2]--1)"), 3, "a mention of entity e1 has 1 of its 2 parts; add the other parts"),
    "parts of two": (
        conllu("a:(e1[1/2]--1) b:(e1[1/2]--1) c:(e1[2/2]--1)"),
        5,
        "part 2 of a mention of entity e1: it can belong to several mentions; correct the numbers of the parts",
    ),
    "columns": (GOOD.replace("b\t_", "b"), 4, "this line has 9 columns, not 10; separate ten columns with single tabs"),
    "blanks": (
        GOOD.replace("1\ta" + "\t_" * 7, "1 a" + " _" * 7).replace("_\tEntity=(e1--1", "_ Entity=(e1--1"),
        3,
        "the columns are separated by spaces; put tabs between the ten columns of CoNLL-U",
    ),
    "no number": (
        GOOD.replace("2\tb", "x\tb"),
        4,
        "'x' is not the number of a word (1), empty node (1.1) or range (1-2)",
    ),
    "blank line of blanks": (
        GOOD.replace("\n\n1\tc", "\n  \n1\tc"),
        5,
        "this line has only spaces; end a sentence with an empty line",
    ),
    "word missing": (
        GOOD.replace("2\tb", "3\tb"),
        4,
        "this is word 3, but word 2 is expected; is a line or an empty line missing?",
    ),
    "sentence break missing": (
        GOOD.replace("\n\n1\tc", "\n1\tc"),
        5,
        "this is word 1, but word 3 is expected; is a line or an empty line missing?",
    ),
    "node misplaced": (conllu("a 2.1:: b"), 4, "empty node 2.1 comes after word 1; move it or correct its number"),
    "node with a strange parent": (
        conllu("a 1.1:1.7~nsubj:"),
        4,
        "this empty node depends on '1.7', which is not a node of its sentence; correct its DEPS",
    ),
    "mention on a multiword token": (
        GOOD.replace("1\ta", "1-2\tab" + "\t_" * 7 + "\tEntity=(e2)\n1\ta"),
        3,
        "a mention is marked on a multiword token; mark it on the words of that token",
    ),
    "document twice": (GOOD + GOOD, 8, "document 'd' already began in line 1; rename or delete one"),
    "document without words": ("# newdoc id = x\n" + GOOD, 1, "document 'x' has no words; delete it or add words"),
    "minimum beyond": (
        conllu("a:(e1-x-1-2)", layout="eid-etype-head-minspan"),
        3,
        "a mention of entity e1 has 1 words and cannot have the minimum '2'; name some of its words",
    ),
    "no words": ("# newdoc id = a\n# sent_id = 1\n", 0, "the file has no words; give a file with lines of ten columns"),
    "carriage returns": (
        GOOD.replace("\n", "\r"),
        1,
        "lines end in carriage returns alone; convert them to newlines",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_malformed_file_is_reported_with_its_line(tmp_path: Path, case: str) -> None:
    text, line, message = CASES[case]
    path = write(tmp_path / "a.conllu", text)
    with pytest.raises(InputError) as caught:
        read(path)
    problem = caught.value.problems[0]
    assert (problem.source, problem.line, problem.message) == (str(path), line, message)


def test_messages_are_all_different() -> None:
    assert len({message for _, _, message in CASES.values()}) >= len(CASES) - 2


def test_all_problems_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conllu", conllu(*["a:(e1--7)"] * 30))
    with pytest.raises(InputError) as caught:
        read(path)
    assert caught.value.total == 30


def test_faults_of_several_kinds_are_reported_together(tmp_path: Path) -> None:
    path = write(tmp_path / "f.conllu", conllu("a:(e1)() b:(-x)"))
    with pytest.raises(InputError) as refused:
        read(path)
    assert [(problem.line, problem.message.split(";")[0]) for problem in refused.value.problems] == [
        (3, "cannot read '(e1)()': a bracket has no entity"),
        (4, "'-x' does not name an entity"),
    ]
