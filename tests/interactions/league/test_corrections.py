"""What organisers do: corrections, their reasons, confirmations before something ends, and answers to protests."""

import re

import pytest

from bot.league.league import League
from bot.league.match_facts import history_line
from bot.messages.league.organiser_log import announcement_layout
from tests.desk import SERVER, Asker, Desk
from tests.e2e.support.league_messages import ask, read
from tests.e2e.support.seasons import store_season, table_rows
from tests.leagues import create_league, edit_league
from tests.messages.shown_text import ENGLISH
from tests.people import Json, Reply, labels, parts, said

LEAGUE = League(server=0, name="Mondays", rated=True)


async def test_each_correction_changes_the_standings_and_its_opposite_restores_them(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=30, people=6)
    match = next(one for one in history if one.seat_of(1) is not None and one.seat_of(2) is not None and len(one.seats) > 2)
    number = match.number

    async def standings() -> list[str]:
        return table_rows(read(await ask(desk["Dan"], "leaderboard")))

    async def shown() -> str:
        return read(await ask(desk["Bob"], "match", match=number))

    before = await standings()
    said = read(await ask(desk["Ann"], "league void", match=number, why="two *decks*"))
    assert "two \\*decks\\*" in said
    assert re.search(r"Mondays\*\*.*1 match affected", said)
    assert await standings() != before
    assert "Voided by an organiser" in await shown()
    assert f"Ann voided match `{number}`: two \\*decks\\*" in await shown()
    assert "Original result" not in await shown(), "the players and places are unchanged"
    await desk["Ann"].slash("league reinstate", match=number, why="no, one")
    assert await standings() == before
    swap = {"match": number, "change": "swap", "player": "ann", "other": "bob"}
    await desk["Ann"].slash("league correct", why="typed wrongly", **swap)
    swapped = await shown()
    assert re.search(r"- <t:\d+:f> Ann swapped the seats of Ann and Bob in match `\d+`: typed wrongly", swapped)
    assert swapped.index("typed wrongly") < swapped.index("no, one") < swapped.index("two \\*decks\\*"), (
        "the newest comes first"
    )
    names = dict(enumerate(("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"), start=1))
    places = [(one.place, names[one.person], one.has_left) for one in history_line(match).people]
    original = ", ".join(f"{place}. ~~{name}~~" if has_left else f"{place}. {name}" for place, name, has_left in places)
    assert f"Original result: {original}\n" in swapped
    assert "Ann and Bob are already swapped" in read(await ask(desk["Ann"], "league correct", why="typed wrongly", **swap))
    assert await shown() == swapped, "the same correction counts once"
    await desk["Ann"].slash("league correct", why="not so", **swap | {"change": "swap back"})
    assert await standings() == before
    await desk["Ann"].slash("league correct", match=number, change="remove", player="bob", why="was away")
    assert "removed" in await shown()
    assert await standings() != before
    await desk["Ann"].slash("league correct", match=number, change="put back", player="bob", why="he was not")
    assert await standings() == before
    log = read(await ask(desk["Eve"], "league log", league="Mondays"))
    assert log.count("\n- <t:") == 6
    assert all(why in log for why in ("two \\*decks\\*", "typed wrongly", "was away", "he was not"))
    assert log.index("he was not") < log.index("two"), "the newest correction comes first"


async def test_each_mistake_is_refused_with_its_own_sentence(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=30, people=8, without="Finn")
    ann, bob = desk["Ann"], desk["Bob"]
    number = next(one.number for one in history if one.seat_of(1) is None and one.seat_of(2) is not None)
    void, correct = "league void", "league correct"
    mistakes: tuple[tuple[str, dict[str, object], tuple[str, ...]], ...] = (
        (void, {"match": 999}, ("no finished match 999",)),
        (void, {"why": " "}, ("is empty",)),
        (void, {"why": "x" * 301}, ("300",)),
        ("league reinstate", {}, ("isn't voided",)),
        (correct, {"change": "remove", "player": "Ann"}, ("Ann",)),
        (correct, {"change": "put back", "player": "#2"}, ("Bob",)),
        (correct, {"change": "remove", "player": "bob", "other": "bob"}, ("change:remove",)),
        (correct, {"change": "swap", "player": "bob"}, ("other:",)),
        (correct, {"change": "swap", "player": "bob", "other": "bob"}, ("different",)),
        (correct, {"change": "remove", "player": "#99"}, (f"`{number}`", "Bob")),
        (correct, {"change": "remove", "player": "\u200b"}, (f"`{number}`", "Bob")),
    )
    for command, options, facts in mistakes:
        await ann.refused(command, *facts, **{"match": number, "why": "so"} | options)
        assert "No matches" not in read(await ask(ann, "leaderboard"))
    await bob.refused(void, "Manage Server", match=number, why="so")
    await ann.slash(void, match=number, why="so")
    await ann.refused(void, "already", match=number, why="again")
    assert (read(await ask(ann, "league log"))).count("\n- <t:") == 1


