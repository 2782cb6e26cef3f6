"""A match of one person against computers, by buttons alone: in a server, where nobody else sees it, and in direct messages."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest

from bot import app
from bot.discord import error_boundary
from bot.rummy.columns import sheet_of
from bot.rummy.events import CardsDealt, DealEnded, MatchEnded, MeldLaid
from bot.rummy.games import GAMES
from bot.rummy.variant import Variant
from bot.tables.events import NO_CLOCK, Event, TableOpened
from bot.tables.private_tables import opponent_counts
from tests.e2e.support.checks import check_no_error
from tests.e2e.support.club import Club, open_club
from tests.e2e.support.commands import press_forged
from tests.e2e.support.forms import choose_setting
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import draw_from_stock, open_table, start_match
from tests.e2e.table.test_matches import events_by_deal
from tests.people import Json, Person, Reply, labels, said
from tests.rummy.presets import NAMES, variant


@pytest.fixture
async def tireless(club: Club) -> AsyncIterator[app.Bot]:
    """A connected bot that lets a robot press its buttons faster than a person could."""
    club.limits["moves_per_second"] = 0
    async with club.bot() as parts:
        yield parts


async def start_alone(club: Club, name: str = "Ann", *, game: str = "rami", opponents: int = 3, in_: str = "rummy") -> Json:
    """Start a match by buttons, and return the message with the hand."""
    menu = (await club[name].slash("play", in_=in_)).message
    choice = await club[name].choose(menu, "Another game", game)
    level = "normal" if opponents == 1 else "easy"
    begun = await club[name].press(choice.message, f"{opponents} {level}")
    message = await shown_after(club[name], choice.message, begun)
    assert message["id"] == menu["id"], "everything is shown in one message"
    return message


async def shown_after(person: Person, before: Json, reply: Reply) -> Json:
    """Return what the message shows after this press: on a busy machine, the bot says first that it will edit it soon."""
    assert reply.outcome in ("update", "deferred_update"), reply
    if reply.outcome == "update":
        return reply.message
    return await person.until(lambda: person.now(before) != before and person.now(before))


async def play_to_the_end(club: Club, message: Json, name: str = "Ann", *, table: int = 1) -> Json:
    """Play by the buttons of this message until the match is over; return what it shows then."""
    player = Player(club, club[name], "hand", table=table)
    while "Play again" not in labels(message):
        before = message
        if moves := offered_moves(message):
            reply = await player.press_move(message, player.choose_move(moves))
        else:
            reply = await club[name].press(message, "Next deal")
        message = await shown_after(club[name], before, reply)
        assert message["id"] == before["id"]
    return message


def interactions_only(requests: list[Json]) -> bool:
    """Return whether all of these requests answer a person: nothing is posted, edited or deleted by the bot's own will."""
    return all(re.search("/interactions/|/webhooks/", one["route"]) for one in requests)


@pytest.mark.usefixtures("tireless", "short_deals")
@pytest.mark.parametrize("game", [pytest.param(name, marks=[pytest.mark.journey] if name == "rami" else []) for name in NAMES])
async def test_a_person_plays_every_game_to_its_own_end_and_the_channel_shows_nothing(club: Club, game: str) -> None:
    await choose_setting(club, "length", "full")
    opponents = min(3, opponent_counts(variant(game))[-1])
    since = await club.last_request()
    hand = await start_alone(club, game=game, opponents=opponents)
    assert hand["flags"] & 64
    end = await play_to_the_end(club, hand)
    check_ended_by_its_own_rules(club.events(), variant(game))
    deals = sum(isinstance(event, DealEnded) for event in club.events())
    assert re.search("You win|You share|wins!|share first", said(end))
    details = await club["Ann"].press(end, "Details")
    assert f"End of deal {deals}" in said(details.message), "nothing else shows how the last deal ended"
    assert club["Finn"].messages("rummy") == []
    assert not any(person.pings or person.dms for person in club.members.values())
    assert interactions_only(await club.requests(since))
    assert club.query("SELECT count(*) FROM surfaces") == [(0,)]
    assert club.results() == []
    check_no_error(club)


