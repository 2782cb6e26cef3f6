"""Everything that organisers do, and protests, are lines of the log, and once public lines in the channel of the league."""

import asyncio

import pytest
from msgspec.structs import replace

from bot import app
from bot.league.league import League
from playground.world.entities import SUBMIT
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import post_buttons, send_forged
from tests.e2e.support.league_messages import announced, confirm, logged, read, unannounced
from tests.e2e.support.seasons import store_season
from tests.e2e.support.tables import break_off, play_short_match, start_match
from tests.leagues import create_league, edit_league
from tests.people import Json, Reply, labels, said

CUP = League(server=0, name="Cup")
POST = ("POST", "/channels/[0-9]+/messages$")


async def store_cup(club: Club, **about: object) -> int:
    """Store a league that announces in #lounge, and some matches. Return the number of one of Ann and Bob."""
    cup = replace(CUP, announcements=int(club["Ann"].channel_id("lounge")), **about)
    history = await store_season(club, cup, matches=30, people=6)
    return next(
        one.number for one in history if one.seat_of(1) is not None and one.seat_of(2) is not None and len(one.seats) > 2
    )


@pytest.fixture
async def number(club: Club) -> int:
    """The number of a match of the stored league, before a bot starts."""
    return await store_cup(club)


@pytest.mark.journey
async def test_every_action_is_once_in_the_log_and_once_in_the_channel(club: Club) -> None:
    """L5: an edit rewrote the points of ten matches, and the log stayed empty."""
    number = await store_cup(club)
    ann = club["Ann"]
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    swap = {"match": number, "player": "ann", "other": "bob", "why": "typing error"}
    actions: list[tuple[str, dict[str, object], str]] = [
        ("league edit", {"league": "Cup", "scheme": "2: 1000 0; 3: 30 20 0; 4: 9 3 1 0"}, "Ann changed Cup:"),
        ("league void", {"match": number, "why": "a joke"}, f"Ann voided match `{number}`: a joke"),
        ("league reinstate", {"match": number, "why": "no joke"}, f"Ann reinstated match `{number}`: no joke"),
        (
            "league correct",
            swap | {"change": "swap"},
            f"Ann swapped the seats of Ann and Bob in match `{number}`: typing error",
        ),
        ("league organisers", {"role": role}, f"Ann chose <@&{role}> as the organiser role."),
        ("league season-end", {"league": "Cup", "name": "Spring"}, "Ann ended the season “Spring” of Cup."),
        ("league organisers", {"nobody": True}, f"Ann removed the organiser role <@&{role}>"),
        ("league create", {"name": "Bowl", "in_": "rummy"}, "Ann created the league Bowl."),
        ("league archive", {"league": "Cup"}, "Ann archived Cup."),
    ]
    async with club.bot() as bot:
        for nth, (command, options, said) in enumerate(actions):
            why = {} if "why" in options or command == "league create" else {"why": f"reason {nth}"}
            reply = await confirm(ann, command, **options, **why)
            assert reply.outcome in ("message", "deferred", "update"), reply
            await until(lambda: unannounced(club) == 1)
            for _ in range(2):
                await bot.league_clock.run_once()
            await club["Finn"].until(lambda said=said: announced(club, said) == 1)
            assert await logged(club, said) == 1
            assert announced(club, f"Why: reason {nth}") == await logged(club, f"  - Why: reason {nth}") == len(why)
        assert announced(club, "→") > 0
        assert announced(club, "played in this match") == 3
        assert announced(club, "'s own matches") == 1, "the edit"
        assert await logged(club, "Bowl", league="Bowl") == 1
        assert await logged(club, "Ann changed Cup:", league="Bowl") == 0
        assert not any(one["mentions"] or one["mention_roles"] for one in club["Finn"].messages("lounge")), "nobody is pinged"


async def test_the_channel_of_the_command_is_that_of_the_announcements_unless_another_is_chosen(club: Club) -> None:
    async with club.bot() as bot:
        await create_league(club["Ann"], "Cup", in_="lounge")
        shown = read((await club["Ann"].slash("league list", league="Cup")).message)
        assert f"Organiser log: <#{club['Ann'].channel_id('lounge')}>" in shown
        await edit_league(club["Ann"], "Cup", announcements=club["Ann"].channel_id("rummy"))
        for _ in range(2):
            await bot.league_clock.run_once()
        for channel, count in (("lounge", 1), ("rummy", 1)):
            await club["Finn"].until(lambda: announced(club, "Ann changed Cup:", channel) == count)  # noqa: B023
        assert announced(club, "Ann created the league Cup.", "rummy") == 0


