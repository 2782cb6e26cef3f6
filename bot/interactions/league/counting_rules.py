"""The rules of a new table whose match counts in a league."""

from collections.abc import Iterator, Mapping

from bot.league.league import League
from bot.league.scheme import has_points_for
from bot.rummy.variant import Length, Variant
from bot.tables.rules.house_rules import closest_preset
from bot.tables.rules.match_length import offered_lengths, own_end, reached_length


def counting_rules(
    league: League, usual: Variant, preferred: Length | None, presets: Mapping[str, Variant]
) -> tuple[Variant, Variant] | None:
    """Return the rules of a table that counts in the league, and the game that they were made from; None if no game can.

    It is the server's `usual` game if that counts, and the shortest match that counts, or the `preferred` one if it is longer.
    """
    for game in _games(league, usual, presets):
        least, most = game.players
        preset = closest_preset(game, presets)
        if not any(has_points_for(league.scheme, size) for size in range(least, most + 1)):
            continue
        for rules in _lengths(league, game, preset, preferred):
            if reached_length(rules, preset, least).reaches(league.shortest):
                return rules, game
    return None


def _games(league: League, usual: Variant, presets: Mapping[str, Variant]) -> Iterator[Variant]:
    if league.games:
        yield from sorted(league.games, key=lambda game: game.name != usual.name)
    elif league.house_rules:
        yield usual
    else:
        yield closest_preset(usual, presets)


def _lengths(league: League, game: Variant, preset: Variant, preferred: Length | None) -> Iterator[Variant]:
    """Yield the rules of the game with each length that may count, the wanted one first."""
    if league.house_rules:
        wanted = preferred or Length.SHORT
        offered = offered_lengths(game, preset, own_end(game))
        for length in (wanted, league.shortest, Length.FULL):
            if length in offered and length.reaches(league.shortest):
                yield offered[length]
    yield game
