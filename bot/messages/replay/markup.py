"""The sentences of messages as HTML: Markdown becomes elements, names become text, and cards become boxes.

While a sentence is made, each card in it is one private character, which no name and no typed text can contain: they are
cleaned of what can't be printed.
"""

import re
from html import escape

from bot.messages.card_text import FACE_OF, card_text, emoji_name
from bot.messages.text import NO_BREAK_SPACE
from bot.rummy.cards import CUCCU20, JOKER, Card, face, is_joker, meld_face

_FIRST = 0xE000
_FACES = tuple(FACE_OF.values())
_SIGNS = {each: chr(_FIRST + place) for place, each in enumerate(_FACES)}
_JOKER_SIGNS = {each: chr(_FIRST + len(_FACES) + place) for place, each in enumerate(_FACES)}
_ALONE = re.compile(rf"\*\*([{chr(_FIRST)}-{chr(_FIRST + 2 * len(_FACES))} {NO_BREAK_SPACE}]+)\*\*")
_SIGN = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 2 * len(_FACES))}]")
_MARK = re.compile(r"\\(.)|\*\*|~~|[&<>`\u200b]")
_BOLD_NAME = re.compile("<li><b>(.*?)</b>")
_ELEMENTS = {"**": "b", "~~": "del"}


def card_sign(card: str) -> str:
    """Return the private character of a card, or of a joker that stands for a card, for `Words.with_cards`."""
    whole = Card(card)
    if is_joker(whole) and "=" in card:
        return _JOKER_SIGNS[meld_face(whole)]
    return _SIGNS[face(whole)]


def card_kind(face: str) -> str:
    """Return the letter of the element in which a card stands: its suit, or `j` for a joker, `k` for a Cuccù card."""
    return "j" if face == JOKER else "k" if face in CUCCU20 else face[-1].lower()


def card_names() -> dict[str, tuple[str, str, str]]:
    """Return for each face its text, the letter of its element, and its name, as it is read aloud."""
    return {
        face: (card_text(face), card_kind(face), emoji_name(face).removeprefix("cuccu_").replace("_", " ")) for face in _FACES
    }


def _box(face: str, text: str) -> str:
    kind = card_kind(face)
    return f"<c-{kind}>{text}</c-{kind}>"


_TEXTS = {sign: (face, card_text(face)) for face, sign in _SIGNS.items()}
_TEXTS |= {sign: (face, card_text(f"{JOKER}={face}")) for face, sign in _JOKER_SIGNS.items()}
_BOXES = {sign: _box(face, text) for sign, (face, text) in _TEXTS.items()}
_PLAIN = {sign: _box(face, text) if face in CUCCU20 else text for sign, (face, text) in _TEXTS.items()}


def to_html(markdown: str) -> str:
    """Return a line of a message as HTML, in which cards are still their private characters. Bold cards aren't bold."""
    is_open = dict.fromkeys(_ELEMENTS, False)

    def element(found: re.Match[str]) -> str:
        sign = found[0]
        if found[1]:
            return escape(found[1], quote=False)
        if sign not in _ELEMENTS:
            return "" if sign in "`\u200b" else escape(sign, quote=False)
        is_open[sign] = not is_open[sign]
        return f"<{'' if is_open[sign] else '/'}{_ELEMENTS[sign]}>"

    return _MARK.sub(element, _ALONE.sub(r"\1", markdown))


def with_cards(html: str, *, in_boxes: bool) -> str:
    """Return the HTML with its cards: in boxes, or as text that the script puts into boxes, in a third of the bytes.

    Then the names that begin lines aren't bold, either. Cuccù cards are always in boxes, because their numerals may be words.
    """
    shown = _BOXES if in_boxes else _PLAIN
    if not in_boxes:
        html = _BOLD_NAME.sub(r"<li>\1", html)
    return _SIGN.sub(lambda found: shown[found[0]], html).replace(NO_BREAK_SPACE, " ")
