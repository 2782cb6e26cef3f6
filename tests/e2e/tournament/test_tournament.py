"""A club evening at Discord: set up by the form, joined, checked in, played and managed with the buttons of its messages."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from bot import app
from bot.rummy.events import CardsDealt
from bot.rummy.legal_moves import legal_moves
from bot.tables.match_requests import Play
from bot.tables.table import Phase
from scripts.recount import recount
from tests.competition.tournament.club_evening import running
from tests.e2e.support.club import Clock, Club, Witness, until
from tests.e2e.support.league_messages import ask, attached_files, read
from tests.e2e.support.tables import cancel_table
from tests.messages.league.exported_files import read_export
from tests.people import Json, Reply, labels, parts, said
from tests.processes import Process
from tests.tables.table_service import eager

pytestmark = pytest.mark.usefixtures("short_deals")

CROWD = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")


async def save_quick_game(club: Club) -> None:
    """Save the game "Quick", whose matches have one deal. This uses up table number 1."""
    await club["Ann"].slash("table new", deals=1)
    await club["Ann"].slash("variant save", name="Quick")
    await cancel_table(club, "Ann")


async def set_up(club: Club, *, kind: str = "swiss:3", start: str = "", game: str = "") -> Json:
    """Let Ann set up a tournament of one-deal matches, and return its card."""
    if not game:
        await save_quick_game(club)
    form = await club["Ann"].slash("tournament", name="Club evening")
    assert form.outcome == "modal", form
    options = [option for field in parts(form.modal["components"]) for option in field.get("options", ())]
    game = game or next(option["value"] for option in options if option["label"] == "Quick")
    answers = {"name": "Club evening", "game": [game], "kind": [kind], "clock": ["one:none"], "start": start}
    made = await club["Ann"].submit(form.modal, **answers)
    assert made.outcome == "message", made
    return made.message


def pinged(person: Witness) -> list[str]:
    """Return the messages in #rummy that pinged a person, the oldest first."""
    return [ping["message_id"] for ping in person.pings if ping["channel_id"] == person.channel_id("rummy")]


def find_round(person: Witness, number: int) -> Json | None:
    return next((one for one in reversed(person.messages("rummy")) if f"Round {number} of Club evening" in read(one)), None)


async def the_round(person: Witness, number: int) -> Json:
    return await person.until(lambda: find_round(person, number))


async def the_tables(person: Witness, number: int) -> Json:
    """Wait for the message with the tables of a round, below that of its check-in, and return it."""
    found = await person.until(lambda: one if (one := find_round(person, number)) and "Play" in labels(one) else None)
    assert isinstance(found, dict)
    return found


def described(message: Json) -> list[str]:
    """Return the descriptions of the pictures."""
    return [item["description"] for part in parts(message["components"]) for item in part.get("items", ())]


def choice(club: Club, name: str) -> list[str]:
    """Return what Ann chooses in a form that offers those who take part."""
    return [f"#{club.person_number(name)}"]


async def managed(club: Club, message: Json, button: str, **answers: object) -> Reply:
    """Let Ann do something under **Manage**, with a form if it has one."""
    panel = await club["Ann"].press(message, "Manage")
    reply = await club["Ann"].press(panel.message, button)
    return await club["Ann"].submit(reply.modal, in_="rummy", **answers) if answers else reply


async def check_in(club: Club, card: Json, *names: str) -> Json:
    """Let these people join and check in; return the message of the first round."""
    for name in names:
        await club[name].press(card, "Join")
    await managed(club, card, "Open the check-in")
    first = await the_round(club["Bob"], 1)
    for name in names:
        await club[name].press(first, "I'm here")
    return first


async def kill_while_posting(club: Club, process: Process, acting: Coroutine[Any, Any, object], *, applied: bool) -> None:
    """Kill the bot while it posts to #rummy what this act causes; the message has arrived if `applied`."""
    hit = sum(one["fault"] is not None for one in await club.requests())
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages", times=0, delay=60, applied=applied)
    task = asyncio.create_task(acting)
    await club.until_faults(hit + 1)
    process.kill()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await club.clear_faults()


