"""The bracket of a knockout: which rounds it shows, who is next to whom, its description, and names that no font has."""

import hashlib
from gettext import NullTranslations
from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.league.tournament.events import TournamentKind
from bot.league.tournament.tournament import TournamentRound
from bot.messages.names import Names
from bot.messages.pictures.bracket import Bracket, BracketBox, BracketPerson, bracket_picture, drawable_name
from bot.messages.pictures.galleries import LONGEST_ALT
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.tournament.bracket import bracket_alt, bracket_items, bracket_of
from bot.messages.tournament.card import card_layout
from bot.messages.tournament.rounds import rounds_layout
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.ports import Person
from tests.league.written_matches import played
from tests.messages.shown_text import ENGLISH, assert_fits
from tests.messages.tournament.examples import GAME, PAIRS, contexts, knockout

NAMES = Names({number: Person(number, 100 + number, f"P{number}", "en-US", None) for number in range(1, 129)})


def sizes(bracket: Bracket) -> list[list[int]]:
    """Return how many people each box has, or will have, by round."""
    return [[box.seats for box in boxes] for boxes in bracket.rounds]


@pytest.mark.parametrize("people", [2, 3, 5, 7, 13, 16, 31, 128])
@pytest.mark.parametrize("game", [PAIRS, GAME], ids=["pairs", "tables"])
def test_a_bracket_fits_a_phone(people: int, game: Variant) -> None:
    bracket = bracket_of(knockout(people, 1, game=game), {}, NAMES, ENGLISH)
    assert len(bracket.rounds) <= 4
    assert len(bracket.rounds[-1]) == 1, "the final"
    picture = Image.open(BytesIO(bracket_picture(bracket)))
    assert picture.width <= 800
    assert picture.height <= 1400
    assert bracket_picture(bracket) == bracket_picture(bracket)
    assert len(bracket_alt(bracket, ENGLISH)) <= LONGEST_ALT


def test_the_font_draws_a_bracket_as_it_did_before_it_came_with_us() -> None:
    names = ("Ann Quizová", "Jörg Straße", "Ωmega & Жанна", "İpek (0123456789)")
    people = tuple(BracketPerson(name, "", "0.33", goes_on=goes_on) for name in names for goes_on in (True, False))
    picture = Image.open(BytesIO(bracket_picture(Bracket(1, ((BracketBox(1, 8, people),),)))))
    assert hashlib.sha256(picture.tobytes()).hexdigest() == "1a34401e665b3f3de2f05c1f728b93e1bd7a8f767a1063a6400eef63de3b91ed"


def test_rounds_to_come_are_empty_boxes_and_byes_are_boxes_of_one() -> None:
    bracket = bracket_of(knockout(7, 1), {}, NAMES, ENGLISH)
    assert sizes(bracket) == [sizes(bracket)[0], [2, 2], [2]]
    assert sorted(sizes(bracket)[0]) == [1, 2, 2, 2]
    assert not any(box.people for boxes in bracket.rounds[1:] for box in boxes)


def test_of_many_people_only_the_last_rounds_are_shown() -> None:
    one = knockout(128, 5)
    assert sizes(bracket_of(one, {}, NAMES, ENGLISH)) == [[2] * 8, [2] * 4, [2] * 2, [2]]
    texts = str([item.to_component_dict() for item in bracket_items(one, {}, NAMES, PictureChoice(), ENGLISH)])
    assert "Rounds 1 to 3 are under **Rounds**." in texts


def test_winners_of_neighbouring_tables_meet() -> None:
    first, second, *_ = bracket_of(knockout(16, 2), {}, NAMES, ENGLISH).rounds
    assert [box.leads_to for box in first] == [(at // 2,) for at in range(8)]
    winners = [person.name for box in first for person in box.people if person.goes_on]
    assert [{person.name for person in box.people} for box in second] == [set(winners[at : at + 2]) for at in (0, 2, 4, 6)]


def test_the_description_says_who_went_on() -> None:
    one = knockout(3, 2)
    opened = replace(one, rounds=(replace(one.rounds[0], opened={0: 17}), *one.rounds[1:]))
    alt = bracket_alt(bracket_of(opened, {}, NAMES, ENGLISH), ENGLISH)
    first = "Round 1. Table 17: P2 1, P3 0. Bye: P1. On to the next round: P2 and P1."
    assert alt == f"{first} Round 2. P1 1, P2 0. Winner: P1."


def test_shares_are_written_as_in_the_language() -> None:
    one = knockout(4, 1, game=GAME)
    tied = replace(one, rounds=(TournamentRound(one.rounds[0].tables, (), 0, opened={0: 5}),))
    results = {5: played("Ann 1 · Ben 1 · Cem 3 · Dee 4")}
    alt = bracket_alt(bracket_of(tied, results, NAMES, Words("it", NullTranslations())), ENGLISH)
    assert "P1 0,83, P2 0,83, P3 0,33, P4 0." in alt


def test_only_readers_of_pictures_and_knockouts_have_a_bracket() -> None:
    one = knockout(4, 1)
    assert bracket_items(one, {}, NAMES, TEXT_ONLY, ENGLISH) == []
    swiss = replace(one, plan=replace(one.plan, kind=TournamentKind.SWISS))
    assert bracket_items(swiss, {}, NAMES, PictureChoice(), ENGLISH) == []
    assert bracket_items(replace(one, rounds=()), {}, NAMES, PictureChoice(), ENGLISH) == []


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann", "Ann"),
        ("Kateřina", "Kateřina"),
        ("Finn 🎲", "Finn"),
        ("👩\u200d👩\u200d👧", "@ann"),
        ("王小明", "@ann"),
        ("محمد", "@ann"),
        ("Ωmega", "Ωmega"),
        ("", "@ann"),
        ("A\u0336\u0336nn", "Ann"),
    ],
)
def test_a_name_that_cannot_be_drawn_is_replaced_by_the_username(name: str, drawn: str) -> None:
    assert drawable_name(name, "ann") == drawn


def test_without_a_username_what_can_be_drawn_is_drawn() -> None:
    assert [drawable_name(name, "") for name in ("🎲", "小 Ann", "محمد")] == ["?", "Ann", "?"]
    odd = tuple(BracketPerson(name, "", "0.33") for name in ("\ud800", "\n", "‮x", "W" * 200))
    assert bracket_picture(Bracket(1, ((BracketBox(1, 4, odd),),)))


def test_every_card_and_page_of_rounds_fits_into_a_message() -> None:
    for context in contexts({}):
        assert_fits(card_layout(context, ENGLISH))
        for page in range(9):
            shown = rounds_layout(context, page, ENGLISH)
            assert_fits(shown)
            if "Next" not in str(shown.to_components()):
                break
