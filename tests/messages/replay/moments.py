"""Messages of replays for tests, as one reader sees them, and the moments that they show."""

from collections.abc import Iterator

from discord import ui

from bot.messages.card_text import NO_EMOJI, CardEmoji
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.replay.moment import Moment, moment_layout, moved
from bot.messages.table.buttons import ReplayGo
from bot.messages.table.render_context import RenderContext, WhereItCounts
from bot.messages.words import Words
from bot.tables.replay import Replay, Step, replay_of
from tests.messages.replay.pages import ENGLISH, PEOPLE_WITHOUT_LETTERS, names_in
from tests.messages.replay.random_matches import RandomMatch

PICTURES = PictureChoice()


def shown(replay: Replay, at: Moment, look: PictureChoice = TEXT_ONLY, emoji: CardEmoji = NO_EMOJI) -> ui.LayoutView:
    """Return the message that shows a moment to a reader who wants cards like this."""
    counts = WhereItCounts(shows_deals=True)
    context = RenderContext(replay.table, ENGLISH, names_in(replay), "", 10, counts, pictures=look, emoji=emoji)
    return moment_layout(replay, at, context)


def moments(replay: Replay, seat: int | None = None) -> Iterator[tuple[Moment, Step]]:
    """Yield what ▶ shows, one press after another."""
    at, after = Moment(seat=seat), None
    while at != after:
        yield at, replay.deals[at.deal].steps[at.step]
        after, at = at, moved(replay, at, ReplayGo.ON)


def replay_layouts(played: RandomMatch, say: Words) -> Iterator[ui.LayoutView]:
    """Yield the messages of a whole match in a language, with pictures and without, of all hands and one."""
    replay = replay_of(1, played.events)
    names = names_in(replay, say, PEOPLE_WITHOUT_LETTERS)
    for look, seat in ((TEXT_ONLY, None), (PICTURES, 0)):
        context = RenderContext(replay.table, say, names, "", 10, WhereItCounts(shows_deals=True), pictures=look)
        yield from (moment_layout(replay, at, context) for at, _ in moments(replay, seat))
