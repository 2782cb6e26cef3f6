"""At the level DEBUG, while writes and requests fail, the log holds no token, card, seed or name, and no person's id."""

import re
from contextlib import AsyncExitStack

from tests.e2e.support.club import Club
from tests.e2e.support.tables import draw_from_stock, open_table, play_match, play_turn
from tests.people import said

TOKEN = "MTA5ODc2NTQzMjEwOTg3NjU0" + ".GabcDE." + "x" * 38
NAMES = ZENOBIA, QUIRIN, SERAFINA = "Zenobia", "Quirin", "Serafina"
CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|\bJK[12]?\b|[♣♦♥♠🃏]")
REFUSE_EVENTS = "CREATE TRIGGER refuse_events BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'on request'); END"
REFUSE_PEOPLE = "CREATE TRIGGER refuse_people BEFORE INSERT ON people BEGIN SELECT RAISE(ABORT, 'on request'); END"


async def test_the_log_of_a_match_at_debug_holds_no_secret(club: Club) -> None:
    for name in NAMES:
        await club.control("people", {"name": name})
    async with AsyncExitStack() as stack:
        await club.add_people(stack, *NAMES)
        await club.start_bot(LOG_LEVEL="DEBUG", DISCORD_TOKEN=TOKEN)
        lobby = await open_table(club, ZENOBIA, QUIRIN, deals=2)
        club.write_database(REFUSE_PEOPLE)
        answer = await club[SERAFINA].press(lobby, "Join")
        assert "Something went wrong" in said(answer.message)
        club.write_database("DROP TRIGGER refuse_people")
        await club[ZENOBIA].press(lobby, "Start")
        await club.until_sent()
        await play_turn(club)
        club.write_database(REFUSE_EVENTS)
        person = club.on_turn()
        assert "Something went wrong" in said((await draw_from_stock(person)).message)
        assert "Something went wrong" in said((await person.slash("draw", in_="dm", **{"from": "stock"})).message)
        club.write_database("DROP TRIGGER refuse_events")
        for method, path in (("POST", "/callback$"), ("PATCH", "/channels/"), ("POST", "/messages$"), ("DELETE", "/channels/")):
            for do in ({"status": 429, "retry_after": 0.1}, {"status": 500}, {"drop": True, "applied": True}, {"status": 400}):
                if (path, do) != ("/messages$", {"status": 400}):  # a hand that Discord calls invalid is not sent again
                    await club.add_fault(method, path, **do)
        await play_match(club, {ZENOBIA: "dm", QUIRIN: "dm"})
        log = club.bot_log
        assert log.count("a request failed") >= 3, "the failing writes are in the log"
        assert '"level": "warning"' in log, "so are failing requests"
        paths, events = [one["path"] for one in await club.requests()], str(club.query("SELECT event FROM events"))
        tokens = {found[1] for path in paths if (found := re.match(r"/(?:interactions|webhooks)/\d+/([^/?]+)", path))}
        seeds = set(re.findall(r"\b[0-9a-f]{64}\b", events))
        assert len(tokens) > 20
        assert seeds
        usernames = [username for (username,) in club.query("SELECT username FROM people")]
        assert len(usernames) == 2
        for secret in (*tokens, *seeds, TOKEN, *NAMES, *usernames, *(club[name].id for name in NAMES)):
            assert secret not in log, next(line for line in log.splitlines() if secret in line)
        assert not (shown := CARD.search(log)), next(line for line in log.splitlines() if shown and shown[0] in line)
