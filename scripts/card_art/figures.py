"""The figures of the Cuccù deck, its numerals, and the jester; drawn by us. Each fills a square of 120 around the origin."""

import math

from scripts.card_art.svg import (
    BLUE,
    BROWN,
    CHEEK,
    CREAM,
    GOLD,
    GREY,
    INK,
    PURPLE,
    RED,
    SKY,
    TAN,
    WHITE,
    box,
    disc,
    oval,
    placed,
    shape,
    tube,
)

_CAT_GREEN = "#bfe08a"
_EAR = "#eebfa5"


def locanda() -> str:
    """An inn, with its sign."""
    window = box(-8.5, -9.5, 17, 19, SKY) + shape("M0-9.5V9.5M-8.5 0H8.5", width=2)
    return "".join(
        (
            box(-44, -14, 88, 70, CREAM),
            shape("M-54-12L0-54L54-12Z", RED),
            shape("M-34-20H34M-22-30H22", width=2),
            box(22, -52, 12, 22, TAN),
            shape("M26-54Q20-62 28-66", stroke=GREY),
            shape("M-12 56V22Q0 8 12 22V56Z", BROWN),
            disc(6, 40, 2, GOLD, 0),
            placed(window, -27.5, 11.5, 1),
            placed(window, 27.5, 11.5, 1),
            shape("M-44-4H-58M-58-6V6"),
            box(-68, 4, 20, 16, GOLD, 2.5),
            shape("M-63 9V16H-55V9Z", WHITE, 1.6),
        )
    )


def gnao() -> str:
    """A cat."""
    return "".join(
        (
            tube("M26 50C56 52 54 12 42 8", TAN, 7),
            shape("M-26 56C-32 22-20 2 0 2C20 2 32 22 26 56Z", TAN),
            shape("M-8 56V32M8 56V32", width=2.5),
            shape("M-32-54L-26-20C-24 0-12 8 0 8C12 8 24 0 26-20L32-54L12-40H-12Z", TAN),
            shape("M-28-46L-25-32L-17-38ZM28-46L25-32L17-38Z", _EAR, 1.5),
            shape("M-6-38V-28M0-40V-28M6-38V-28", width=2.5),
            oval(-12, -19, 6.5, 8, _CAT_GREEN, 2.5),
            oval(12, -19, 6.5, 8, _CAT_GREEN, 2.5),
            oval(-12, -19, 1.6, 6, INK, 1),
            oval(12, -19, 1.6, 6, INK, 1),
            shape("M-4-8H4L0-3Z", RED, 1.5),
            shape("M0-3Q-5 3-10-1M0-3Q5 3 10-1", width=2),
            shape("M-16-6L-38-10M-16-2L-38 2M16-6L38-10M16-2L38 2", width=1.8),
        )
    )


def salta() -> str:
    """A horse that leaps over a fence."""
    return "".join(
        (
            tube("M-54 56V26M-18 60V30M18 60V30M54 56V26", GOLD, 3.5),
            tube("M-60 38H60M-60 50H60", GOLD, 3),
            shape("M-34 12C-56 4-60 20-56 34C-48 30-44 22-36 20Z", INK, 2),
            shape(
                "M-34 6C-30-12-6-14 10-14C14-30 20-44 28-50L30-58L36-52C46-46 56-34 58-24C58-18 50-16 46-20L36-24"
                "C34-12 34-4 28 4L44 6L52 18L46 22L38 14L22 14L34 24L28 28L14 18C2 22-8 20-14 18L-24 26L-38 34L-42 28L-28 18"
                "C-34 16-36 12-34 6Z",
                BROWN,
            ),
            shape("M10-14C12-32 20-46 28-52C20-52 10-44 6-30C2-24 4-16 10-14Z", INK, 2),
            disc(42, -36, 2.6, INK, 0),
            shape("M36-24C40-30 46-34 52-36", width=2.5, stroke=RED),
        )
    )


def bragon() -> str:
    """A swaggerer in great breeches, which his name means."""
    return "".join(
        (
            shape("M-20 50V40H-8V50ZM8 50V40H20V50Z", CREAM, 2.5),
            shape("M-26 58Q-26 50-8 50V58ZM26 58Q26 50 8 50V58Z", INK, 2),
            shape("M-18 0C-52 2-54 40-30 42H-4L0 22L4 42H30C54 40 52 2 18 0Z", BLUE),
            shape(
                "M-30 6C-42 18-38 34-30 40M-17 4C-22 18-20 32-17 40M30 6C42 18 38 34 30 40M17 4C22 18 20 32 17 40",
                width=4,
                stroke=GOLD,
            ),
            shape("M-18 2L-16-18H16L18 2Z", RED),
            shape("M0-18V0", width=2),
            box(-19, -2, 38, 7, GOLD, 2.5),
            shape("M-16-17C-32-16-36-4-28 6L-20 2C-22-6-18-8-15-8ZM16-17C32-16 36-4 28 6L20 2C22-6 18-8 15-8Z", RED),
            shape("M-14-24Q0-12 14-24L10-16H-10Z", WHITE, 2),
            disc(0, -33, 12, CREAM),
            disc(-4.5, -35, 1.7, INK, 0),
            disc(4.5, -35, 1.7, INK, 0),
            shape("M-9-28Q-4-31 0-28Q4-31 9-28", width=3.2),
            shape("M-24-41Q0-50 24-41Q12-37 0-37Q-12-37-24-41Z", INK, 2),
            shape("M-13-43C-12-58 12-58 13-43Z", RED),
            shape("M10-50C18-66 36-62 36-52C30-56 20-50 13-44Z", GOLD, 2.5),
        )
    )


