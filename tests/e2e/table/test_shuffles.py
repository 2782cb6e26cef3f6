"""What people saw of a match proves its shuffles: with the replay's file and the script of docs/FAIRNESS.md."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import app
from bot.delivery import lanes, table_delivery
from bot.players.choice import Level
from bot.players.computer_player import choose_move
from bot.rummy.events import CardsDealt
from bot.rummy.view import view_for
from bot.tables import match_requests
from bot.tables.deals import seeds_for
from bot.tables.match_requests import Play, Ready
from bot.tables.table import Phase
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import press_forged
from tests.e2e.support.league_messages import attached_files
from tests.e2e.support.quick_matches import play_until
from tests.e2e.support.tables import newest_page, open_table, table_messages
from tests.messages.replay.test_checker import SCRIPT
from tests.people import labels, said


async def start_once_the_lobby_is_stored(club: Club, *, deals: int) -> tuple[str, str]:
    """Start a match of Ann and Bob whose first deal has the id of the lobby's message.

    Return that id, and the fingerprint that Finn finds in the lobby.
    """
    lobby = await open_table(club, "Ann", "Bob", deals=deals)
    await until(lambda: "lobby" in club.surfaces(1))
    more = await club["Finn"].press(lobby, "More")
    found = re.findall("`([0-9a-f]{64})`", said((await club["Finn"].press(more.message, "Check shuffle")).message))
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    return lobby["id"], *found


@pytest.mark.journey
async def test_the_script_checks_a_match_from_what_people_saw(
    club: Club, bot: app.Bot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_requests, "seeds_for", seeds_for)  # the true ones, with the ids of messages
    lobby, fingerprint = await start_once_the_lobby_is_stored(club, deals=2)
    for announced in (1, 2):
        await play_until(club, bot, lambda view, deals=announced: len(view.ended_deals) == deals)
    messages = table_messages(club, 1, "rummy")
    texts = [said(message) for message in messages]
    deals = [nth for nth, text in enumerate(texts) if "Shuffle: " in text]
    ids = [lobby, *(messages[nth - 1]["id"] for nth in deals[1:])]
    score = next(message for message in messages if "Check shuffle" in labels(message))
    answer = (await club["Bob"].press(score, "Check shuffle")).message
    assert "Checked: this deal was decided before the first card ✓" in said(answer)
    assert fingerprint in said((await club["Bob"].press(answer, "Details")).message), "as the lobby said"
    replay = await club["Bob"].press(messages[-1], "Replay")
    [(name, page)] = (await attached_files(club, (await club["Bob"].press(replay.message, "As a file")).message)).items()
    (tmp_path / name).write_bytes(page)
    (tmp_path / "check.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-I", "check.py", name, fingerprint, *ids]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)  # noqa: ASYNC221
    assert done.stdout.startswith(f"{len(ids)} deals and the seats follow from what was announced."), done.stderr


@pytest.mark.usefixtures("short_deals", "repeats_at_once")
async def test_while_discord_takes_no_messages_a_deal_starts_and_says_that_it_has_no_id(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_delivery, "_ANNOUNCEMENT_WAIT", 0.5)
    monkeypatch.setattr(lanes, "_LONGEST_PAUSE", 1.0)
    await start_once_the_lobby_is_stored(club, deals=2)
    await club.add_fault("POST", f"/channels/{club['Ann'].channel_id('rummy')}/messages", times=0, status=500)
    tables = bot.services.tables
    while (table := await tables.get(1)).phase == Phase.DEAL:
        assert table.match is not None
        view = view_for(table.match, table.match.seat_to_act())
        await tables.change(1, table.person_to_act(), Play(choose_move(view, Level.NORMAL, str(table.version))))
    for person in table.seats.people:
        await tables.change(1, person, Ready())
    await club.clear_faults()
    await club.until_sent()
    first, second = (event.made_of for event in club.events(1) if isinstance(event, CardsDealt))
    assert first is not None
    assert second is not None
    assert first.message
    assert not second.message
    answers = [(await press_forged(club, "Finn", newest_page(club), f"t:1:{deal}:proof")) for deal in (1, 2)]
    assert ["without a message's ID" in str(answer) for answer in answers] == [False, True]
