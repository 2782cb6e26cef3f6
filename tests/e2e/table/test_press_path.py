"""The number of files that a press enters: few from the command to the service, and few from the commit to Discord."""

import json

import pytest

from bot import app
from tests.e2e.support.club import ARTIFACTS, Club
from tests.e2e.support.hand_controls import offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.press_trace import RULES, Trace, traced
from tests.e2e.support.tables import draw_from_stock, start_match

MOST_TO_SERVICE = 5
MOST_TO_DISCORD = 6
DISPATCHER = "bot/client.py"
"""Every event of discord.py passes through it, unchanged: it notes when Discord was heard last."""


async def trace_discard(club: Club, way: str) -> Trace:
    """Trace one discard, from the command or press until the bot has sent everything."""
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    drawn = await draw_from_stock(person)
    await club.until_sent()
    move = [move for move in offered_moves(drawn.message) if move.startswith("discard")][-1]
    async with traced() as trace:
        if way == "/discard":
            await person.slash("discard", card=move.split()[1])
        else:
            await Player(club, person, "dm").press_move(drawn.message, move)
        await club.until_sent()
    return trace


@pytest.mark.parametrize("way", ["/discard", "select"])
async def test_a_discard_enters_few_files(club: Club, bot: app.Bot, way: str) -> None:
    trace = await trace_discard(club, way)
    figures = {
        "way": way,
        "files entered": len(trace.entered),
        "besides the rules": len([one for one in trace.entered if not one.startswith(RULES)]),
        "to the service": trace.to_service,
        "entered before the service": trace.before_service,
        "from the commit to Discord": sorted(trace.to_discord, key=len),
        "entered": trace.entered,
    }
    (ARTIFACTS / f"press path {way.strip('/')}.json").write_text(json.dumps(figures, indent=1))
    assert trace.to_discord, "the bot updates the channel and the hands"
    path = [one for one in trace.to_service if one != DISPATCHER]
    assert len(path) <= MOST_TO_SERVICE, path
    assert max(map(len, trace.to_discord)) <= MOST_TO_DISCORD, trace.to_discord
