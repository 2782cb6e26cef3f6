"""The gateway ends the connection for good: the bot says what to do and ends, without a traceback and without trying again."""

import pytest

from tests.e2e.support.club import Club
from tests.processes import Process

SENTENCES = {
    4004: "Discord does not accept DISCORD_TOKEN",
    4012: "Install the newest version",
    4013: "Install the newest version",
    4014: "privileged intents",
}


def _check_end(club: Club, log: str, code: int) -> None:
    assert SENTENCES[code] in log.splitlines()[-1], log
    assert "Traceback" not in log
    assert "trying again" not in log


@pytest.mark.parametrize("code", SENTENCES)
async def test_a_close_while_the_bot_runs_ends_it_with_one_sentence(club: Club, code: int) -> None:
    bot = await club.start_bot()
    await club.control("gateway", {"do": "close", "code": code})
    assert await bot.ended() == 2
    _check_end(club, club.bot_log, code)


@pytest.mark.parametrize("code", SENTENCES)
async def test_a_close_at_the_start_ends_the_bot_with_one_sentence(club: Club, code: int) -> None:
    await club.control("gateway", {"do": "close", "code": code})
    log = club.folder / "refused.log"
    bot = Process("bot", "run", folder=club.folder, log=log, environment=club._env())
    assert await bot.ended() == 2
    _check_end(club, log.read_text("utf-8"), code)


@pytest.mark.parametrize("code", [4000, 4010, 4011])
async def test_after_another_close_the_bot_connects_again(club: Club, code: int) -> None:
    bot = await club.start_bot()
    await club.control("gateway", {"do": "close", "code": code})
    await club.control("gateway", {"do": "accept"})
    await club["Ann"].until(lambda: not club["Ann"].bot_is_online)
    await club["Ann"].until(lambda: club["Ann"].bot_is_online, 20)
    assert (await club["Ann"].slash("help")).outcome == "message"
    assert "Traceback" not in club.bot_log
    assert await bot.stop() == 0
