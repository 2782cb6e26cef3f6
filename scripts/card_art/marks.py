"""What stands beside the cards of a picture: the marks of the players, digits, and the frames of cards."""

from scripts.card_art.svg import GOLD, INK, WHITE, document, text, text_width

MARK = 44
"""The width and height of a player's mark, in pixels."""
DIGIT_WIDTH, DIGIT_HEIGHT = 28, 44
TAG_DIGIT_WIDTH = 17
_TURN = "#ffd75e"


def mark(sign: str, *, to_act: bool) -> str:
    """Return the mark of a player: an initial or a digit in a disc, which is gold if it is their turn."""
    fill, ring = (_TURN, INK) if to_act else (INK, WHITE)
    return document(
        [
            f'<circle cx="22" cy="22" r="19.5" fill="{fill}" stroke="{ring}" stroke-width="2.5"/>',
            text(sign, 22, 33 if sign in "JQ" else 35, 26, INK if to_act else WHITE, squeeze=min(1, 28 / text_width(sign, 26))),
        ],
        MARK,
        MARK,
    )


def flag() -> str:
    """Return the chequered flag of the player who went out."""
    fields = "".join(
        f'<rect x="{11 + 6.5 * column}" y="{6 + 6.5 * row}" width="6.5" height="6.5" fill="{INK}"/>'
        for row in range(4)
        for column in range(row % 2, 4, 2)
    )
    return document(
        [
            f'<rect x="11" y="6" width="26" height="26" fill="{WHITE}"/>{fields}',
            f'<rect x="11" y="6" width="26" height="26" fill="none" stroke="{WHITE}" stroke-width="2.5"/>',
            f'<path d="M9 3V41" stroke="{_TURN}" stroke-width="4" stroke-linecap="round"/>',
        ],
        MARK,
        MARK,
    )


def lock() -> str:
    """Return the lock on a card that may not be discarded."""
    return document(
        [
            f'<circle cx="22" cy="22" r="20" fill="{INK}" stroke="{WHITE}" stroke-width="2.5"/>',
            f'<path d="M15.5 21V16.5a6.5 6.5 0 0 1 13 0V21" fill="none" stroke="{WHITE}" stroke-width="3.5"/>',
            f'<rect x="11.5" y="20" width="21" height="14.5" rx="3" fill="{_TURN}"/>',
        ],
        MARK,
        MARK,
    )


def crown() -> str:
    """Return the crown of the winner of the match."""
    outline = "M5 37 L2 13 L13 22 L22 6 L31 22 L42 13 L39 37 Z"
    return document(
        [f'<path d="{outline}" fill="{_TURN}" stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"/>'], MARK, MARK
    )


def cards() -> str:
    """Return a few cards seen from behind, for how many a player holds."""
    one = '<rect x="-11" y="-34" width="24" height="34" rx="4" fill="#7d1d2a" stroke="#fffefa" stroke-width="2.5"/>'
    fan = "".join(f'<g transform="translate(20 50) rotate({angle})">{one}</g>' for angle in (-24, 0, 24))
    return document([fan], MARK, 54)


def digit(sign: str) -> str:
    """Return a digit of a count of cards, or an initial of its size."""
    base, capital = (41, 38) if sign.isdigit() else (37, 34)  # the tails of J and Q hang below the line
    squeeze = min(0.9, (DIGIT_WIDTH - 1) / text_width(sign, capital))
    return document([text(sign, DIGIT_WIDTH / 2, base, capital, WHITE, squeeze=squeeze)], DIGIT_WIDTH, DIGIT_HEIGHT)


def tag() -> str:
    """Return the frame around the number of a meld: an empty square, because the marks of players are filled and round."""
    return document(
        [f'<rect x="2.5" y="2.5" width="39" height="39" rx="7" fill="none" stroke="{WHITE}" stroke-width="3"/>'], MARK, MARK
    )


def tag_digit(number: int) -> str:
    """Return a digit of the number of a meld."""
    return document([text(str(number), TAG_DIGIT_WIDTH / 2, 34, 24, WHITE, squeeze=0.74)], TAG_DIGIT_WIDTH, MARK)


def new_frame(width: float, height: float) -> str:
    """Return the frame of the card that was just drawn, as large as the card."""
    return document(
        [
            f'<rect x="3.5" y="3.5" width="{width - 7}" height="{height - 7}" rx="11" fill="none" stroke="{GOLD}" '
            'stroke-width="7"/>'
        ],
        width,
        height,
    )


def empty_place(width: float, height: float) -> str:
    """Return the place of a pile without cards."""
    return document(
        [
            f'<rect x="3" y="3" width="{width - 6}" height="{height - 6}" rx="9" fill="none" stroke="#7fb394" '
            'stroke-width="3" stroke-dasharray="9 7"/>'
        ],
        width,
        height,
    )