def cucco() -> str:
    """The bird that gives the deck its name, drawn as an owl, as on the old decks."""
    return "".join(
        (
            shape("M-30-34L-28-58L-10-46H10L28-58L30-34C40-16 38 34 22 46H-22C-38 34-40-16-30-34Z", TAN),
            shape("M-30-20C-44-2-42 28-30 42C-30 20-32 0-30-20ZM30-20C44-2 42 28 30 42C30 20 32 0 30-20Z", BROWN),
            shape("M-18-6C-24 16-18 40 0 44C18 40 24 16 18-6Z", CREAM, 2.5),
            shape("M-10 8q5 5 10 0q5 5 10 0M-11 20q5.5 5 11 0q5.5 5 11 0M-8 32q4 4 8 0q4 4 8 0", width=2.2),
            disc(-14, -26, 15, WHITE),
            disc(14, -26, 15, WHITE),
            disc(-12, -25, 7, INK, 0),
            disc(12, -25, 7, INK, 0),
            disc(-10, -28, 2.4, WHITE, 0),
            disc(14, -28, 2.4, WHITE, 0),
            shape("M-6-16H6L0-4Z", GOLD, 2.5),
            tube("M-52 54H52", BROWN, 5),
            shape("M-16 46V56M-10 46V57M-4 46V56M4 46V56M10 46V57M16 46V56", width=3.4, stroke=GOLD),
        )
    )


def nulla() -> str:
    """A zero that is crossed out."""
    return oval(0, 0, 34, 50, BLUE) + oval(0, 0, 19, 34, CREAM) + tube("M-40 46L40-46", RED, 7.5)


def secchia() -> str:
    """A bucket of water."""
    return "".join(
        (
            tube("M-38-16C-38-66 38-66 38-16", GREY, 4),
            shape("M-44-14L-32 54H32L44-14Z", TAN),
            shape("M-16-10L-12 54M16-10L12 54M0-8V54", width=2),
            shape("M-41 4H41L39 15H-39Z", GREY, 2.5),
            shape("M-35 34H35L33.5 44H-33.5Z", GREY, 2.5),
            oval(0, -14, 44, 12, BLUE),
            shape("M-26-16q7-5 13 0t13 0t13 0", width=2.5, stroke=WHITE),
        )
    )


def mascherone() -> str:
    """A theatre mask with its ribbons."""
    return "".join(
        (
            tube("M-40-18C-58-14-56 22-44 26", BLUE, 4),
            tube("M40-18C58-14 56 22 44 26", BLUE, 4),
            shape("M-42-48Q0-62 42-48C48-2 36 58 0 58C-36 58-48-2-42-48Z", CREAM),
            shape("M-34-26Q-20-40-6-28M34-26Q20-40 6-28", width=4),
            shape("M-32-12Q-19-24-8-10Q-19-4-32-12ZM32-12Q19-24 8-10Q19-4 32-12Z", INK, 2),
            shape("M-3-12L-8 12Q0 19 8 12"),
            shape("M-24 24Q0 14 24 24Q22 48 0 48Q-22 48-24 24Z", RED),
            shape("M-17 27Q0 21 17 27L14 33Q0 29-14 33Z", WHITE, 2),
            disc(-29, 8, 5, CHEEK, 0),
            disc(29, 8, 5, CHEEK, 0),
        )
    )


def leone() -> str:
    """A lion's head."""
    mane = (
        f"{radius * math.sin(angle):.1f} {-radius * math.cos(angle):.1f}"
        for angle, radius in ((math.pi * nth / 16, 45 if nth % 2 else 58) for nth in range(32))
    )
    return "".join(
        (
            shape(f"M{'L'.join(mane)}Z", BROWN),
            disc(-27, -27, 10, GOLD),
            disc(27, -27, 10, GOLD),
            disc(0, 0, 39, GOLD),
            disc(-14, -8, 5, INK, 0),
            disc(14, -8, 5, INK, 0),
            shape("M-9 6H9L0 15Z", INK, 2),
            shape("M0 15V21M0 21Q-8 30-16 22M0 21Q8 30 16 22"),
            shape("M-20 14L-36 9M-20 18L-36 20M20 14L36 9M20 18L36 20", width=2),
        )
    )


