"""What organisers and protesters do: each action must be a line of the log and of the channel of announcements."""

from collections import Counter

from bot import app
from tests.e2e.support.club import Club, until
from tests.e2e.support.league.announcements import announced
from tests.e2e.support.league.league_reading import ask, page_texts, read
from tests.people import Json, labels


class OpenActions:
    """The actions of the members of a club, with the lines that they must cause."""

    def __init__(self, club: Club, bot: app.Bot) -> None:
        self._club, self._bot = club, bot
        self._lines, self._stored = Counter[str](), _newest_line(club)

    async def perform(self, organiser: str, line: str, command: str, /, **options: object) -> Json:
        """Let somebody do this, and confirm it if the bot asks. Return the answer when the line is announced and logged."""
        message = await ask(self._club[organiser], command, **options)
        if "Keep it" in labels(message):
            message = await self.press(organiser, message, labels(message)[0])
        await self.expect(line)
        return message

    async def undo(self, organiser: str, line: str, done: Json) -> None:
        """Let an organiser undo what the bot has just said it did, as `perform` does it."""
        assert "Undone" in read(await self.press(organiser, done, "Undo"))
        await self.expect(line)

    async def press(self, name: str, message: Json, label: str) -> Json:
        """Let a member press a button. Return the message once it has another."""
        person = self._club[name]
        await person.press(message, label)
        return await person.until(lambda: person.now(message) if label not in labels(person.now(message)) else None)

    async def expect(self, line: str) -> None:
        """Wait until one more line like this is announced, and check that everyone reads it on top of the log."""
        self._lines[line] += 1
        await self._bot.league_clock.run_once()
        await until(lambda: announced(self._club, line) == self._lines[line])
        assert line in read(await ask(self._club["Eve"], "league log"))

    async def check(self) -> None:
        """Check that each line is in the log and in the channel as often as it was done, and that there are no others."""
        pages = [page async for page in page_texts(self._club["Eve"], "league log")]
        for line, times in self._lines.items():
            assert sum(page.count(line) for page in pages) == announced(self._club, line) == times, line
        assert _newest_line(self._club) - self._stored == self._lines.total()


def _newest_line(club: Club) -> int:
    return int(club.query("SELECT max(number) FROM organiser_actions")[0][0])
