"""The card art, drawn as SVG and built once into the sprites of data/cards: `python -m scripts.card_art`."""
