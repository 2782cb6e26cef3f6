"""Answers that Discord refuses, and errors while a refusal is worded: each is logged, and the person gets a message."""

import asyncio
import json
from typing import Any

import pytest

from bot import app
from bot.discord import error_boundary
from bot.interactions import routes
from bot.interactions.call import Reply
from bot.interactions.routes import presses
from bot.messages.table.house_rules import OpenFormPress
from playground.world.entities import AUTOCOMPLETE, PRESS, SUBMIT
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import send_forged
from tests.e2e.support.forms import open_form, open_topics, send_form
from tests.e2e.support.tables import draw_from_stock, open_table, start_match
from tests.people import Json, said

INVALID: dict[str, Any] = {"status": 400, "code": 50035, "message": "Invalid Form Body"}
SORRY = "Something went wrong"
LONG = "9" * 6000
FORGED = {
    **{f"a number of {len(n)} digits in {p[:2]}": p.format(n) for n in (str(2**63), "9" * 95, LONG) for p in (
        "t:{}:join", "t:1:{}:agree", "m:{}:1:draw stock", "m:1:{}:draw stock", "s:{}:1:meld", "r:{}:match_deals", "h:{}:0",
        "h:1:{}", "b:{}:0:0::", "b:1:0:0:{}:", "l:1:{}", "p:{}:all:0", "p:1:all:{}", "f:{}", "f:1:all:{}",
    )},
    **{f"nonsense {n}": text for n, text in enumerate((
        "", ":", "t", "t:1", "t:1:nothing", "t:-1:join", "t:١:join", "t:²:join", "m:1:1:", "m:1:1:meld " + "5H" * 900,
        "m:1:1:\x00", "r:1:page", "r:1:nothing", "s:1:1:meld", "x" * 6000, "t:1:join~zzz", "~", "p:1:\u0661:0",
        "b:0:0:0:10000000:", "b:1:0:0:9999999:rami",
    ))},
}  # fmt: skip
VALUES: tuple[Any, ...] = ([], [""], ["9" * 6000], ["discard " + "QS" * 3000], [7], "discard", None, [None], [["discard QS"]])


def _is_wrong(answer: Any) -> bool:
    if answer["outcome"] == "modal":
        return False
    return answer["outcome"] not in ("message", "update") or SORRY in said(answer["message"])


async def test_each_forged_press_gets_a_message_and_no_traceback(
    club: Club, bot: app.Bot, capfd: pytest.CaptureFixture[str]
) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    before = club.event_count()
    wrong = []
    for name, custom_id in FORGED.items():
        answer = await send_forged(club, "Cleo", PRESS, {"custom_id": custom_id, "component_type": 2, "id": 1}, lobby)
        if _is_wrong(answer):
            wrong.append((name, answer["outcome"]))
    for custom_id in ("s:1:0:meld", "r:1:match_deals", "r:1:page", "r:1:nothing", "r:1:sets:" + "9." * 40, "r:1:x:y:z"):
        for values in VALUES:
            data = {"custom_id": custom_id, "component_type": 3, "id": 1, "values": values}
            answer = await send_forged(club, "Ann", PRESS, data, lobby)
            if _is_wrong(answer):
                wrong.append((custom_id, str(values)[:20], answer["outcome"]))
    assert not wrong
    assert club.event_count() == before
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


