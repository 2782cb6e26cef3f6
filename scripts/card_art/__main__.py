"""`python -m scripts.card_art`: build the sprites of data/cards from the drawings. It needs resvg-py, of the group `dev`."""

from scripts.card_art.sheets import build

if __name__ == "__main__":
    build()
