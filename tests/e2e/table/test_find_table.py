"""The table that a command means: the one with the number, the channel's, or the person's only one; and its visibility."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.quick_matches import play_to_pause, settle, start
from tests.e2e.support.tables import open_table, start_match
from tests.people import said


async def test_a_command_means_the_channels_table_before_ones_own_table_elsewhere(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Bob", "Cleo", in_="rummy")
    await open_table(club, "Ann", "Dan", in_="lounge")
    assert "table 1" in said((await club["Ann"].slash("table show", in_="rummy")).message)
    asked = await club["Ann"].slash("table cancel", in_="rummy")
    assert "table 1" in said(asked.message), (
        "Ann has Manage Server, and is asked whether to break off the match in this channel"
    )
    assert club.table(2).phase == "lobby", "her own table in another channel is unchanged"
    assert "table 2" in said((await club["Ann"].slash("hand", in_="lounge")).message)
    assert "table 2" in said((await club["Dan"].slash("table leave", in_="dm")).message), "Dan's only table"


async def play_now(club: Club, name: str, *, in_: str = "rummy") -> None:
    """Start a match of this person alone."""
    assert offered_moves((await club[name].slash("play", computers=1, in_=in_)).message)


async def test_every_command_means_the_channels_table_before_ones_own_match_against_computers(club: Club) -> None:
    club.deal_pause = 60
    async with club.bot() as bot:
        await play_now(club, "Ann")
        alone = club.events(1)
        await start(club, bot, "Ann", "Bob", computer=True)
        await settle(club, bot, 2)
        while club.on_turn(2) is not club["Ann"]:
            await Player(club, club["Bob"], "dm", table=2).take_turn()
            await settle(club, bot, 2)

        async def told(command: str, **options: object) -> str:
            return said((await club["Ann"].slash(command, **options)).message)

        for command in ("hand", "table show", "table leave", "table cancel"):
            assert "Rami, table 2" in await told(command), command
        turn = club.table(2).current_turn
        assert "you drew" in await told("draw", **{"from": "stock"})
        for command in ("meld", "layoff"):
            assert await told(command, cards="2H 5C 9S"), "refused, or played at that table"
        match = club.table(2).match
        assert match is not None
        assert match.deal is not None
        held = match.deal.hands[match.deal.turn.seat]
        for card in held:
            if club.table(2).current_turn == turn:
                await told("discard", card=card)
        assert club.table(2).current_turn != turn, "the turn is over"
        assert "You're playing against Bob" in await told("table remove", person=club["Bob"].id)
        await play_now(club, "Cleo")
        await settle(club, bot, 2)
        await play_to_pause(club, bot, 2)
        await told("table ready")
        assert club.table(2).ready_people == {club.person_number("Ann")}
        taken = said((await club["Cleo"].slash("table seat")).message)
        assert "The seat is yours from now on." in taken
        assert club.person_number("Cleo") in club.table(2).seated_people()
        shown = (await club["Ann"].slash("table show")).message
        asked = (await club["Ann"].press(shown, "End the match")).message
        await club["Ann"].press(asked, "Yes, end the match")
        assert club.table(2).end_requests == {club.person_number("Ann")}
        assert club.events(1) == alone, "Ann's own match is as it was"


async def test_in_direct_messages_a_command_means_the_match_begun_there_and_otherwise_asks(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo")
    await play_now(club, "Ann", in_="dm")
    await play_now(club, "Bob", in_="rummy")
    for command in ("hand", "table show"):
        assert "Rami, table 2" in said((await club["Ann"].slash(command, in_="dm")).message)
        assert "Rami, table 1" in said((await club["Ann"].slash(command, in_="rummy")).message)
        asked = said((await club["Bob"].slash(command, in_="dm")).message)
        assert asked == "You're at 2 tables. Add `table:1` or `table:3`."
        assert "Rami, table 1" in said((await club["Cleo"].slash(command, in_="dm")).message)
    ended = said((await club["Ann"].slash("table leave", in_="dm")).message)
    assert "End this match? You can't continue it later." in ended, "their own match, which nobody else plays"


async def test_a_table_in_an_invisible_channel_does_not_exist_for_that_person(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    assert "table 1" in said((await club["Finn"].slash("table show", in_="lounge", table=1)).message)
    reply = await club["Cleo"].slash("table show", in_="dm", table=1)
    assert "There's no table 1" in said(reply.message)


async def test_a_table_with_a_thread_is_refused_inside_a_thread(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", thread=True)
    thread = next(channel for channel in club["Finn"]._channels.values() if channel["type"] == 11)
    before = club.event_count()
    reply = await club["Ann"].slash("table new", in_=thread["id"], thread=True)
    assert "thread" in said(reply.message).lower()
    assert reply.message["flags"] & 64
    assert club.event_count() == before


async def test_a_hand_that_discord_refuses_is_given_up_and_the_turn_is_still_posted(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", "Bob")
    await club.add_fault("POST", f"^/channels/{club['Ann'].channel_id('dm')}/messages", times=1, status=400)
    await club["Ann"].press(club["Ann"].messages("rummy")[0], "Start")
    await club.until_sent()
    surfaces = club.surfaces()
    assert sum(key.startswith("hand") and message is None for key, (_, message) in surfaces.items()) == 1
    assert any(key.startswith("round") for key in surfaces), "the message of the turn is posted"


async def test_each_question_which_table_is_meant_says_why_and_names_the_options_to_add(club: Club, bot: app.Bot) -> None:
    for name in ("Ann", "Bob"):
        await open_table(club, name)
    await open_table(club, "Bob", in_="lounge")
    before = club.event_count()

    async def asked(name: str, command: str, in_: str) -> str:
        reply = await club[name].slash(command, in_=in_)
        assert reply.message["flags"] & 64
        return said(reply.message)

    assert await asked("Bob", "hand", "dm") == "You're at 2 tables. Add `table:2` or `table:3`."
    assert await asked("Cleo", "table show", "rummy") == "2 tables are open here. Add `table:1` or `table:2`."
    assert await asked("Cleo", "table join", "rummy") == "You can join 2 tables here. Add `table:1` or `table:2`."
    assert club.event_count() == before


async def test_a_card_that_is_not_held_is_refused_for_that_reason_and_the_hand_is_named(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, match = club.on_turn(), club.table().match
    await person.slash("draw", **{"from": "stock"})
    match = club.table().match
    assert match is not None
    assert match.deal is not None
    held = match.deal.hands[match.deal.turn.seat]
    missing = next(card for card in match.deal.stock if card not in held)
    before = club.event_count()
    for command, option in (("layoff", "cards"), ("discard", "card")):
        text = said((await person.slash(command, **{option: missing.lower()})).message)
        assert text.endswith(" isn't in your hand. `/hand` shows your cards."), text
    assert club.event_count() == before