async def play(club: Club, shown: Json, *names: str) -> None:
    """Let these people come to their tables, all at the same moment."""
    for answer in await asyncio.gather(*(club[name].press(shown, "Play") for name in names)):
        assert "in <#" in read(answer.message), answer


async def play_quickly(bot: app.Bot, number: int) -> None:
    """Play a match of one deal to its end, without pressing buttons."""
    tables = bot.services.tables
    while (table := await tables.get(number)).phase == Phase.DEAL:
        assert table.match is not None
        move = eager(legal_moves(table.match, table.match.seat_to_act() or 0))
        await tables.change(number, table.person_to_act(), Play(move))
    assert table.phase == Phase.OVER
    await bot.services.courier.flush()


async def play_everywhere(club: Club, bot: app.Bot, shown: Json, *names: str) -> None:
    """Let these people come to their tables, and play them to the end."""
    await play(club, shown, *names)
    for table in list(bot.services.tables.in_play):
        await play_quickly(bot, table.number)
        await club.until_sent(table.number)
    await bot.league_clock.run_once(0)


@pytest.mark.journey
async def test_an_evening_from_the_form_to_the_winner_and_a_correction_after_it(club: Club, bot: app.Bot) -> None:
    two, three = CROWD[:2], CROWD[:3]
    card = await set_up(club, kind="swiss:3")
    assert "Swiss, 3 rounds" in read(card)
    assert "It begins when an organiser says so." in read(card)
    for name in two:
        joined = await club[name].press(card, "Join")
        assert joined.outcome == "update", joined
    assert "2 players:" in read(club["Bob"].now(card))
    await managed(club, card, "Open the check-in")
    first = await the_round(club["Bob"], 1)
    assert [ping["message_id"] for ping in club["Bob"].pings] == [first["id"]]
    assert f"<@{club['Bob'].id}>" in read(first)
    for name in two:
        answer = await club[name].press(first, "I'm here")
        assert answer.outcome == "update", answer
    assert "Here (2): Ann and Bob" in read(club["Bob"].now(first))
    await managed(club, first, "Begin round 1 now")
    tables = await the_tables(club["Bob"], 1)
    assert int(tables["id"]) > int(first["id"]), "below it"
    await club["Bob"].until(lambda: labels(club["Bob"].now(first)) == ["Go to the round"])
    assert read(club["Bob"].now(first)) == "Round 1 of Club evening has begun."
    assert f"/{tables['id']}" in str(club["Bob"].now(first)["components"])
    assert f"/{card['id']}" in str(tables["components"]), "a link to the card"
    await play_everywhere(club, bot, tables, *two)
    second = await the_round(club["Bob"], 2)
    assert labels(club["Bob"].now(tables)) == ["Tournament"], "a link to the card"
    assert pinged(club["Bob"]) == [first["id"], tables["id"], second["id"]]
    late = await club["Cleo"].press(second, "I'm here")
    assert late.outcome == "update", "a late entry"
    for name in two:
        await club[name].press(second, "I'm here")
    second = await the_tables(club["Bob"], 2)
    mine = await club["Cleo"].press(card, "My match")
    assert "Your table:\n" in read(mine.message)
    await play_everywhere(club, bot, second, *three)
    third = await the_round(club["Bob"], 3)
    for name in three:
        await club[name].press(third, "I'm here")
    await play_everywhere(club, bot, await the_tables(club["Bob"], 3), *three)
    await club["Bob"].until(lambda: "Winner: " in read(club["Bob"].now(card)))
    assert labels(club["Bob"].now(card)) == ["Manage", "Rounds"]
    rounds = await club["Bob"].press(card, "Rounds")
    assert rounds.message["flags"] & 64, "only Bob sees it"
    assert "Round 1\n- Table " in read(rounds.message).replace("**", "")
    assert "Round 3" in read(rounds.message)
    log = read((await club["Bob"].slash("league log")).message)
    assert "Ann set up the tournament Club evening." in log
    assert "Ann began round 1 of Club evening." in log
    export = await ask(club["Bob"], "league export")
    found = read_export((await attached_files(club, export))["ramino-export.zip"])
    assert recount(found) == []
    (one,) = found["tournaments"]
    assert {found["people"][str(row["person"])] for row in one["table"]} == {*three}
    assert all("match" in table for played in one["rounds"] for table in played["tables"])
    before, table = read(club["Bob"].now(card)), read(club["Bob"].now(tables))
    swap = {"change": "swap", "player": "ann", "other": "bob"}
    answer = await ask(club["Ann"], "league correct", match=club.results()[0]["number"], why="misread", **swap)
    assert "Club evening: scores recalculated." in read(answer)
    await club["Bob"].until(lambda: read(club["Bob"].now(tables)) != table)
    match_card = f"match `{club.results()[0]['number']}`"

    threads = [one["name"] for one in club["Bob"]._channels.values() if ", " in one.get("name", "")]
    assert sorted(threads)[0] in ("1. Ann, Bob", "1. Bob, Ann"), "lists cut a name after 20 characters"

    def corrected() -> list[Json]:
        seen = [it for place in club["Bob"]._messages.values() for it in place.values() if not it["flags"] & 64]
        return [it for it in seen if match_card in read(it) and "Corrected by an organiser" in read(it)]

    line, end = await club["Bob"].until(lambda: found if len(found := corrected()) == 2 else None)
    assert "wins!" not in read(line) + read(end), "the line in the channel and the card in the thread"
    assert {"Correct", "To the table"} <= {*labels(line), *labels(end)}
    await club["Bob"].until(lambda: read(club["Bob"].now(card)) != before)


