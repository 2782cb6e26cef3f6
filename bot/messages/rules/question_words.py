"""The shape of a row of words: what is said of one question of the rules.

The rows are in `turn_questions.py`, `meld_questions.py`, `card_questions.py` and `point_questions.py`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.messages.words import Words
from bot.rummy.variant import Variant


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """What is said of one question, with the answer of one variant.

    `title` and `hint` ask it in a form, where Discord shows 45 and 100 characters of them; commands and refusals name it by its
    title. `label` is the answer in a few words: in lobbies and announcements, in forms, and typed in `/table rule`. `rules` are
    the sentences about the answer in the rules of a game in which the question matters; there are none where another question
    says it.
    """

    title: str
    hint: str
    label: str
    rules: Iterable[str] = ()


WordsOf = Callable[[Variant, Words], QuestionWords]
"""A row: the words of a question, for a variant and in a language."""
