"""Players protest against the result of a match; organisers answer, and everyone can read both."""

from msgspec.structs import replace

from bot.league.league import League
from playground.world.entities import SUBMIT
from tests.e2e.support.club import Club
from tests.e2e.support.forged_requests import forged_reply, post_buttons, send_forged
from tests.e2e.support.league.announcements import announced, logged
from tests.e2e.support.league.league_reading import read
from tests.e2e.support.league.played_season import store_season
from tests.e2e.support.league.questions import confirm
from tests.e2e.support.refusals import check_refused, check_refused_in_dm
from tests.people import Json, Reply, labels, said

CUP = League(server=0, name="Cup")


async def store_matches(club: Club) -> tuple[int, int, int]:
    """Store a season; return a recent match of Bob without Dan, a recent one with him, and an old one of Bob."""
    cup = replace(CUP, announcements=int(club["Ann"].channel_id("lounge")))
    history = await store_season(club, cup, matches=100, people=6)
    last = history[-1].ended
    recent = [one for one in history if one.ended > last - 6 * 86_400_000 and one.seat_of(2) is not None]
    without = next(one for one in recent if one.seat_of(4) is None)
    old = next(one for one in history if one.ended < last - 8 * 86_400_000 and one.seat_of(2) is not None)
    return without.number, next(one.number for one in recent if one.seat_of(4) is not None), old.number


async def test_a_protest_and_its_answer_are_announced_logged_and_shown_at_the_match(club: Club) -> None:
    number, _, _ = await store_matches(club)
    async with club.bot() as bot:
        await club["Bob"].slash("league protest", match=number, why="Ann *looked* at my cards")
        await bot.league_clock.run_once()
        said = f"Bob protested against match `{number}`: Ann \\*looked\\* at my cards"
        await club["Finn"].until(lambda: announced(club, said) == 1)
        shown = read((await club["Finn"].slash("match", id=number)).message)
        assert "**Open protest** by Bob: “Ann \\*looked\\* at my cards”" in shown
        await club["Ann"].slash("league answer", match=number, answer="I didn't")
        await bot.league_clock.run_once()
        answer = f"Ann answered the protest of Bob against match `{number}`: I didn't"
        await club["Finn"].until(lambda: announced(club, answer) == 1)
        shown = read((await club["Finn"].slash("match", id=number)).message)
        assert "\nAnswered by Ann: “I didn't”" in shown
        assert "Open protest" not in shown
        assert (await logged(club, said), await logged(club, answer)) == (1, 1)


async def test_each_impossible_protest_is_refused_with_its_own_sentence(club: Club) -> None:
    number, with_dan, old = await store_matches(club)
    async with club.bot():
        bob = club["Bob"]
        refused = [
            await check_refused(club, bob, "league protest", "999", match=999, why="x"),
            await check_refused(club, club["Dan"], "league protest", "Only the players", match=number, why="x"),
            await check_refused(club, bob, "league protest", "possible until <t:", match=old, why="x"),
            await check_refused(club, bob, "league protest", "why:", match=number, why=" "),
            await check_refused(club, bob, "league protest", "300", match=number, why="x" * 301),
            await check_refused(club, club["Ann"], "league answer", "Nobody has protested", match=number, answer="x"),
            await check_refused(club, bob, "league answer", "Manage Server", match=number, answer="x"),
        ]
        for name in ("Bob", "Dan"):
            await club[name].slash("league protest", match=with_dan, why="so")
        again = {"match": with_dan, "why": "again"}
        refused.append(await check_refused(club, bob, "league protest", "haven't answered yet", **again))
        refused.append(
            await check_refused(club, club["Ann"], "league answer", "Bob and Dan", "player:", match=with_dan, answer="x")
        )
        choices = await club["Ann"].autocomplete("league answer", "player", "dan", match=with_dan)
        await club["Ann"].slash("league answer", match=with_dan, answer="no", player=choices[0]["value"])
        refused.append(await check_refused(club, club["Dan"], "league protest", "answered: no", **again))
        await club["Ann"].slash("league answer", match=with_dan, answer="neither")
        refused.append(
            await check_refused(club, club["Ann"], "league answer", "have been answered", match=with_dan, answer="x")
        )
        assert len(set(refused)) == len(refused)
        await check_refused_in_dm(club, bob, "league protest", match=with_dan, why="x")
        await club["Ann"].slash("league void", match=number, why="x")
        reply = await bob.slash("league protest", match=number, why="it was valid")
        assert "Your protest is in `/league log`" in read(reply.message), "a voided match is fine"


