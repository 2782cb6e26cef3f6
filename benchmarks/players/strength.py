"""How strong the computer players are: matches and deals against *eager* and against random play.

Every match is played once for each seat that the measured player can have, with mirrored cards (`mirrored_deals.py`).
Intervals are those of 95 %, from the means of these groups. Where nearly all are won, they would be too narrow: there the lower
end of Wilson's interval is given, as if each group were one match. The seeds are fixed, so the outcome is always the same.
`python -m benchmarks.players.strength`
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from msgspec.structs import replace

from benchmarks.players.mirrored_deals import TURNS, Player, play_match
from benchmarks.players.opponents import at_random, eager
from benchmarks.players.rlcard_gin import PEER, novice
from benchmarks.results import Row, report
from benchmarks.rules.other_process import RLCARD, Peer
from bot.players.computer_player import Level, choose_move
from bot.rummy.match import Match
from bot.rummy.moves import SeatMove
from bot.rummy.variant import Variant
from bot.rummy.variant_reader import read_variant
from bot.rummy.view import View

VARIANTS = Path(__file__).parents[2] / "data/variants"
MATCHES = {2: 300, 3: 120, 4: 100}
"""How many matches, each with mirrored seats, for each number of players."""
GIN_WINS_OF_EASY, GIN_WINS_OF_NOVICE = 0.9, 0.6
GIN_MATCHES_OF_EASY = 700
"""More than against the novice: with 300 the interval is wider than what *normal* wins beyond its target."""
WINS = {2: 0.85, 3: 0.55, 4: 0.42}
DEALS, EAGER_MATCHES, RANDOM_MATCHES = 1000, 150, 150
KNOWN_TO_EAGER, EASY_MATCHES = ("rami", "ramino", "block", "wrotham", "cuccu"), 40
CUCCU_DEALS, CUCCU_LEAST = 2000, 1.2
HOUSE_RULES: dict[str, tuple[str, dict[str, str | int]]] = {
    "rami with all melds at once": ("rami", {"meld_all_at_once": "always"}),
    "cuccu with hands of eight": ("cuccu", {"hand_size": 8}),
}
"""House rules with which *normal* mustn't lose to it: where melds must empty the hand it once did."""
HOUSE_RULES_DEALS, HOUSE_RULES_LEAST = 2000, -0.5


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with half its 95 % interval."""

    value: float
    error: float

    @property
    def least(self) -> float:
        return self.value - self.error


def normal(view: View, seed: str) -> SeatMove:
    return choose_move(view, Level.NORMAL, seed)


def easy(view: View, seed: str) -> SeatMove:
    return choose_move(view, Level.EASY, seed)


def measure() -> list[Row]:
    """Return the figures as rows of the table of results."""
    return [*_wins_of_normal(), *_points_of_normal(), *_points_with_house_rules(), *_wins_of_gin(), *_wins_of_easy()]


def _wins_of_normal() -> list[Row]:
    rows = []
    for players, target in WINS.items():
        share = wins(preset("rami"), players, normal, eager, MATCHES[players])
        rows.append(
            Row(
                figure=f"matches of rami that *normal* wins with {players} players",
                value=_percent(share),
                against=f"eager; {1 / players:.0%} would be even; {MATCHES[players]} matches, mirrored",
                target=f"≥ {target:.0%}",
                measured=_percent(share),
                met=share.value >= target,
            )
        )
    return rows


def _points_of_normal() -> list[Row]:
    """Return how far *normal* is ahead: of *eager*, and in games that *eager* doesn't know, of *easy*."""
    rows = []
    for name in presets():
        variant = preset(name)
        if name not in KNOWN_TO_EAGER:
            rows.append(_points_against_easy(name))
            continue
        deals = variant.match_deals if isinstance(variant.match_deals, int) else 1
        wanted, least = (CUCCU_DEALS, CUCCU_LEAST) if name == "cuccu" else (DEALS, 0)
        gain = points_ahead(variant, 2, normal, eager, wanted // deals, deals=deals)
        rows.append(
            Row(
                figure=f"points a deal of {name} that *normal* is ahead, two players",
                value=f"{gain.value:+.2f} ± {gain.error:.2f}",
                against=f"eager; {wanted // deals * deals} deals, mirrored",
                target=f"interval above {least}",
                measured=f"{gain.value:+.2f} ± {gain.error:.2f}",
                met=gain.least > least,
            )
        )
    return rows


def _points_against_easy(name: str) -> Row:
    gain = points_ahead(preset(name), 2, normal, easy, EASY_MATCHES)
    return Row(
        figure=f"points a deal of {name} that *normal* is ahead, two players",
        value=f"{gain.value:+.2f} ± {gain.error:.2f}",
        against=f"*easy*; {EASY_MATCHES} matches, mirrored",
        target="interval above 0",
        measured=f"{gain.value:+.2f} ± {gain.error:.2f}",
        met=gain.least > 0,
    )


def _points_with_house_rules() -> list[Row]:
    rows = []
    for title, (name, rules) in HOUSE_RULES.items():
        gain = points_ahead(replace(preset(name), **rules), 2, normal, eager, HOUSE_RULES_DEALS, deals=1)
        rows.append(
            Row(
                figure=f"points a deal of {title} that *normal* is ahead, two players",
                value=f"{gain.value:+.2f} ± {gain.error:.2f}",
                against=f"eager; {HOUSE_RULES_DEALS} deals, mirrored",
                target=f"≥ 0, interval from {HOUSE_RULES_LEAST}",
                measured=f"{gain.value:+.2f} ± {gain.error:.2f}",
                met=gain.value >= 0 and gain.least >= HOUSE_RULES_LEAST,
            )
        )
    return rows


def _wins_of_gin() -> list[Row]:
    """Return how many matches of gin *normal* wins, against *easy* and against rlcard's player (`rlcard_gin.py`)."""
    with closing(Peer(RLCARD, PEER)) as peer:
        opponents = (
            ("*easy*", easy, GIN_MATCHES_OF_EASY, GIN_WINS_OF_EASY),
            (f"{RLCARD}, its novice", novice(peer), MATCHES[2], GIN_WINS_OF_NOVICE),
        )
        shares = [
            (f"{name}; {matches} matches, mirrored", wins(preset("gin"), 2, normal, other, matches), target)
            for name, other, matches, target in opponents
        ]
    return [
        Row(
            figure="matches of gin that *normal* wins",
            value=_percent(share),
            against=against,
            target=f"≥ {target:.0%}",
            measured=_percent(share),
            met=share.value >= target,
        )
        for against, share, target in shares
    ]


def _wins_of_easy() -> list[Row]:
    against_eager = wins(preset("rami"), 2, easy, eager, EAGER_MATCHES)
    against_random = wins(preset("rami"), 2, easy, at_random, RANDOM_MATCHES)
    least = least_share(against_random.value, RANDOM_MATCHES)
    return [
        Row(
            figure="matches of rami that *easy* wins with 2 players",
            value=_percent(against_eager),
            against=f"eager; {EAGER_MATCHES} matches, mirrored",
            target="20 % to 40 %",
            measured=_percent(against_eager),
            met=0.2 <= against_eager.value <= 0.4,
        ),
        Row(
            figure="matches of rami that *easy* wins with 2 players",
            value=f"{against_random.value:.1%}, Wilson's interval from {least:.1%}",
            against=f"random play; {RANDOM_MATCHES} matches, mirrored; after {TURNS} turns of a deal, nobody has won",
            target="≥ 97 %, interval from 97 %",
            measured=f"{against_random.value:.1%}, from {least:.1%}",
            met=least >= 0.97,
        ),
    ]


def wins(variant: Variant, players: int, one: Player, others: Player, matches: int) -> Estimate:
    """Return the share of matches in which `one` takes the first place; a shared one counts in part."""
    return _estimate([mean(map(_share_of_win, *_mirrored(variant, players, one, others, number))) for number in range(matches)])


def points_ahead(
    variant: Variant, players: int, one: Player, others: Player, matches: int, *, deals: int | None = None
) -> Estimate:
    """Return how many points a deal `one` is ahead of the mean of the others; positive is better in every variant."""
    return _estimate(
        [mean(map(_points_ahead, *_mirrored(variant, players, one, others, number, deals=deals))) for number in range(matches)]
    )


def _mirrored(
    variant: Variant, players: int, one: Player, others: Player, number: int, *, deals: int | None = None
) -> tuple[list[Match], range]:
    """Return the match with this number for each seat of `one`, and those seats."""
    tables = [[one if seat == own else others for seat in range(players)] for own in range(players)]
    return [play_match(variant, table, number, deals=deals) for table in tables], range(players)


def _share_of_win(match: Match, seat: int) -> float:
    return match.placings.count(1) ** -1 if match.placings is not None and match.placings[seat] == 1 else 0.0


def _points_ahead(match: Match, seat: int) -> float:
    others = [score for other, score in enumerate(match.scores) if other != seat]
    ahead = (match.scores[seat] - mean(others)) / max(1, len(match.ended_deals))
    return -ahead if match.variant.is_lowest_score_best() else ahead


def _estimate(means: Sequence[float]) -> Estimate:
    return Estimate(mean(means), 1.96 * stdev(means) / sqrt(len(means)))


def least_share(share: float, matches: int) -> float:
    """Return the lower end of Wilson's 95 % interval for this share of so many matches."""
    z = 1.96
    centre = share + z * z / (2 * matches)
    spread = z * sqrt(share * (1 - share) / matches + (z / (2 * matches)) ** 2)
    return (centre - spread) / (1 + z * z / matches)


def _percent(share: Estimate) -> str:
    return f"{share.value:.1%} ± {share.error:.1%}"


def presets() -> list[str]:
    return sorted(file.stem for file in VARIANTS.glob("*.toml"))


@cache
def preset(name: str) -> Variant:
    file = VARIANTS / f"{name}.toml"
    return read_variant(name, file.read_text(encoding="utf-8"), source=file.name)


def main() -> None:
    report(measure(), title="the strength of the computer players")


if __name__ == "__main__":
    main()
