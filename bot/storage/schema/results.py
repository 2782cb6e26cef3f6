"""The results of matches with their corrections, and what is copied or cached of them: shares, totals and ratings."""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, Table, Text, false, text

from bot.storage.schema.metadata import league_key, metadata, table_key

# `met` is how often two of its people had met in the two days before (`meetings.py`).
results = Table(
    "results",
    metadata,
    table_key(),
    Column("server", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
    Column("met", Integer, server_default=text("0"), nullable=False),
    Index(None, "server", "ended"),
    Index("ix_results_met", "server", "met"),
)

# A row per seat of a person, copied from the facts so that the matches of people can be found, in order.
result_seats = Table(
    "result_seats",
    metadata,
    Column("table", ForeignKey("results.table"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.number"), nullable=False),
    Column("placing", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("server", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index(None, "person", "server", "ended"),
    sqlite_with_rowid=False,
)

# The results of a server in blocks: `matches` of them come from this key on and before that of the next block. They find a
# page of the history without passing all later matches.
history_blocks = Table(
    "history_blocks",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("table", ForeignKey("results.table"), primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The settings of the results, each once; `number` is a hash of the others: `house_rules` (a JSON list), `answers`, and facts of
# the same names.
played_variants = Table(
    "played_variants",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("house_rules", Text, nullable=False),
    Column("answers", Text, nullable=False),
    Column("has_clock", Boolean, server_default=false(), nullable=False),
    Column("is_walkover", Boolean, server_default=false(), nullable=False),
    Column("length", Text, server_default=text("'full'"), nullable=False),
    Column("league", Integer, server_default=text("0"), nullable=False),
)

# The matches of two or more people that aren't voided, as they are corrected. `people` are their numbers in ascending order,
# `earlier` how often each had met another under a former number (empty if nobody had).
counted_matches = Table(
    "counted_matches",
    metadata,
    Column("table", ForeignKey("results.table"), primary_key=True, autoincrement=False),
    Column("server", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("people", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("variant", ForeignKey("played_variants.number"), nullable=False),
    Column("earlier", Text, server_default=text("''"), nullable=False),
    Index("ix_counted_matches_people", "server", "people", "ended", "table", "size", "channel", "variant"),
)

# How each person finished in a counted match: copied from it so that leaderboards are sums of columns. `sharing` is how many
# people have the same place. Of a walkover only those who left have a row, with `sharing` 0.
match_shares = Table(
    "match_shares",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("table", ForeignKey("results.table"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.number"), nullable=False),
    Column("size", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("sharing", Integer, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("cards", Integer, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("variant", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

corrections = Table(
    "corrections",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("match", ForeignKey("results.table"), nullable=False),
    Column("correction", Text, nullable=False),
    Index(None, "server"),
    Index(None, "match"),
    sqlite_autoincrement=True,
)

# The people who made corrections, copied from these so that the corrections by a person can be found.
correction_authors = Table(
    "correction_authors",
    metadata,
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("correction", ForeignKey("corrections.number"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# `totals`, `rated` and `ratings` are cached: they are rebuilt from results and corrections when they are stale.
totals = Table(
    "totals",
    metadata,
    league_key(),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("total", Text, nullable=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)

rated = Table(
    "rated",
    metadata,
    Column("match", ForeignKey("results.table"), primary_key=True, autoincrement=False),
    Column("server", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("deck", Text, nullable=False),
    Column("steps", Text, nullable=False),
    Index(None, "server", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("deck", Text, primary_key=True),
    Column("person", ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index(None, "person"),
    sqlite_with_rowid=False,
)