async def test_a_protest_calls_the_organisers_once_and_its_answer_calls_the_protester(club: Club) -> None:
    number, with_dan, _ = await store_matches(club)
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    async with club.bot() as bot:
        bob, cleo = club["Bob"], club["Cleo"]
        await bob.slash("league protest", match=number, why="so @everyone <@&1>")
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, f"Organisers can answer with `/league answer match:{number}`.") == 1)
        await club["Ann"].slash("league organisers", role=role)
        await club.control("people/Cleo/roles", {"roles": ["Keepers"]})
        for name in ("Bob", "Dan"):
            await club[name].slash("league protest", match=with_dan, why="so")
            await bot.league_clock.run_once()
        said = f"<@&{role}>: you can answer with `/league answer match:{with_dan}`."
        await club["Finn"].until(lambda: announced(club, said) == 2)
        await cleo.until(lambda: cleo.pings)
        assert len(cleo.pings) == 1, "the second protest follows within the hour"
        await club["Ann"].slash("league answer", match=number, answer="no")
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, f"<@{bob.id}>: your protest has been answered.") == 1)
        await bob.until(lambda: bob.pings)
        assert [len(club[name].pings) for name in ("Ann", "Bob", "Cleo", "Dan", "Finn")] == [0, 1, 1, 0, 0]


async def test_a_protest_that_two_channels_announce_calls_the_organisers_once(club: Club) -> None:
    number, _, _ = await store_matches(club)
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    async with club.bot() as bot:
        await club["Ann"].slash("league create", name="Bowl", announcements=club["Ann"].channel_id("rummy"))
        await club["Ann"].slash("league edit", league="Cup", channel=club["Ann"].channel_id("lounge"))
        await club["Ann"].slash("league organisers", role=role)
        await club.control("people/Cleo/roles", {"roles": ["Keepers"]})
        await club["Bob"].slash("league protest", match=number, why="it was played for no league")
        await bot.league_clock.run_once()
        said = f"<@&{role}>: you can answer with `/league answer match:{number}`."
        await club["Finn"].until(lambda: (announced(club, said, "lounge"), announced(club, said, "rummy")) == (1, 1))
        await club["Cleo"].until(lambda: club["Cleo"].pings)
        assert len(club["Cleo"].pings) == 1