async def test_a_round_that_is_paired_again_has_its_tables_in_a_new_message_that_mentions_everyone(
    club: Club, bot: app.Bot
) -> None:
    card = await set_up(club)
    for name in CROWD[:5]:
        await club[name].press(card, "Join")
    await managed(club, card, "Open the check-in")
    first = await the_round(club["Bob"], 1)
    for name in CROWD[:4]:
        await club[name].press(first, "I'm here")
    await managed(club, first, "Begin round 1 now")
    before = await the_tables(club["Bob"], 1)
    more = await managed(club, before, "More time", typed="10", why="the bus is late")
    assert read(more.message).startswith("**Ann gave round 1 of Club evening 10 more minutes.**")
    paired = await managed(club, before, "Pair again", other=[club["Eve"].id], why="Eve has come")
    assert read(paired.message).startswith("**Ann paired round 1 of Club evening again.**")
    again = await the_tables(club["Bob"], 1)
    assert again["id"] != before["id"]
    assert "Sitting out" not in read(again)
    for name in CROWD[:5]:
        assert f"<@{club[name].id}>" in read(again)
        assert pinged(club[name])[-1] == again["id"]
    assert labels(club["Bob"].now(before)) == ["Go to the round"]


async def test_pairing_again_is_offered_while_nobody_has_come_and_the_round_links_to_the_thread_of_a_match(
    club: Club, bot: app.Bot
) -> None:
    card = await set_up(club)
    first = await check_in(club, card, *CROWD[:3])

    async def is_offered() -> bool:
        return "Pair again" in labels((await club["Ann"].press(card, "Manage")).message)

    assert not await is_offered()
    await managed(club, first, "Begin round 1 now")
    tables = await the_tables(club["Bob"], 1)
    assert await is_offered()
    await club["Bob"].press(tables, "Play")
    assert not await is_offered()
    await cancel_table(club, "Bob")
    assert await is_offered()
    for name in CROWD[:2]:
        await club[name].press(tables, "Play")
    assert "You're at your table in <#" in read((await club["Bob"].press(card, "My match")).message)
    assert "Press **Play**" in read((await club["Cleo"].press(card, "My match")).message)
    begun = read((await club["Cleo"].press(tables, "Play")).message)
    assert begun.startswith("Your match is in <#")
    thread = begun.removeprefix("Your match is in ").removesuffix(".")
    assert thread != f"<#{club['Bob'].channel_id('rummy')}>"
    await club["Bob"].until(lambda: f"in {thread}" in read(club["Bob"].now(tables)))
    assert not await is_offered()


