"""Leagues of every kind, in which the same season is counted."""

from collections.abc import Iterable

from bot.league.league import League
from bot.league.scheme import read_scheme
from bot.league.seasons import Season, Term
from tests.league.random_season import CHANNELS, SERVER
from tests.rummy.presets import variant

PLACES = read_scheme("2: 3 0; 3: 4 2 0; 4: 5 3 1 0; 5: 7 4 2 1 0; 6: 9 6 4 2 1 0")

LEAGUES = (
    League(server=SERVER, name="Everything", zone="Europe/Rome"),
    League(
        server=SERVER,
        name="By placing",
        scheme=PLACES,
        zone="Europe/Rome",
        least=4,
        rated=True,
        rematches=2,
        larger_rematches=2,
    ),
    League(
        server=SERVER,
        name="Cards",
        scheme=read_scheme("card points"),
        zone="Pacific/Auckland",
        rematches=1,
        larger_rematches=1,
        requires_clock=True,
    ),
    League(server=SERVER, name="Cuccù", games=(variant("cuccu"),), scheme=PLACES, zone="America/New_York", house_rules=False),
    League(server=SERVER, name="Mondays", channel=CHANNELS[1], scheme=read_scheme("2: 2 0; 3: 5 5 0; 4: 1 0 0 0; ties: none")),
    League(
        server=SERVER,
        name="As it is",
        games=(variant("rami"), variant("ramino")),
        house_rules=False,
        scheme=read_scheme("wins; ties: fewest matches, card points"),
        least=2,
        rated=True,
    ),
)


def terms_of(leagues: Iterable[League]) -> list[Term]:
    """Return a term for each league, with a season that never ends."""
    return [Term(number, league, Season(1, 0)) for number, league in enumerate(leagues, start=1)]
