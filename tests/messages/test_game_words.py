"""Every game has words for all that it must say."""

import pytest

from bot.messages.games import GAME_WORDS
from bot.rummy.games import GAMES
from bot.tables.rules.house_rules import HOUSE_RULES


def test_every_game_has_words() -> None:
    assert set(GAME_WORDS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_of_a_game_has_a_title(game: str) -> None:
    assert set(GAME_WORDS[game].titles) == set(GAMES[game].phases)


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_the_rules_name_questions_and_sentences_of_the_game(game: str) -> None:
    words = GAME_WORDS[game]
    known = {*HOUSE_RULES, *words.sentences, "winner", "special"}
    assert {part for line in (*words.first_rules, *words.more_rules) for part in line.split()} <= known
    assert {*words.special} <= set(HOUSE_RULES)