def check_ended_by_its_own_rules(events: list[Event], rules: Variant) -> None:
    """Check that the match ended with the last deal of the game, or with the points to which it goes, and not before.

    Where melds must empty the hand, as in three deals of Wrotham, only whoever went out has laid any.
    """
    ended = [event for event in events if isinstance(event, DealEnded)]
    assert [event.deal for event in events if isinstance(event, CardsDealt)] == list(range(1, len(ended) + 1))
    for number, played in events_by_deal(events):
        if rules.is_all_at_once(number):
            (winner,) = (event.winner for event in played if isinstance(event, DealEnded))
            assert {event.seat for event in played if isinstance(event, MeldLaid)} <= {winner}
    assert isinstance(events[-1], MatchEnded)
    if isinstance(rules.match_deals, int):
        assert len(ended) == rules.match_deals
    else:
        seats = len(ended[0].points)
        assert reaches_target(ended, seats, rules)
        assert not reaches_target(ended[:-1], seats, rules), "it would have ended a deal earlier"


def reaches_target(ended: list[DealEnded], seats: int, rules: Variant) -> bool:
    """Return whether some total is the target after these deals, or with several games on a sheet one in each game.

    Where players are eliminated, all totals but one are. Where totals can fall, a match ends after the most deals, too.
    """
    if len(ended) == GAMES[rules.game].most_deals:
        return True
    if rules.games_at_once > 1:
        return not sheet_of(rules, seats, ended).open_games()
    totals = sorted(sum(event.points[seat] for event in ended) for seat in range(seats))
    if rules.eliminates():
        return totals[0] < totals[1] and totals[1] >= rules.match_target
    return totals[-1] >= rules.match_target


@pytest.mark.journey
@pytest.mark.usefixtures("short_deals")
async def test_a_match_in_direct_messages_is_one_normal_message(club: Club, tireless: app.Bot) -> None:
    since = await club.last_request()
    menu = await club["Bob"].slash("play", in_="dm")
    assert not menu.message["flags"] & 64
    assert "With friends …" not in labels(menu.message)
    begun = await club["Bob"].press(menu.message, "Play now")
    assert begun.outcome == "update"
    assert club.table().server == 0
    assert "<#" not in said(begun.message), "it has no channel"
    end = await play_to_the_end(club, begun.message, "Bob")
    assert sum(isinstance(event, DealEnded) for event in club.events()) == 3, "each of three players deals once"
    assert [message["id"] for message in club["Bob"].dms] == [end["id"]]
    assert interactions_only(await club.requests(since))
    again = await club["Bob"].press(end, "Play again")
    assert again.outcome == "update"
    assert offered_moves(again.message)
    assert not tireless.services.courier._deliveries


async def test_a_match_alone_in_direct_messages_stays_one_message_if_the_bot_is_slow(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = (await club["Bob"].slash("play", in_="dm")).message
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.0)
    assert (await club["Bob"].press(menu, "Play now")).outcome == "deferred_update"
    hand = await club["Bob"].until(lambda: offered_moves(club["Bob"].now(menu)) and club["Bob"].now(menu))
    assert (await draw_from_stock(club["Bob"], hand)).outcome == "deferred_update"
    await club["Bob"].until(lambda: any("discard" in move for move in offered_moves(club["Bob"].now(menu))))
    assert len(club["Bob"].dms) == 1


