"""Players protest against the result of a match by a button; organisers answer, and everyone can read both."""

from bot import app
from bot.league.league import League
from playground.world.entities import SUBMIT
from tests.e2e.support.club import Club
from tests.e2e.support.commands import forged_reply, post_buttons, send_forged
from tests.e2e.support.league_messages import announced, answer_protest, logged, protest, read
from tests.e2e.support.seasons import store_season
from tests.e2e.support.tables import break_off, play_short_match, start_match
from tests.leagues import create_league
from tests.people import Json, Reply, labels, said


def refuses(reply: Reply, fact: str) -> bool:
    """Return whether a reply is a refusal for one person that names this fact."""
    sentence = said(reply.message)
    return bool(reply.message["flags"] & 64) and fact in sentence and "went wrong" not in sentence


def newest_saying(club: Club, text: str, channel: str) -> Json:
    """Return the newest public message of a channel with this text."""
    return next(one for one in reversed(club["Finn"].messages(channel)) if not one["flags"] & 64 and text in read(one))


async def store_match(club: Club) -> int:
    """Store a season with announcements in the lounge; return a match of Bob and Dan, but not of Finn."""
    cup = League(server=0, name="Cup", announcements=int(club["Ann"].channel_id("lounge")))
    history = await store_season(club, cup, matches=100, people=6)
    people = [(one.number, {seat.person for seat in one.seats}) for one in reversed(history)]
    return next(number for number, seated in people if {2, 4} <= seated and 6 not in seated)


async def test_a_protest_under_the_result_is_announced_answered_and_shown(club: Club, bot: app.Bot) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await create_league(ann, "Cup", shortest="one", announcements=ann.channel_id("lounge"))
    await play_short_match(club, "Bob", "Cleo")
    end = newest_saying(club, "End of the match", "rummy")
    assert labels(end) == ["Play again", "Protest"]
    assert refuses(await club["Dan"].press(end, "Protest"), "You didn't play match `1`.")
    form = await bob.press(end, "Protest")
    assert form.modal["title"] == "Protest against match 1"
    assert refuses(await bob.submit(form.modal, text=" \n "), "Your text is empty.")
    form = await bob.press(end, "Protest")
    sent = await bob.submit(form.modal, text="Cleo *looked* at my cards @everyone")
    assert read(sent.message) == "Organisers read your protest in `/league log`. `/match id:1` shows their answer."
    assert refuses(await bob.press(end, "Protest"), "You've already protested.")
    again = {"custom_id": form.modal["custom_id"], "components": [text_label("again")]}
    assert "You've already protested." in str(await send_forged(club, "Bob", SUBMIT, again)), "a form that was still open"
    await bot.league_clock.run_once()
    line = "Bob protested against match `1`: Cleo \\*looked\\* at my cards"
    await club["Finn"].until(lambda: announced(club, line) == 1)
    assert await logged(club, line, league="Cup") == 1
    assert line in read((await club["Finn"].slash("match", id=1)).message)
    posted = newest_saying(club, line, "lounge")
    assert labels(posted) == ["Answer Bob"]
    assert refuses(await club["Dan"].press(posted, "Answer Bob"), "Manage Server")
    form = await ann.press(posted, "Answer Bob")
    assert form.modal["title"] == "Protest against match 1"
    assert form.modal["components"][0]["component"]["placeholder"].startswith("Cleo *looked*"), "what is answered"
    forged = {"custom_id": form.modal["custom_id"], "components": [text_label("no")]}
    assert "Manage Server" in str(await send_forged(club, "Bob", SUBMIT, forged))
    done = await ann.submit(form.modal, in_="lounge", text="she *didn't*")
    assert read(done.message) == "Everyone can read your answer in `/league log` and `/match id:1`."
    assert refuses(await ann.press(posted, "Answer Bob"), "isn't open any more")
    assert "isn't open any more" in str(await send_forged(club, "Ann", SUBMIT, forged)), "a form that was still open"
    await bot.league_clock.run_once()
    said_by_ann = "Ann answered the protest of Bob against match `1`: she \\*didn't\\*"
    await club["Finn"].until(lambda: announced(club, said_by_ann) == 1)
    assert await logged(club, said_by_ann) == 1
    assert f"\n{said_by_ann}\n" in read((await club["Finn"].slash("match", id=1)).message)
    pinged = [ping for name in club.members for ping in club[name].pings if ping["channel_id"] == posted["channel_id"]]
    assert not pinged