async def test_a_command_that_arrives_twice_is_logged_once(club: Club, number: int, bot: app.Bot) -> None:
    commands: list[tuple[str, dict[str, object], str]] = [
        ("league void", {"match": number, "why": "twice"}, "twice"),
        ("league edit", {"league": "Cup", "least": 2}, "changed Cup"),
        ("league season-end", {"league": "Cup"}, "ended season"),
    ]
    for command, options, line in commands:
        await club.control("gateway", {"do": "duplicate"})
        await confirm(club["Ann"], command, **options)
        await bot.boundary.idle()
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda line=line: announced(club, line) == 1)
        assert await logged(club, line) == 1


async def test_a_bot_killed_between_an_action_and_its_announcement_announces_it_once(club: Club) -> None:
    number = await store_cup(club)
    bot = await club.start_bot()
    await club.add_fault(*POST, delay=60, applied=True)
    await club["Ann"].slash("league void", match=number, why="a joke")
    await until(lambda: club.query("SELECT 1 FROM posts WHERE kind = 'line' AND shown") and announced(club, "joke") == 1, 30)
    bot.kill()
    assert unannounced(club) == 1
    await club.clear_faults()
    await club.start_bot()
    await until(lambda: unannounced(club) == 0)
    await club["Finn"].until(lambda: announced(club, "a joke") == 1)


async def test_where_the_bot_may_not_post_the_log_says_that_it_was_not_announced(club: Club, number: int, bot: app.Bot) -> None:
    await club.control("channels/lounge/permissions", {"deny": ["send_messages"]})
    await club["Ann"].slash("league void", match=number, why="a joke")
    await bot.league_clock.run_once()
    assert unannounced(club) == 0
    assert await logged(club, f"This couldn't be announced in <#{club['Ann'].channel_id('lounge')}>") == 1
    since = await club.last_request()
    await bot.league_clock.run_once()
    assert await club.requests(since) == [], "it isn't tried again"
    await club.control(f"channels/{club['Ann'].channel_id('lounge')}", method="DELETE")
    await club["Ann"].slash("league reinstate", match=number, why="no joke")
    await bot.league_clock.run_once()
    assert await logged(club, "This couldn't be announced") == 2


@pytest.mark.usefixtures("repeats_at_once")
async def test_a_temporary_fault_delays_an_announcement(club: Club, number: int, bot: app.Bot) -> None:
    await club.add_fault(*POST, times=9, status=500)
    await club["Ann"].slash("league void", match=number, why="a joke")
    await asyncio.gather(bot.league_clock.run_once(), return_exceptions=True)
    assert unannounced(club) == 1
    assert await logged(club, "couldn't be announced") == 0
    await club.clear_faults()
    bot.league_clock._failed.clear()
    await bot.league_clock.run_once()
    await club["Finn"].until(lambda: announced(club, "a joke") == 1)


async def test_many_changes_at_a_time_are_few_messages(club: Club, number: int, bot: app.Bot) -> None:
    await club["Ann"].slash("league list")  # so that the bot knows her
    (cup,) = club.leagues().all()
    for least in range(2, 32):
        await bot.services.league_editor.edit(cup.number, replace(cup.league, least=least), by=1)
    before, runs = len(club["Finn"].messages("lounge")), 0
    while unannounced(club):
        await bot.league_clock.run_once()
        runs += 1
    await club["Finn"].until(lambda: announced(club, "Ann changed Cup:") == 30)
    assert len(club["Finn"].messages("lounge")) - before == runs <= 4


def refuses(reply: Reply, fact: str) -> bool:
    """Return whether a reply is a refusal for one person that names this fact."""
    sentence = said(reply.message)
    return bool(reply.message["flags"] & 64) and fact in sentence and "went wrong" not in sentence


