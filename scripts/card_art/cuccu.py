"""The cards of the Cuccù deck: a numeral or a small figure in the corner, the figure, and its name."""

from scripts.card_art.figures import FIGURES, numeral
from scripts.card_art.svg import EDGE, GOLD, HEIGHT, INK, RED, WHITE, WIDTH, document, paper, placed, shape, text

_PAPER = "#fffdf3"
_NAMES = {"XI": "LOCANDA", "XII": "GNAO", "XIII": "SALTA", "XIIII": "BRAGON", "XV": "CUCCO"}
_WIDEST_NAME = 132
SMALL_WIDTH, SMALL_HEIGHT = 84, 118


def card(face: str) -> str:
    """Return a card of 160 × 224; what is left of x = 72 stays visible in an overlapped row."""
    parts = [paper(fill=_PAPER), _frame(WIDTH, HEIGHT, 9), _corner(face, 40, 62, 46, 58)]
    if face not in FIGURES:
        parts += [numeral(face, 77, 182, 88, INK, 96), shape("M26 201H134", width=2.5, stroke=GOLD)]
        parts.append(f'<path d="M80 195L88 201L80 207L72 201Z" fill="{RED}"/>')
        return document(parts)
    has_numeral = face in _NAMES
    parts.append(placed(FIGURES[face](), 80 if has_numeral else 92, 128 if has_numeral else 122, 0.9))
    return document([*parts, _name(_NAMES.get(face, face))])


def small_card(face: str) -> str:
    """Return a card of 84 × 118: the corner, and the figure; what is left of x = 62 stays visible."""
    parts = [paper(SMALL_WIDTH, SMALL_HEIGHT, 9, _PAPER), _frame(SMALL_WIDTH, SMALL_HEIGHT, 6)]
    if face in FIGURES and face not in _NAMES:
        parts.append(placed(FIGURES[face](), 34, 57, 0.5))
        return document(parts, SMALL_WIDTH, SMALL_HEIGHT)
    parts.append(_corner(face, 32, 49, 39, 50))
    if face in FIGURES:
        parts.append(placed(FIGURES[face](), 44, 82, 0.48))
    else:
        parts.append(shape("M22 84H62", width=2.5, stroke=GOLD) + f'<path d="M42 77L50 84L42 91L34 84Z" fill="{RED}"/>')
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


def _frame(width: float, height: float, radius: float) -> str:
    return (
        f'<rect x="6.5" y="6.5" width="{width - 13}" height="{height - 13}" rx="{radius}" fill="none" '
        f'stroke="{RED}" stroke-width="1.5"/>'
    )


def _name(name: str) -> str:
    capital = 16
    return text(name, WIDTH / 2, HEIGHT - 16, capital, INK, squeeze=min(1, _WIDEST_NAME / (len(name) * capital)))