async def test_a_wrong_winner_is_mended_and_somebody_is_replaced(club: Club, bot: app.Bot) -> None:
    card = await set_up(club, kind="knockout:1")
    first = await check_in(club, card, *CROWD[:4])
    await managed(club, first, "Begin round 1 now")
    first = await the_tables(club["Bob"], 1)
    answered = await managed(
        club, first, "Replace a player", who=choice(club, "Dan"), other=[club["Eve"].id], why="Dan went home"
    )
    assert read(answered.message).startswith("**Ann let Eve play for Dan in Club evening.**\n### Club evening")
    await club["Bob"].until(lambda: f"<@{club['Eve'].id}>" in read(club["Bob"].now(first)))
    refused = await managed(club, first, "Award a match", round="7", who=choice(club, "Bob"), why="no")
    assert "7" in read(refused.message)
    awarded = await managed(club, first, "Award a match", who=choice(club, "Bob"), why="everyone else fell asleep")
    assert awarded.outcome == "update", "the same panel"
    assert read(awarded.message).startswith("**Ann gave Bob the win in round 1 of Club evening.**\n### Club evening")
    await bot.league_clock.run_once(0)
    await club["Bob"].until(lambda: "Winner: Bob" in read(club["Bob"].now(card)))
    assert "(awarded)" in read(club["Bob"].now(first))
    (alt,) = await club["Bob"].until(lambda: [alt for alt in described(club["Bob"].now(card)) if "Winner: Bob." in alt])
    assert "Bob 1, " in alt
    only = await club["Bob"].slash("tournament")
    assert "Manage Server" in read(only.message)


async def test_an_organiser_adds_members_whom_the_bot_has_never_met(club: Club, bot: app.Bot) -> None:
    card = await set_up(club, kind="knockout:1")
    await club["Bob"].press(card, "Join")
    assert club.query("SELECT count(*) FROM people WHERE name IN ('Eve', 'Finn')") == [(0,)]
    await club.control("people/Dan", {"in_guild": False})
    eve, finn = club["Eve"].id, club["Finn"].id
    for stranger in (club["Dan"].id, (await club["Ann"].until(lambda: club["Ann"].now(card)))["author"]["id"]):
        refused = await managed(club, card, "Add players", who=[stranger])
        assert f"Not members, or bots: <@{stranger}>." in read(refused.message)
    assert club.query("SELECT count(*) FROM people WHERE name IN ('Eve', 'Finn')") == [(0,)], "nobody was added"
    answered = await managed(club, card, "Add players", who=[finn, eve, club["Bob"].id])
    assert answered.outcome == "update", answered
    assert read(answered.message).startswith("**Added Finn and Eve.**")
    await club["Bob"].until(lambda: "3 players:\nBob, Finn, Eve" in read(club["Bob"].now(card)))
    log = read((await club["Bob"].slash("league log")).message)
    assert "Ann added Finn and Eve to Club evening." in log
    left = await club["Eve"].press(card, "Leave")
    assert "You've left Club evening." in read(left.message)
    await club["Bob"].until(lambda: "2 players:\nBob, Finn" in read(club["Bob"].now(card)))
    opened = await managed(club, card, "Open the check-in")
    assert read(opened.message).startswith("**Ann opened the check-in for round 1 of Club evening.**")
    first = await the_round(club["Bob"], 1)
    assert "Waiting for: " in read(first), "to be in is not to be here"
    for name in ("Bob", "Finn"):
        await club[name].press(first, "I'm here")
    managing = await club["Ann"].press(first, "Manage")
    assert read(managing.message).startswith("### Club evening"), "nothing was done from here yet"
    begun = await club["Ann"].press(managing.message, "Begin round 1 now")
    assert "Add players" in labels(managing.message)
    assert "Add players" not in labels(begun.message)


async def test_a_refused_form_opens_again_as_it_was_filled_in(club: Club, bot: app.Bot) -> None:
    form = await club["Ann"].slash("tournament")
    answers = {"name": "Club | evening", "game": ["wrotham"], "kind": ["knockout:1"], "clock": ["full:slow"]}
    refused = await club["Ann"].submit(form.modal, **answers, start="2036-12-01")
    assert read(refused.message).startswith("The start needs a time, too. Write it like `2036-12-01 20:30`.")
    again = await club["Ann"].press(refused.message, "Edit again")
    fields = [part for part in parts(again.modal["components"]) if "custom_id" in part]
    typed = {part["custom_id"]: part["value"] for part in fields if "value" in part}
    chosen = {part["custom_id"]: [one["value"] for one in part["options"] if one.get("default")] for part in fields[1:4]}
    assert typed == {"name": "Club | evening", "start": "2036-12-01"}
    assert chosen == {name: answer for name, answer in answers.items() if name != "name"}
    made = await club["Ann"].submit(again.modal, start="2036-12-01 20:30")
    assert "Club \\| evening" in read(made.message)
    assert not made.message["flags"] & 64, "for everyone"


