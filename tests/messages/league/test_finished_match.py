"""A finished match: in the picture of its last hands, crowns are for those who have first place in the text."""

import re

from discord import ui
from msgspec.structs import replace

from bot.league import corrections
from bot.league.corrections import Remove
from bot.league.match_facts import MatchResult
from bot.messages.league.matches import finished_match_layout
from bot.messages.pictures.last_hands import LastHands
from bot.messages.pictures.picture import PictureChoice, PictureGallery
from tests.league.random_season import season_of
from tests.messages.league.league_texts import PEOPLE
from tests.messages.shown_text import ENGLISH

MARKS = "①②③④⑤⑥"


def crowns_and_first_places(match: MatchResult) -> tuple[set[str], set[str], str]:
    """Return the marks with a crown in the picture, those with first place in the text, and the alt text of the picture."""
    view = finished_match_layout(match, PEOPLE, [], ENGLISH, has_cards=True, pictures=PictureChoice())
    text = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
    pictures = [item.picture for item in view.walk_children() if isinstance(item, PictureGallery)]
    [(last, alt)] = [(one.shows, one.alt) for one in pictures if isinstance(one.shows, LastHands)]
    assert isinstance(last, LastHands)
    firsts = {str(1 + MARKS.index(mark)) for mark in re.findall(rf"(?m)^ *1\. ([{MARKS}])", text)}
    return {hand.mark for hand in last.hands if hand.has_won_match}, firsts, alt


def test_crowns_are_for_first_place_in_the_text_whoever_played_left_or_was_removed() -> None:
    played = [match for match in season_of(3, matches=300) if match.deals and all(any(deal.hands) for deal in match.deals)]
    assert len(played) > 100
    for match in played:
        winner = next(seat for seat in match.seats if seat.placing == 1)
        shown = [match] if winner.computer else [match, corrections.apply_change(match, Remove(winner.person))]
        for one in shown:
            crowns, firsts, alt = crowns_and_first_places(one)
            dealt = {str(seat) for seat, hand in enumerate(one.deals[-1].hands, 1) if hand or one.deals[-1].winner == seat - 1}
            assert crowns == firsts & dealt
            assert set(re.findall(r"Player (\d) (?:has won|shares first)", alt)) == crowns


def test_a_voided_match_has_no_crown() -> None:
    match = next(match for match in season_of(3) if match.deals and any(match.deals[-1].hands))
    crowns, _, alt = crowns_and_first_places(replace(match, voided=True))
    assert not crowns
    assert "won" not in alt


def test_the_text_names_the_melds_of_the_player_who_went_out_unless_an_earlier_version_stored_none() -> None:
    match = next(one for one in season_of(3) if one.deals and one.deals[-1].melds)
    seat, [meld] = match.deals[-1].winner, match.deals[-1].melds
    for deal, end in (
        (match.deals[-1], f"went out · {ENGLISH.cards(meld)}".replace("\N{NO-BREAK SPACE}", " ")),
        (replace(match.deals[-1], melds=()), "went out"),
    ):
        shown = replace(match, deals=(*match.deals[:-1], deal))
        view = finished_match_layout(shown, PEOPLE, [], ENGLISH, has_cards=True, pictures=PictureChoice())
        text = "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
        assert seat is not None
        assert re.search(rf"(?m)^- {MARKS[seat]}.*: {end}$", text.replace("\N{NO-BREAK SPACE}", " "))
        assert "went out" not in finished_match_text_without_cards(shown)


def finished_match_text_without_cards(match: MatchResult) -> str:
    """Return what people read who may not see the cards."""
    view = finished_match_layout(match, PEOPLE, [], ENGLISH, has_cards=False)
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))