def newest_saying(club: Club, text: str, channel: str) -> Json:
    """Return the newest public message of a channel with this text."""
    return next(one for one in reversed(club["Finn"].messages(channel)) if not one["flags"] & 64 and text in read(one))


@pytest.mark.journey
async def test_a_protest_under_the_result_is_announced_answered_and_shown(club: Club, bot: app.Bot) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await create_league(ann, "Cup", shortest="one", announcements=ann.channel_id("lounge"))
    await play_short_match(club, "Bob", "Cleo")
    end = newest_saying(club, "End of the match", "rummy")
    assert labels(end) == ["Play again", "Details", "Replay", "Protest", "Correct"]
    assert refuses(await club["Dan"].press(end, "Protest"), "You didn't play match `1`.")
    form = await bob.press(end, "Protest")
    assert form.modal["title"] == "Protest against match 1"
    assert refuses(await bob.submit(form.modal, text=" \n "), "Your text is empty.")
    form = await bob.press(end, "Protest")
    sent = await bob.submit(form.modal, text="Cleo *looked* at my cards @everyone")
    assert read(sent.message) == "Organisers will see your protest in `/league log`. Look for their answer in `/match match:1`."
    assert refuses(await bob.press(end, "Protest"), "You've already protested.")
    again = {"custom_id": form.modal["custom_id"], "components": [text_label("again")]}
    assert "You've already protested." in str(await send_forged(club, "Bob", SUBMIT, again)), "a form that was still open"
    for _ in range(2):  # the changes of the league come first
        await bot.league_clock.run_once()
    line = "Bob protested against match `1`: Cleo \\*looked\\* at my cards"
    await club["Finn"].until(lambda: announced(club, line) == 1)
    assert await logged(club, line, league="Cup") == 1
    assert line in read((await club["Finn"].slash("match", match=1)).message)
    posted = newest_saying(club, line, "lounge")
    assert labels(posted) == ["Answer Bob"]
    assert refuses(await club["Dan"].press(posted, "Answer Bob"), "Manage Server")
    form = await ann.press(posted, "Answer Bob")
    assert form.modal["title"] == "Protest against match 1"
    assert form.modal["components"][0]["description"].startswith("Protest: Cleo *looked*"), "what is answered"
    forged = {"custom_id": form.modal["custom_id"], "components": [text_label("no")]}
    assert "Manage Server" in str(await send_forged(club, "Bob", SUBMIT, forged))
    done = await ann.submit(form.modal, in_="lounge", text="she *didn't*")
    assert (done.outcome, labels(done.message)) == ("update", []), "for everyone"
    thanks = "Everyone can read your answer in `/league log` and `/match match:1`."
    await ann.until(lambda: any(read(one) == thanks for one in ann.messages("lounge")))
    assert "is closed" in str(await send_forged(club, "Ann", SUBMIT, forged)), "a form that was still open"
    await bot.league_clock.run_once()
    said_by_ann = "Ann answered Bob's protest against match `1`: she \\*didn't\\*"
    await club["Finn"].until(lambda: announced(club, said_by_ann) == 1)
    assert await logged(club, said_by_ann) == 1
    assert f"\n{said_by_ann}\n" in read((await club["Finn"].slash("match", match=1)).message)
    pinged = [ping for name in club.members for ping in club[name].pings if ping["channel_id"] == posted["channel_id"]]
    assert not pinged


async def test_a_match_that_counts_in_no_league_or_is_broken_off_has_no_button(club: Club, bot: app.Bot) -> None:
    await play_short_match(club, "Bob", "Cleo")
    assert labels(newest_saying(club, "End of the match", "rummy")) == ["Play again", "Details", "Replay"]
    await create_league(club["Ann"], "Cup", shortest="one")
    await start_match(club, "Bob", "Cleo", deals=1)
    await break_off(club, "Ann", "so", table=2)
    await club.until_sent(2)
    assert "Protest" not in labels(newest_saying(club, "Match cancelled", "rummy"))
    message = await post_buttons(club, "rummy", "z:2")
    assert refuses(await club["Bob"].press(message, "z:2"), "Match 2 was cancelled")


def text_label(text: object) -> Json:
    """Return the part of a sent form with this text."""
    return {"type": 18, "component": {"type": 4, "custom_id": "text", "value": text}}
