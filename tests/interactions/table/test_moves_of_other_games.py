"""Typed moves that a game doesn't have: before and after the draw, the refusal says why, and what to do instead."""

import pytest

from bot.players.computer_player import minimal_move
from bot.rummy.events import Awaited
from bot.rummy.match import Match
from bot.rummy.view import view_for
from tests.desk import Asker, Desk
from tests.interactions.table.lobbies import start_match, table_of
from tests.rummy.presets import NAMES, variant

NO_KNOCK = "Nothing is laid before the knock: keep your melds in your hand, and go on with your turn."
NOT_SHOWN = "Nothing is laid: your melds count in your hand when the deal ends. Go on with your turn."
NO_SWAP = {"swap": "Wild cards aren't swapped at this table. Lay the card off, or keep it."}
CONTRACT = dict.fromkeys(("layoff", "swap"), "Lay exactly this in one go")
LACKING = {
    "gin": dict.fromkeys(("meld", "layoff", "swap", "takeback"), NO_KNOCK),
    "three_thirteen": dict.fromkeys(("meld", "layoff", "swap", "takeback"), NOT_SHOWN),
}
"""For each game, the commands that it never has in a turn; other games lack nothing but swaps."""


@pytest.mark.parametrize("name", NAMES)
async def test_a_move_that_a_game_lacks_is_refused_with_what_to_do(desk: Desk, name: str) -> None:
    rules = variant(name)
    lacking = LACKING.get(rules.game, NO_SWAP if rules.wild_swap == "never" else {})
    if rules.knock_limit == 0:
        lacking = {command: why.replace("the knock", "gin") for command, why in lacking.items()}
    people = await start_match(desk, "Ann", "Bob", variant=name)
    await check(desk, people, lacking)
    while match_of(desk).awaits != Awaited.PLAY:
        match = match_of(desk)
        seat = match.seat_to_act()
        assert seat is not None
        await on_turn(desk, people).slash("move", move=str(minimal_move(view_for(match, seat))))
    await check(desk, people, CONTRACT | lacking if rules.contracts != "none" else lacking)


async def check(desk: Desk, people: tuple[Asker, ...], refused: dict[str, str]) -> None:
    match, person = match_of(desk), on_turn(desk, people)
    seat = match.seat_to_act()
    assert match.deal is not None
    assert seat is not None
    first, second, third, *_ = map(str, match.deal.hands[seat])
    options = {"meld": {"cards": f"{first} {second} {third}"}, "layoff": {"cards": first}, "swap": {"card": first}}
    for command, why in refused.items():
        assert why in await person.refused(command, **options.get(command, {}))
    assert match_of(desk) == match


def match_of(desk: Desk) -> Match:
    match = table_of(desk).match
    assert match is not None
    return match


def on_turn(desk: Desk, people: tuple[Asker, ...]) -> Asker:
    number = table_of(desk).person_to_act()
    return next(one for one in people if desk.store.people.find(one.id).number == number)
