"""The cards of the Cuccù deck: a numeral or a small figure in the corner, the figure, and its name."""

from bot.rummy.deck.cards import NUMERALS
from scripts.card_art.figures import FIGURES, numeral
from scripts.card_art.svg import EDGE, GOLD, HEIGHT, INK, RED, WHITE, WIDTH, document, paper, placed, shape, text

_PAPER = "#fffdf3"
_NAMES = {"XI": "LOCANDA", "XII": "GNAO", "XIII": "SALTA", "XIIII": "BRAGON", "XV": "CUCCO"}
_FRAME = (
    f'<rect x="6.5" y="6.5" width="{WIDTH - 13}" height="{HEIGHT - 13}" rx="9" fill="none" stroke="{RED}" stroke-width="1.5"/>'
)
_MIDDLE, _WIDEST_NAME = 67, 110  # most of it stays visible in an overlapped row
SMALL_WIDTH, SMALL_HEIGHT = 84, 118


def card(face: str) -> str:
    """Return a card of 160 × 224; what is left of x = 72 stays visible in an overlapped row."""
    parts = [paper(fill=_PAPER), _FRAME, _corner(face, 42, 62, 46, 56)]
    if face not in FIGURES:
        return document([*parts, numeral(face, _MIDDLE, 178, 84, INK, 88), _value(face, _MIDDLE, HEIGHT - 16, 16, 14)])
    has_numeral = face in _NAMES
    parts.append(placed(FIGURES[face](), 72 if has_numeral else 80, 128 if has_numeral else 124, 0.88))
    return document([*parts, _name(_NAMES.get(face, face), _MIDDLE, HEIGHT - 16, 16, _WIDEST_NAME)])


def small_card(face: str) -> str:
    """Return a card of 84 × 118: the corner, the figure and its name; what is left of x = 68 stays visible."""
    parts, base, middle = [paper(SMALL_WIDTH, SMALL_HEIGHT, 9, _PAPER)], SMALL_HEIGHT - 9, 36
    name = _name(_NAMES.get(face, face), middle, base, 11, 60)
    if face in FIGURES and face not in _NAMES:
        return document([*parts, placed(FIGURES[face](), middle, 53, 0.54), name], SMALL_WIDTH, SMALL_HEIGHT)
    parts.append(_corner(face, middle, 46, 39, 58))
    if face in FIGURES:
        parts += [placed(FIGURES[face](), middle, 71, 0.35), name]
    else:
        parts.append(_value(face, middle, base - 14, 20, 10))
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
    return text(name, middle, base, capital, INK, squeeze=min(1, widest / (len(name) * capital)))


def _value(face: str, middle: float, base: float, capital: float, edge: float) -> str:
    """Return the value of a numeral for those who would have to count its strokes, between two lines."""
    value = str(NUMERALS.index(face) + 1)
    y, half, width = base - capital / 2, capital * (0.55 + 0.5 * len(value)), 2 * middle
    lines = f"M{edge} {y}H{middle - half}M{middle + half} {y}H{width - edge}"
    return shape(lines, width=2.5, stroke=GOLD) + text(value, middle, base, capital, RED)
