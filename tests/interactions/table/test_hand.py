"""The controls of a hand that make several moves in one press, ask first, open a form, or sort the cards."""

import pytest

from bot.rummy.events import CardDiscarded, DiscardTaken, MeldLaid
from tests.desk import Asker, Desk
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.tables import stack_deck
from tests.interactions.table.lobbies import start_match, table_of
from tests.messages.shown_text import plain_text
from tests.people import Json, Reply, labels, parts, said

STARTER = "8D 9D 5S 6S 7S KC QH 2C 3H JK1"
OTHER = "2S 4S 6C 8C 10C JC QC AH 4H 9H"


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the starter a run, a joker, and two cards with which the upcard makes a run."""
    stack_deck(monkeypatch, STARTER, OTHER, upcard="10D", stock="KD 2H AC 3C")


async def start(desk: Desk) -> tuple[Asker, Asker]:
    """Start a match of two with jokers and any number of melds a turn; return the starter and the other player."""
    return await start_match(desk, "Ann", "Bob", deals=2, rules={"jokers": "2", "melds_per_turn": "unlimited"})


async def hand_after_draw(person: Asker) -> Json:
    return (await person.slash("draw", **{"from": "stock"})).message


async def newest(desk: Desk, number: int = 1) -> list[object]:
    """Return the last stored events."""
    return (await desk.store.log.read_events(1))[-number:]


def text_of(message: Json) -> str:
    return plain_text(said(message)).replace("*", "")


async def discard_another(person: Asker, hand: Json, card: str) -> Reply:
    """Press the card behind **Other**."""
    others = await person.press(hand, "Other …")
    assert others.outcome == "update"
    return await person.press(others.message, card)


async def open_form(person: Asker, hand: Json) -> Reply:
    if "Lay other cards …" not in labels(hand):
        hand = (await person.press(hand, "Other …")).message
    reply = await person.press(hand, "Lay other cards …")
    assert reply.outcome == "modal"
    return reply


async def send_form(person: Asker, form: Reply, *cards: str, where: str = "new") -> Reply:
    return await person.submit(form, cards0=list(cards), where=[where])


def check_refused(reply: Reply) -> None:
    assert reply.outcome == "message", reply
    assert reply.message["flags"] & 64
    assert "went wrong" not in said(reply.message)


async def test_taking_and_laying_is_one_press(desk: Desk) -> None:
    person, _ = await start(desk)
    hand, version = (await person.slash("hand")).message, table_of(desk).version
    assert "Take and lay 8♦ 9♦ 10♦" in map(plain_text, labels(hand))
    reply = await person.press(hand, next(id_ for id_, moves in controls(hand).items() if moves == ["take and meld 8D 9D 10D"]))
    assert reply.outcome == "update"
    assert table_of(desk).version == version + 2
    assert [type(event) for event in await newest(desk, 2)] == [DiscardTaken, MeldLaid]
    await person.press(reply.message, "K♣")
    assert "took 10♦ · laid 8♦ 9♦ 10♦ · discarded K♣" in text_of((await person.slash("table show")).message)


async def test_a_forged_combination_that_is_refused_changes_nothing(desk: Desk) -> None:
    person, _ = await start(desk)
    before = table_of(desk)
    for move in ("take and meld 8D 9D KC", "take and layoff 10D 1", "take and discard KC", "take and take", "take and meld KC"):
        check_refused(await person.forge({"custom_id": f"m:1:{before.step}:{move}"}))
    assert table_of(desk).version == before.version


async def test_the_discard_of_a_card_of_a_complete_meld_is_asked_about_once(desk: Desk) -> None:
    person, _ = await start(desk)
    hand, version = await hand_after_draw(person), table_of(desk).version
    asked = await discard_another(person, hand, "6♠")
    assert asked.outcome == "update"
    assert table_of(desk).version == version
    assert "Discard it anyway?" in text_of(asked.message)
    assert labels(asked.message) == ["Discard 6♠", "Keep it"]
    kept = await person.press(asked.message, "Keep it")
    assert kept.outcome == "update"
    assert sorted(offered_moves(kept.message)) == sorted(offered_moves(hand))
    again = await discard_another(person, kept.message, "6♠")
    await person.press(again.message, "Discard 6♠")
    assert [event.card for event in await newest(desk, 2) if isinstance(event, CardDiscarded)] == ["6S"]


async def test_other_shows_the_other_cards_in_their_order_and_an_old_one_the_current_hand(desk: Desk) -> None:
    person, _ = await start(desk)
    hand = await hand_after_draw(person)
    others = (await person.press(hand, "Other …")).message
    assert "Discard one:" in text_of(others)
    assert labels(others) == ["K♣", "K♦", "🃏", "5♠", "6♠", "7♠", "8♦", "9♦", "Lay other cards …", "Back"]
    assert sorted(offered_moves((await person.press(others, "Back")).message)) == sorted(offered_moves(hand))
    await person.press(others, "9♦")
    late = await person.press(hand, "Other …")
    assert "That button is out of date." in text_of(late.message)


async def test_a_confirmation_that_is_out_of_date_shows_the_current_hand(desk: Desk) -> None:
    person, _ = await start(desk)
    hand = await hand_after_draw(person)
    asked = await discard_another(person, hand, "6♠")
    await person.slash("meld", cards="5s-6s-7s")
    version = table_of(desk).version
    late = await person.press(asked.message, next(iter(controls(asked.message))))
    assert table_of(desk).version == version
    assert "That button is out of date." in text_of(late.message)


async def test_any_cards_of_the_hand_are_laid_with_a_form(desk: Desk) -> None:
    person, _ = await start(desk)
    form = await open_form(person, await hand_after_draw(person))
    cards = next(part for part in parts(form.modal["components"]) if part.get("custom_id") == "cards0")
    assert len(cards["options"]) == cards["max_values"] == 11
    reply = await send_form(person, form, "7S", "5S", "6S")
    assert reply.outcome == "update"
    (laid,) = await newest(desk)
    assert laid.cards == ("5S", "6S", "7S")
    refused = await send_form(person, await open_form(person, reply.message), "KC", where="1")
    check_refused(refused)
    assert "K♣" in text_of(refused.message)
    assert await newest(desk) == [laid]


async def test_the_hand_asks_what_a_joker_stands_for(desk: Desk) -> None:
    person, _ = await start(desk)
    asked = await send_form(person, await open_form(person, await hand_after_draw(person)), "8D", "9D", "JK1")
    assert asked.outcome == "update"
    assert "what does the joker stand for?" in text_of(asked.message)
    assert [plain_text(label) for label in labels(asked.message)] == ["🃏=7♦ 8♦ 9♦", "8♦ 9♦ 🃏=10♦", "Back"]
    await person.press(asked.message, labels(asked.message)[0])
    (laid,) = await newest(desk)
    assert laid.cards == ("JK1=7D", "8D", "9D")


async def test_a_form_that_is_out_of_date_shows_the_current_hand(desk: Desk) -> None:
    person, _ = await start(desk)
    form = await open_form(person, await hand_after_draw(person))
    await person.slash("discard", card="kc")
    version = table_of(desk).version
    reply = await send_form(person, form, "5S", "6S", "7S")
    assert reply.outcome == "update"
    assert "That button is out of date." in text_of(reply.message)
    assert table_of(desk).version == version


async def test_a_forged_form_is_refused(desk: Desk) -> None:
    person, other = await start(desk)
    await hand_after_draw(person)
    before, spades = table_of(desk), ("5S", "6S", "7S")

    def answers(*chosen: object, where: object = "new") -> list[Json]:
        questions = (("cards0", list(chosen)), ("where", [where]))
        return [{"type": 18, "component": {"type": 3, "custom_id": id_, "values": values}} for id_, values in questions]

    for components in (
        *(answers("KH", "KS", "KD"), answers("KC" * 3000), answers(*spades, where="99"), answers(*spades, where="x")),
        *(answers(*map(str, range(6000))), answers(7, None), answers(), [{}]),
    ):
        check_refused(await person.forge({"custom_id": f"a:1:{before.step}", "components": components}, is_form=True))
    for one, custom_id in ((person, "a:999:1"), *((one, f"a:1:{before.step}") for one in (other, desk["Finn"]))):
        check_refused(await one.forge({"custom_id": custom_id, "components": answers(*spades)}, is_form=True))
    assert table_of(desk).version == before.version


async def test_a_person_chooses_the_order_of_their_cards(desk: Desk) -> None:
    person, _ = await start(desk)
    hand = (await person.slash("hand")).message
    assert "3♥ Q♥   2♣ K♣" in text_of(hand)
    assert "Sort by rank" not in labels(hand), "it is behind Table"
    table = (await person.press(hand, "Table")).message
    by_rank = await person.press(table, "Sort by rank")
    assert by_rank.outcome == "update"
    assert "2♣   3♥   Q♥   K♣" in text_of(by_rank.message)
    await hand_after_draw(person)
    await person.slash("discard", card="kc")
    hand = (await person.slash("hand")).message
    assert "2♣   3♥   Q♥   K♦" in text_of(hand), "the order is stored"
    back = await person.press((await person.press(hand, "Table")).message, "Sort by suit")
    assert "3♥ Q♥   2♣   K♦" in text_of(back.message)
