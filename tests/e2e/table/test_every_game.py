"""Each game over the wire, by people who read different languages: kills, presses of old phases, the clock, and leaving.

A phase is what the match waits for; everything is tried in each phase of a game.
"""

import pytest

from bot.players.computer_player import Level, choose_move
from bot.rummy.cards import face
from bot.rummy.events import Awaited, CardDiscarded, Challenged, DealEnded, Knocked
from bot.rummy.games import GAMES
from bot.rummy.view import view_for
from bot.tables.seat_events import TurnPlayedFor
from bot.tables.table import Table
from tests.e2e.support.cards import shown_in
from tests.e2e.support.checks import check_match_ended, check_no_error, check_secrecy
from tests.e2e.support.clocks import let_time_run_out
from tests.e2e.support.club import Clock, Club, Witness
from tests.e2e.support.commands import check_refused, forged_reply
from tests.e2e.support.hand_controls import button_id, can_press, controls, offered_moves, table_number
from tests.e2e.support.players import Player
from tests.e2e.support.tables import open_table
from tests.people import Json, find, labels
from tests.rummy.presets import NAMES, variant
from tests.seeded_deals import deal_knock, deal_runs

ANN, BOB, CLEO = "Ann", "Bob", "Cleo"
LOCALES = ("de", "fr", "it", "es-ES")
DEALS = {"gin": deal_knock, "three_thirteen": deal_runs}


def phases_of(game: str) -> set[Awaited]:
    """Return the phases of a game: nobody lays off after a knock with gin, the only one of straight gin."""
    return {*GAMES[variant(game).game].phases}.difference(() if variant(game).knock_limit else (Awaited.LAY_OFF,))


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest, club: Club, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each game. Where there are knocks they come soon, and the channel's pages are edited at once."""
    club.changed |= {"bot.delivery.table_delivery._MELD_DELAY": 0.0}
    if deal := DEALS.get(variant(request.param).game):
        club.changed |= {"bot.rummy.decide.deal_cards": deal}
    for name, value in club.changed.items():
        monkeypatch.setattr(name, value)
    return str(request.param)


async def hand_of(person: Witness, table: int) -> Json:
    """Return the direct message with moves at this table."""

    def found() -> Json | None:
        return next((message for message in person.dms if table_number(message) == table and offered_moves(message)), None)

    return await person.until(found)


async def start(club: Club, game: str, *guests: str, **options: object) -> None:
    """Let Ann, who doesn't read English, start a match of this game; of Colonel with challenges."""
    await club.control(f"people/{ANN}", {"locale": LOCALES[NAMES.index(game) % len(LOCALES)]})
    lobby = await open_table(club, ANN, variant=game, **options)
    if game == "colonel":
        await club[ANN].slash("table rule", rule="challenge", answer="yes")
    for name, what in (*((guest, "join") for guest in guests), (ANN, "start")):
        await club.until_sent(table_number(lobby))
        person = club[name]
        await person.until(lambda person=person, what=what: can_press(person.now(lobby), what))
        await person.press(lobby, button_id(person.now(lobby), what))
    await club.until_sent(table_number(lobby))


async def play_on(club: Club, table: int = 1) -> tuple[str, str]:
    """Make one move as a computer would, by a button; return who made it, and the custom_id of a move that their hand had."""
    while (now := club.table(table)).phase == "pause":
        for person in now.seated_people():
            await club.person_of(person).slash("table ready", table=table)
    await club.until_sent(table)
    person = club.on_turn(table)
    hand = await hand_of(person, table)
    pressed = next(custom_id for custom_id, moves in controls(hand).items() if moves)
    player, match = Player(club, person, "dm", table=table), now.begun_match
    best = str(choose_move(view_for(match, match.seat_to_act()), Level.NORMAL, ""))
    wanted = ("challenge" if match.deal.turn.number < 4 else best, "refuse", "pass", best)
    while club.table(table).version == now.version:
        hand = await hand_of(person, table)
        moves = offered_moves(hand)
        move = next((one for one in wanted if one in moves), None) or player.choose_move(moves)
        await player.attempt(player.press_move(hand, move))
    return person.name, pressed


def phase(table: Table) -> Awaited:
    return table.begun_match.awaits


def draw_labels(person: Witness) -> set[str]:
    """Return what the button that draws from the stock was called."""
    shown = [seen.message for seen in person.seen if "components" in seen.message]
    return {find(it, button)["label"] for it in shown for button, moves in controls(it).items() if moves == ["draw stock"]}


async def leave(club: Club, person: Witness, table: int = 1) -> None:
    asked = await person.slash("table leave", table=table)
    await person.press(asked.message, labels(asked.message)[0])
    await club.until_sent(table)