async def test_duplicate_tables_are_private_and_their_cards_stay_hidden_until_the_round_is_over(
    club: Club, bot: app.Bot
) -> None:
    card = await set_up(club, kind="duplicate:2")
    assert "Duplicate, 2 rounds" in read(card)
    first = await check_in(club, card, *CROWD)
    await managed(club, first, "Begin round 1 now")
    first = await the_tables(club["Bob"], 1)
    for name in CROWD:
        await club[name].press(first, "Play")
    one, other = sorted(bot.services.tables.in_play, key=lambda table: table.number)
    await until(lambda: club._is_sent(one.number) and club._is_sent(other.number))
    place = str(bot.services.courier.place(one))
    assert place != str(one.channel), "a thread"
    players = [name for name in CROWD if club.person_number(name) in one.seats.people]
    for name in players:
        await club[name].until(lambda name=name: club[name].sees(place))
    assert not [name for name in CROWD[1:] if name not in players and club[name].sees(place)], (
        "but for Ann, who manages threads"
    )
    for outside in (name for name in CROWD[1:] if name not in players):
        refused = (await club[outside].slash("table show", table=one.number)).message
        assert said(refused).startswith(f"There's no table {one.number}.")
    await play_quickly(bot, one.number)
    await until(lambda: club._is_sent(one.number))
    inside = players[0]
    shown = read((await club[inside].slash("match", match=one.number)).message)
    seeds = [event.seed for event in club.events(one.number) if isinstance(event, CardsDealt)]
    assert seeds
    seen = [shown, *(read(message) for message in club[inside].messages(place)), *map(read, club[inside].dms)]
    assert not [seed for seed in seeds if any(seed in text for text in seen)]
    assert " = " not in shown, "no hand with its points"
    end = next(message for message in reversed(club[inside].messages(place)) if "Replay" in labels(message))
    assert "Other tables still play the deals" in read((await club[inside].press(end, "Replay")).message)
    await play_quickly(bot, other.number)
    await bot.league_clock.run_once(0)
    await the_round(club["Bob"], 2)
    assert " = " in read((await club[inside].slash("match", match=one.number)).message)
    assert "Deal 1 of" in read((await club[inside].press(end, "Replay")).message)


async def test_a_duplicate_tournament_is_refused_where_no_private_thread_can_be_opened(club: Club, bot: app.Bot) -> None:
    answers = {"name": "Cup", "game": ["rami"], "kind": ["duplicate:2"], "clock": ["short:live"]}
    ann = club["Ann"]
    places = ("news", "voice", "post", "aside")
    for kind in ("news", "voice", "forum"):
        await club.control("channels", {"name": kind, "kind": kind})
    await club.control("channels", {"name": "post", "parent": "forum"})
    await club.control("channels", {"name": "aside", "parent": "rummy"})
    await ann.until(lambda: all(map(ann.sees, places)))
    for place in places:
        refused = await ann.submit((await ann.slash("tournament", in_=place)).modal, in_=place, **answers)
        why = f"Duplicate tables need private threads, and <#{ann.channel_id(place)}> can't have any."
        assert read(refused.message).startswith(why)
    again = await ann.press(refused.message, "Edit again")
    made = await ann.submit(again.modal, in_="aside", name="Cup", kind=["swiss:3"])
    assert read(made.message).startswith("### Cup")
    for missing in ("Create Private Threads", "Send Messages in Threads"):
        await club.control("channels/rummy/permissions", {"deny": [missing.lower().replace(" ", "_")]})
        refused = await ann.submit((await ann.slash("tournament")).modal, in_="rummy", **answers)
        assert missing in said(refused.message)


