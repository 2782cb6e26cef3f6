"""The checker of the contract finds what is wrong, and says where."""

from typing import Any

import pytest

from tests import contract

ROW = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "a", "label": "x" * 81}]}


@pytest.fixture(scope="module")
def described() -> contract.Contract:
    found = contract.load()
    if found is None:
        pytest.skip("Discord's description of its API is not here")
    return found


def entry(method: str, route: str, body: Any, status: int, answer: Any = None, fault: int | None = None) -> dict[str, Any]:
    request = {"n": 1, "method": method, "path": route, "route": route, "body": body}
    return request | {"status": status, "answer": answer, "fault": fault}


SEND = ("POST", "/channels/{channel_id}/messages")
CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (entry(*SEND, {"content": 5}, 204), "sends content"),
        (entry(*SEND, {"components": [ROW]}, 204), "sends components.0.components.0.label"),
        (entry(*SEND, {"components": [{"type": 99}]}, 204), "sends components.0.type"),
        (entry(*CALLBACK, {"type": 4, "data": {"components": [ROW]}}, 204), "sends data.components.0.components.0.label"),
        (entry(*CALLBACK, {"type": 9, "data": {"custom_id": "m", "title": "t"}}, 204), '"components" is a required property'),
        (entry(*SEND, {"content": "x"}, 200, {"id": "1"}), "is answered 200 with the body"),
        (entry(*SEND, {"content": "x"}, 204), "a status that Discord does not give here"),
        (entry(*SEND, {"content": "x"}, 403, {"message": "no"}), "an error without code and message"),
        (entry(*SEND, {"content": "x"}, 400, {"message": "", "code": 50035, "errors": {"a": 1}}), 'is refused: {"a": 1}'),
        (entry("GET", "/users/@me", {"a": 1}, 200, {}), "a body where Discord expects none"),
        (entry("GET", "/moon", None, 404), "no such route"),
    ],
)
def test_what_is_wrong_is_named(described: contract.Contract, wrong: dict[str, Any], said: str) -> None:
    problems = described.problems_of(wrong)
    assert any(said in problem for problem in problems), problems


def test_a_fault_on_request_is_not_held_against_the_playground(described: contract.Contract) -> None:
    assert described.problems([entry(*SEND, {"content": "x"}, 502, {"nonsense": True}, fault=1)]) == []


def test_numbers_pass_as_ids(described: contract.Contract) -> None:
    body = {"content": "x", "allowed_mentions": {"parse": [], "users": [123]}, "attachments": [{"id": 0}]}
    assert described.problems([entry(*SEND, body, 200, None, fault=1)]) == []
