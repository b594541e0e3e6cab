"""A collection of malformed files; each gets a message of its own, with file, line and remedy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from corefscore.core.problems import InputError
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from tests.files import write


class Bad(NamedTuple):
    """Files by their suffixes, the first being the one to read, and the problems it has."""

    form: str
    files: Mapping[str, str | bytes]
    expected: list[str]


def line(fields: str) -> str:
    return f'{{"doc_key": "d", {fields}}}\n'


WORDS = '"sentences": [["Ann", "saw", "her", "dog"]]'
TSV = "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\n"
BOOK = "COREF\tstart_token\tend_token\tprop\tcat\ttext\n"
TOKENS = "sentence_ID\ttoken_ID_within_document\tword\n0\t0\tAnn\n0\t1\tslept\n"
SEMEVAL = "#begin document d\n1\tAnn\tx\tx\t{}\n2\tslept\tx\tx\t{}\n#end document\n"
SPANS = "change this with spans= (--spans)"
INCLUSIVE = f"the end is read as inclusive, {SPANS}"
PRETTY = """[
 {
  "doc_key": "d",
  "clusters": []
 },
 {
  "doc_key": "e",
  "clusters": [[0]]
 },
 {}
]
"""

UA = "# global.columns = ID FORM IDENTITY BRIDGING\n# newdoc id = d\n"
NAMED = "write for example (EntityID=1|MarkableID=m1"

COLLECTION = [
    Bad(
        "ua",
        {"conllua": f"{UA}1 Ann (EntityID=1|MarkableID=a _\n2 slept _ _\n"},
        ["f.conllua:3: markable 'a' opens here and never closes in its document; close it with ')'"],
    ),
    Bad(
        "ua",
        {"conllua": f"{UA}1 Ann ) _\n2 slept ()@ _\n3 . EntityID=1 _\n"},
        [
            "f.conllua:3: a markable closes here, but none is open in its document; remove ')' or open one",
            f"f.conllua:4: '' does not name an entity; {NAMED}",
            f"f.conllua:5: 'EntityID=1' is outside of brackets; {NAMED}",
        ],
    ),
    Bad(
        "ua",
        {"conllua": f"{UA}1 Ann B. (EntityID=1) _\n1. slept _ _\n1-2 x (EntityID=1) _\n"},
        [
            "f.conllua:3: this line has 5 columns, but 4 have names in '# global.columns'; write no spaces inside",
            "f.conllua:4: '1.' is not the number of a word (1), empty node (1.1) or range (1-2)",
            "f.conllua:5: a markable is on a multiword token; put it on the words of that token",
        ],
    ),
    Bad(
        "ua",
        {"conllua": "# global.columns = ID FORM MISC BRIDGING\n# newdoc id = d\n1 Ann _ _\n"},
        ["f.conllua:1: there is no column IDENTITY (there are ID, FORM, MISC, BRIDGING); name it in"],
    ),
    Bad(
        "ua",
        {"conllua": f"{UA}1 a (EntityID=1|MarkableID=a|ElementOf=2) _\n2 b (EntityID=2|MarkableID=b|ElementOf=1) _\n"},
        ["f.conllua:4: document 'd': the elements of entities are circular: 2 has the element 1, which has the"],
    ),
    Bad(
        "ua",
        {"conllua": f"{UA}1 a (EntityID=1|MarkableID=a) (MarkableID=a|MentionAnchor=z|EntityAnchor=9)\n"},
        [
            "f.conllua:3: this bridge has EntityAnchor=9, but no entity of its document has this name; correct it",
            "f.conllua:3: this bridge has MentionAnchor=z, but no markable of its document has this name; correct it",
        ],
    ),
    Bad("ua", {"conllua": f"{UA}1 a _ _\n{UA}1 b _ _\n"}, ["f.conllua:5: document 'd' already began in line 2"]),
    Bad("ua", {"conllua": f"{UA}0.1 x _ _\n3.1 a _ _\n"}, ["f.conllua:4: empty node 3.1 comes after word 0; move it"]),
    Bad(
        "jsonlines",
        {"jsonl": line(f'{WORDS}, "clusters": [[[0, 0]]]')[:-10] + "\n"},
        ["f.jsonl:1: this is not JSON (Expecting value, at character 77); is the line complete?"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": '["doc_key"]\n'},
        ["f.jsonl:1: '\"doc_key\"' is not a document; write a JSON object with 'clusters'"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line(WORDS)},
        [
            "f.jsonl:1: no field has clusters (the fields are doc_key, sentences); name it clusters or "
            "clusters_token_offsets or mention_clusters or clusters_char_offsets or span_clusters or "
            "predicted_clusters or "
            "pred_clusters, or give its name with clusters= (--clusters)"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": [[[0, 0]]], "predicted_clusters": [[[0, 0]]]')},
        [
            "f.jsonl:1: the document has both 'clusters' and 'predicted_clusters'; "
            "choose one, for example with clusters=predicted_clusters (--clusters)"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": {"a": [[0, 0]]}')},
        [
            "f.jsonl:1: document 'd': 'clusters' is {'a': [[0, 0]]}, which is not a list of clusters; "
            "write a list of lists of spans"
        ],
    ),
    Bad("jsonlines", {"jsonl": line('"clusters": [[]]')}, ["f.jsonl:1: document 'd': cluster 0 is empty; remove it"]),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": [[[0, 1.5]]]')},
        ["f.jsonl:1: document 'd': [0, 1.5] in cluster 0 is not a span; write [start, end], in whole numbers"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line(f'{WORDS}, "clusters": [[[0, 0], [3, 5]]]')},
        [
            "f.jsonl:1: span [3, 5] of document 'd' ends after the last of 4 tokens; "
            f"the end is read as inclusive, {SPANS}"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line(f'{WORDS}, "clusters": [[[0, 0], [2, 4]]]')},
        [
            "f.jsonl:1: span [0, 0] of document 'd' is empty if ends are exclusive, "
            "but [2, 4] of document 'd' (line 1) ends outside its text if they are inclusive; correct one of them"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line(f'{WORDS}, "clusters": [[[0, 1], [2, 3]]]')},
        [
            "f.jsonl: nothing proves whether the ends of spans are inclusive or exclusive; "
            "state it with spans=inclusive or spans=exclusive (--spans)"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"sentences": [["Ann", "slept"], ["She", "was", "tired"]], "clusters": [[[0, 2], [2, 3]]]')},
        [
            "f.jsonl: nothing proves whether the ends of spans are inclusive or exclusive (2 of 2 stay inside a "
            "sentence if exclusive, 1 if not); state it with spans=inclusive or spans=exclusive (--spans)"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": [[[-1, 0], [0, 0], [3, 1]]]')},
        [
            "f.jsonl:1: span [-1, 0] of document 'd' begins before the first token; count from 0",
            "f.jsonl:1: span [3, 1] of document 'd' is empty or ends before it begins; "
            f"the end is read as inclusive, {SPANS}",
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line(f'"clusters": [[[0, {10**30}]]]')},
        [f"f.jsonl:1: document 'd': [0, {10**30}] in cluster 0 is not a span; write [start, end], in whole numbers"],
    ),
    Bad("table", {"csv": f"start,end,entity\n0,{10**30},a\n"}, [f"f.csv:2: end is '{10**30}'; write a whole number"]),
    Bad(
        "jsonlines",
        {"jsonl": '{"doc_key": "d", "cased_words": ["a", "b"], "sent_id": [0], "clusters": []}\n'},
        ["f.jsonl:1: document 'd': 'sent_id' has 1 numbers for 2 words; write one number for each word, or remove"],
    ),
    Bad("brat", {"ann": f"T1\tM 0 {10**30}\tx\n"}, ["f.ann:1: cannot read 'T1"]),
    Bad(
        "booknlp",
        {"entities": BOOK + f"0\t0\t{10**30}\n", "tokens": TOKENS},
        [f"f.entities:2: end_token is '{10**30}'; write a whole number"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": []') * 2},
        ["f.jsonl:2: document 'd' is also in line 1; rename or delete one"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"sentences": ["Ann slept.", ["x"]], "clusters": []')},
        [
            "f.jsonl:1: document 'd': the text cannot be read; write a list of words, a list of lists of words, "
            "or one string under 'text'"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"sentences": [["a"]], "mention_clusters": [[[1, 0, 1]]]')},
        ["f.jsonl:1: document 'd': span [1, 0, 1] has a sentence that is not there (there are 1); count from 0"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": [[[0, 0]]], "spans": "closed"')},
        [
            "f.jsonl:1: document 'd': 'spans' is 'closed'; "
            "write one of inclusive, exclusive, characters, characters-inclusive"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": [[[0, 0]]], "cluster_labels": ["a", "b"]')},
        ["f.jsonl:1: document 'd': 'cluster_labels' is not a list with a name for each cluster; write a list"],
    ),
    Bad(
        "json",
        {"json": '{"d": [["Ann"}'},
        ["f.json:1: this is not JSON (Expecting ',' delimiter, at character 14); is the line complete?"],
    ),
    Bad(
        "json",
        {"json": '[["Ann", "she"]]'},
        ['f.json:1: this is not an object of documents; write {"document": [[mention, ...], ...]}'],
    ),
    Bad("json", {"json": "{}"}, ['f.json: this file has no document; write {"document": [[mention, ...], ...]}']),
    Bad(
        "json",
        {"json": '{"d": [["Ann"]], "d": [["she"]]}'},
        ["f.json:1: 'd' is twice in one object; rename or delete one"],
    ),
    Bad(
        "json",
        {"json": '{"d": {"a": ["x"],\n "a": ["y"]}}'},
        ["f.json:2: 'a' is twice in one object; rename or delete one"],
    ),
    Bad(
        "json",
        {"json": '{"a":\n[[' + "1" * 5_000 + "]]}"},
        ["f.json:2: a number has 5,000 digits, which is too many; write a smaller number"],
    ),
    Bad("json", {"json": '{"a": ' + "[" * 100_000}, ["f.json:1: brackets are nested too deeply; remove the ones"]),
    Bad(
        "json",
        {"json": '{"a": ' + "[" * 500 + "]" * 500 + "}"},
        ["f.json: document 'a': brackets are nested too deeply; write [[mention, ...], ...]"],
    ),
    Bad(
        "json",
        {"json": '{"a": [["\\ud83d\\ude00", "\\\\ud800"]],\n"b": [["x\\uD800"]]}'},
        [r"f.json:2: \uD800 is a lone surrogate (half of a character), which no text can hold; write the character"],
    ),
    Bad("jsonlines", {"jsonl": line('"clusters": ' + "[" * 100_000)}, ["f.jsonl:1: brackets are nested too deeply"]),
    Bad("jsonlines", {"jsonl": "[" * 100_000}, ["f.jsonl:1: brackets are nested too deeply; remove the ones"]),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": []') + line('"clusters": [[[0, ' + "1" * 5_000 + "]]]")},
        ["f.jsonl:2: a number has 5,000 digits, which is too many; write a smaller number"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": []') + line('"tokens": ["\\ud800"], "clusters": []')},
        [r"f.jsonl:2: \ud800 is a lone surrogate (half of a character), which no text can hold; write the character"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": '{"doc_key": "\\udc00", "clusters": []}\n'},
        [r"f.jsonl:1: \udc00 is a lone surrogate (half of a character), which no text can hold; write the character"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": [[[0, 0]]], "clusters": []')},
        ["f.jsonl:1: 'clusters' is twice in one object; rename or delete one"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"sentences": [["x"], "yz"], "clusters": []')},
        ["f.jsonl:1: document 'd': the text cannot be read; write a list of words"],
    ),
    Bad(
        "jsonlines",
        {
            "jsonl": line(
                '"sentences": [["a", "b"], ["c", "d"]], "mention_clusters": [[[0, 1, 3], [1, -1, 1], [1, 1, 1]]]'
            )
        },
        [
            "f.jsonl:1: document 'd': span [0, 1, 3] ends after the last of 2 tokens of its sentence; "
            f"the end is read as exclusive, {SPANS}",
            "f.jsonl:1: document 'd': span [1, -1, 1] begins before the first token of its sentence; count from 0",
            "f.jsonl:1: document 'd': span [1, 1, 1] is empty or ends before it begins; "
            f"the end is read as exclusive, {SPANS}",
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"sentences": [["a"]], "mention_clusters": [[[0, 0, 1]]], "spans": "characters"')},
        [
            "f.jsonl:1: document 'd': 'mention_clusters' counts the tokens of sentences, not characters; "
            "change this with spans= (--spans)"
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"clusters": [[[0, 0]]], "cluster_labels": [["a"]]')},
        ["f.jsonl:1: document 'd': 'cluster_labels' is not a list of names; write texts or numbers"],
    ),
    Bad(
        "jsonlines",
        {
            "jsonl": line('"tokens": ["a"], "clusters": [[[0, "x"], [0, 0], [0]], [], [[0, 4]]]')
            + '{"doc_key": "e", "tokens": ["a"], "clusters": [[[0, 7]], [[0, 0, 0]]]}\n'
        },
        [
            "f.jsonl:1: document 'd': [0, 'x'] in cluster 0 is not a span; write [start, end], in whole numbers",
            "f.jsonl:1: document 'd': [0] in cluster 0 is not a span; write [start, end], in whole numbers",
            "f.jsonl:1: document 'd': cluster 1 is empty; remove it",
            f"f.jsonl:1: span [0, 4] of document 'd' ends after the last of 1 tokens; {INCLUSIVE}",
            "f.jsonl:2: document 'e': [0, 0, 0] in cluster 1 is not a span; write [start, end], in whole numbers",
            f"f.jsonl:2: span [0, 7] of document 'e' ends after the last of 1 tokens; {INCLUSIVE}",
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"tokens": ["a", "b"], "clusters": [[[0, 1], [1, 0], [-1, 1], [0, 3]]]')},
        [
            "f.jsonl: nothing proves whether the ends of spans are inclusive or exclusive; state it with",
            "f.jsonl:1: span [-1, 1] of document 'd' begins before the first token; count from 0",
            "f.jsonl:1: span [0, 3] of document 'd' ends after the last of 2 tokens; correct it",
            "f.jsonl:1: span [1, 0] of document 'd' ends before it begins; correct it",
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": PRETTY},
        [
            "f.jsonl:6: document 'e': 0 in cluster 0 is not a span; write [start, end], in whole numbers",
            "f.jsonl:10: no field has clusters (there are no fields)",
        ],
    ),
    Bad(
        "jsonlines",
        {"jsonl": '[{"doc_key": "d", "clusters": []},\n{"doc_key": "e", "clusters": []}\n{"doc_key": "f"}]\n'},
        ["f.jsonl:3: this is not JSON (Expecting ',' delimiter, at character 1); is the line complete?"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": "[]\n[]\n"},
        ["f.jsonl:2: this is not JSON (Extra data, at character 1); is the line complete?"],
    ),
    Bad(
        "jsonlines",
        {"jsonl": line('"predicted_clusters": []') + '{"doc_key": "e", "clusters": []}\n'},
        [
            "f.jsonl:2: document 'e': there is no 'predicted_clusters', but line 1 has it, and 'clusters' is not read "
            'instead; write "predicted_clusters": [] if nothing was predicted, or name the field to read'
        ],
    ),
    Bad(
        "json",
        {"json": '{"d": "Ann", "e": [["Ann"], "she", []]}'},
        [
            "f.json: document 'd': 'Ann' is not a list of clusters; write [[mention, ...], ...]",
            "f.json: document 'e': cluster 1 is 'she'; write a list of mentions",
            "f.json: document 'e': cluster 2 is empty; remove it",
        ],
    ),
    Bad(
        "brat",
        {"ann": "T1\tMention 0 3\tAnn\nX1\tstrange\n"},
        ["f.ann:2: cannot read 'X1\\tstrange'; a line begins with T, R, *, E, A, M, N or #"],
    ),
    Bad(
        "brat",
        {"ann": "T1\tMention 0\tAnn\n"},
        ["f.ann:1: cannot read 'T1\\tMention 0\\tAnn'; write a mention as 'T1<tab>Type 0 5<tab>text'"],
    ),
    Bad(
        "brat",
        {"ann": "T1\tMention 0 3\tAnn\nR1\tCoref T1 T2\n"},
        [
            "f.ann:2: cannot read 'R1\\tCoref T1 T2'; "
            "write a relation as 'R1<tab>Coref Arg1:T2 Arg2:T1' or '*<tab>Coref T1 T2'"
        ],
    ),
    Bad(
        "brat",
        {"ann": "T1\tMention 0 3\tAnn\nR1\tCoref Arg1:T1 Arg2:T9\n"},
        ["f.ann:2: T9 is linked here but is not a mention; add its line, or delete this one"],
    ),
    Bad(
        "brat",
        {"ann": "T1\tMention 3 3\t\nT1\tMention 5 2\tx\n"},
        [
            "f.ann:1: T1 (3 3) is empty or ends before it begins; ends are exclusive in brat",
            "f.ann:2: T1 (5 2) is empty or ends before it begins; ends are exclusive in brat",
            "f.ann:2: T1 is also in line 1; rename or delete one",
        ],
    ),
    Bad(
        "brat",
        {"ann": "T1\tMention 0 30\tAnn\n", "txt": "Ann\n"},
        ["f.ann:1: T1 ends after the last of 4 characters; is this its text?"],
    ),
    Bad(
        "brat",
        {"ann": "T1\tMention 0 3\tAnn\nT2\tMention 4 7\tshe\nR1\tCop Arg1:T1 Arg2:T2\n"},
        ["f.ann: no relation here is coreference (there are Cop (1)); name one Coref, or write '*' lines"],
    ),
    Bad(
        "litbank",
        {"ann": TSV},
        ["f.ann: there is no 'f.txt' beside this file; put it there, because it has the sentences"],
    ),
    Bad(
        "litbank",
        {"ann": TSV + "ANAPHOR\tT1\tT2\n", "txt": "Ann\n"},
        ["f.ann:2: cannot read 'ANAPHOR'; a line begins with MENTION, COREF, COP or APPOS"],
    ),
    Bad(
        "litbank",
        {"ann": TSV + TSV + "MENTION\tT2\t0\t0\tAnn\n", "txt": "Ann\n"},
        [
            "f.ann:2: mention T1 is also in line 1; rename or delete one",
            "f.ann:3: cannot read this mention; write MENTION, its name, and its first and last token as "
            "sentence, token, sentence, token",
        ],
    ),
    Bad(
        "litbank",
        {
            "ann": "MENTION\tT1\t0\t0\t1\t0\tx\nMENTION\tT2\t0\t0\t0\t4\tx\nMENTION\tT3\t0\t1\t0\t0\tx\n",
            "txt": "Ann slept\n",
        },
        [
            "f.ann:1: there is no sentence 1 in the text (there are 1); count from 0",
            "f.ann:2: sentence 0 has no token 4 (there are 2); count from 0",
            "f.ann:3: mention T3 ends before it begins; write its first token, then its last",
        ],
    ),
    Bad(
        "litbank",
        {"ann": TSV + "COREF\tT1\ta\nCOREF\tT1\tb\nCOREF\tT5\tb\nCOREF\tT5\n", "txt": "Ann\n"},
        [
            "f.ann:3: line 2 also has an entity for mention T1; keep one of them",
            "f.ann:4: there is no mention T5; add its MENTION line, or delete this line",
            "f.ann:5: cannot read this line; write COREF, the name of a mention and the name of its entity",
        ],
    ),
    Bad(
        "booknlp",
        {"entities": BOOK.replace("end_token", "stop") + "0\t0\t0\n"},
        ["f.entities:1: there is no column 'end_token' (there are COREF, start_token, stop, prop, cat, text); add it"],
    ),
    Bad(
        "booknlp",
        {"entities": BOOK + "0\tzero\t0\n", "tokens": TOKENS},
        ["f.entities:2: start_token is 'zero'; write a whole number"],
    ),
    Bad(
        "booknlp",
        {"entities": BOOK + "0\t0\t1\x1c\n", "tokens": TOKENS},
        [r"f.entities:2: end_token is '1\x1c'; write a whole number"],
    ),
    Bad(
        "booknlp",
        {"entities": BOOK + "0\t0\t7\n", "tokens": TOKENS},
        ["f.entities:2: token 7 is not in the text (2 tokens); are .entities and .tokens of the same book?"],
    ),
    Bad(
        "booknlp",
        {"entities": BOOK + "\t0\t0\n0\t1\t0\n", "tokens": TOKENS},
        [
            "f.entities:2: this mention has no entity; write its number under COREF",
            "f.entities:3: tokens 1 to 0 are not a mention; write its first token, then its last, counted from 0",
        ],
    ),
    Bad(
        "booknlp",
        {"entities": BOOK + "0\t0\t0\n", "tokens": TOKENS.replace("\t1\t", "\t5\t")},
        ["f.tokens:3: token 1 has the number 5; count tokens 0, 1, 2 ..."],
    ),
    Bad(
        "booknlp",
        {"entities": BOOK + "0\t0\t0\n", "tokens": "word\nAnn\n"},
        ["f.tokens:1: there is no column 'sentence_ID' (there are word); add it"],
    ),
    Bad(
        "table",
        {"csv": "document,start,entity\nd,0,1\n"},
        [
            "f.csv:1: there is no column 'end' (there are document, start, entity); "
            "name the columns document, start, end, entity"
        ],
    ),
    Bad(
        "table",
        {"csv": "document,start,end,entity\nd,0,0\nd,0,0,1,2\n"},
        [
            "f.csv:2: this row has 3 cells, but line 1 has 4 titles; write a cell for each title",
            "f.csv:3: this row has 5 cells, but line 1 has 4 titles; write a cell for each title",
        ],
    ),
    Bad(
        "table",
        {"csv": "document,start,end,entity\nd,x,0,1\n,0,0,\n"},
        [
            "f.csv:2: start is 'x'; write a whole number",
            "f.csv:3: document is empty; write text",
            "f.csv:3: entity is empty; write text",
        ],
    ),
    Bad(
        "table",
        {"csv": "document,start,end,entity\nd,0,2,1\n"},
        [
            "f.csv: nothing proves whether the ends of spans are inclusive or exclusive; "
            "state it with spans=inclusive or spans=exclusive (--spans)"
        ],
    ),
    Bad(
        "table",
        {"csv": "document,start,end,entity,spans\nd,0,2,1,open\n"},
        ["f.csv: the column 'spans' has open; write one of inclusive, exclusive, characters, characters-inclusive"],
    ),
    Bad(
        "table",
        {"csv": "document,start,end,entity,parts,head\nd,0,0,1,a-b,one\n"},
        ["f.csv:2: head is 'one'; write a whole number", "f.csv:2: parts is 'a-b'; write the first and the last"],
    ),
    Bad("table", {"parquet": b"PAR1 and nothing more"}, ["f.parquet: this Parquet file cannot be read"]),
    Bad(
        "tagged",
        {"tagged": "# document d\n\n"},
        ["f.tagged: this file has no text; write it with tags for its mentions, as in '[e1 Ann] slept'"],
    ),
    Bad(
        "tagged",
        {"tagged": "[e1 Ann] slept\n# document d\n[e1 She] woke\n"},
        ["f.tagged:1: there is text before the first '# document NAME'; put such a line before it"],
    ),
    Bad(
        "tagged",
        {"tagged": "# document d\n[e1 Ann]\n# document d\n[e1 Ann]\n"},
        ["f.tagged:3: document 'd' is also in line 1; rename or delete one"],
    ),
    Bad(
        "tagged",
        {"tagged": "[e1 Ann] é".encode("cp1252")},
        [
            "f.tagged:1: not UTF-8 (byte 0xe9); convert the file to UTF-8, "
            "or give its encoding (--encoding), often cp1252"
        ],
    ),
    Bad("tagged", {"tagged": b"[e1 Ann] \0"}, ["f.tagged:1: this is a binary file, not text; give the annotated text"]),
    Bad(
        "semeval",
        {"semeval": SEMEVAL.format("(1", "_")},
        ["f.semeval:2: entity 1 opens here but never closes; close it with 1) before its document ends"],
    ),
    Bad(
        "semeval",
        {"semeval": SEMEVAL.format("_", "1)")},
        ["f.semeval:3: entity 1 closes here but was never opened in its document; open it with (1"],
    ),
    Bad(
        "semeval",
        {"semeval": SEMEVAL.format("()", "_")},
        ["f.semeval:2: cannot read '()': a bracket has no entity; write (1) or (1 ... 1)"],
    ),
    Bad(
        "semeval",
        {"semeval": SEMEVAL.format("_", "_") * 2},
        ["f.semeval:5: document 'd' already began in line 1; rename or delete one"],
    ),
    Bad(
        "semeval",
        {"semeval": SEMEVAL.format("_", "_") + "1\tx\tx\tx\t(1)\n"},
        [
            "f.semeval:5: 1 line of text outside any document; "
            "put '#begin document NAME' before and '#end document' after each document"
        ],
    ),
]


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("bad", COLLECTION, ids=lambda bad: f"{bad.form}: {bad.expected[0][:60]}")
def test_each_fault_has_its_message(tmp_path: Path, bad: Bad) -> None:
    paths = [write(tmp_path / f"f.{suffix}", text) for suffix, text in bad.files.items()]
    with pytest.raises(InputError) as caught:
        read(paths[0], format=bad.form)
    found = [str(problem).replace(f"{tmp_path}/", "") for problem in caught.value.problems]
    assert len(found) == len(bad.expected)
    assert all(one.startswith(other) for one, other in zip(found, bad.expected, strict=True)), found


def test_every_format_has_five_malformed_files_with_messages_of_their_own() -> None:
    for name in FORMATS:
        expected = {bad.expected[0] for bad in COLLECTION if bad.form == name}
        assert len(expected) >= 5 or name in ("conll", "corefud")  # these have collections of their own
