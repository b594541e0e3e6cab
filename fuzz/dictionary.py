"""Words that mean something to the readers, for mutations."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

LONGEST = 60
"""How long a word of libFuzzer's dictionary can be."""

NUMBERS = (
    *(b"0", b"-1", b"-0", b"00", b"1e9", b"1.5", b"16777215", b"16777216", b"2147483647", b"2147483648"),
    *(
        b"-2147483649",
        b"9223372036854775807",
        b"9223372036854775808",
        b"18446744073709551616",
        b"9" * 40,
        b"NaN",
        b"9" * 5000,
    ),
)
"""Numbers at the borders of types, and what only looks like a number."""

COMMON = (
    *(b"\0", b"\r", b"\n", b"\t", b" ", b"\v", b"\f", b"\x1c", b"\x85", b"\xc2\x85", b"\xe2\x80\xa8", b"\xc2\xa0"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"\x1b[31m", b"\x80", b"a" * 300),
)
"""Bytes that are hard for any reader: ends of lines, blanks, marks, halves of characters."""

COLUMNS = (
    *(
        b"#begin document (d); part 000\n",
        b"#end document\n",
        b"#begin document \n",
        b"# comment\n",
        b"(1)",
        b"(1",
        b"1)",
    ),
    *(b"(1|(2", b"2)|1)", b"-", b"_", b"*", b"|", b"(", b")", b"()", b"\t-\n", b"\n\n", b"(e-1)", b"(" * 90),
)
JSON = (
    *(
        b'"sentences": ',
        b'"clusters": ',
        b'"doc_key": ',
        b'"text": ',
        b'"tokens": ',
        b'"spans": ',
        b'"predicted_clusters"',
        b'"elements": {"e3": ["e1", "e2"]}',
        b'"bridges": [[[4, 4], [0, 0], "poss"]]',
        b'"nonreferring": [[7, 7]]',
    ),
    *(
        b"[[",
        b"]]",
        b"[]",
        b"{}",
        b"{",
        b"}",
        b'"',
        b",",
        b":",
        b"null",
        b"true",
        b"[0, 0]",
        b"[[[0, 0]]]",
        b'"\\ud800"',
    ),
    *(b"\\", b"Infinity", b"-1", b"1e400", b"[" * 200, b'{"a":' * 200, b'"d"', b'"clusters": [[[0, 0], [1, 1]]]'),
)
BRACKETED = (b"[1 ", b" 1]", b"[", b"]", b"[e1,", b"|", b"]]", b"# ", b"#begin document ", b"<", b">", b"[" * 90)
WORDS: Mapping[str, tuple[bytes, ...]] = {
    "conll": COLUMNS,
    "semeval": COLUMNS,
    "corefud": (
        *(
            b"# newdoc id = d\n",
            b"# newdoc\n",
            b"# global.Entity = eid-etype-head-other\n",
            b"# sent_id = 1\n",
            b"1.1\t",
        ),
        *(
            b"1-2\t",
            b"Entity=",
            b"Entity=(e1)",
            b"|Entity=(e2-x-1",
            b"e1)",
            b"(e1[1/2]-x-1)",
            b"(e1[2/2])",
            b"SplitAnte=",
            b"|SplitAnte=e1<e2,e3<e2",
            b"Bridge=e1<e2:part|",
        ),
        *(
            b"1:nsubj",
            b"0:root",
            b"|",
            b"-",
            b"--1",
            b"-1,2",
            b"_",
            b"1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n",
            b"[99/99]",
            b"e1[2/2])",
        ),
    ),
    "ua": (
        *(b"# global.columns = ID FORM IDENTITY BRIDGING DISCOURSE_DEIXIS\n", b"# newdoc id = d\n", b"# newdoc\n"),
        *(
            b"(EntityID=1|MarkableID=m1|Min=1",
            b"(EntityID=2-Pseudo|MarkableID=m2|SemType=expletive)",
            b")",
            b"))",
            b"@",
        ),
        *(b"|ElementOf=1", b"|ElementOf=2,3", b"|Min=1,2", b"|Min=14-17", b"(MarkableID=m1|Rel=poss|MentionAnchor=m2)"),
        *(b"|EntityAnchor=1", b"EntityId=", b"MentionID=", b"_Pseudo", b"1.1 ", b"1-2\t", b"_", b"|", b"(", b"(" * 90),
    ),
    "jsonlines": JSON,
    "json": JSON,
    "brat": (
        *(
            b"T1\tPerson 0 3\tAnn\n",
            b"T2\t",
            b"R1\tCoref Arg1:T2 Arg2:T1\n",
            b"*\tCoref T1 T2\n",
            b";0 1",
            b"#1\tAnnotatorNotes T1",
        ),
        *(b"E1\t", b"A1\t", b"T", b"Arg1:", b"\tentity ", b"0 0", b"5 2"),
    ),
    "litbank": (b"MENTION\t", b"COREF\t", b"COP\t", b"APPOS\t", b"T1\t", b"_", b"PER\tPROP\n", b"\t0\t0\t0\t0\t"),
    "booknlp": (
        b"COREF\t",
        b"start_token",
        b"end_token",
        b"\tPROP\tPER\t",
        b"token_ID_within_document",
        b"word",
        b"0\t0\t0\t",
    ),
    "table": (
        b"document",
        b"start",
        b"end",
        b"entity",
        b"type",
        b"element_of",
        b"anchor_start,anchor_end,anchor_entity,relation",
        b"referring",
        b",",
        b'"',
        b'""',
        b"\t",
        b";",
        b"d,0,1,e\n",
        b"head",
        b"PAR1",
    ),
    "tagged": BRACKETED,
}


def dictionary(name: str) -> tuple[bytes, ...]:
    """The words for a format; those of columns and JSON for a format that has no words of its own.

    >>> b"#end document\\n" in dictionary("conll")
    True
    """
    return WORDS.get(name, COLUMNS + JSON)


def write_dictionary(name: str, path: Path) -> None:
    """Write the words as libFuzzer reads them."""
    words = (*dictionary(name), *COMMON, *NUMBERS)
    path.write_text("".join(f'"{_escaped(word)}"\n' for word in words if len(word) <= LONGEST))


def _escaped(word: bytes) -> str:
    return "".join(rf"\x{byte:02x}" for byte in word)
