"""Players protest against the result of a match; organisers answer, and everyone can read both."""

from msgspec.structs import replace

from bot.league.league import League
from tests.e2e.support.club import Club
from tests.e2e.support.league.announcements import announced, logged
from tests.e2e.support.league.league_reading import read
from tests.e2e.support.league.played_season import store_season
from tests.e2e.support.refusals import check_refused, check_refused_in_dm

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
        assert "· answered by Ann: “I didn't”" in shown
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