@pytest.mark.parametrize("command", ["league season-end", "league archive"])
async def test_a_confirmation_names_what_changes_and_why_and_keeping_it_changes_nothing(desk: Desk, command: str) -> None:
    await store_season(desk, LEAGUE, matches=12, people=6)
    before = read(await ask(desk["Bob"], "leaderboard"))
    asked = (await desk["Ann"].slash(command, league="mondays", why="nobody *plays*")).message
    assert asked["flags"] & 64
    for fact in ("12 matches count · in the lead: ", "undo it for ten minutes", "Why: nobody \\*plays\\*"):
        assert fact in read(asked)
    assert labels(asked)[1] == "Not now"
    kept = await desk["Ann"].press(asked, "Not now")
    assert (kept.outcome, read(kept.message)) == ("update", "Nothing has changed.")
    assert read(await ask(desk["Bob"], "leaderboard")) == before


HOSTILE = "\u202e@everyone\n# **big** <@1> `x` ||s|| \u2066|"
HARMLESS = "Why: @\u200beveryone \\# \\*\\*big\\*\\* \\<@1\\> \\`x\\` \\|\\|s\\|\\| \\|"


async def test_a_hostile_reason_is_shown_as_one_harmless_line(desk: Desk) -> None:
    await create_league(desk["Ann"], "Cup")
    await edit_league(desk["Ann"], "Cup", least=2, why=HOSTILE)
    assert read(await ask(desk["Ann"], "league archive", league="Cup", why=HOSTILE)).count(HARMLESS) == 1
    assert read(await ask(desk["Bob"], "league log")).count(HARMLESS) == 1


async def test_a_reason_is_short_and_belongs_to_an_action(desk: Desk) -> None:
    ann = desk["Ann"]
    await create_league(ann, "Cup")
    for command, options in (("season-end", {"league": "Cup"}), ("archive", {"league": "Cup"}), ("organisers", {"role": 5})):
        await ann.refused(f"league {command}", "at most 300 characters", **options, why="x" * 301)
    await ann.refused("league organisers", "`role:`", why="so")
    assert "Nothing has changed" in read((await edit_league(ann, "Cup", least=1, why="so")).message)
    panel = await ask(ann, "league edit", league="Cup")
    form = (await ann.choose(panel, "Change a setting …", "zone")).modal
    [why] = [one for one in parts(form["components"]) if one.get("custom_id") == "why"]
    assert (why["required"], why["max_length"]) == (False, 300)
    await ann.slash("league organisers", role=5, why=" \u200b\u202e ")
    log = read(await ask(desk["Bob"], "league log"))
    assert "as the organiser role" in log
    assert "Why:" not in log, "a reason that cannot be seen is none"


async def protest(person: Asker, match: int, button: str, text: str) -> Reply:
    """Press this button below a match, and send its form with this text."""
    form = await person.press(await ask(person, "match", match=match), button)
    return await person.submit(form, text=text)


async def test_a_match_shows_each_reader_the_buttons_that_they_can_use(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=60, people=6)
    seated = {one.number: {seat.person for seat in one.seats} for one in history}
    number = next(number for number, people in seated.items() if {2, 4} <= people and not {1, 6} & people)
    ann, bob, dan, finn = desk["Ann"], desk["Bob"], desk["Dan"], desk["Finn"]

    async def buttons(person: Asker) -> list[str]:
        return labels(await ask(person, "match", match=number))

    assert (await buttons(bob), await buttons(finn)) == (["Protest", "Replay"], [])
    await ann.slash("league void", match=number, why="so")
    await protest(bob, number, "Protest", "my secret")
    assert [await buttons(person) for person in (bob, dan)] == [["Replay"], ["Protest", "Replay"]]
    assert await buttons(ann) == ["Answer Bob", "Correct"]
    await protest(dan, number, "Protest", "it was")
    assert await buttons(ann) == ["Answer Bob", "Answer Dan", "Correct"]
    await protest(ann, number, "Answer Dan", "no")
    assert await buttons(ann) == ["Answer Bob", "Correct"]
    assert f"Ann answered Dan's protest against match `{number}`: no" in read(await ask(finn, "league log"))
    await bob.slash("privacy delete-me", sure=True)
    shown = read(await ask(finn, "match", match=number)) + read(await ask(finn, "league log"))
    assert "my secret" not in shown
    assert shown.count(f"a former player protested against match `{number}`.") == 2
    await protest(ann, number, "Answer a former player", "no")
    assert "answered a former player's protest" in read(await ask(finn, "league log"))