async def test_a_forged_form_of_house_rules_changes_nothing_and_gets_a_message(
    club: Club, bot: app.Bot, capfd: pytest.CaptureFixture[str]
) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    topics = await open_topics(club["Ann"], lobby)
    before = club.event_count()

    def label(rule: Any, **answer: Any) -> Json:
        return {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": rule, **answer}}

    wrong = []
    forged: list[Any] = [None, "x", 7, {}, [None], [7], [{}], [{"component": None}], [label("ace")]]
    forged.append([label(7, values=["high"])])
    forged += [[label("ace", values=values)] for values in (*VALUES, ["high", "low"], "high", {"0": "high"}, ["high_or_lower"])]
    forged += [[label(rule, values=["5"])] for rule in ("page", "court_points", "name", "__class__", "", LONG)]
    for components in forged:
        data = {"custom_id": "r:1:0:sets", "components": components}
        answer = await send_forged(club, "Ann", SUBMIT, data, topics)
        if _is_wrong(answer):
            wrong.append((components, answer["outcome"]))
    assert not wrong
    for person in ("Bob", "Cleo"):
        answer = await send_forged(
            club, person, SUBMIT, {"custom_id": "r:1:0:sets", "components": [label("ace", values=["high"])]}, lobby
        )
        assert answer["outcome"] == "message", "only the host changes rules"
    assert club.event_count() == before
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err


async def test_a_form_that_cannot_be_opened_in_time_asks_to_press_again(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await open_table(club, "Ann")
    topics = await open_topics(club["Ann"], lobby)
    open_at_once = presses.handlers[OpenFormPress]

    async def open_slowly(*arguments: Any) -> Reply:
        await asyncio.sleep(0.1)
        return await open_at_once(*arguments)

    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.01)
    monkeypatch.setitem(presses.handlers, OpenFormPress, open_slowly)
    seen = len(club["Ann"].messages("rummy"))
    assert (await club["Ann"].press(topics, "Jokers")).outcome == "deferred_update"
    await club["Ann"].until(lambda: len(club["Ann"].messages("rummy")) > seen)
    assert said(club["Ann"].messages("rummy")[-1]) == "That took too long. Try again."
    monkeypatch.undo()
    assert (await club["Ann"].press(topics, "Jokers")).outcome == "modal"


async def test_a_slow_form_still_replaces_the_message_that_it_was_opened_from(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await open_table(club, "Ann")
    topics = await open_topics(club["Ann"], lobby)
    form = await open_form(club["Ann"], topics, "sets")
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.0)
    assert (await club["Ann"].submit(form.modal, ace=["high"])).outcome == "deferred_update"
    await club["Ann"].until(lambda: "ace high" in said(club["Ann"].now(topics)))


async def test_forms_that_are_opened_or_sent_leave_nothing_in_memory(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    topics = await open_topics(club["Ann"], lobby)
    for ace in ("high", "low"):
        await open_form(club["Ann"], topics, "jokers")
        await send_form(club["Ann"], await open_form(club["Ann"], topics, "sets"), ace=ace)
    assert not bot.client._connection._view_store._modals


async def test_replies_leave_no_buttons_in_memory(club: Club, bot: app.Bot) -> None:
    """discord.py kept those of each new reply for a quarter of an hour, or for ever if everyone saw it."""
    lobby = await open_table(club, "Ann")
    await open_topics(club["Ann"], lobby)
    assert not bot.client._connection._view_store._views
    assert not bot.client._connection._view_store._synced_message_views


async def test_late_and_duplicate_autocompletes_leave_no_traceback(club: Club) -> None:
    bot = await club.start_bot()
    await club.control("gateway", {"do": "duplicate"})
    await club["Ann"].autocomplete("rules", "variant", "ra")
    await until(lambda: sum(entry.path.endswith("/callback") for entry in club._log) == 2)  # the duplicate is answered, too
    command = next(one for one in club["Ann"].commands if one["name"] == "rules")
    for text in ("ra", "r" * 6000):
        await club.add_fault("POST", "/callback$", delay=3.2)
        option = {"type": 3, "name": "variant", "value": text, "focused": True}
        data = {"id": command["id"], "name": "rules", "type": 1, "options": [option]}
        answer = await send_forged(club, "Ann", AUTOCOMPLETE, data)
        assert answer["outcome"] == "failed"
        await asyncio.sleep(0.5)
    assert await bot.stop() == 0
    assert "Traceback" not in club.bot_log
    assert club["Ann"].id not in club.bot_log


async def test_an_answer_that_discord_rejects_is_logged_as_an_error_and_the_person_gets_a_message(club: Club) -> None:
    bot = await club.start_bot()
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    await club.add_fault("POST", "/callback$", times=2, **INVALID)  # with its pictures, then without them
    pressed = await draw_from_stock(person)
    await club.add_fault("POST", "/callback$", **INVALID)
    commanded = await club["Cleo"].slash("help")
    assert await bot.stop() == 0
    errors = [line for line in map(json.loads, club.bot_log.splitlines()) if line["level"] == "error"]
    assert len(errors) == 2
    for line, reply in zip(errors, (pressed, commanded), strict=True):
        assert reply.message["flags"] & 64
        assert SORRY in said(reply.message)
        assert line["reference"] in said(reply.message)


async def test_a_deferred_answer_that_discord_rejects_gets_a_message(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0)
    for person, act, times in ((club.on_turn(), draw_from_stock, 2), (club["Cleo"], lambda cleo: cleo.slash("history"), 1)):
        await club.add_fault("PATCH", "^/webhooks/", times=times, **INVALID)
        assert (await act(person)).outcome in ("deferred", "deferred_update")
        await person.until(lambda person=person: [one for one in person.hidden if SORRY in said(one)])


async def test_an_error_while_a_refusal_is_worded_gets_a_message(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_table(club, "Ann", "Bob")

    def fail(*_: object) -> None:
        raise KeyError(7)

    monkeypatch.setattr(routes, "names_at", fail)
    reply = await club["Bob"].slash("table join", table=1)
    assert SORRY in said(reply.message)
    await until(lambda: bot.boundary.under_way == 0)
