"""Tables of the fields of JSON, from the schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

from generated_pages.markdown import code, plain, table

SCHEMAS = Path(__file__).parents[1] / "reference" / "schemas"
Schema: TypeAlias = "dict[str, Any]"
OBJECT = "object"


def field_tables() -> dict[str, str]:
    """For each schema a part of a page: a table of its fields, and one for each object inside."""
    paths = sorted(SCHEMAS.glob("*.json"))
    return {f"{path.name.partition('.')[0]}-fields.inc": _tables(json.loads(path.read_text("utf-8"))) for path in paths}


def _tables(schema: Schema) -> str:
    parts = {"": schema, **schema["$defs"]}
    described = {name: part for name, part in parts.items() if part.get("type") == OBJECT}
    return "\n\n".join(_part(name, part) for name, part in described.items()) + "\n"


def _part(name: str, part: Schema) -> str:
    if "properties" not in part:
        return f"*{name}* is {_type(part)}. {plain(_text(part))}"
    required = part.get("required", ())
    rows = [
        [code(field), _type(each), _always(field in required), plain(_text(each))]
        for field, each in part["properties"].items()
    ]
    heading = f"Fields of *{name}*:\n\n" if name else ""
    return heading + table(["field", "type", "always", "what it is"], rows)


def _always(is_required: bool) -> str:
    return "yes" if is_required else ""


def _text(field: Schema) -> str:
    return str(field.get("description", ""))


def _type(field: Schema) -> str:
    if "$ref" in field:
        return f"*{field['$ref'].rpartition('/')[2]}*"
    if "enum" in field or "anyOf" in field or "const" in field:
        return "one of its choices" if "const" not in field else code(json.dumps(field["const"]))
    kind = field.get("type", OBJECT)
    if kind == "array":
        return f"list of {_type(field.get('items', {}))}"
    if kind == OBJECT and isinstance(field.get("additionalProperties"), dict):
        return f"by name: {_type(field['additionalProperties'])}"
    return " or ".join(kind) if isinstance(kind, list) else kind