async def test_a_button_is_gone_from_a_message_once_its_form_was_sent(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=60, people=6)
    number = next(one.number for one in history if one.seat_of(2) is not None and one.seat_of(4) is not None)
    sent = await protest(desk["Bob"], number, "Protest", "my cards")
    assert (sent.outcome, labels(sent.message)) == ("update", ["Replay"])
    assert "Bob protested" in read(sent.message)
    lines = await desk.bot.services.ledgers.lines_about(SERVER, number)
    announced = announcement_layout(lines, desk.bot.services.people, ENGLISH).to_components()
    public: Json = {"id": 1, "channel_id": "lounge", "content": "", "embeds": [], "components": announced, "flags": 0}
    form = await desk["Ann"].press(public, "Answer Bob")
    assert "Protest: my cards" in str(form.modal), "the protest is beside the answer, not in its place"
    answered = await desk["Ann"].submit(form, text="no")
    assert (answered.outcome, labels(answered.message)) == ("update", [])
    assert "my cards" in read(answered.message)
    assert "is closed" in read((await desk["Ann"].press(public, "Answer Bob")).message)


async def test_an_answer_replaces_no_public_message_without_its_button(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=10, people=6)
    number = next(one.number for one in history if one.seat_of(2) is not None)
    await protest(desk["Bob"], number, "Protest", "so")
    lobby = (await desk["Ann"].slash("table new", thread=False)).message
    form = await desk["Ann"].press(await ask(desk["Ann"], "match", match=number), "Answer Bob")
    sent = await desk["Ann"].submit(Reply("modal", message=lobby, modal=form.modal), text="no")
    assert (sent.outcome, sent.message["flags"] & 64) == ("message", 64)
    assert "Everyone can read your answer" in said(sent.message)


async def test_forged_protests_and_answers_are_refused(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=10, people=6)
    number = next(one.number for one in history if one.seat_of(2) is not None)
    await protest(desk["Bob"], number, "Protest", "so")
    wrong = ("z:", f"z:{number}:x", f"z:{number}:2:3", f"z:{number}:-2", f"z:{'9' * 30}:2")
    presses = [*((one, "This button is from an earlier version") for one in wrong), (f"z:{number}:99999", "is closed")]
    for custom_id, fact in (*presses, ("z:999:2", "no finished match 999")):
        assert fact in said((await desk["Ann"].forge({"custom_id": custom_id})).message), custom_id
    for custom_id, components in (
        *((f"z:{number}:2", [text_label(text)]) for text in ("x" * 301, 7, ["x"], None)),
        *((f"z:{number}:2", components) for components in ([], None, [{"component": 5}])),
        *((custom_id, [text_label("x")]) for custom_id in (*wrong, f"z:{number}:99999")),
    ):
        reply = await desk["Ann"].forge({"custom_id": custom_id, "components": components}, is_form=True)
        assert reply.outcome == "message"
        assert "went wrong" not in said(reply.message)
    await desk["Bob"].forge({"custom_id": f"z:{number}:2", "components": [text_label("no")]}, is_form=True)
    assert "answered" not in read(await ask(desk["Eve"], "league log"))


def text_label(text: object) -> Json:
    """Return the part of a sent form with this text."""
    return {"type": 18, "component": {"type": 4, "custom_id": "text", "value": text}}


async def test_an_organiser_corrects_a_match_with_a_button_of_its_result(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=30, people=6)
    number = next(one for one in history if one.seat_of(1) is not None and one.seat_of(2) is not None).number
    assert "Correct" not in labels((await desk["Bob"].slash("match", match=number)).message)
    shown = await desk["Ann"].slash("match", match=number)
    form = await desk["Ann"].press(shown.message, "Correct")
    options = {one["label"]: one["value"] for part in parts(form.modal["components"]) for one in part.get("options", ())}
    assert {"Void the match", "Swap Ann and Bob", "Remove Bob"} <= options.keys()
    done = await desk["Ann"].submit(form, change=[options["Swap Ann and Bob"]], text="they swapped seats")
    assert "swapped the seats of Ann and Bob" in said(done.message)
    removed = await desk["Ann"].submit(form, change=[options["Remove Bob"]], text="was away")
    assert "removed Bob from match" in said(removed.message)
    form = await desk["Ann"].press(shown.message, "Correct")
    options = {one["label"]: one["value"] for part in parts(form.modal["components"]) for one in part.get("options", ())}
    assert "Put Bob back" in options
    forged = await desk["Bob"].submit(form, change=[options["Put Bob back"]], text="me")
    assert "Manage Server" in said(forged.message)
