"""Every text about corrections. Names and other data contain no letters."""

from collections.abc import Iterator

from discord import ui
from msgspec.structs import replace

from bot.competition.corrections import CorrectionEffects
from bot.league.corrections import Correction, PutBack, Reinstate, Remove, SwapPeople, Void, apply_corrections
from bot.league.league import League
from bot.league.seasons import Season, Term
from bot.messages.league.matches import correction_answer, finished_match_layout
from bot.messages.words import Words
from tests.league.random_season import season_of
from tests.messages.league.action_examples import EFFECTS
from tests.messages.league.league_texts import PEOPLE
from tests.rummy.presets import variant

ENDED = Term(1, League(server=10, name="77"), Season(2, 1, 5, "66"))


def corrected_matches(say: Words) -> Iterator[ui.LayoutView]:
    """Render matches that were corrected once, and so often that there is no room for all corrections."""
    played = replace(season_of(3, matches=9)[-1], variant=replace(variant(), title="55"), channel=0)
    first, second = [seat.person for seat in played.people()][:2]
    for changes in ([SwapPeople(first, second)], [Void()], [Void(), Reinstate(), Remove(first), PutBack(first)] * 9):
        made = [Correction(played.number, change, 2, 86_400_000, "5" * 100) for change in changes]
        match = apply_corrections([played], made)[0]
        yield finished_match_layout(match, PEOPLE, [], say, has_cards=True, played=played, made=made)


def correction_texts(say: Words) -> Iterator[str | ui.LayoutView]:
    """Yield every text about corrections."""
    yield from corrected_matches(say)
    for effects in (
        CorrectionEffects(),
        CorrectionEffects(EFFECTS, (ENDED, replace(ENDED, season=Season(2, 1, 5))), is_rated=True),
        CorrectionEffects(EFFECTS * 40, (ENDED,) * 40, is_rated=True),
    ):
        yield correction_answer(Correction(7, Void(), 2, 86_400_000, "5"), effects, PEOPLE, say)
