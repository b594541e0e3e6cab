"""Files that are no corpora: results, groups, weights, tables of results, tables of ids and of pairs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from corefscore.comparison.groups import group_names
from corefscore.comparison.leaderboard import read_result
from corefscore.core.settings import Settings
from corefscore.engines.blocking import blocking
from corefscore.engines.estimate import estimate
from corefscore.engines.score_tables import score_tables
from corefscore.engines.thresholds import thresholds
from corefscore.scoring import score
from corefscore.studies.rank_correlation import of_table

KEY = [["Ann", "she"], ["Tom"]]
TABLE = {"mention": ["1", "2", "3"], "entity": ["a", "a", "b"]}
RESULT = {
    "metrics": {name: {"f1": 0.5} for name in ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "conll")},
    "settings": Settings.of("conll2012").to_dict(),
    "signature": "corefscore:1.0.0|documents:348",
}


class OtherFile(NamedTuple):
    """How a kind of file ends, files of this kind, and what reads them."""

    suffix: str
    seeds: tuple[bytes, ...]
    use: Callable[[Path], object]


def _tables(path: Path) -> None:
    score_tables(path, path, ["muc", "b3", "ceafe", "blanc"])
    estimate(path, path)


def _pairs(path: Path) -> None:
    blocking(TABLE, path)
    thresholds(TABLE, path)


OTHER_FILES: Mapping[str, OtherFile] = {
    "result": OtherFile(
        ".json", (json.dumps(RESULT).encode(),), lambda path: read_result(str(path), "conll2012-english")
    ),
    "groups": OtherFile(
        ".tsv",
        (b"doc1\tnews\ndoc2\tweb\n", b"# names\ndoc1,news\ndoc2,web\n"),
        lambda path: group_names(["doc1", "doc2"], str(path)),
    ),
    "weights": OtherFile(
        ".csv",
        (b"text,weight\nann,2\ntom,1.5\n*,0.1\n", b"document,start,end,weight\n,0,0,1\n,1,1,0.5\n,2,2,3\n"),
        lambda path: score(KEY, KEY, ["b3"], weights=path),
    ),
    "rankings": OtherFile(
        ".csv",
        (b"system,track,muc,b3\na,x,60.1,50\nb,x,61,49.5\nc,y,1,2\nd,y,2,3\n",),
        lambda path: of_table(str(path)),
    ),
    "ids": OtherFile(
        ".csv",
        (b"mention,entity\n1,a\n2,a\n3,b\n", b'record_id\tcluster_id\n"1"\t7\n2\t7\n3\t\n4\t"x""y"\n'),
        _tables,
    ),
    "pairs": OtherFile(".csv", (b"left,right,score\n1,2,0.9\n2,3,0.5\n3,1,0.1\n",), _pairs),
}
