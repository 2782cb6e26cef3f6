"""Words that people type into forms of a league, and after cards, in each language."""

import re

import pytest

from bot.app import LOCALES, read_variants
from bot.interactions.table.variants import _matching
from bot.league.league import SEASON_ENDS, League, OnDay, read_season_end, write_season_end
from bot.league.organiser_actions import SettingChange
from bot.league.scheme import (
    BY_WINS,
    ByCards,
    ByPlacing,
    NoSuchTieBreaker,
    SchemeNotUnderstood,
    TieBreaker,
    read_scheme,
    write_scheme,
)
from bot.messages.league.league_settings import SeasonEndNotUnderstood, league_settings, setting_change_texts
from bot.messages.settings import NO_OFFER, setting_named
from bot.messages.typed_words import TYPED_WORDS, read_typed, write_typed
from bot.messages.words import Languages, Words
from bot.rummy.card_words import plain_letters
from bot.rummy.cards import Card
from bot.rummy.events import MeldKind
from bot.rummy.moves import LayMeld
from bot.rummy.typed_cards import read_melds
from bot.tables.rules.saved_variants import NoSuchVariant, variant_named
from bot.wording.sentence import Refusals, Refused

LANGUAGES = Languages.read(LOCALES)
ALL = {locale: LANGUAGES.for_locale(locale) for locale in ("en-US", "it", "fr", "de", "es-419")}
SCHEMES = (
    BY_WINS,
    ByCards(ties=tuple(reversed(TieBreaker))),
    ByPlacing({2: (3, 0), 4: (5, 3, 1, 0)}, ties=(TieBreaker.CARD_POINTS, TieBreaker.PLACES)),
    ByPlacing({3: (4, 2, 0)}, ties=()),
)
every_language = pytest.mark.parametrize("say", ALL.values(), ids=ALL)


@every_language
def test_the_points_of_a_league_are_read_as_they_are_written(say: Words) -> None:
    for scheme in SCHEMES:
        for text in (
            write_scheme(scheme),
            written := write_typed(write_scheme(scheme), say),
            written.upper(),
            plain_letters(written),
        ):
            assert read_typed(text, read_scheme, say) == scheme, text


@every_language
def test_the_end_of_a_season_is_read_as_it_is_written(say: Words) -> None:
    setting = setting_named(league_settings(say), "season_end")
    for end in (*SEASON_ENDS.values(), OnDay(23000)):
        written = write_typed(write_season_end(end), say)
        for text in (write_season_end(end), written, written.upper(), f"  {written} "):
            assert setting.asked.read([text], League(server=1, name="Mondays"), NO_OFFER) == end, text


@every_language
def test_a_change_of_the_season_end_is_told_in_the_words_of_the_language(say: Words) -> None:
    change = SettingChange("season_end", "monthly", "2026-12-31")
    assert f": {say.typed('monthly')} → 2026-12-31" in setting_change_texts([change], say)[0].replace("\N{NO-BREAK SPACE}", "")


@every_language
def test_no_word_means_two_things(say: Words) -> None:
    words = {plain_letters(say.typed(word)) for word in TYPED_WORDS}
    assert len(words) == len(TYPED_WORDS)
    assert not any("," in word or word != " ".join(word.split()) for word in words)
    assert all(read_season_end(word) is None for word in words - {*TYPED_WORDS})


@pytest.mark.parametrize(
    "text", ["Punti-delle-carte", "punti\N{NO-BREAK SPACE}delle  carte", "card points", "PUNTI DELLE CARTE"]
)
def test_spaces_and_hyphens_between_words_do_not_matter(text: str) -> None:
    assert read_typed(text, read_scheme, ALL["it"]) == ByCards()


def test_a_refusal_quotes_what_was_typed_and_not_the_english() -> None:
    with pytest.raises(Refused) as refused:
        read_typed("più vittorie; parità: vittorie, fortuna", read_scheme, ALL["it"])
    assert refused.value.refusal == Refusals((SchemeNotUnderstood("piu vittorie"), NoSuchTieBreaker("fortuna")))


@pytest.mark.parametrize("text", ["vittorie e basta", "victoires; ties: wins", "ogni", "a"])
def test_other_words_are_refused_as_they_were_typed(text: str) -> None:
    setting = setting_named(league_settings(ALL["it"]), "season_end")
    with pytest.raises(Refused) as refused:
        setting.asked.read([text], League(server=1, name="Mondays"), NO_OFFER)
    assert isinstance(refused.value.refusal, SeasonEndNotUnderstood)


@every_language
def test_the_fields_of_a_league_name_the_words_that_they_read(say: Words) -> None:
    about = {setting.name: setting.about for setting in league_settings(say)}
    named = {
        "scheme": ("wins", "card points", "ties"),
        "season_end": ("by hand", "weekly from friday", "every two weeks", "monthly", "quarterly"),
    }
    assert [word for name, words in named.items() for word in words if say.typed(word) not in about[name]] == []


@every_language
def test_what_a_refusal_says_to_add_after_the_cards_is_understood(say: Words) -> None:
    hand = tuple(map(Card, ["7H", "8H", "9H"]))
    said = say("{cards} can be a run or a set. Add “as run” or “as set” after the cards.", cards="")
    kinds = [read_melds(f"7H 8H 9H {ending}", "french52", hand) for ending in re.findall("[“„«]\\s?(.+?)\\s?[“”»]", said)]
    assert kinds == [LayMeld(hand, MeldKind.RUN), LayMeld(hand, MeldKind.SET)]


@every_language
def test_a_game_is_found_by_its_title_in_the_language_and_in_english(say: Words) -> None:
    games = read_variants()
    for game in games.values():
        for typed in (game.name, game.title, say.game(game.title).upper()):
            assert variant_named(games, typed, say.game) is game
    for typed in ("Block", say.game("Block rami").lower()):
        assert [choice.value for choice in _matching(games.values(), typed, say)] == ["block"]
    with pytest.raises(Refused) as refused:
        variant_named(games, "Poker", say.game)
    assert isinstance(refused.value.refusal, NoSuchVariant)