async def test_a_match_shows_each_reader_the_buttons_that_they_can_use(club: Club) -> None:
    number = await store_match(club)
    async with club.bot() as bot:

        async def buttons(name: str) -> list[str]:
            return labels((await club[name].slash("match", id=number)).message)

        assert (await buttons("Bob"), await buttons("Finn")) == (["Protest"], [])
        await club["Ann"].slash("league void", match=number, why="so")
        await protest(club, "Bob", number, "it was valid")
        assert (await buttons("Bob"), await buttons("Dan"), (await buttons("Ann"))[-1:]) == ([], ["Protest"], ["Answer Bob"])
        await protest(club, "Dan", number, "it was")
        both = ["Answer Bob", "Answer Dan"]
        assert (await buttons("Ann"))[-2:] == both
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, "protested against") == 2)
        assert labels(newest_saying(club, "it was valid", "lounge")) == both
        await answer_protest(club, "Ann", number, "no", "Dan")
        assert (await buttons("Ann"))[-1:] == ["Answer Bob"]
        assert await logged(club, f"Ann answered the protest of Dan against match `{number}`: no") == 1


async def test_deleting_ones_data_deletes_the_text_of_ones_protest(club: Club) -> None:
    number = await store_match(club)
    async with club.bot() as bot:
        await protest(club, "Bob", number, "my secret")
        await club["Bob"].slash("privacy delete-me", sure=True)
        shown = read((await club["Finn"].slash("match", id=number)).message)
        assert "my secret" not in shown
        assert f"a former player protested against match `{number}`." in shown
        assert await logged(club, "my secret") == 0
        assert await logged(club, f"a former player protested against match `{number}`.") == 1
        await answer_protest(club, "Ann", number, "no", "a former player")
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, "answered the protest of a former player") == 1)


async def test_a_match_that_counts_in_no_league_or_is_broken_off_has_no_button(club: Club, bot: app.Bot) -> None:
    await play_short_match(club, "Bob", "Cleo")
    assert labels(newest_saying(club, "End of the match", "rummy")) == ["Play again"]
    await create_league(club["Ann"], "Cup", shortest="one")
    await start_match(club, "Bob", "Cleo", deals=1)
    await break_off(club, "Ann", "so", table=2)
    await club.until_sent(2)
    assert "Protest" not in labels(newest_saying(club, "broken off", "rummy"))
    message = await post_buttons(club, "rummy", "z:2")
    assert refuses(await club["Bob"].press(message, "z:2"), "Match 2 was broken off")


async def test_forged_protests_and_answers_are_refused(club: Club) -> None:
    number = await store_match(club)
    async with club.bot():
        await protest(club, "Bob", number, "so")
        message = await post_buttons(club, "rummy", "z:1")
        wrong = ("z:", f"z:{number}:x", f"z:{number}:2:3", f"z:{number}:-2", f"z:{'9' * 30}:2")
        for custom_id in wrong:
            assert refuses(await forged_reply(club, "Ann", message, custom_id), "I don't understand this button"), custom_id
        assert refuses(await forged_reply(club, "Ann", message, f"z:{number}:99999"), "isn't open any more")
        assert refuses(await forged_reply(club, "Ann", message, "z:999:2"), "no finished match 999")
        for custom_id, components in (
            *((f"z:{number}:2", [text_label(text)]) for text in ("x" * 301, 7, ["x"], None)),
            *((f"z:{number}:2", components) for components in ([], None, [{"component": 5}])),
            *((custom_id, [text_label("x")]) for custom_id in (*wrong, f"z:{number}:99999")),
        ):
            reply = await send_forged(club, "Ann", SUBMIT, {"custom_id": custom_id, "components": components})
            assert reply["outcome"] == "message"
            assert "went wrong" not in str(reply)
        assert await logged(club, "answered the protest") == 0


def text_label(text: object) -> Json:
    """Return the part of a sent form with this text."""
    return {"type": 18, "component": {"type": 4, "custom_id": "text", "value": text}}
