"""The check of the bot's requests and the playground's answers against Discord's description of its API.

The description is not part of the project: `load` returns None if the file is absent, and the check is skipped.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

FILE = Path(__file__).parents[2] / "shared" / "discord-openapi.json"
LEARNED_CODES = {
    "BUTTON_COMPONENT_INVALID_EMOJI",
    "ATTACHMENT_NOT_FOUND",
    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
}
"""What the bot can only learn from a refusal: that an emoji was deleted, or a file replaced while it was being kept."""
_URI = "urn:discord"
_CHOICES = {"anyOf", "oneOf"}


class Contract:
    """Discord's API description. The validator of each route is compiled when it is first needed."""

    def __init__(self, description: dict[str, Any]) -> None:
        self._paths = description["paths"]
        self._schemas = description["components"]["schemas"]
        schemas = {name: _absolute(_decided_by_type(schema, self._schemas)) for name, schema in self._schemas.items()}
        # discord.py sends ids as numbers, and Discord accepts them.
        schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
        # The description says that the codes in `errors` are numbers, but they are words.
        schemas["InnerErrors"] = {"type": "object", "required": ["_errors"]}
        self._registry = jsonschema_rs.Registry([(_URI, {"components": {"schemas": schemas}})])
        self._validators: dict[tuple[str, ...], Any] = {}

    def problems(self, log: list[dict[str, Any]]) -> list[str]:
        """Return what is wrong in a log of requests (`GET /control/requests`), one line per problem."""
        return [problem for entry in log for problem in self.problems_of(entry)]

    def problems_of(self, entry: dict[str, Any]) -> list[str]:
        """Return what is wrong with one request or its answer. The answer of a fault is not checked."""
        where = f"#{entry['n']} {entry['method']} {entry['path']}"
        operation = self._paths.get(entry["route"], {}).get(entry["method"].lower())
        if operation is None:
            return [f"{where}: Discord has no such route"]
        found = [f"{where} sends {problem}" for problem in self._request_problems(entry, operation)]
        if entry["fault"] is None:
            status = entry["status"]
            found += [f"{where} is answered {status} with {problem}" for problem in self._answer_problems(entry, operation)]
            is_invalid = status == 400 and (entry["answer"] or {}).get("code") == 50035
            codes = {code for _, code in _faults(entry["answer"]["errors"])} if is_invalid else set()
            if is_invalid and not (codes and codes <= LEARNED_CODES):
                found.append(f"{where} is refused: {json.dumps(entry['answer']['errors'])}")
        return found

    def _request_problems(self, entry: dict[str, Any], operation: dict[str, Any]) -> list[str]:
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return ["a body where Discord expects none"] if entry["body"] is not None else []
        if entry["body"] is None:
            return ["no body"] if operation["requestBody"].get("required") else []
        key = (entry["method"], entry["route"], "request")
        return self._schema_problems(key, content["application/json"]["schema"], entry["body"])

    def _answer_problems(self, entry: dict[str, Any], operation: dict[str, Any]) -> list[str]:
        status, answer = entry["status"], entry["answer"]
        if status >= 400:
            known = isinstance(answer, dict) and {"code", "message"} <= answer.keys()
            return [] if known else ["an error without code and message"]
        response = operation["responses"].get(str(status))
        if response is None:
            return [f"a status that Discord does not give here ({', '.join(operation['responses'])})"]
        schema = response.get("content", {}).get("application/json", {}).get("schema")
        if schema is None:
            return ["a body where Discord gives none"] if answer is not None else []
        return self._schema_problems((entry["method"], entry["route"], str(status)), schema, answer)

    def _schema_problems(self, key: tuple[str, ...], schema: dict[str, Any], instance: Any) -> list[str]:
        if key not in self._validators:
            plain = _absolute(_decided_by_type(schema, self._schemas))
            self._validators[key] = jsonschema_rs.Draft202012Validator(plain, registry=self._registry)
        return [f"{_path(error)}: {error.message}" for error in self._validators[key].iter_errors(instance)]


@cache
def load() -> Contract | None:
    """Return the contract, or None if Discord's description is not next to the project."""
    if not FILE.is_file():
        return None
    return Contract(json.loads(FILE.read_text()))


def _path(error: Any) -> str:
    return ".".join(str(part) for part in error.instance_path) or "the body"


def _decided_by_type(schema: Any, schemas: dict[str, Any]) -> Any:
    """Return a schema whose choices are decided by `type`, if possible, so that an error names the wrong value."""
    if isinstance(schema, list):
        return [_decided_by_type(part, schemas) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _decided_by_type(value, schemas) for key, value in schema.items() if key not in _CHOICES}
    for key in _CHOICES & schema.keys():
        plain |= _choice(schema[key], schemas)
    return plain


def _choice(branches: list[Any], schemas: dict[str, Any]) -> dict[str, Any]:
    if any("const" in branch for branch in branches):
        return {"anyOf": branches}
    some = [branch for branch in branches if branch != {"type": "null"}]
    types = [_types(branch, schemas) for branch in some]
    if len(some) == 1:
        decided = _decided_by_type(some[0], schemas)
    elif all(types):
        decided = {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"enum": sorted(set().union(*types))}},
            "allOf": [
                {"if": {"properties": {"type": {"enum": type_}}}, "then": _decided_by_type(branch, schemas)}
                for type_, branch in zip(types, some, strict=True)
            ],
        }
    else:
        decided = {"anyOf": _decided_by_type(some, schemas)}
    return {"if": {"type": "null"}, "else": decided} if len(some) < len(branches) else decided


def _types(branch: dict[str, Any], schemas: dict[str, Any]) -> list[Any]:
    """Return the values of `type` that select this branch of a choice."""
    if "$ref" in branch:
        branch = schemas[branch["$ref"].rpartition("/")[2]]
    types: list[Any] = branch.get("properties", {}).get("type", {}).get("enum", [])
    return types


def _absolute(schema: Any) -> Any:
    """Return the schema with references that point into the registry."""
    if isinstance(schema, list):
        return [_absolute(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value.replace("#/", f"{_URI}#/", 1) if key == "$ref" and value.startswith("#/") else _absolute(value)
        for key, value in schema.items()
    }


def _faults(errors: dict[str, Any], key: str = "") -> Iterator[tuple[str, str]]:
    """Yield the field and the code of each error in the answer to a refused request."""
    for name, within in errors.items():
        if name == "_errors":
            yield from ((key, str(one["code"])) for one in within)
        elif isinstance(within, dict):
            yield from _faults(within, name)
