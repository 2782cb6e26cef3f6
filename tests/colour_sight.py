"""How different two colours look to people with each kind of colour sight.

Colour sight is simulated with the matrices of Machado, Oliveira and Fernandes (2009) for full severity, applied to sRGB values
as most design tools do; the distance is that of CIELAB (1976).
"""

Colour = tuple[int, int, int]
_Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
_SIMULATED: dict[str, _Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
SIGHTS = tuple(_SIMULATED)
_XYZ: _Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def difference(one: Colour, other: Colour, sight: str) -> float:
    """Return the distance of two colours (sRGB, 0 to 255) as a person with this sight sees them; 2.3 is just noticeable."""
    seen = (_lab(_seen(colour, _SIMULATED[sight])) for colour in (one, other))
    return float(sum((part - another) ** 2 for part, another in zip(*seen, strict=True)) ** 0.5)


def _seen(colour: Colour, matrix: _Matrix) -> list[float]:
    return [min(1.0, max(0.0, sum(part * value / 255 for part, value in zip(row, colour, strict=True)))) for row in matrix]


def _lab(srgb: list[float]) -> tuple[float, float, float]:
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in srgb]
    x, y, z = (
        _cube_root(sum(part * value for part, value in zip(row, linear, strict=True)) / white)
        for row, white in zip(_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return float(value ** (1 / 3)) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
