"""**Replay**: a finished match step by step in a private message, who may see it, and what is refused."""

import pytest

from bot.interactions.call import CallKind
from bot.interactions.table import replay as replay_actions
from bot.messages.card_order import in_card_order
from bot.rummy.events import CardsDealt
from bot.tables.events import Event
from bot.tables.replay import Replay
from tests.desk import SERVER, Asker, Desk
from tests.interactions.table.lobbies import open_table, play_short_match, sit_down, start_match
from tests.interactions.table.test_match import start_alone
from tests.messages.shown_text import ENGLISH, plain_text
from tests.people import Json, labels, said

OPEN = {"custom_id": "t:1:replay"}


def press(deal: int, step: int, seat: object = "", go: str = "view") -> str:
    return f"v:1:{deal}:{step}:{seat}:{go}"


async def refusal(person: Asker, custom_id: str = "t:1:replay", *values: str) -> str:
    reply = await person.forge({"custom_id": custom_id} | ({"values": list(values)} if values else {}))
    assert not reply.message["components"]
    assert reply.message["flags"] & 64
    return said(reply.message)


def check_hands(message: Json, replay: Replay, deal: int, step: int, person: Asker) -> None:
    """Check that a message shows all hands of a step, or who had which cards at its end."""
    shown = plain_text(said(message))
    at = replay.deals[deal].steps[step]
    assert f"Deal {deal + 1} of {len(replay.deals)}, step {step + 1} of {len(replay.deals[deal].steps)}" in shown
    for seat, player in enumerate(at.table.seats.occupants):
        hand = plain_text(ENGLISH.cards(in_card_order(at.deal.hands[seat])))
        assert not hand or hand in shown, (player, person.name)


async def finish_alone(desk: Desk, name: str = "Ann") -> Json:
    message = await start_alone(desk, name)
    for button in ("Table", "End the match", "Yes, end the match"):
        message = (await desk[name].press(message, button)).message
    return message


