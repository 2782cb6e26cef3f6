"""The text of a `Sentence` in a language, with its facts as people read them."""

from collections.abc import Iterator
from typing import Any, ClassVar, get_origin, get_type_hints

from bot.league.days import write_day
from bot.messages.names import Names
from bot.messages.text import safe_text, timestamp
from bot.messages.words import Words
from bot.wording.sentence import Either, Few, Refusals, Shown, Worded

_MOST_REASONS = 8  # in one reply; each is a sentence
_FEW = 8  # values


def sentence_text(sentence: Worded, say: Words, names: Names, longest: int = 100, **more: str) -> str:
    """Return the text with its facts, of which typed ones have at most `longest` characters.

    `more` are facts that the record doesn't hold, as people read them.
    """
    if isinstance(sentence, Refusals):
        return "\n".join(sentence_text(one, say, names) for one in sentence.reasons[:_MOST_REASONS])
    facts = {
        name: _fact_text(getattr(sentence, name), marks, say, names, longest)
        for name, marks in _marks(type(sentence)).items()
        if name != "count"
    } | more
    counted = getattr(sentence, sentence.counted, None)
    count = len(counted) if isinstance(counted, tuple) else counted
    for nth, name in enumerate(sentence.if_empty[::2]):
        if not (more[name] if name in more else getattr(sentence, name)):
            return say(sentence.if_empty[2 * nth + 1], count=count, **facts)
    if sentence.plural and count is not None:
        return say.many(sentence.sentence, sentence.plural, count, **facts)
    return say(sentence.sentence, count=count, **facts)


def people_in(sentence: Worded) -> Iterator[int]:
    """Yield the people whom the sentence names."""
    for name, marks in _marks(type(sentence)).items():
        value = getattr(sentence, name)
        if Shown.PERSON in marks:
            yield from value if isinstance(value, tuple) else (value,)


def _marks(kind: type[Worded]) -> dict[str, tuple[Any, ...]]:
    """Return the name of each field, with the marks that say how it is shown."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items() if get_origin(hint) is not ClassVar}


def _fact_text(value: object, marks: tuple[Any, ...], say: Words, names: Names, longest: int) -> str:
    """Return a fact as people read it."""
    if Shown.CARDS in marks and isinstance(value, tuple):
        return say.any_of(map(say.card, value)) if Either in marks else say.cards(value)
    if Shown.MELDS in marks and isinstance(value, tuple):
        return say.contract(value)
    if isinstance(value, tuple):
        texts = [_fact_text(one, marks, say, names, longest) for one in value]
        if Few in marks and len(texts) > _FEW:
            texts[_FEW:] = ["…"]
        return say.any_of(texts) if Either in marks else say.all_of(texts)
    match marks, value:
        case (str(pattern), *_), _:
            return pattern.format(value)
        case (Shown.TYPED, *_), str(text):
            return safe_text(text, longest)
        case (Shown.WORD, *_), str(word):
            return f"`{say.typed(word)}`"
        case (Shown.CARDS, *_), str(card):
            return say.cards((card,))
        case (Shown.GAME, *_), str(title):
            return safe_text(say.game(title), longest)
        case (Shown.PERMISSION, *_), str(name):
            return _permission(name, say)
        case (Shown.OPTION, *_), str(name):
            return f"`{name}`" if ":" in name else f"`{name}:`"
        case (Shown.PERSON, *_), int(person):
            return names.person(person)
        case (Shown.MOMENT, *_), int(at):
            return timestamp(at, "f")
        case (Shown.DATE, *_), int(at):
            return timestamp(at)
        case (Shown.TIME, *_), int(at):
            return timestamp(at, "t")
        case (Shown.DAY, *_), int(day):
            return f"`{write_day(day)}`"
        case _:
            return str(value)


def _permission(name: str, say: Words) -> str:
    """Return the permission's name as in Discord's settings in this language."""
    names = {
        "View Channel": say("View Channel"),
        "Send Messages": say("Send Messages"),
        "Create Public Threads": say("Create Public Threads"),
        "Create Private Threads": say("Create Private Threads"),
        "Send Messages in Threads": say("Send Messages in Threads"),
    }
    return names.get(name, name)
