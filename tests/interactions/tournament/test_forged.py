"""Presses and forms of tournaments that only an altered client sends: refused with a sentence, and nothing is stored."""

import pytest

from bot.messages.tournament.forms import TournamentForm
from tests.desk import Desk
from tests.e2e.support.league_messages import read
from tests.people import Json, said

DECISIONS = ("award", "withdraw", "replace", "pair", "swap", "apart", "extend", "end")


def field(name: str, value: object) -> Json:
    """Return a field of a form as a client sends it: a text, or the chosen values of a select."""
    answer = {"type": 3, "values": value} if isinstance(value, list) else {"type": 4, "value": value}
    return {"type": 18, "id": 1, "component": {"id": 2, "custom_id": name, **answer}}


async def set_up(desk: Desk, *, name: str = "Club evening", kind: str = "swiss:3") -> Json:
    """Let Ann send the form of a tournament, and return the answer."""
    chosen = {"game": ["rami"], "kind": [kind], "clock": ["short:live"]}
    fields = [field("name", name), *(field(one, value) for one, value in chosen.items()), field("start", "")]
    return (await desk["Ann"].forge({"custom_id": str(TournamentForm()), "components": fields}, is_form=True)).message


async def answer(desk: Desk, name: str, custom_id: str, *fields: Json, **more: object) -> str:
    """Let a person press this button, or send this form with these fields. Return the sentence of the answer, if it has one."""
    is_form = bool(fields)
    data = {"custom_id": custom_id, **more} | ({"components": list(fields)} if is_form else {})
    reply = await desk[name].forge(data, is_form=is_form)
    return said(reply.message) if reply.message else ""


async def ledger(desk: Desk) -> int:
    return (await desk.bot.services.ledgers.log_page(1, None, 0, 1)).total


async def test_forged_presses_and_forms_are_refused_with_a_sentence(desk: Desk) -> None:
    await set_up(desk)
    before = await ledger(desk)
    for action in ("manage", "open", "begin", "add", *DECISIONS):
        assert "Manage Server" in await answer(desk, "Bob", f"n:1:{action}"), action
    fields = [field("why", "because"), field("who", ["#2"]), field("award", ["1:1"]), field("typed", "5")]
    for action in DECISIONS:
        assert "Manage Server" in await answer(desk, "Bob", f"nf:1:{action}", *fields), action
        assert "no tournament" in await answer(desk, "Ann", f"nf:7:{action}", *fields), action
    for name in ("Ann", "Bob"):
        assert "no tournament" in await answer(desk, name, "n:999:join")
        wrong = ("n:1:fly", "n:1:", "n:x:join", "na:0::", "na:1:daily:¦¦¦¦ ", "na:0::¦¦¦¦", "n:-1:join", f"n:{9**30}:join")
        for custom_id in (*wrong, "nf:1:join"):
            assert "went wrong" not in await answer(desk, name, custom_id), custom_id
    assert await ledger(desk) == before


async def test_forged_choices_of_members_add_nobody(desk: Desk) -> None:
    await set_up(desk)
    before, bob = await ledger(desk), str(desk["Bob"].id)
    why = field("why", "because")
    for chosen in ([], ["x"], ["0"], [str(2**63)], ["9" * 90], [bob] * 26, [bob], "Bob", ["¹"]):
        for action in ("add", "replace"):
            fields = [field("who", chosen if action == "add" else ["#1"]), field("other", chosen), why]
            assert "went wrong" not in await answer(desk, "Ann", f"nf:1:{action}", *fields), chosen
    for action, who, award in (("award", "#1", ""), ("replace", "#x", ""), ("withdraw", "", "1"), ("withdraw", "", "²:1")):
        fields = [field("who", [who]), field("award", [award]), why, field("round", "1")]
        assert "went wrong" not in await answer(desk, "Ann", f"nf:1:{action}", *fields), who
    assert desk.store.people.find(int(bob)) is None
    resolved = {"users": {bob: {"username": "bob", "global_name": "Bob"}}, "members": {bob: {"nick": None}}}
    assert "Manage Server" in await answer(desk, "Bob", "nf:1:add", field("who", [bob]), resolved=resolved)
    assert "no tournament" in await answer(desk, "Ann", "nf:7:add", field("who", [bob]), resolved=resolved)
    assert await ledger(desk) == before


@pytest.mark.parametrize("kind", ["swiss:²", "swiss:0", "knockout:77", "lottery:3", "swiss:3:7:7"])
async def test_a_forged_kind_sets_up_nothing(desk: Desk, kind: str) -> None:
    before = await ledger(desk)
    assert "went wrong" not in said(await set_up(desk, kind=kind))
    assert await ledger(desk) == before


async def test_the_name_of_a_tournament_is_escaped(desk: Desk) -> None:
    assert "\\*Evening\\*" in read(await set_up(desk, name="*Evening* " + "\U0001f0cf" * 60))


async def test_a_start_in_the_past_is_refused(desk: Desk) -> None:
    form = await desk["Ann"].slash("tournament", name="Club evening")
    refused = await desk["Ann"].submit(form, name="Club evening", start="2020-01-01 20:00")
    assert "must be in the future" in said(refused.message)
    assert refused.message["flags"] & 64