async def test_a_whole_match_is_stepped_through_in_one_private_message(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob", deals=2)
    result, replay = (await desk["Bob"].slash("match", match=1)).message, await desk.bot.services.tables.replay(1)
    reply = await desk["Bob"].press(result, "Replay")
    assert reply.outcome == "message", "the result stays"
    message = reply.message
    assert message["flags"] & 64
    for deal in range(len(replay.deals)):
        for step in range(len(replay.deals[deal].steps)):
            check_hands(message, replay, deal, step, desk["Bob"])
            if "▶" in labels(message, enabled=True):
                on = await desk["Bob"].press(message, "▶")
                assert (on.outcome, on.message["id"]) == ("update", message["id"])
                message = on.message
    assert labels(message, enabled=True) == ["⏮", "◀", "Check shuffle", "As a file"]
    assert "## " in said(message), "who has won"
    assert said(message).count("Points: ") == 1
    for button, deal, step in (("◀", 1, -2), ("⏮", 1, 0), ("◀", 0, -1), ("⏮", 0, 0), ("Next deal", 1, 0), ("⏭", 1, -1)):
        message = (await desk["Bob"].press(message, button)).message
        check_hands(message, replay, deal, step % len(replay.deals[deal].steps), desk["Bob"])
        shuffle = (await desk["Bob"].press(message, "Check shuffle")).message
        chosen = f"Shuffle of deal {deal + 1}\n**The seed isn't made from the link, the message and the words.**"
        assert chosen in said(shuffle), "tests choose their seeds"
    [(file, page)] = await file_of(desk["Bob"], message)
    assert file == "ramino-1.html"
    assert "<h1>Match 1 · Rami · " in page.decode(), "with its date"


async def file_of(person: Asker, message: Json) -> tuple[tuple[str, bytes], ...]:
    """Return the files that **As a file** sends."""
    services = person.desk.bot.services
    table, call = await services.tables.get(1), person._call(CallKind.PRESS, message["channel_id"])
    return (await replay_actions.send_file(services, call, table, await services.person(call))).files


async def test_the_select_shows_one_hand_and_keeps_it_from_step_to_step(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob")
    replay = await desk.bot.services.tables.replay(1)
    message = (await desk["Bob"].forge(OPEN)).message
    names = ["Ann", "Bob"] if replay.table.seats.occupants[0] == 1 else ["Bob", "Ann"]
    message = (await desk["Bob"].choose(message, "Whose hand", "1")).message
    for step in (0, 1):
        shown = plain_text(said(message))
        assert f"{names[1]}'s hand" in shown
        assert f"**{names[0]}**: " not in shown
        assert f"step {step + 1} of" in shown
        message = (await desk["Bob"].press(message, "▶")).message
    message = (await desk["Bob"].press(message, "⏮")).message
    message = (await desk["Bob"].choose(message, "Whose hand", "all")).message
    assert all(f"**{name}**: " in plain_text(said(message)) for name in names)


async def test_a_match_against_computers_is_replayed_only_by_its_player(desk: Desk) -> None:
    end = await finish_alone(desk)
    assert "Replay" in labels(end)
    replayed = await desk["Ann"].press(end, "Replay")
    assert replayed.outcome == "message"
    assert "Deal 1 of 1, step 1 of" in said(replayed.message)
    assert "Next deal" not in labels(replayed.message)
    in_dms = await desk["Ann"]._answer(desk["Ann"]._call(CallKind.PRESS, "dm", data=OPEN))
    assert "Deal 1 of 1, step 1 of" in said(in_dms.message)
    assert in_dms.message["flags"] & 64
    [(_, page)] = await file_of(desk["Ann"], replayed.message)
    assert "<h1>Match 1 · Rami</h1>" in page.decode(), "no date is stored with it"
    for custom_id in ("t:1:replay", "t:1:replay_file", press(1, 1, go="on")):
        assert "There's no table 1" in await refusal(desk["Finn"], custom_id)


async def test_a_casual_match_is_replayed_by_those_who_see_its_place(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def find_channel(guild: object, place: int) -> None:
        return None

    monkeypatch.setattr(desk.bot.services.api, "find_server", lambda server: object())
    monkeypatch.setattr(desk.bot.services.thread_members, "find_channel", find_channel)
    await open_table(desk, "Ann", deals=1)
    await desk["Ann"].slash("table computer add", level="easy")
    await sit_down(desk, "Bob")
    await desk["Ann"].slash("table start")
    assert "isn't over yet" in await refusal(desk["Ann"])
    assert "isn't over yet" in await refusal(desk["Finn"], press(1, 1, go="on"))
    asked = (await desk["Ann"].slash("table cancel", table=1)).message
    form = await desk["Ann"].press(asked, "Yes, cancel the match")
    await desk["Ann"].submit(form, why="too late")
    assert "Match cancelled" in said((await desk["Ann"].slash("table show", table=1)).message)
    for name in ("Ann", "Bob", "Finn"):
        message = (await desk[name].forge(OPEN)).message
        assert "Deal 1 of 1, step 1 of" in said(message), name
        assert "Match cancelled" in said((await desk[name].press(message, "⏭")).message)
    elsewhere = desk["Finn"]._call(CallKind.PRESS, "lounge", data=OPEN)
    assert "There's no table 1" in said((await desk["Finn"]._answer(elsewhere)).message)


async def test_forged_moments_are_the_nearest_ones_or_refused(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob")
    last = len((await desk.bot.services.tables.replay(1)).deals[0].steps)
    for deal, step, go, shown in ((0, 0, "back", 1), (999999999, 999999999, "on", last), (1, 999999999, "last", last)):
        reply = await desk["Bob"].forge({"custom_id": press(deal, step, go=go)})
        assert f"Deal 1 of 1, step {shown} of {last}" in said(reply.message)
        assert reply.outcome == "message", "no message of others is replaced"
    for custom_id, values in (
        (press(1, 1, 2, "on"), ()),
        (press(1, 1, 999999999, "on"), ()),
        (press(1, 1), ("2",)),
        (press(1, 1), ("x",)),
        (press(1, 1), ("-1",)),
        (press(1, 1), ("²",)),
        (press(1, 1), ()),
        (press(1, 1, go="jump"), ()),
        (press(1, -1, go="on"), ()),
        ("v:1:1", ()),
    ):
        assert "This button is from an earlier version" in await refusal(desk["Bob"], custom_id, *values), custom_id


async def test_what_has_no_replay_is_refused_with_its_reason(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "There's no table 9" in await refusal(desk["Bob"], "t:9:replay")
    assert "There's no table 9" in await refusal(desk["Bob"], "v:9:1:1::on")
    await open_table(desk, "Ann")
    await desk["Ann"].press((await desk["Ann"].slash("table cancel", table=1)).message, "Yes, cancel the table")
    assert "closed before its first deal" in await refusal(desk["Ann"])
    await play_short_match(desk, "Ann", "Bob")
    log = desk.store.log
    read = log.read_events

    async def without_deal(number: int) -> list[Event]:
        return [event for event in await read(number) if not isinstance(event, CardsDealt)]

    monkeypatch.setattr(desk.bot.services.tables._log, "read_events", without_deal)
    assert "can't be loaded" in await refusal(desk["Bob"], "t:2:replay")


async def test_nobody_sees_it_while_other_tables_play_the_same_deals(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await play_short_match(desk, "Ann", "Bob")
    message = (await desk["Bob"].forge(OPEN)).message

    async def hides_cards(server: int, matches: tuple[int, ...]) -> frozenset[int]:
        assert server == SERVER
        return frozenset(matches)

    monkeypatch.setattr(desk.bot.services.tournaments, "hides_cards", hides_cards)
    assert "Other tables still play the deals of table 1" in said((await desk["Bob"].press(message, "▶")).message)
    for custom_id in ("t:1:replay", "t:1:replay_file"):
        assert "Other tables still play" in await refusal(desk["Bob"], custom_id)


async def test_a_match_that_is_played_has_no_button(desk: Desk) -> None:
    first, _ = await start_match(desk, "Ann", "Bob")
    for command in ("hand", "table show"):
        assert "Replay" not in labels((await first.slash(command)).message)


async def test_the_file_of_a_voided_match_says_so(desk: Desk) -> None:
    await play_short_match(desk, "Ann", "Bob")
    replayed = (await desk["Bob"].press((await desk["Bob"].slash("match", match=1)).message, "Replay")).message
    for title in ("", " · voided"):
        [(_, page)] = await file_of(desk["Bob"], replayed)
        assert f"{title}</h1>" in page.decode()
        assert ("voided" in page.decode()) == bool(title)
        await desk["Ann"].slash("league void", match=1, why="wrong rules")