@pytest.mark.parametrize(("place", "elsewhere"), [("aside", "rummy"), ("rummy", "aside")])
async def test_a_changed_tournament_is_judged_by_its_own_channel(club: Club, bot: app.Bot, place: str, elsewhere: str) -> None:
    ann = club["Ann"]
    await club.control("channels", {"name": "aside", "parent": "rummy"})
    await ann.until(lambda: ann.sees("aside"))
    answers = {"name": "Cup", "game": ["rami"], "kind": ["swiss:3"], "clock": ["short:live"]}
    await ann.submit((await ann.slash("tournament", in_=place)).modal, in_=place, **answers)
    (made,) = await running(bot.services.tournaments, int(club.pg.world.guild.id))
    await bot.services.tournaments.note_waiting(made)  # so its **Manage** stands in the log, too
    panel = (await ann.press((await ann.slash("league log", in_=elsewhere)).message, "Manage Cup")).message
    for name, kind in (("Renamed", "duplicate:2"), ("Swiss", "swiss:3")):
        form = await ann.press(panel, "Change")
        answer = read((await ann.submit(form.modal, in_=elsewhere, name=name, kind=[kind])).message)
        is_refused = kind == "duplicate:2" and place == "aside"
        assert answer.startswith("Duplicate tables need private threads" if is_refused else "**Ann changed the tournament"), (
            answer
        )


async def test_duplicate_tables_wait_while_no_private_thread_can_be_opened(club: Club, bot: app.Bot) -> None:
    card = await set_up(club, kind="duplicate:2")
    first = await check_in(club, card, *CROWD)
    await club.control("channels/rummy/permissions", {"deny": ["create_private_threads"]})
    await managed(club, first, "Begin round 1 now")
    tables = await the_tables(club["Bob"], 1)
    for name in CROWD:
        await club[name].press(tables, "Play")
    for name in CROWD:
        await club[name].until(lambda name=name: any("this table's private thread" in read(it) for it in club[name].dms))
    one = bot.services.tables.in_play.get(2)
    await until(lambda: len(club.query("SELECT 1 FROM ledger WHERE entry LIKE '%TableWaits%'")) == 2)
    assert not [it for it in club["Bob"].messages("rummy") if "Table" in labels(it)], "no page of a match"
    await club.control("channels/rummy/permissions", {})
    await bot.services.courier.flush()
    assert bot.services.courier.place(one) not in (0, one.channel)


async def test_the_card_of_the_next_week_is_posted_when_a_weekly_tournament_ends(club: Club, bot: app.Bot) -> None:
    await save_quick_game(club)
    form = await club["Ann"].slash("tournament", name="Friday")
    made = await club["Ann"].submit(form.modal, name="Friday", kind=["knockout:1"], start="23:59")
    card = made.message
    await managed(club, card, "Repeat every week")
    await club["Bob"].until(lambda: "every week" in read(club["Bob"].now(card)))
    for name in ("Ann", "Bob"):
        await club[name].press(card, "Join")
    await managed(club, card, "Open the check-in")

    def find(text: str) -> Json | None:
        return next((one for one in reversed(club["Bob"].messages("rummy")) if text in read(one)), None)

    first = await club["Bob"].until(lambda: find("Round 1 of Friday"))
    for name in ("Ann", "Bob"):
        await club[name].press(first, "I'm here")
    await managed(club, first, "Begin round 1 now")
    await managed(club, card, "Award a match", who=choice(club, "Ann"), why="a short evening")
    await bot.league_clock.run_once(0)
    await club["Bob"].until(lambda: "Winner: Ann" in read(club["Bob"].now(card)))
    following = await club["Bob"].until(lambda: find("### Friday"))
    assert following["id"] != card["id"]
    assert "Join" in labels(following)
    await club["Bob"].press(following, "Join")
    assert "One player:" in read(club["Bob"].now(following))
    await bot.league_clock.run_once(0)
    assert [read(one) for one in club["Bob"].messages("rummy")].count(read(club["Bob"].now(following))) == 1, "posted once"
    ((due,),) = club.query("SELECT due FROM tournaments WHERE due IS NOT NULL")
    assert due > bot.services.now(), "nobody looks after it for a week"
    once = await managed(club, following, "Not again next week")
    assert read(once.message).startswith("**Ann stopped repeating ")
    assert "every week" not in read(club["Bob"].now(following))


