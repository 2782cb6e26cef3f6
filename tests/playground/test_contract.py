"""The contract finds what is wrong in requests and answers, and names the place."""

import asyncio
from typing import Any

import pytest

from tests import contract
from tests.people import Person
from tests.playground.conftest import HI, RawGateway, Wire, answer_to, register
from tests.playground.violations import CALLBACK, COMMANDS, MESSAGES, VIOLATIONS

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


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (entry(*MESSAGES, {"content": 5}, 204), "sends content"),
        (entry(*MESSAGES, {"components": [ROW]}, 204), "sends components.0.components.0.label"),
        (entry(*MESSAGES, {"components": [{"type": 99}]}, 204), "sends components.0.type"),
        (entry(*CALLBACK, {"type": 4, "data": {"components": [ROW]}}, 204), "sends data.components.0.components.0.label"),
        (entry(*CALLBACK, {"type": 9, "data": {"custom_id": "m", "title": "t"}}, 204), '"components" is a required property'),
        (entry(*MESSAGES, {"content": "x"}, 200, {"id": "1"}), "is answered 200 with the body"),
        (entry(*MESSAGES, {"content": "x"}, 204), "a status that Discord does not give here"),
        (entry(*MESSAGES, {"content": "x"}, 403, {"message": "no"}), "an error without code and message"),
        (entry(*MESSAGES, {"content": "x"}, 400, {"message": "", "code": 50035, "errors": {"a": 1}}), 'is refused: {"a": 1}'),
        (entry("GET", "/users/@me", {"a": 1}, 200, {}), "a body where Discord expects none"),
        (entry("GET", "/moon", None, 404), "no such route"),
    ],
)
def test_the_contract_names_what_is_wrong(described: contract.Contract, wrong: dict[str, Any], said: str) -> None:
    problems = described.problems_of(wrong)
    assert any(said in problem for problem in problems), problems


@pytest.mark.parametrize("name", VIOLATIONS)
def test_the_contract_reports_what_only_the_description_states_with_its_place(described: contract.Contract, name: str) -> None:
    route, body, place = VIOLATIONS[name]
    problems = described.problems_of(entry(*route, body, 0, fault=1))
    assert any(f" sends {place}: " in problem for problem in problems), problems


async def test_the_playground_survives_what_only_the_description_refuses(wire: Wire, gateway: RawGateway, ann: Person) -> None:
    await register(wire, HI)
    routes = {
        MESSAGES: f"/channels/{await wire.channel_id()}/messages",
        COMMANDS: f"/applications/{(await wire.state())['bot']['user']['id']}/commands",
    }
    statuses = {}
    for name, (route, body, _) in VIOLATIONS.items():
        if route in routes:
            statuses[name] = (await wire.api(route[0], routes[route], body))[0]
    await register(wire, HI)
    for name, (route, body, _) in VIOLATIONS.items():
        if route == CALLBACK and name.startswith("modal"):
            task = asyncio.create_task(ann.slash("hi"))
            interaction = await gateway.next("INTERACTION_CREATE")
            statuses[name] = (await wire.api("POST", answer_to(interaction), body))[0]
            await wire.api("POST", answer_to(interaction), {"type": 4, "data": {"content": "x"}})
            await task
    assert {name: status for name, status in statuses.items() if status >= 500} == {}


def test_the_contract_ignores_the_answer_of_a_fault(described: contract.Contract) -> None:
    assert described.problems([entry(*MESSAGES, {"content": "x"}, 502, {"nonsense": True}, fault=1)]) == []


def test_the_contract_accepts_numbers_as_ids(described: contract.Contract) -> None:
    body = {"content": "x", "allowed_mentions": {"parse": [], "users": [123]}, "attachments": [{"id": 0}]}
    assert described.problems([entry(*MESSAGES, body, 200, None, fault=1)]) == []
