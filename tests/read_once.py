"""What every bot reads from `data/` is read once for each worker: it takes most of a bot's start.

Importing this is enough. A test of what is read calls the reader itself.
"""

from functools import cache

from bot import app
from bot.storage.migrate import newest_schema_version

app.read_sprites = cache(app.read_sprites)
app.read_variants = cache(app.read_variants)
app.read_turns = cache(app.read_turns)
app.read_sprites()
newest_schema_version()