@pytest.mark.parametrize("applied", [True, False], ids=["arrived", "not_arrived"])
async def test_a_bot_killed_while_posting_a_round_and_the_winner_posts_each_once(club: Club, applied: bool) -> None:
    async with club.bot():
        card = await set_up(club, kind="knockout:1")
        first = await check_in(club, card, *CROWD[:2])
    process = await club.start_bot()
    await kill_while_posting(club, process, managed(club, first, "Begin round 1 now"), applied=applied)
    process = await club.start_bot()
    tables = await the_tables(club["Bob"], 1)
    await club["Bob"].until(lambda: "has begun" in read(club["Bob"].now(first)))
    awarding = managed(club, card, "Award a match", who=choice(club, "Bob"), why="a short evening")
    await kill_while_posting(club, process, awarding, applied=applied)
    async with club.bot() as bot:
        for _ in range(2):
            await bot.league_clock.run_once(0)
        won = [one for one in club["Bob"].messages("rummy") if "won Club evening" in read(one)]
        assert len(won) == 1, [read(one) for one in club["Bob"].messages("rummy")]
        assert sum("### Round 1 of" in read(one) for one in club["Bob"].messages("rummy")) == 1
        assert pinged(club["Bob"]) == [first["id"], tables["id"], won[0]["id"]]


async def test_an_award_taken_back_mentions_once_those_who_can_play(club: Club, bot: app.Bot) -> None:
    card = await set_up(club, kind="swiss:3")
    await check_in(club, card, *CROWD[:3])
    await managed(club, card, "Begin round 1 now")
    await the_tables(club["Bob"], 1)
    await managed(club, card, "Award a match", who=choice(club, "Cleo"), why="a wrong row")
    second = await the_round(club["Bob"], 2)
    before = pinged(club["Bob"])
    await managed(club, card, "Take an award back", award=["1:1"], why="not so")
    await bot.league_clock.run_once(0)
    await club["Bob"].until(lambda: "round 1 goes on" in read(club["Bob"].now(second)))
    (again,) = pinged(club["Bob"])[len(before) :]
    assert "Your match isn't decided" in read(next(one for one in club["Bob"].messages("rummy") if one["id"] == again))


async def test_of_more_than_a_hundred_people_everyone_is_mentioned_once_for_a_check_in_and_once_for_a_round(
    club: Club, bot: app.Bot
) -> None:
    card = await set_up(club, kind="swiss:3")
    for name in CROWD:
        await club[name].press(card, "Join")
    services, server, ids = bot.services, int(club.pg.world.guild.id), [int(club[name].id) for name in CROWD]
    for discord_id in range(10**18, 10**18 + 122):
        person = await services.people.add_or_update(discord_id, "Somebody", "en-US")
        ids.append(discord_id)
        await services.tournaments.join(server, 1, person.number)
    for step in ("Open the check-in", "Begin round 1 now"):
        since = await club.last_request()
        if step.startswith("Begin"):
            for person in (await services.tournaments.get(server, 1)).people:
                await services.tournaments.check_in(server, 1, person)
        await managed(club, card, step)
        await bot.league_clock.run_once(0)
        sent = [one for one in await club.requests(since) if one["method"] == "POST" and one["path"].endswith("/messages")]
        groups = [one["body"]["allowed_mentions"]["users"] for one in sent]
        assert max(map(len, groups)) <= 100
        assert sorted(int(one) for group in groups for one in group) == sorted(ids)


