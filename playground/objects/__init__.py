"""Discord's own objects, as its API and gateway send them."""
