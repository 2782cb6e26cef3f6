"""Checks the bot's requests and the playground's answers against Discord's own description of its API.

The description is not part of the project: `load` gives None where the file is absent, and the check is skipped.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

FILE = Path(__file__).parents[2] / "shared" / "discord-openapi.json"
_URI = "urn:discord"
_CHOICES = {"anyOf", "oneOf"}


class Contract:
    """Validators by method, route and direction, each compiled when it is first needed."""

    def __init__(self, description: dict[str, Any]) -> None:
        self._paths = description["paths"]
        self._schemas = description["components"]["schemas"]
        schemas = {name: _absolute(_plain(schema, self._schemas)) for name, schema in self._schemas.items()}
        # discord.py writes ids as numbers, and Discord takes them.
        schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
        # The description says that codes inside `errors` are numbers; they are words.
        schemas["InnerErrors"] = {"type": "object", "required": ["_errors"]}
        self._registry = jsonschema_rs.Registry([(_URI, {"components": {"schemas": schemas}})])
        self._validators: dict[tuple[str, ...], Any] = {}

    def problems(self, log: list[dict[str, Any]]) -> list[str]:
        """What is wrong in a log of requests (`GET /control/requests`), a line each; [] when all is well."""
        return [problem for entry in log for problem in self.problems_of(entry)]

    def problems_of(self, entry: dict[str, Any]) -> list[str]:
        """What is wrong with one request or its answer. An answer made by a fault is not looked at."""
        where = f"#{entry['n']} {entry['method']} {entry['path']}"
        operation = self._paths.get(entry["route"], {}).get(entry["method"].lower())
        if operation is None:
            return [f"{where}: Discord has no such route"]
        found = [f"{where} sends {fault}" for fault in self._request(entry, operation)]
        if entry["fault"] is None:
            found += [f"{where} is answered {entry['status']} with {fault}" for fault in self._answer(entry, operation)]
            if entry["status"] == 400 and (entry["answer"] or {}).get("code") == 50035:
                found.append(f"{where} is refused: {json.dumps(entry['answer']['errors'])}")
        return found

    def _request(self, entry: dict[str, Any], operation: dict[str, Any]) -> list[str]:
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return ["a body where Discord expects none"] if entry["body"] is not None else []
        if entry["body"] is None:
            return ["no body"] if operation["requestBody"].get("required") else []
        key = (entry["method"], entry["route"], "request")
        return self._faults(key, content["application/json"]["schema"], entry["body"])

    def _answer(self, entry: dict[str, Any], operation: dict[str, Any]) -> list[str]:
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
        return self._faults((entry["method"], entry["route"], str(status)), schema, answer)

    def _faults(self, key: tuple[str, ...], schema: dict[str, Any], instance: Any) -> list[str]:
        if key not in self._validators:
            plain = _absolute(_plain(schema, self._schemas))
            self._validators[key] = jsonschema_rs.Draft202012Validator(plain, registry=self._registry)
        return [f"{_path(error)}: {error.message}" for error in self._validators[key].iter_errors(instance)]


@cache
def load() -> Contract | None:
    """The contract, if Discord's description lies beside the project."""
    if not FILE.is_file():
        return None
    return Contract(json.loads(FILE.read_text()))


def _path(error: Any) -> str:
    return ".".join(str(part) for part in error.instance_path) or "the body"


def _plain(schema: Any, schemas: dict[str, Any]) -> Any:
    """The schema with every choice decided by `type` where it can be: then an error names the fault, not the choice."""
    if isinstance(schema, list):
        return [_plain(it, schemas) for it in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _plain(value, schemas) for key, value in schema.items() if key not in _CHOICES}
    for key in _CHOICES & schema.keys():
        plain |= _decided(schema[key], schemas)
    return plain


def _decided(branches: list[Any], schemas: dict[str, Any]) -> dict[str, Any]:
    if any("const" in branch for branch in branches):
        return {"anyOf": branches}
    some = [branch for branch in branches if branch != {"type": "null"}]
    kinds = [_kinds(branch, schemas) for branch in some]
    if len(some) == 1:
        decided = _plain(some[0], schemas)
    elif all(kinds):
        decided = {
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"enum": sorted(set().union(*kinds))}},
            "allOf": [
                {"if": {"properties": {"type": {"enum": kind}}}, "then": _plain(branch, schemas)}
                for kind, branch in zip(kinds, some, strict=True)
            ],
        }
    else:
        decided = {"anyOf": _plain(some, schemas)}
    return {"if": {"type": "null"}, "else": decided} if len(some) < len(branches) else decided


def _kinds(branch: dict[str, Any], schemas: dict[str, Any]) -> list[Any]:
    """The values of `type` that mean this branch of a choice."""
    if "$ref" in branch:
        branch = schemas[branch["$ref"].rpartition("/")[2]]
    kinds: list[Any] = branch.get("properties", {}).get("type", {}).get("enum", [])
    return kinds


def _absolute(schema: Any) -> Any:
    """The same with its references pointing into the registry."""
    if isinstance(schema, list):
        return [_absolute(it) for it in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value.replace("#/", f"{_URI}#/", 1) if key == "$ref" and value.startswith("#/") else _absolute(value)
        for key, value in schema.items()
    }