async def test_play_again_and_one_press_of_play_now_start_the_same_match_as_before(club: Club, tireless: app.Bot) -> None:
    await choose_setting(club, "length", "one")
    menu = (await club["Ann"].slash("play")).message
    assert "**Rami** against 2 easy computers" in said(menu)
    begun = await club["Ann"].press(menu, "Play now")
    assert begun.outcome == "update"
    assert offered_moves(begun.message), "the first card in one reply"
    end = await play_to_the_end(club, begun.message)
    both = await asyncio.gather(*(club["Ann"].press(end, "Play again") for _ in range(2)), return_exceptions=True)
    replies = [one for one in both if isinstance(one, Reply)]
    assert all(one.outcome == "update" and offered_moves(one.message) for one in replies)
    assert club.query("SELECT count(*) FROM tables") == [(2,)]
    first, second = club.table(1), club.table(2)
    assert (second.variant, second.seats.computers) == (first.variant, first.seats.computers)
    assert (second.is_private, second.clock) == (True, NO_CLOCK)


@pytest.mark.journey
async def test_a_match_goes_on_after_a_restart_with_the_buttons_from_before(club: Club) -> None:
    async with club.bot():
        hand = await start_alone(club)
        turn = await draw_from_stock(club["Ann"], hand)
    before = club.event_count()
    async with club.bot() as bot:
        discard, other = [custom_id for custom_id in controls(turn.message) if ":discard " in custom_id][:2]
        reply = await club["Ann"].press(turn.message, discard)
        if any(custom_id.startswith("d:") for custom_id in controls(reply.message)):
            reply = await club["Ann"].press(reply.message, next(one for one in controls(reply.message) if one.startswith("d:")))
        assert reply.outcome == "update"
        assert club.event_count() >= before + 4, "the computers have played, too"
        stale = await press_forged(club, "Ann", reply.message, other)
        assert "out of date" in said(stale["message"])
        await bot.services.courier.idle()
        assert not bot.services.courier._deliveries
    assert club["Finn"].messages("rummy") == []
    assert not club["Ann"].dms


async def test_a_press_that_is_forged_under_a_message_of_others_does_not_show_the_hand_there(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Bob")
    await start_alone(club)
    text = said(lobby)
    for custom_id in ("t:2:hand", "t:2:show", "m:2:2:draw stock", "t:2:end"):
        answer = await press_forged(club, "Ann", lobby, custom_id)
        assert answer["message"]["flags"] & 64
        assert answer["message"]["id"] != lobby["id"]
    assert said(club["Finn"].now(lobby)) == text


async def test_a_press_that_is_forged_under_the_hand_of_another_match_does_not_replace_it(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    (hand,) = club["Ann"].dms
    await start_alone(club)
    answer = await press_forged(club, "Ann", hand, "t:2:show")
    assert answer["message"]["id"] != hand["id"]
    answer = await press_forged(club, "Ann", hand, "g:against")
    assert answer["message"]["id"] != hand["id"]
    assert "table 1" in said(club["Ann"].now(hand))


async def test_typed_moves_reach_the_private_match_of_the_person_who_types(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Bob", "Cleo")
    await start_alone(club)
    drawn = (await club["Ann"].slash("draw", **{"from": "stock"})).message
    assert any(move.startswith("discard") for move in offered_moves(drawn))
    (choice,) = await club["Ann"].autocomplete("hand", "table")
    assert (choice["value"], "Rosa ⚙" in choice["name"]) == (2, True)
    assert await club["Finn"].autocomplete("hand", "table") == [], "nobody else finds it"
    assert isinstance(club.events(2)[0], TableOpened)


async def test_a_channel_in_which_tables_can_not_be_opened_lets_people_play_alone(club: Club, bot: app.Bot) -> None:
    await choose_setting(club, "channels", club["Ann"].channel_id("lounge"))
    hand = await start_alone(club, "Bob")
    assert offered_moves(hand)


async def test_matches_alone_do_not_count_as_open_tables_of_the_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = {"server_open_lobbies": 1, "server_lobbies_per_minute": 1, "open_lobbies": 1, "lobbies_per_minute": 60}
    async with open_club(tmp_path_factory.mktemp("club"), "Ann", "Bob", "Finn", limits=limits) as club, club.bot():
        for name in ("Ann", "Bob", "Finn"):
            assert offered_moves(await start_alone(club, name))
        assert (await club["Ann"].slash("table new")).message["flags"] & 64 == 0
