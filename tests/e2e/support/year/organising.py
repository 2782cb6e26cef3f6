"""Everything that organisers do, apart from schedules: the role, protests, corrections, and leagues from beginning to end."""

from tests.e2e.support.league.league_reading import ask, read
from tests.e2e.support.league.protests import answer_protest, protest
from tests.e2e.support.tables import break_off, remove_player, start_match
from tests.e2e.support.year.year import Year
from tests.leagues import create_league, edit_league

KEEPERS = "Keepers"


async def choose_organisers(year: Year) -> None:
    """Ann names the channel of announcements, and gives the role of the organisers, takes it, and gives it again."""
    club = year.club
    for league in ("Mondays", "Places"):
        announcements = club["Ann"].channel_id("lounge")
        await edit_league(club["Ann"], league, announcements=announcements)
        await year.actions.expect(f"Ann changed {league}:")
    keepers, others = [(await club.control("roles", {"name": name}))["id"] for name in (KEEPERS, "Others")]
    await club.control("people/Cleo/roles", {"roles": [KEEPERS]})
    await year.actions.perform("Ann", f"Ann chose <@&{others}> as the organiser role.", "league organisers", role=others)
    line = f"Ann chose <@&{keepers}> as the organiser role, instead of <@&{others}>."
    await year.actions.perform("Ann", line, "league organisers", role=keepers)
    await edit_league(club["Cleo"], "Mondays", least=2)
    await year.actions.expect("Cleo changed Mondays:")
    line = f"Ann removed the organiser role <@&{keepers}>: only Manage Server organises now."
    await year.actions.perform("Ann", line, "league organisers", nobody=True)
    refused = read(await ask(club["Cleo"], "league edit", league="Mondays"))
    assert "Manage Server" in refused
    await year.actions.perform("Ann", f"Ann chose <@&{keepers}> as the organiser role.", "league organisers", role=keepers)


async def break_a_match_off(year: Year) -> None:
    """Cleo, who isn't at the table, removes Bob from a match, and then breaks it off, so that it doesn't count."""
    number = year.next_table()
    await start_match(year.club, "Bob", "Dan", "Eve")
    asked = await ask(year.club["Cleo"], "table remove", person=year.club["Bob"].id, table=number)
    await remove_player(year.club, "Cleo", asked, "Bob", "he has gone home")
    await year.actions.expect(f"Cleo removed Bob from table {number} (match `{number}`).")
    await break_off(year.club, "Cleo", "they wanted to play again", table=number)
    await year.actions.expect(f"Cleo broke off table {number} (match `{number}`): they wanted to play again")


async def protest_ten_times(year: Year) -> None:
    """Both players of five matches protest, and are answered; all of it is public."""
    for pair in (("Bob", "Dan"), ("Bob", "Eve"), ("Dan", "Finn"), ("Eve", "Finn"), ("Bob", "Finn")):
        number = await year.play(*pair)
        for name in pair:
            line = f"{name} protested against match `{number}`: {name} lost a card"
            await protest(year.club, name, number, f"{name} lost a card")
            await year.actions.expect(line)
            line = f"Cleo answered the protest of {name} against match `{number}`: no, {name}"
            await answer_protest(year.club, "Cleo", number, f"no, {name}", name)
            await year.actions.expect(line)
        assert (await year.verdict(number)).count("Cleo answered") == 2


async def correct_in_every_way(year: Year) -> None:
    """Cleo corrects and reinstates, in the running season and in one that has ended."""
    number = await year.play("Ann", "Bob", "Dan")
    ann, bob = year.club["Ann"].id, year.club["Bob"].id
    for change, done, options in (
        ("swap", "swapped Ann and Bob in", {"person": ann, "other": bob}),
        ("swap back", "swapped Ann and Bob back in", {"person": ann, "other": bob}),
        ("remove", "removed Bob from", {"person": bob}),
        ("put back", "put Bob back into", {"person": bob}),
        ("remove", "removed Ann from", {"person": ann}),
    ):
        line = f"Cleo {done} match `{number}`: so it was"
        await year.actions.perform("Cleo", line, "league correct", match=number, change=change, why="so it was", **options)
    ended = year.played[0]
    for command, done in (("void", "voided"), ("reinstate", "reinstated"), ("void", "voided")):
        line = f"Cleo {done} match `{ended}`: too late"
        await year.actions.perform("Cleo", line, f"league {command}", match=ended, why="too late")


async def edit_every_setting(year: Year) -> None:
    """Ann creates a league by the form, and Cleo changes each of its settings while it is played."""
    club = year.club
    await create_league(club["Ann"], "Plate", in_="lounge")
    await year.actions.expect("Ann created the league Plate.")
    lounge, rummy = (club["Ann"].channel_id(name) for name in ("lounge", "rummy"))
    name = "Plate"
    settings: tuple[dict[str, object], ...] = (
        {"shortest": "one", "rematches": 1, "larger_rematches": 1},
        {"scheme": "2: 5 1; 3: 9 5 1; 4: 9 5 3 1"},
        {"scheme": "card points; ties: fewest matches, wins"},
        {"games": "rami"},
        {"games": "", "house_rules": False},
        {"house_rules": True, "requires_clock": True},
        {"channel": lounge},
        {"channel": None, "rated": True},
        {"least": 3, "zone": "Asia/Tokyo"},
        {"rematches": 3, "larger_rematches": 4, "season_end": "monthly"},
        {"season_end": "by hand", "announcements": rummy},
        {"announcements": lounge},
        {"name": "Saucer"},
    )
    for some in settings:
        await year.play_quickly("Ann", "Bob", *(["Cleo"] if len(some) > 1 else []))
        for setting, value in some.items():
            await edit_league(club["Cleo"], name, **{setting: value})
            await year.actions.expect(f"Cleo changed {name}:")
        name = str(some.get("name", name))
    await year.play_quickly("Cleo", "Dan")


async def close_a_league(year: Year) -> None:
    """Cleo creates another league, plays in it, ends its season by hand and archives it; both are undone once."""
    await create_league(year.club["Cleo"], "Bowl", in_="lounge")
    await year.actions.expect("Cleo created the league Bowl.")
    await edit_league(year.club["Cleo"], "Bowl", shortest="one")
    await year.actions.expect("Cleo changed Bowl:")
    for names in (("Ann", "Cleo"), ("Cleo", "Dan")):
        await year.play(*names)
    end = ("Cleo ended the season “Winter” of Bowl.", "league season-end")
    done = await year.actions.perform("Cleo", *end, league="Bowl", name="Winter")
    await year.play("Ann", "Dan")
    await year.actions.undo("Cleo", "Cleo undid the end of the season “Winter” of Bowl: it goes on.", done)
    await year.actions.perform("Cleo", *end, league="Bowl", name="Winter")
    await year.play("Ann", "Dan")
    archive = ("Cleo archived Bowl.", "league archive")
    done = await year.actions.perform("Cleo", *archive, league="Bowl")
    await year.actions.undo("Cleo", "Cleo undid the archiving of Bowl.", done)
    await year.actions.perform("Cleo", *archive, league="Bowl")
