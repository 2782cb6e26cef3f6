"""Organisers can say why they change, end or archive a league; everyone reads it in the log and in the announcement."""

import pytest
from msgspec.structs import replace

from bot.league.league import League
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused, forged_reply
from tests.e2e.support.league_messages import announced, answer, confirm, logged, newest, read
from tests.e2e.support.schedules import meet_bot
from tests.e2e.support.seasons import store_season
from tests.leagues import change_setting, edit_league
from tests.people import find, parts

CUP = League(server=0, name="Cup")
HOSTILE = "\u202e@everyone\n# **big** <@1> `x` ||s|| \u2066|"
HARMLESS = "Why: @\u200beveryone \\# \\*\\*big\\*\\* \\<@1\\> \\`x\\` \\|\\|s\\|\\| \\|"


async def store_cup(club: Club) -> None:
    """Store a league that announces in #lounge, with some matches."""
    await store_season(club, replace(CUP, announcements=int(club["Ann"].channel_id("lounge"))), matches=12, people=6)


async def test_the_reason_of_every_action_is_in_the_log_and_in_the_announcement(club: Club) -> None:
    await store_cup(club)
    ann, role = club["Ann"], (await club.control("roles", {"name": "Keepers"}))["id"]
    async with club.bot() as bot:
        people = await meet_bot(club, "Ann", "Bob", "Cleo")
        actions: list[tuple[str, dict[str, object], str]] = [
            ("league edit", {"league": "Cup", "least": 2}, "Ann changed Cup:\n- Matches to be ranked: 1 → 2\n"),
            ("league schedule", {"people": people, "variant": "rami"}, "Ann made a schedule for 3 players in Cup.\n"),
            (
                "league schedule",
                {"people": people, "variant": "rami", "replace": True},
                "Ann replaced the schedule of Cup by one for 3 players.\n",
            ),
            ("league organisers", {"role": role}, f"Ann chose <@&{role}> as the organiser role.\n"),
            ("league season-end", {"league": "Cup", "name": "Spring"}, "Ann ended the season “Spring” of Cup.\n"),
            ("league archive", {"league": "Cup"}, "Ann archived Cup.\n"),
        ]
        for number, (command, options, said) in enumerate(actions):
            await confirm(ann, command, **options, why=f"reason {number}")
            line = f"{said}Why: reason {number}"
            await bot.league_clock.run_once()
            await club["Finn"].until(lambda line=line: announced(club, line) == 1)
            assert await logged(club, f"  - Why: reason {number}") == 1
        await confirm(ann, "league organisers", nobody=True)
        assert await logged(club, "Why:") == len(actions), "an action without a reason has no such line"


async def test_a_question_shows_the_reason_and_keeps_it_while_the_bot_restarts(club: Club) -> None:
    await store_cup(club)
    asked = []
    async with club.bot():
        for command in ("league season-end", "league archive"):
            asked.append(await club["Ann"].slash(command, league="cup", why="nobody *plays*"))
            assert "Why: nobody \\*plays\\*" in read(asked[-1].message)
    async with club.bot():
        await answer(club["Ann"], asked[0])
        assert await logged(club, "Ann ended season 1 of Cup.\n  - Why: nobody \\*plays\\*") == 1
        assert await logged(club, "Why:") == 1


async def test_a_hostile_reason_is_shown_as_one_harmless_line(club: Club) -> None:
    await store_cup(club)
    async with club.bot() as bot:
        await edit_league(club["Ann"], "Cup", least=2, why=HOSTILE)
        shown = read((await club["Ann"].slash("league season-end", league="Cup", why=HOSTILE)).message)
        await confirm(club["Ann"], "league season-end", league="Cup", why=HOSTILE)
        await bot.league_clock.run_once()
        await club["Finn"].until(lambda: announced(club, HARMLESS) == 2)
        assert shown.count(HARMLESS) == 1
        assert await logged(club, HARMLESS) == 2
        assert not any(one["mentions"] or one["mention_everyone"] for one in club["Finn"].messages("lounge"))


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("league season-end", {"league": "Cup"}),
        ("league archive", {"league": "Cup"}),
        ("league organisers", {"role": ""}),
        ("league schedule", {"people": "", "variant": "rami"}),
    ],
)
async def test_a_reason_that_is_too_long_is_refused_and_one_that_cannot_be_seen_is_none(
    club: Club, command: str, options: dict[str, object]
) -> None:
    await store_cup(club)
    async with club.bot():
        if "people" in options:
            options = options | {"people": await meet_bot(club, "Ann", "Bob", "Cleo")}
        if "role" in options:
            options = {"role": (await club.control("roles", {"name": "Keepers"}))["id"]}
        await check_refused(club, club["Ann"], command, "at most 300 characters", **options, why="x" * 301)
        assert await logged(club, ":t> · Ann ") == 0
        await confirm(club["Ann"], command, **options, why=" \u200b\u202e ")
        assert await logged(club, ":t> · Ann ") == 1
        assert await logged(club, "Why:") == 0


async def test_a_reason_needs_an_action(club: Club) -> None:
    await store_cup(club)
    async with club.bot():
        assert "Nothing has changed" in read((await edit_league(club["Ann"], "Cup", least=1, why="so")).message)
        await check_refused(club, club["Ann"], "league organisers", "`role:`", why="so")
        await check_refused(club, club["Ann"], "league schedule", "at least 2 people", why="so")


async def test_the_form_of_a_setting_asks_why(club: Club) -> None:
    await store_cup(club)
    async with club.bot():
        panel = (await club["Ann"].slash("league edit", league="Cup")).message
        form = (await club["Ann"].choose(panel, "Change a setting …", "zone")).modal
        [why] = [one for one in parts(form["components"]) if one.get("custom_id") == "why"]
        assert not why["required"]
        assert why["max_length"] == 300
        await change_setting(club["Ann"], panel, "zone", "Europe/Rome")
        assert await logged(club, "Ann changed Cup:") == 1
        assert await logged(club, "Why:") == 0


async def test_the_line_of_an_undo_says_whose_action_it_undoes(club: Club) -> None:
    await store_cup(club)
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    async with club.bot():
        people = await meet_bot(club, "Ann", "Bob", "Cleo")
        await club["Ann"].slash("league organisers", role=role)
        await club.control("people/Bob/roles", {"roles": ["Keepers"]})
        await club["Ann"].slash("league schedule", people=people, variant="rami")
        for command, options, said in (
            ("league schedule", {"people": people, "variant": "rami", "replace": True}, "undid the new schedule"),
            ("league season-end", {"league": "Cup"}, "undid the end of season 1"),
            ("league archive", {"league": "Cup"}, "undid the archiving"),
        ):
            for name, whose in (("Ann", "This undoes their own action."), ("Bob", "This undoes an action of Bob.")):
                done = await confirm(club[name], command, **options)
                undo = find(done.message, "Undo")["custom_id"]
                await forged_reply(club, "Ann", newest(club["Ann"]), undo)  # only Bob sees the answer to Bob
                lines = (await club["Eve"].slash("league log")).message
                first = read(lines).split("\n")[1]
                assert f"Ann {said}" in first
                assert first.endswith(whose)