async def test_a_match_in_two_languages_survives_kills_and_an_old_press_shows_the_current_hand(club: Club, game: str) -> None:
    club.pg.simulation.interactions._answer_within = 3.0
    bot = await club.start_bot()
    await start(club, game, BOB, deals=1)
    seen, old = set[Awaited](), dict[str, str]()
    while (before := club.table()).phase != "over":
        if before.phase == "deal" and (now := phase(before)) not in seen:
            await club.until_sent()
            bot.kill()
            bot = await club.start_bot()
            assert club.table().match == before.match
            await club.until_sent()
            person, seen = club.on_turn(), seen | {now}
            if person.name in old:
                reply = await forged_reply(club, person.name, await hand_of(person, 1), old[person.name])
                assert reply.outcome == "update", reply
                held = before.match.deal.hands[before.match.seat_to_act()]
                assert {*map(face, held)} <= shown_in(reply.message, before.variant.deck)
                assert {button.split(":")[2] for button in controls(reply.message)} == {str(before.step)}
                assert club.table().match == before.match, "what an old press asks for isn't possible now"
        name, button = await play_on(club)
        old[name] = button
    await club.until_sent()
    assert seen == phases_of(game)
    assert draw_labels(club[BOB]) == {"Draw"}
    assert draw_labels(club[ANN]) not in ({"Draw"}, set())
    await check_match_ended(club, (ANN, BOB), before.begun_match.deal.number)
    assert await bot.stop() == 0
    check_no_error(club)
    check_secrecy(club)


@pytest.mark.usefixtures("clock", "bot")
async def test_a_turn_is_played_for_somebody_absent_in_each_phase_and_never_knocks_or_challenges(
    club: Club, clock: Clock, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("bot.delivery.hand_messages._PRESENT", 0.0)  # nobody is, so no turn begins with an edit
    await start(club, game, BOB, clock="live")
    seen = set[Awaited]()
    while phases_of(game) - seen:
        if (now := phase(club.table())) not in seen:
            seen.add(now)
            absent, before = club.on_turn(), len(club.events())
            await let_time_run_out(club, clock)
            played = [type(event) for event in club.events()[before:]]
            assert TurnPlayedFor in played
            assert not {Knocked, Challenged}.intersection(played)
            await absent.slash("hand")  # whatever they do brings them back
        else:
            await play_on(club)
    check_no_error(club)


@pytest.mark.usefixtures("bot")
async def test_whoever_stays_wins_if_the_others_leave_in_any_phase(club: Club, game: str) -> None:
    guests = (BOB, CLEO)[: max(variant(game).players) - 1]
    for number, wanted in enumerate(sorted(phases_of(game)), start=1):
        await start(club, game, *guests)
        while phase(club.table(number)) != wanted:
            await play_on(club, number)
        for left, _ in enumerate(guests, start=1):
            await leave(club, club.on_turn(number), number)
            match = club.table(number).begun_match
            assert len(match.left_seats) == left
            if left < len(guests):
                await play_on(club, number)
        assert match.placings is not None
        assert [match.placings[seat] for seat in (*match.staying_seats(), *reversed(match.left_seats))] == [1, 2, 3][: left + 1]
    check_no_error(club)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("game", ["three_thirteen"], indirect=True)
async def test_the_others_have_their_last_turns_if_somebody_goes_out_and_leaves(club: Club, game: str) -> None:
    await start(club, game, BOB, CLEO, deals=2)
    while (out := club.table().match.deal.knocker) is None:
        await play_on(club)
    await leave(club, club.person_of(club.table().seats.occupants[out]))
    while club.table().phase == "deal":
        await play_on(club)
    assert [event.winner for event in club.events() if isinstance(event, DealEnded)] == [out]
    discards = [event.seat for event in club.events() if isinstance(event, CardDiscarded)]
    assert sorted(discards) == [0, 1, 2], "each had one turn"
    while club.table().phase != "over":
        await play_on(club)
    assert club.table().match.placings[out] == 3
    check_no_error(club)
    check_secrecy(club)


@pytest.mark.usefixtures("bot", "short_deals")
@pytest.mark.parametrize("game", ["ramino101"], indirect=True)
async def test_two_play_on_without_the_third_who_is_eliminated_until_one_of_them_leaves(club: Club, game: str) -> None:
    await start(club, game, BOB, CLEO, target=101)
    while not (out := club.table().match.out_seats):
        await play_on(club)
    eliminated = club.person_of(club.table().seats.occupants[out[0]])
    refused = await check_refused(club, eliminated, "table leave")
    assert refused == await check_refused(club, eliminated, "move", move="draw stock"), "as if they did anything else"
    await play_on(club)
    await leave(club, club.on_turn())
    match = club.table().match
    assert [match.placings[seat] for seat in (*match.staying_seats(), *out, *match.left_seats)] == [1, 2, 3]
    check_no_error(club)
    check_secrecy(club)