def matto() -> str:
    """A fool in his cap."""
    return "".join(
        (
            shape("M-26-2C-52-10-54-34-44-50C-30-40-24-34-12-30C-6-44 6-44 12-30C24-34 30-40 44-50C54-34 52-10 26-2Z", RED),
            shape("M-12-30C-6-44 6-44 12-30L9-2H-9Z", GOLD),
            disc(-45, -52, 7, GOLD),
            disc(45, -52, 7, GOLD),
            disc(0, -48, 7, GOLD),
            shape("M-27-4H27V16C27 36 14 46 0 46C-14 46-27 36-27 16Z", CREAM),
            shape("M-29-8H29V2H-29Z", BLUE),
            disc(-11, 13, 4, INK, 0),
            disc(11, 13, 4, INK, 0),
            shape("M0 14L-5 25H2", width=2.5),
            shape("M-15 29Q0 43 15 29"),
            disc(-19, 25, 4, CHEEK, 0),
            disc(19, 25, 4, CHEEK, 0),
            shape("M-27 60L-34 42L-16 50L0 42L16 50L34 42L27 60Z", BLUE),
        )
    )


def jester() -> str:
    """A laughing jester, the joker: bold enough to be known at a tenth of this size."""
    return "".join(
        (
            shape("M-20 30L-44 50L-24 47L-13 60L0 47L13 60L24 47L44 50L20 30Z", PURPLE),
            disc(-44, 50, 5, GOLD, 2.5),
            disc(44, 50, 5, GOLD, 2.5),
            disc(0, 10, 29, CREAM),
            shape("M3-44C-26-56-54-40-55-8C-47-22-38-18-29 4L0-14Z", PURPLE),
            shape("M-3-44C26-56 54-40 55-8C47-22 38-18 29 4L0-14Z", RED),
            shape("M-18-22C-16-40-8-48 0-56C8-48 16-40 18-22L0-8Z", GOLD),
            shape("M-30 4Q0-26 30 4L27 9Q0-14-27 9Z", WHITE, 2.5),
            disc(-55, -4, 7, GOLD),
            disc(55, -4, 7, GOLD),
            disc(0, -56, 7, GOLD),
            disc(-10.5, 9, 4.2, INK, 0),
            disc(10.5, 9, 4.2, INK, 0),
            disc(-19, 19, 4.5, CHEEK, 0),
            disc(19, 19, 4.5, CHEEK, 0),
            shape("M-16 20Q0 26 16 20Q12 35 0 35Q-12 35-16 20Z", RED, 2.5),
            disc(0, 16, 3.6, RED, 2),
        )
    )


FIGURES = {
    "XI": locanda,
    "XII": gnao,
    "XIII": salta,
    "XIIII": bragon,
    "XV": cucco,
    "NULLA": nulla,
    "SECCHIA": secchia,
    "MASCHERONE": mascherone,
    "LEONE": leone,
    "MATTO": matto,
}


def numeral(letters: str, x: float, base: float, height: float, colour: str, widest: float) -> str:
    """Return a Roman numeral centred on `x` that stands on `base`, at most this wide: narrower letters, never smaller ones."""
    widths = [height * (0.30 if letter == "I" else 0.62) for letter in letters]
    gap = height * 0.05
    total = sum(widths) + gap * (len(letters) - 1)
    narrow = min(1.0, widest / total)
    thick = height * 0.17 * narrow**0.45
    at, strokes = x - total * narrow / 2, []
    for letter, width in zip(letters, widths, strict=True):
        strokes.append(_letter(letter, at, base, width * narrow, height, thick))
        at += (width + gap) * narrow
    return f'<g fill="{colour}">{"".join(strokes)}</g>'


def _letter(letter: str, left: float, base: float, width: float, height: float, thick: float) -> str:
    """Return I, V or X as filled shapes with serifs."""
    thin, top, middle = thick * 0.5, base - height, left + width / 2
    serif = min(width * 0.44, height * 0.13)

    def foot(x: float, y: float) -> str:
        return f'<rect x="{x - serif:.2f}" y="{y:.2f}" width="{2 * serif:.2f}" height="{thin:.2f}"/>'

    def stroke(x: float, to: float, wide: float) -> str:
        return f'<path d="M{x - wide / 2:.2f} {top}h{wide:.2f}L{to + wide / 2:.2f} {base}h{-wide:.2f}Z"/>'

    if letter == "I":
        return stroke(middle, middle, thick) + foot(middle, top) + foot(middle, base - thin)
    begin, end = left + serif * 0.8, left + width - serif * 0.8
    if letter == "V":
        return stroke(begin, middle, thick) + stroke(end, middle, thin) + foot(begin, top) + foot(end, top)
    feet = foot(begin, top) + foot(end, top) + foot(begin, base - thin) + foot(end, base - thin)
    return stroke(begin, end, thick) + stroke(end, begin, thin) + feet