async def test_a_round_robin_of_weeks_is_changed_played_reminded_of_and_won(clock: Clock, club: Club, bot: app.Bot) -> None:
    card = await set_up(club, kind="round_robin", game="wrotham", start="23:59")
    for name in ("Ann", "Bob"):
        await club[name].press(card, "Join")
    panel = await club["Ann"].press(card, "Manage")
    form = await club["Ann"].press(panel.message, "Change")
    values = {part["custom_id"]: part.get("value") for part in parts(form.modal["components"]) if "custom_id" in part}
    assert values["name"] == "Club evening"
    changed = await club["Ann"].submit(form.modal, in_="rummy", kind=["round_robin:7"], start="")
    assert read(changed.message).startswith("**Ann changed the tournament ")
    await club["Bob"].until(lambda: "7 days a round" in read(club["Bob"].now(card)))
    form = await club["Ann"].press(changed.message, "Change")
    same = await club["Ann"].submit(form.modal, in_="rummy")
    assert read(same.message).startswith("**Nothing was changed.**")
    begun = await managed(club, card, "Begin round 1 now")
    assert read(begun.message).startswith("**Ann began round 1 of ")
    assert await bot.services.tournaments.reachable_since() > 0, "the bot has just come up"
    tables = await the_tables(club["Bob"], 1)
    assert pinged(club["Bob"]) == [tables["id"]]
    clock.advance(4 * 24 * 60)
    await bot.league_clock.run_once(0)
    assert len(pinged(club["Bob"])) == 1
    clock.advance(24 * 60 + 10)
    await bot.league_clock.run_once(0)
    await bot.league_clock.run_once(0)
    reminder = await club["Bob"].until(lambda: find_text(club["Bob"], "Not played yet"))
    assert pinged(club["Bob"]) == [tables["id"], reminder["id"]], "once"
    assert "Not played yet: <@" in read(reminder)
    await play(club, tables, "Ann")
    lobby = await club["Bob"].until(lambda: find_text(club["Bob"], "(seat kept)"))
    assert pinged(club["Bob"]) == [tables["id"], reminder["id"], lobby["id"]], "somebody waits for Bob"
    await play_everywhere(club, bot, tables, "Bob")
    end = await club["Bob"].until(lambda: find_text(club["Bob"], "won Club evening!"))
    assert len(pinged(club["Ann"])) + len(pinged(club["Bob"])) == 6, "the winner is mentioned"
    assert "Rounds" in labels(end)
    winner = "Ann" if club["Ann"].id in read(end) else "Bob"
    other = "Bob" if winner == "Ann" else "Ann"
    await managed(club, card, "Award a match", who=choice(club, other), why="a wrong row")
    await club["Bob"].until(lambda: f"Winner: {other}" in read(club["Bob"].now(card)))
    panel, older = [await club["Ann"].press(card, "Manage") for _ in range(2)]
    form = await club["Ann"].press(panel.message, "Take an award back")
    (awards,) = (part["options"] for part in parts(form.modal["components"]) if "options" in part)
    assert [award["label"] for award in awards] == [f"Round 1: {other}"]
    back = await club["Ann"].submit(form.modal, in_="rummy", award=[awards[0]["value"]], why="it was right")
    assert read(back.message).startswith(f"**Ann took back the win of {other} in round 1 of ")
    assert "Take an award back" not in labels(back.message)
    seen = await club["Ann"].press(older.message, "Take an award back")
    assert not seen.modal, "there is none left"
    assert labels(seen.message) == labels(back.message)
    await club["Bob"].until(lambda: f"Winner: {winner}" in read(club["Bob"].now(card)))


async def test_who_wins_a_round_of_a_week_because_nobody_else_came_is_mentioned_once(clock: Clock, club: Club) -> None:
    async with club.bot() as bot:
        card = await set_up(club, kind="swiss:3:7", game="wrotham")
        for name in ("Ann", "Bob"):
            await club[name].press(card, "Join")
        await managed(club, card, "Begin round 1 now")
        await play(club, await the_tables(club["Bob"], 1), "Bob")
        clock.advance(7 * 24 * 60 + 1)
        await bot.league_clock.run_once(0)
        won = await club["Bob"].until(lambda: find_text(club["Bob"], "Won without a match"))
        assert f"without a match: <@{club['Bob'].id}>" in read(won)
        second = await the_tables(club["Bob"], 2)
        assert pinged(club["Bob"])[-2:] == [won["id"], second["id"]]
        assert won["id"] not in pinged(club["Ann"])
    async with club.bot() as bot:
        await bot.league_clock.run_once(0)
        assert pinged(club["Bob"])[-1] == second["id"], "once, also after a restart"


def find_text(person: Witness, text: str) -> Json | None:
    return next((one for one in reversed(person.messages("rummy")) if text in read(one)), None)
