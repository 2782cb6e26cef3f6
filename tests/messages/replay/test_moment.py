"""The message of a replay shows the match step by step as its events made it, and fits into Discord's limits."""

import pytest
from discord import ui
from msgspec.structs import replace

from bot.messages.card_order import in_card_order
from bot.messages.pictures.card_pictures import HandPicture, TablePicture
from bot.messages.pictures.last_hands import LastHands
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice, PictureGallery
from bot.messages.replay.moment import Moment, moved
from bot.messages.table.buttons import ReplayGo
from bot.rummy.cards import physical_card
from bot.rummy.view import DrawnFaceUp
from bot.tables.replay import Replay, Step, replay_of
from tests.messages.replay.moments import PICTURES, moments, shown
from tests.messages.replay.pages import ENGLISH, names_in
from tests.messages.replay.random_matches import RandomMatch
from tests.messages.shown_text import MOST_CHARACTERS, assert_fits, plain_text, readable_text
from tests.messages.table.emoji_of_cards import ALL_EMOJI
from tests.people import parts
from tests.rummy.presets import ONE_OF_EACH_GAME, variant
from tests.seeds import seeds


def replay_from(seed: int, name: str = "", players: int = 0) -> Replay:
    return replay_of(1, RandomMatch(seed, variant(name) if name else None, players).events)


def pictures_of(view: ui.LayoutView) -> dict[type, object]:
    galleries = [item for item in view.walk_children() if isinstance(item, PictureGallery)]
    return {type(gallery.picture.shows): gallery.picture.shows for gallery in galleries}


def check_step(replay: Replay, at: Moment, step: Step) -> None:
    """Check the hands, the melds, the piles and the scores of a step, in the text and in the pictures."""
    text, deal, match = readable_text(shown(replay, at)), step.deal, step.match
    names = names_in(replay).at(step.table)
    here = f"deal {deal.number}: {step.event}\n{text}"
    lines = text.splitlines()
    for number, meld in enumerate(deal.melds, start=1):
        start = plain_text(f"`{number}` **{ENGLISH.cards(meld.cards)}** {names.seat(meld.owner)}")
        assert any(line.startswith(start) for line in lines), here
    assert sum(line.startswith("`") for line in lines) == len(deal.melds), here
    top = f"Top discard: **{ENGLISH.card(deal.discard_pile[-1])}**" if deal.discard_pile else "No discards"
    assert plain_text(top) in text, here
    staying = [seat for seat in range(match.seats) if seat not in match.left_seats]
    pictures = pictures_of(shown(replay, at, PICTURES))
    table = pictures[TablePicture]
    assert isinstance(table, TablePicture)
    assert [meld.cards for meld in table.melds] == [meld.cards for meld in deal.melds], here
    assert table.upcard == (deal.discard_pile[-1] if deal.discard_pile else None), here
    assert sorted(hand.cards for hand in table.hands) == sorted(len(deal.hands[seat]) for seat in staying), here
    if match.variant.stock == "shared" and table.stock is not None:
        assert table.stock == len(deal.stock), here
    if deal.end is not None:
        return
    for seat in staying:
        hand = ENGLISH.cards(in_card_order(deal.hands[seat])) or "No cards left"
        assert plain_text(f"**{names.seat(seat)}**: {hand}") in lines, here
    hands = pictures.get(LastHands, LastHands(()))
    assert isinstance(hands, LastHands)
    assert sorted(hand.cards for hand in hands.hands) == sorted(
        in_card_order(deal.hands[seat]) for seat in staying if deal.hands[seat]
    ), here


@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_every_step_of_a_match_is_shown_as_its_events_made_it(name: str) -> None:
    replay = replay_from(3, name)
    visited = [step for at, step in moments(replay) if check_step(replay, at, step) is None]
    assert visited == [step for deal in replay.deals for step in deal.steps]


@pytest.mark.parametrize("seed", seeds(0, 10))
@pytest.mark.thorough
def test_every_step_of_random_matches_is_shown(seed: int) -> None:
    for nth in range(5):
        replay = replay_from(5 * seed + nth)
        for at, step in moments(replay):
            check_step(replay, at, step)


