"""Pages of replays for tests, and what people read on them."""

import re
from collections.abc import Iterator, Mapping, Sequence

from bot.messages.names import Names, names_at
from bot.messages.replay.page import replay_page
from bot.messages.words import Languages, Words
from bot.tables.events import Event
from bot.tables.ports import Person
from bot.tables.replay import Replay, replay_of
from tests.messages.replay.board_reader import page_data
from tests.messages.replay.random_matches import PEOPLE

ENDED = 1_790_000_000_000
ENGLISH = Languages({}).for_locale("en-US")
MANY = {number: Person(number, 100 + number, f"Player {number}", "en-US", None) for number in range(1, PEOPLE + 1)}
PEOPLE_WITHOUT_LETTERS = {number: Person(number, 100 + number, str(number) * 3, "en-US", None) for number in MANY}
_INLINE = re.compile(r"</?(?:b|a|del|c-\w|output|button)\b[^>]*>")


def names_in(replay: Replay, say: Words = ENGLISH, people: Mapping[int, Person] = MANY) -> Names:
    """Return the names at the table."""
    return names_at(replay.table, people, say)


def page_of(events: Sequence[Event], say: Words = ENGLISH, people: Mapping[int, Person] = MANY) -> bytes:
    """Return the page of the match with this log."""
    replay = replay_of(1, events)
    return replay_page(replay, names_in(replay, say, people), say, ENDED)


def visible_lines(page: bytes, say: Words = ENGLISH) -> Iterator[str]:
    """Yield what people read on the page, without its date: lines of text, labels, and the sentences of its script."""
    text = re.sub(r"<(style|script)\b.*?</\1>", "", page.decode(), flags=re.DOTALL).replace(say.date(ENDED), "")
    yield from re.findall(r'aria-label="([^"]*)"', text)
    yield from (re.sub(r"\{\w+\}", "9", one) for one in page_data(page)["say"].values())
    text = re.sub(r"<code>(.*?)</code>", r"`\1`", text)
    yield from filter(None, re.split(r"\s*<[^>]*>\s*|\n", _INLINE.sub("", text)))
