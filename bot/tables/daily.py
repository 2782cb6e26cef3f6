"""The deal of the day: its game, its seed, its times, and what its result is. Pure.

A day is one of UTC, counted from 1 January 1970. Everything random in a day's deal follows from one secret of the database: the
deals of the day are the HMAC-SHA-256 of its number with this key, the seed of the cards follows from them (`deals.py`), and the
computers choose by them and the turn. So the fingerprint of the seed can be announced before the day.
"""

import hmac
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.players.choice import Level
from bot.rummy.cards import commitment
from bot.rummy.variant import Variant
from bot.tables.apply_event import apply_event, apply_events
from bot.tables.automatic_turns import turn_played_by_table
from bot.tables.computer_players import OwnComputers
from bot.tables.deals import seed_of_deal
from bot.tables.events import NO_CLOCK, DayDeal, TableOpened
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import decide_request
from bot.tables.rule_requests import AddComputer
from bot.tables.rules.house_rules import find_rule
from bot.tables.rules.rule_changes import change_rule
from bot.tables.table import Phase, Table

_ANYONE = 1  # the number of a person who isn't stored
_DAY_MS = 86_400_000
GRACE_MS = 3_600_000
"""How long after the end of its day a deal that was begun in time can be finished; then the seed is shown."""

GAMES_OF_DAYS = (
    ("rami",),
    ("gin", "oklahoma", "straight_gin"),
    ("ramino", "rummy500"),
    ("wrotham", "romme", "colonel", "ten_stages"),
    ("cuccu", "scala40"),
    ("rami",),
    ("three_thirteen", "ramino101", "contract"),
)
"""The games of Monday to Sunday, a week each, in turn."""
_HOUSE_RULE_DAY = 5
HOUSE_RULES_OF_WEEKS = (
    ("melds_per_turn", "unlimited"),
    ("layoff", "own_meld_first"),
    ("ace", "around_corner"),
    ("out_by", "discard_only"),
    ("first_meld", "30"),
    ("hand_size", "10"),
    ("discard_taken", "allow"),
    ("layoff", "own"),
    ("rummy", "double"),
    ("meld_all_at_once", "always"),
    ("ace", "high_or_low"),
    ("run_size", "4"),
)
"""The house rules of Saturdays, a week each, in turn."""


class DayGame(Struct, frozen=True):
    """What is played on a day: the rules, and against how many computers. `preset` differs from them only in a house rule."""

    variant: Variant
    preset: Variant
    computers: int


def day_at(at: int) -> int:
    """Return the day of a moment (epoch ms)."""
    return at // _DAY_MS


def end_of(day: int) -> int:
    """Return when the day ends (epoch ms)."""
    return (day + 1) * _DAY_MS


def revealed_at(day: int) -> int:
    """Return when nobody can play the day's deal any more (epoch ms): then its cards and its seed may be shown."""
    return end_of(day) + GRACE_MS


def is_revealed(day: int, at: int) -> bool:
    return at >= revealed_at(day)


def game_of(day: int, presets: Mapping[str, Variant]) -> DayGame:
    """Return the game of a day: one deal, in which each seat draws from its own part of the stock."""
    week, weekday = divmod(day + 3, 7)  # day 0 was a Thursday
    games = GAMES_OF_DAYS[weekday]
    preset = replace(presets[games[week % len(games)]].for_same_deals(), match_target="none", match_deals=1, tie="shared")
    variant = preset
    if weekday == _HOUSE_RULE_DAY:
        rule, answer = HOUSE_RULES_OF_WEEKS[week % len(HOUSE_RULES_OF_WEEKS)]
        variant = change_rule(preset, preset, find_rule(rule, preset), answer)
    return DayGame(variant, preset, min(2, preset.players[1] - 1))


def deals_of(secret: str, day: int) -> str:
    """Return that from which everything random in the day's deal follows: 64 secret hex digits."""
    return hmac.digest(bytes.fromhex(secret), str(day).encode(), "sha256").hex()


def seed_of(secret: str, day: int) -> str:
    """Return the seed of the day's cards, which may be shown once the day `is_revealed`."""
    return seed_of_deal(deals_of(secret, day), 1)


def fingerprint_of(secret: str, day: int) -> str:
    """Return the SHA-256 of the seed of the day's cards, which tells nothing of it."""
    return commitment(seed_of(secret, day))


def normal_points(day: int, secret: str, presets: Mapping[str, Variant]) -> int:
    """Return how many points a *normal* computer in the person's seat is ahead of the others. It plays the whole deal."""
    game, deals = game_of(day, presets), deals_of(secret, day)
    players, levels = OwnComputers(lambda: deals), [Level.NORMAL] * game.computers
    opened = TableOpened(
        0, 0, _ANYONE, game.variant, thread=False, at=0, clock=NO_CLOCK, is_private=True, day=DayDeal(day, deals)
    )
    table = apply_event(0, None, opened)
    for request in (*map(AddComputer, levels), Start()):
        table = apply_events(table, decide_request(table, _ANYONE, request, str, players))
    while table.phase == Phase.DEAL:
        table = apply_events(table, turn_played_by_table(table, players))
    points = points_ahead(table)
    assert points is not None, "each part of the stock ends"
    return points


def points_ahead(table: Table) -> int | None:
    """Return how many points the person of a day's deal is ahead of the best computer: below 0 if behind.

    None if the deal isn't over, or was left.
    """
    match, host = table.match, table.seats.host
    if match is None or match.placings is None or not match.ended_deals or host is None:
        return None
    if (seat := table.seats.seat_of(host)) is None:
        return None
    own, others = match.scores[seat], [score for other, score in enumerate(match.scores) if other != seat]
    return min(others) - own if match.variant.is_lowest_score_best() else own - max(others)
