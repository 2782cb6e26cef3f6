"""The cards of the Cuccù deck: a numeral or a small figure in the corner, the figure, and its name."""

from bot.rummy.cards import NUMERALS
from scripts.card_art.figures import FIGURES, numeral
from scripts.card_art.svg import EDGE, GOLD, HEIGHT, INK, RED, WHITE, WIDTH, document, paper, placed, shape, text, text_width

_PAPER = "#fffdf3"
_NAMES = {"XI": "LOCANDA", "XII": "GNAO", "XIII": "SALTA", "XIIII": "BRAGON", "XV": "CUCCO"}
_FRAME = (
    f'<rect x="6.5" y="6.5" width="{WIDTH - 13}" height="{HEIGHT - 13}" rx="9" fill="none" stroke="{RED}" stroke-width="1.5"/>'
)
SMALL_WIDTH, SMALL_HEIGHT = 84, 118


def card(face: str, *, is_covered: bool = False) -> str:
    """Return a card of 160 × 224; covered, its index is left of x = 71, and its figure and name as far left as they fit."""
    middle, widest = (62, 100) if is_covered else (WIDTH / 2, 130)
    parts = [paper(fill=_PAPER), _FRAME, _corner(face, 42, 60, 42, 54)]
    if face not in FIGURES:
        return document([*parts, _number(face) if is_covered else _whole_numeral(face)])
    beside = 0 if face in _NAMES else 10  # the small figure in the corner is higher than a numeral
    parts.append(placed(FIGURES[face](), middle + beside, 128 - beside / 2, 0.88))
    return document([*parts, _name(_NAMES.get(face, face), middle, HEIGHT - 16, 16, widest)])


def _number(face: str) -> str:
    """Return the number that a numeral means: a part of a large numeral would look like another one."""
    value = str(NUMERALS.index(face) + 1)
    return text(value, 41, 172, 46, INK, squeeze=min(0.85, 52 / text_width(value, 46)))


def _whole_numeral(face: str) -> str:
    return numeral(face, WIDTH / 2, 170, 72, INK, 124) + _value(face, WIDTH / 2, HEIGHT - 15, 22, 128)


def small_card(face: str, *, is_covered: bool = False) -> str:
    """Return a card of 84 × 118: the corner, the figure and its name; covered, what is left of x = 68 stays visible."""
    middle, widest = (35, 58) if is_covered else (SMALL_WIDTH / 2, 72)
    parts, base = [paper(SMALL_WIDTH, SMALL_HEIGHT, 9, _PAPER)], SMALL_HEIGHT - 9
    name = _name(_NAMES.get(face, face), middle, base, 11, widest)
    if face in FIGURES and face not in _NAMES:
        return document([*parts, placed(FIGURES[face](), middle, 53, 0.54), name], SMALL_WIDTH, SMALL_HEIGHT)
    parts.append(_corner(face, middle, 46, 39, widest))
    if face in FIGURES:
        parts += [placed(FIGURES[face](), middle, 71, 0.35), name]
    else:
        parts.append(_value(face, middle, base - 14, 20, widest))
    return document(parts, SMALL_WIDTH, SMALL_HEIGHT)


def emoji(face: str) -> str:
    """Return a face of 128 × 128 on white with a border."""
    tile = f'<rect x="3" y="3" width="122" height="122" rx="20" fill="{WHITE}" stroke="{EDGE}" stroke-width="6"/>'
    if face not in FIGURES:
        return document([tile, numeral(face, 64, 100, 72, RED, 100)], 128, 128)
    return document([tile, placed(FIGURES[face](), 64, 65, 0.88)], 128, 128)


def _corner(face: str, x: float, base: float, height: float, widest: float) -> str:
    """Return what tells the card apart when the next one covers the rest."""
    if face in FIGURES and face not in _NAMES:
        return placed(FIGURES[face](), x, base - height * 0.48, height / 112)
    return numeral(face, x, base, height, RED, widest)


def _name(name: str, middle: float, base: float, capital: float, widest: float) -> str:
    return text(name, middle, base, capital, INK, squeeze=min(1, widest / text_width(name, capital)))


def _value(face: str, middle: float, base: float, capital: float, width: float) -> str:
    """Return the value of a numeral for those who would have to count its strokes, between two lines."""
    value = str(NUMERALS.index(face) + 1)
    y, half = base - capital / 2, capital * (0.55 + 0.5 * len(value))
    lines = f"M{middle - width / 2} {y}H{middle - half}M{middle + half} {y}H{middle + width / 2}"
    return shape(lines, width=2.5, stroke=GOLD) + text(value, middle, base, capital, RED)
