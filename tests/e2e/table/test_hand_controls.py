"""The controls of a hand that make several moves in one press, ask a question first, open a form, or sort the cards."""

import pytest

from bot import app
from bot.rummy.events import CardDiscarded, DiscardTaken, MeldLaid
from playground.world.entities import SUBMIT
from tests.e2e.support.club import Club, Witness
from tests.e2e.support.commands import check_refusal, forged_reply, press_forged, send_forged
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.tables import draw_from_stock, newest_page, open_table, stack_deck, waiting_player
from tests.messages.shown_text import plain_text
from tests.people import Json, Reply, labels, parts, said

STARTER = "8D 9D 5S 6S 7S KC QH 2C 3H JK1"
OTHER = "2S 4S 6C 8C 10C JC QC AH 4H 9H"


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the starter a run, a joker, and two cards with which the upcard makes a run."""
    stack_deck(monkeypatch, STARTER, OTHER, upcard="10D", stock="KD 2H AC 3C")


async def start(club: Club) -> tuple[Witness, Json]:
    """Start a match of two with jokers and any number of melds a turn; return the starter and their hand."""
    lobby = await open_table(club, "Ann", deals=2)
    for rule, answer in (("jokers", "2"), ("melds_per_turn", "unlimited")):
        await club["Ann"].slash("table rule", rule=rule, answer=answer)
    await club.until_sent()
    await club["Bob"].press(lobby, "Join")
    await club.until_sent()
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    person = club.on_turn()
    return person, person.dms[-1]


def text_of(message: Json) -> str:
    return plain_text(said(message)).replace("*", "")


def select_id(message: Json, kind: str) -> str:
    return next(custom_id for custom_id in controls(message) if custom_id.endswith(f":{kind}"))


async def open_form(person: Witness, hand: Json) -> Reply:
    reply = await person.press(hand, "Any cards …")
    assert reply.outcome == "modal"
    return reply


async def send_form(person: Witness, form: Reply, *cards: str, where: str = "new") -> Reply:
    return await person.submit(form.modal, in_="dm", cards0=list(cards), where=[where])


# --- take and lay ------------------------------------------------------------------------------------------------------------


async def test_taking_and_laying_is_one_press_and_one_transaction(club: Club, bot: app.Bot) -> None:
    person, hand = await start(club)
    assert "Take 10♦ → 8♦ 9♦ 10♦" in map(plain_text, labels(hand))
    count = club.event_count()
    reply = await person.press(hand, next(id_ for id_, moves in controls(hand).items() if moves == ["take and meld 8D 9D 10D"]))
    assert reply.outcome == "update"
    (taken_at, taken), (laid_at, laid) = club.timed_events()[-2:]
    assert club.event_count() == count + 2
    assert isinstance(taken, DiscardTaken)
    assert isinstance(laid, MeldLaid)
    assert taken_at == laid_at
    await person.press(reply.message, "K♣")
    await club.until_sent()
    assert "took 10♦ · laid 8♦ 9♦ 10♦ · discarded K♣" in text_of(newest_page(club))


async def test_a_forged_combination_that_is_refused_changes_nothing(club: Club, bot: app.Bot) -> None:
    person, hand = await start(club)
    step = club.table().step
    for move in ("take and meld 8D 9D KC", "take and layoff 10D 1", "take and discard KC", "take and take", "take and meld KC"):
        await check_refusal(club, forged_reply(club, person.name, hand, f"m:1:{step}:{move}"))


# --- confirmation ------------------------------------------------------------------------------------------------------------


async def test_the_discard_of_a_card_of_a_complete_meld_is_asked_about_once(club: Club, bot: app.Bot) -> None:
    person, _ = await start(club)
    hand = (await draw_from_stock(person)).message
    count = club.event_count()
    asked = await person.choose(hand, select_id(hand, "discard"), "discard 6S")
    assert asked.outcome == "update"
    assert club.event_count() == count
    assert "Discard it anyway?" in text_of(asked.message)
    assert labels(asked.message) == ["Discard 6♠", "Keep it"]
    kept = await person.press(asked.message, "Keep it")
    assert kept.outcome == "update"
    assert sorted(offered_moves(kept.message)) == sorted(offered_moves(hand))
    again = await person.choose(kept.message, select_id(hand, "discard"), "discard 6S")
    await person.press(again.message, "Discard 6♠")
    discarded = club.moves()[-1]
    assert isinstance(discarded, CardDiscarded)
    assert discarded.card == "6S"


async def test_a_confirmation_that_is_out_of_date_shows_the_current_hand(club: Club, bot: app.Bot) -> None:
    person, _ = await start(club)
    hand = (await draw_from_stock(person)).message
    asked = await person.choose(hand, select_id(hand, "discard"), "discard 6S")
    await person.slash("meld", cards="5s-6s-7s")
    count = club.event_count()
    late = await press_forged(club, person.name, asked.message, next(iter(controls(asked.message))))
    assert club.event_count() == count
    assert "That button is out of date." in text_of(late["message"])


# --- any cards ---------------------------------------------------------------------------------------------------------------


async def test_any_cards_of_the_hand_are_laid_with_a_form(club: Club, bot: app.Bot) -> None:
    person, _ = await start(club)
    hand = (await draw_from_stock(person)).message
    form = await open_form(person, hand)
    cards = next(part for part in parts(form.modal["components"]) if part.get("custom_id") == "cards0")
    assert len(cards["options"]) == cards["max_values"] == 11
    reply = await send_form(person, form, "7S", "5S", "6S")
    assert reply.outcome == "update"
    laid = club.events()[-1]
    assert isinstance(laid, MeldLaid)
    assert laid.cards == ("5S", "6S", "7S")
    form = await open_form(person, reply.message)
    refused = await send_form(person, form, "KC", where="1")
    assert refused.outcome == "message"
    assert "K♣" in text_of(refused.message)
    assert club.events()[-1] == laid


async def test_the_hand_asks_what_a_joker_stands_for(club: Club, bot: app.Bot) -> None:
    person, _ = await start(club)
    hand = (await draw_from_stock(person)).message
    asked = await send_form(person, await open_form(person, hand), "8D", "9D", "JK1")
    assert asked.outcome == "update"
    assert "what does the joker stand for?" in text_of(asked.message)
    assert [plain_text(label) for label in labels(asked.message)] == ["🃏=7♦ 8♦ 9♦", "8♦ 9♦ 🃏=10♦", "Back"]
    await person.press(asked.message, labels(asked.message)[0])
    laid = club.events()[-1]
    assert isinstance(laid, MeldLaid)
    assert laid.cards == ("JK1=7D", "8D", "9D")


async def test_a_form_that_is_out_of_date_shows_the_current_hand(club: Club, bot: app.Bot) -> None:
    person, _ = await start(club)
    hand = (await draw_from_stock(person)).message
    form = await open_form(person, hand)
    await person.slash("discard", card="kc")
    count = club.event_count()
    reply = await send_form(person, form, "5S", "6S", "7S")
    assert reply.outcome == "update"
    assert "That button is out of date." in text_of(reply.message)
    assert club.event_count() == count


async def test_a_forged_form_is_refused(club: Club, bot: app.Bot) -> None:
    person, _ = await start(club)
    await draw_from_stock(person)
    step, other = club.table().step, waiting_player(club, "Ann", "Bob")

    def answers(*chosen: object, where: object = "new", custom_id: str = "cards0") -> list[Json]:
        questions = ((custom_id, list(chosen)), ("where", [where]))
        return [{"type": 18, "component": {"type": 3, "custom_id": id_, "values": values}} for id_, values in questions]

    forged: list[tuple[str, Json]] = [
        (person.name, {"custom_id": f"a:1:{step}", "components": answers("KH", "KS", "KD")}),
        (person.name, {"custom_id": f"a:1:{step}", "components": answers("KC" * 3000)}),
        (person.name, {"custom_id": f"a:1:{step}", "components": answers("5S", "6S", "7S", where="99")}),
        (person.name, {"custom_id": f"a:1:{step}", "components": answers("5S", "6S", "7S", where="x")}),
        (person.name, {"custom_id": f"a:1:{step}", "components": answers(*map(str, range(6000)))}),
        (person.name, {"custom_id": f"a:1:{step}", "components": answers(7, None)}),
        (person.name, {"custom_id": f"a:1:{step}", "components": answers()}),
        (person.name, {"custom_id": f"a:1:{step}", "components": [{}]}),
        (person.name, {"custom_id": "a:999:1", "components": answers("5S", "6S", "7S")}),
        (other.name, {"custom_id": f"a:1:{step}", "components": answers("5S", "6S", "7S")}),
        ("Finn", {"custom_id": f"a:1:{step}", "components": answers("5S", "6S", "7S")}),
    ]
    for name, data in forged:
        await check_refusal(club, send_form_as(club, name, data))


async def send_form_as(club: Club, name: str, data: Json) -> Reply:
    answer = await send_forged(club, name, SUBMIT, data)
    return Reply(answer["outcome"], answer.get("message", {}))


# --- the order of the cards --------------------------------------------------------------------------------------------------


async def test_a_person_chooses_the_order_of_their_cards(club: Club, bot: app.Bot) -> None:
    person, hand = await start(club)
    assert "3♥ Q♥   2♣ K♣" in text_of(hand)
    sorted_hand = await person.press(hand, "Sort by rank")
    assert sorted_hand.outcome == "update"
    assert "2♣   3♥   Q♥   K♣" in text_of(sorted_hand.message)
    await draw_from_stock(person, sorted_hand.message)
    await person.slash("discard", card="kc")
    await club.until_sent()
    assert "2♣   3♥   Q♥   K♦" in text_of(person.dms[-1]), "the order is stored"
    back = await person.press(person.dms[-1], "Sort by suit")
    assert "3♥ Q♥   2♣   K♦" in text_of(back.message)
