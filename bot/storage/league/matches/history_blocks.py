"""The blocks of a server's results: how many there are in each, so that a page is found without passing all later matches."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, bindparam, delete, func, insert, select, tuple_, update

from bot.storage.league.matches.results import NO_KEY, Key
from bot.storage.schema.results import history_blocks, results

FULL = 500
_KEY = tuple_(history_blocks.c.ended, history_blocks.c.table)
_OF_SERVER = history_blocks.c.server == bindparam("of_server")
_ADD = insert(history_blocks)
_BLOCK_OF = (
    select(history_blocks.c.ended, history_blocks.c.table, history_blocks.c.matches)
    .where(_OF_SERVER, tuple_(bindparam("at_end"), bindparam("at_table")) >= _KEY)
    .order_by(history_blocks.c.ended.desc(), history_blocks.c.table.desc())
    .limit(1)
)
_NEWER = (
    select(results.c.table)
    .where(
        results.c.server == bindparam("of_server"),
        results.c.ended >= bindparam("at_end"),
        tuple_(results.c.ended, results.c.table) > tuple_(bindparam("at_end"), bindparam("at_table")),
    )
    .limit(1)
)
_COUNT = (
    update(history_blocks)
    .where(_OF_SERVER, history_blocks.c.ended == bindparam("of_end"), history_blocks.c.table == bindparam("of_table"))
    .values(matches=history_blocks.c.matches + 1)
)
_TOTAL = select(func.coalesce(func.sum(history_blocks.c.matches), 0)).where(_OF_SERVER)
_OLDEST_FIRST = (history_blocks.c.ended, history_blocks.c.table)
_NEWEST_FIRST = (history_blocks.c.ended.desc(), history_blocks.c.table.desc())
_SUMS = (
    select(
        history_blocks.c.ended,
        history_blocks.c.matches,
        func.sum(history_blocks.c.matches).over(order_by=_NEWEST_FIRST).label("upto"),
        func.lag(history_blocks.c.ended).over(order_by=_NEWEST_FIRST).label("next_ended"),
        func.lag(history_blocks.c.table).over(order_by=_NEWEST_FIRST).label("next_table"),
    )
    .where(_OF_SERVER)
    .subquery()
)
_BLOCK_AT = (
    select(_SUMS.c.next_ended, _SUMS.c.next_table, _SUMS.c.upto - _SUMS.c.matches)
    .where(_SUMS.c.upto > bindparam("skipped"))
    .order_by(_SUMS.c.upto)
    .limit(1)
)
_BLOCKS = (
    select(history_blocks.c.ended, history_blocks.c.table, history_blocks.c.matches).where(_OF_SERVER).order_by(*_OLDEST_FIRST)
)
_KEYS = select(results.c.ended, results.c.table).where(results.c.server == bindparam("of_server"))
_IN_ORDER = _KEYS.order_by(results.c.ended, results.c.table)
_DELETE = delete(history_blocks).where(_OF_SERVER)


def count_in_block(connection: Connection, server: int, key: Key) -> None:
    """Count a result, which is being inserted, in its block. The newest result begins a new block if the last one is full."""
    about = {"of_server": server, "at_end": key[0], "at_table": key[1]}
    block = connection.execute(_BLOCK_OF, about).first()
    if block is None or (block.matches >= FULL and connection.execute(_NEWER, about).first() is None):
        connection.execute(_ADD, {"server": server, "ended": key[0], "table": key[1], "matches": 1})
    else:
        connection.execute(_COUNT, {"of_server": server, "of_end": block.ended, "of_table": block.table})


def count_results(connection: Connection, server: int) -> int:
    """Return how many results the server has."""
    total: int = connection.execute(_TOTAL, {"of_server": server}).scalar_one()
    return total


def find_in_blocks(connection: Connection, server: int, skipped: int) -> tuple[Key | None, int]:
    """Return where the result is that has `skipped` newer ones: before which key (None: the newest), and how far before it."""
    row = connection.execute(_BLOCK_AT, {"of_server": server, "skipped": skipped}).first()
    if row is None:
        return None, skipped
    ended, table, newer = row
    return None if ended is None else (ended, table), skipped - newer


def repair_blocks(connection: Connection, server: int) -> int:
    """Replace the blocks of the server if any count is wrong. Return how many were."""
    about = {"of_server": server}
    keys = [(ended, table) for ended, table in connection.execute(_IN_ORDER, about)]
    blocks = [((ended, table), matches) for ended, table, matches in connection.execute(_BLOCKS, about)]
    wrong = _count_wrong(keys, blocks)
    if wrong:
        connection.execute(_DELETE, about)
        _add_blocks(connection, server, keys)
    return wrong


def _count_wrong(keys: Sequence[Key], blocks: Sequence[tuple[Key, int]]) -> int:
    begins = [NO_KEY, *(key for key, _ in blocks[1:]), (2**63, 0)]
    at, wrong = 0, int(not blocks and bool(keys))
    for (_, matches), end in zip(blocks, begins[1:], strict=False):
        begin = at
        while at < len(keys) and keys[at] < end:
            at += 1
        wrong += at - begin != matches
    return wrong


def _add_blocks(connection: Connection, server: int, keys: Iterable[Key]) -> None:
    rows = list[dict[str, int]]()
    for nth, (ended, table) in enumerate(keys):
        if nth % FULL == 0:
            rows.append({"server": server, "ended": ended, "table": table, "matches": 0})
        rows[-1]["matches"] += 1
    if rows:
        connection.execute(_ADD, rows)