async def test_a_protest_calls_neither_everyone_nor_a_deleted_role_or_person(club: Club) -> None:
    number, _, _ = await store_matches(club)
    server = club.pg.world.guild.id
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    async with club.bot() as bot:
        await club["Ann"].slash("league organisers", role=server)
        await club["Bob"].slash("league protest", match=number, why="so")
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, f"match:{number}`.") == 1)
        await club["Ann"].slash("league organisers", role=role)
        await club.control(f"roles/{role}", method="DELETE")
        await club["Bob"].slash("privacy delete-me", sure=True)
        await club["Ann"].slash("league answer", match=number, answer="no")
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, "answered the protest of a former player") == 1)
        assert all(not club[name].pings for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"))


async def test_deleting_ones_data_deletes_the_text_of_ones_protest(club: Club) -> None:
    number, _, _ = await store_matches(club)
    async with club.bot() as bot:
        await club["Bob"].slash("league protest", match=number, why="my secret")
        await bot.league_clock.run_once()
        await club["Bob"].slash("privacy delete-me", sure=True)
        shown = read((await club["Finn"].slash("match", id=number)).message)
        assert "my secret" not in shown
        assert "**Open protest** by a former player" in shown
        assert await logged(club, "my secret") == 0
        assert await logged(club, f"a former player protested against match `{number}`.") == 1


async def test_an_organiser_who_has_lost_the_role_meanwhile_cannot_answer(club: Club) -> None:
    number, _, _ = await store_matches(club)
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    async with club.bot():
        await club["Ann"].slash("league organisers", role=role)
        await club.control("people/Cleo/roles", {"roles": ["Keepers"]})
        await club["Bob"].slash("league protest", match=number, why="so")
        await club.control("people/Cleo/roles", {"roles": []})
        await check_refused(club, club["Cleo"], "league answer", "role", match=number, answer="x")


def refuses(reply: Reply, fact: str) -> bool:
    """Return whether a reply is a refusal for one person that names this fact."""
    sentence = said(reply.message)
    return bool(reply.message["flags"] & 64) and fact in sentence and "went wrong" not in sentence


def announced_protest(club: Club, why: str) -> Json:
    """Return the public message with this protest."""
    return next(one for one in club["Finn"].messages("lounge") if not one["flags"] & 64 and why in read(one))


async def test_organisers_answer_a_protest_by_the_button_below_its_announcement(club: Club) -> None:
    number, with_dan, _ = await store_matches(club)
    async with club.bot() as bot:
        await club["Bob"].slash("league protest", match=number, why="first")
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, "first") == 1)
        posted = announced_protest(club, "first")
        assert labels(posted) == ["Answer"]
        assert refuses(await club["Bob"].press(posted, "Answer"), "Manage Server")
        form = await club["Ann"].press(posted, "Answer")
        assert refuses(await club["Ann"].submit(form.modal, in_="lounge", answer=" \n "), "Type an answer")
        sent = {"custom_id": form.modal["custom_id"], "components": [text_label("me too")]}
        assert "Manage Server" in str(await send_forged(club, "Bob", SUBMIT, sent))
        form = await club["Ann"].press(posted, "Answer")
        assert form.modal["title"] == f"Match {number}: answer Bob"
        assert form.modal["components"][0]["component"]["placeholder"] == "first", "the protest that is answered"
        done = await club["Ann"].submit(form.modal, in_="lounge", answer="I *looked* at it")
        assert "You've answered the protest of Bob" in read(done.message)
        assert "Answered by Ann: “I \\*looked\\* at it”" in read((await club["Finn"].slash("match", id=number)).message)
        assert refuses(await club["Ann"].press(posted, "Answer"), "have been answered")
        assert "have been answered" in str(await send_forged(club, "Ann", SUBMIT, sent)), "a form that was open meanwhile"
        for name in ("Bob", "Dan"):
            await club[name].slash("league protest", match=with_dan, why="second")
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, "second") == 2)
        posted = announced_protest(club, "second")
        assert labels(posted) == [f"Match {with_dan}: answer {name}" for name in ("Bob", "Dan")]
        await confirm(club["Ann"], "league archive", league="Cup")
        form = await club["Ann"].press(posted, f"Match {with_dan}: answer Dan")
        assert "You've answered the protest of Dan" in read(
            (await club["Ann"].submit(form.modal, in_="lounge", answer="no")).message
        )
        assert refuses(await club["Ann"].press(posted, f"Match {with_dan}: answer Dan"), "no open protest")


async def test_forged_answers_to_protests_are_refused(club: Club) -> None:
    number, _, _ = await store_matches(club)
    ((other,),) = club.query('SELECT min(person) FROM result_seats WHERE "table" = ? AND person != 2', number)
    async with club.bot():
        await club["Bob"].slash("league protest", match=number, why="so")
        message = await post_buttons(club, "rummy", "z:1:1")
        wrong = ("z:", "z:1", f"z:{number}:x", f"z:{number}:2:3", f"z:{number}:-2", f"z:{'9' * 30}:2", f"z:{number}:4")
        for custom_id in (*wrong, f"z:{number}:99999"):
            assert refuses(await forged_reply(club, "Ann", message, custom_id), "I don't understand this button"), custom_id
        assert refuses(await forged_reply(club, "Ann", message, f"z:{number}:{other}"), "no open protest")
        assert refuses(await forged_reply(club, "Ann", message, "z:999:2"), "999")
        labels_ = [text_label(text) for text in ("x" * 301, 7, ["x"], None)]
        for custom_id, labels_of_form in (
            *((f"z:{number}:2", [label]) for label in labels_),
            *((f"z:{number}:2", components) for components in ([], None, [{"component": 5}])),
            *((custom_id, [text_label("x")]) for custom_id in (*wrong, f"z:{number}:99999", f"z:{number}:{other}")),
        ):
            answer = await send_forged(club, "Ann", SUBMIT, {"custom_id": custom_id, "components": labels_of_form})
            assert answer["outcome"] == "message"
            assert "went wrong" not in str(answer)
        assert await logged(club, "answered the protest") == 0


def text_label(text: object) -> Json:
    """Return the part of a sent form with this answer."""
    return {"type": 18, "component": {"type": 4, "custom_id": "answer", "value": text}}