def test_one_seats_view_shows_its_hand_and_no_card_that_it_could_not_see() -> None:
    replay = replay_from(4, "rami", 3)
    drawn = 0
    for at, step in moments(replay, seat=1):
        text, pictures = readable_text(shown(replay, at)), pictures_of(shown(replay, at, PICTURES))
        if step.deal.end is not None:
            continue
        assert LastHands not in pictures
        hand = pictures.get(HandPicture)
        held = () if not isinstance(hand, HandPicture) else (*hand.loose, *(card for meld in hand.melds for card in meld))
        assert sorted(map(physical_card, held)) == sorted(step.deal.hands[1])
        assert f"{names_in(replay).at(step.table).seat(1)}'s hand" in text
        for seat in (0, 2):
            assert f"**{names_in(replay).at(step.table).seat(seat)}**: " not in text
        if isinstance(step.event, DrawnFaceUp):
            drawn += 1
            assert (f"drew **{ENGLISH.card(step.event.card)}**" in text) == (step.event.seat == 1)
    assert drawn > 6


def test_the_buttons_lead_to_the_ends_of_the_deal_and_to_the_next_one_and_stop_at_the_ends() -> None:
    replay = replay_from(1, "rami", 2)
    deals, last = len(replay.deals), len(replay.deals[0].steps) - 1
    assert deals > 1
    start = Moment(seat=1)
    assert moved(replay, start, ReplayGo.BACK) == moved(replay, start, ReplayGo.FIRST) == start
    assert moved(replay, start, ReplayGo.LAST) == Moment(0, last, 1)
    assert moved(replay, Moment(0, last), ReplayGo.ON) == moved(replay, Moment(0, 3), ReplayGo.NEXT) == Moment(1, 0)
    assert moved(replay, Moment(1, 0), ReplayGo.BACK) == Moment(0, last)
    end = Moment(deals - 1, len(replay.deals[-1].steps) - 1)
    assert moved(replay, end, ReplayGo.ON) == moved(replay, end, ReplayGo.NEXT) == end
    for far in (Moment(10**9, 10**9), Moment(10**9, -1), Moment(-1, 10**9)):
        for go in ReplayGo:
            at = moved(replay, far, go)
            assert replay.deals[at.deal].steps[at.step]
            assert min(at.deal, at.step) >= 0
    for at, off in ((Moment(), ["⏮", "◀"]), (end, ["▶", "⏭", "Next deal"]), (Moment(0, 2), [])):
        buttons = [part for part in parts(shown(replay, at).to_components()) if part.get("disabled")]
        assert [button["label"] for button in buttons] == off


@pytest.mark.thorough
@pytest.mark.parametrize("look", [TEXT_ONLY, PICTURES], ids=["text only", "pictures"])
def test_every_message_of_six_players_with_large_hands_is_within_discords_limits(look: PictureChoice) -> None:
    """Cards are emoji, which are longer than signs."""
    rules = variant("rami", packs=2, hand_size=13)
    replay = replay_of(1, RandomMatch(5, rules, 6, moves=250, leaving=0.002).events)
    assert max(len(hand) for hand in replay.deals[0].steps[0].deal.hands) >= 12
    for seat in (None, 5):
        for at, _ in moments(replay, seat):
            view = shown(replay, at, look, ALL_EMOJI)
            assert_fits(view)
            ids = [part["custom_id"] for part in parts(view.to_components()) if "custom_id" in part]
            assert len({*ids}) == len(ids)
            assert max(map(len, ids)) <= 100 - len("~1njchs")
            instead = [item.instead for item in view.walk_children() if isinstance(item, PictureGallery)]
            assert view.content_length() + sum(map(len, instead)) <= MOST_CHARACTERS


@pytest.mark.thorough
def test_64_deals_of_six_are_shown_to_the_end() -> None:
    rules = replace(variant("rami", match_target="none", match_deals=50), match_deals=64)
    replay = replay_of(1, RandomMatch(3, rules, 6, moves=10**6, deals=64, leaving=0).events)
    at, titles = Moment(), list[str]()
    for deal in range(64):
        check_step(replay, at, replay.deals[deal].steps[0])
        end = moved(replay, at, ReplayGo.LAST)
        check_step(replay, end, replay.deals[deal].steps[-1])
        assert_fits(shown(replay, end, PICTURES, ALL_EMOJI))
        titles.append(readable_text(shown(replay, end)).splitlines()[0])
        at = moved(replay, at, ReplayGo.NEXT)
    assert moved(replay, at, ReplayGo.NEXT) == at
    assert all(f"Deal {nth} of 64" in title for nth, title in enumerate(titles, start=1)), titles
