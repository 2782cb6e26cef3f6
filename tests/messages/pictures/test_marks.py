"""The marks of players: initials, or numbers where two would be equal, the same in pictures and in the text beside them."""

import pytest

from bot.messages.pictures.card_pictures import PlayerHand, TablePicture
from bot.messages.pictures.galleries import table_alt
from bot.messages.pictures.marks import marks_of, with_mark
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from tests.messages.shown_text import ENGLISH


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (("Rosa", "Otto"), "RO"),
        (("Ann", "Bob", "anna"), "1B3"),
        (("Ángela", "Øyvind", "Łukasz", "Çem"), "AOLC"),
        (("Ángela", "Ann"), "12"),
        (("_rosa_", "(Otto)", "🤖 Mina"), "ROM"),
        (("Ｒｏｓａ", "𝓞𝓽𝓽𝓸"), "RO"),
        (("Роза", "Otto", "羅莎"), "1O3"),
        (("2Pac", "Æsa", "ß", "?"), "1234"),
        (("", "🂡"), "12"),
    ],
)
def test_a_player_is_named_by_an_initial_or_keeps_a_number(names: tuple[str, ...], marks: str) -> None:
    assert marks_of(names) == tuple(marks)


@pytest.mark.parametrize(
    ("name", "mark", "shown"),
    [
        ("Rosa", "R", "Rosa"),
        ("\\_rosa\\_", "R", "\\_rosa\\_"),
        ("Otto", "R", "Ⓡ Otto"),
        ("Rosa", "2", "② Rosa"),
        ("Роза", "6", "⑥ Роза"),
    ],
)
def test_the_text_has_a_mark_only_where_the_name_does_not_begin_with_it(name: str, mark: str, shown: str) -> None:
    assert with_mark(name, mark, PictureChoice()) == shown
    assert with_mark(name, mark, TEXT_ONLY) == name


def test_the_alt_text_names_players_as_the_text_does() -> None:
    table = TablePicture(9, None, (PlayerHand("R", 7), PlayerHand("2", 6, to_act=True), PlayerHand("M", 5)))
    alt = table_alt(table, {"R": "Rosa", "2": "Роза", "M": "Otto"}, ENGLISH)
    assert alt == "Stock: 9. No discards. Cards: Rosa 7, ② Роза 6, Ⓜ Otto 5. Turn: ② Роза. No melds."
