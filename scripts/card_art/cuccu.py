"""The cards of the Cuccù deck: a numeral or a small figure in the corner, the figure, and its name."""

from scripts.card_art.figures import FIGURES, numeral
from scripts.card_art.svg import EDGE, GOLD, HEIGHT, INK, RED, WHITE, WIDTH, document, paper, placed, shape, text

_PAPER = "#fffdf3"
_NAMES = {"XI": "LOCANDA", "XII": "GNAO", "XIII": "SALTA", "XIIII": "BRAGON", "XV": "CUCCO"}
_FRAME = (
    f'<rect x="6.5" y="6.5" width="{WIDTH - 13}" height="{HEIGHT - 13}" rx="9" fill="none" stroke="{RED}" stroke-width="1.5"/>'
)
_WIDEST_NAME = 132
SMALL_WIDTH, SMALL_HEIGHT = 84, 118


def card(face: str) -> str:
    """Return a card of 160 × 224; what is left of x = 72 stays visible in an overlapped row."""
    parts = [paper(fill=_PAPER), _FRAME, _corner(face, 42, 62, 46, 56)]
    if face not in FIGURES:
        parts += [numeral(face, 77, 182, 88, INK, 96), shape("M26 201H134", width=2.5, stroke=GOLD)]
        parts.append(f'<path d="M80 195L88 201L80 207L72 201Z" fill="{RED}"/>')
        return document(parts)
    has_numeral = face in _NAMES
    parts.append(placed(FIGURES[face](), 80 if has_numeral else 92, 128 if has_numeral else 122, 0.9))
    return document([*parts, _name(_NAMES.get(face, face))])


def small_card(face: str) -> str:
    """Return a card of 84 × 118: the corner, and the figure; what is left of x = 62 stays visible."""
    parts = [paper(SMALL_WIDTH, SMALL_HEIGHT, 9, _PAPER)]
    if face in FIGURES and face not in _NAMES:
        parts.append(placed(FIGURES[face](), 36, 59, 0.54))
        return document(parts, SMALL_WIDTH, SMALL_HEIGHT)
    parts.append(_corner(face, 33, 48, 40, 54))
    if face in FIGURES:
        parts.append(placed(FIGURES[face](), 42, 83, 0.5))
    else:
        parts.append(shape("M20 84H64", width=2.5, stroke=GOLD) + f'<path d="M42 75L52 84L42 93L32 84Z" fill="{RED}"/>')
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


def _name(name: str) -> str:
    capital = 16
    return text(name, WIDTH / 2, HEIGHT - 16, capital, INK, squeeze=min(1, _WIDEST_NAME / (len(name) * capital)))
