"""Seeds from a table's chain: fixed when it opens, shown link by link, with the message before each deal mixed in."""

import hashlib
import re
from collections import Counter
from functools import partial
from itertools import count

import pytest
from msgspec.structs import replace

from bot.messages.table.shuffle_proof import proof_layout
from bot.rummy.cards import FRENCH52, Card, shuffle
from bot.rummy.events import CardsDealt, MatchStarted, SeedParts
from bot.rummy.view import deal_proof
from bot.storage.store import Store, open_store
from bot.storage.tables import Surface
from bot.tables.deals import LINKS, Message, link_of, new_chain, seed_from, seeds_for
from bot.tables.events import SettingsChanged, TableOpened, WordGiven
from bot.tables.lobby_requests import StandUp, Start
from bot.tables.match_requests import AskEnd, Ready, decide_request
from bot.tables.ports import UNCHANGED, ClockAndSeeds, Commit
from bot.tables.rule_requests import ChangeSettings
from bot.tables.service import Tables
from bot.tables.shuffle_check import ShuffleCheck
from bot.tables.table import Phase, Table
from tests.messages.replay.pages import page_of
from tests.messages.replay.random_matches import RandomMatch
from tests.messages.shown_text import ENGLISH, visible_texts
from tests.messages.table.played_tables import context_for
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, CEM, PAUSES, TableService

LAST = "5c" * 32
RULES = variant("rami", match_target="none", match_deals=3)


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_each_link_hashes_to_the_one_before_and_the_first_one_to_the_fingerprint() -> None:
    chain, link = new_chain(lambda: LAST), LAST
    for number in range(LINKS, 0, -1):
        assert link == link_of(LAST, number)
        link = sha(bytes.fromhex(link))
    assert link == chain.fingerprint == link_of(LAST, 0)


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (SeedParts("ab" * 32, 20, 1234, "cd" * 32), f"{'ab' * 32}:1234:{'cd' * 32}"),
        (SeedParts("ab" * 32, 20, 1234), f"{'ab' * 32}:1234:"),
        (SeedParts("ab" * 32), f"{'ab' * 32}::"),
    ],
)
def test_a_seed_is_the_hash_of_its_parts(parts: SeedParts, text: str) -> None:
    assert seed_from(parts) == sha(text.encode())


async def deals_of(service: TableService, number: int) -> list[CardsDealt]:
    return [event for event in await service.store.log.read_events(number) if isinstance(event, CardsDealt)]


async def match_with_messages(store: Store, *messages: Message | None) -> tuple[TableService, Table]:
    """Play a match of three deals. The messages before its deals are stored in time, unless one is None."""
    service, asked = TableService(store), list[Table]()

    async def message_before(table: Table) -> Message | None:
        asked.append(table)
        return messages[table.deal_number]

    source = ClockAndSeeds(service.clock, lambda: f"{next(service._seeds):064x}")
    service.tables = Tables(store.log, source, PAUSES, message_before=message_before)
    table = await service.start_match(BEN, rules=RULES)
    while table.phase != Phase.OVER:
        table = await service.play(table)
        for person in (ANN, BEN) if table.phase == Phase.PAUSE else ():
            table = await service.tables.change(table.number, person, Ready())
    assert not any(one.phase == Phase.DEAL for one in asked), "a turn asks for no message"
    return service, table


async def test_the_seats_and_deals_of_a_match_follow_from_its_chain_and_the_messages_before_them(store: Store) -> None:
    service, table = await match_with_messages(store, (20, 111), (21, 222), None)
    chain = table.lobby.chain
    assert chain is not None
    one, two, three = await deals_of(service, table.number)
    assert one.made_of == SeedParts(link_of(chain.last, 2), 20, 111)
    assert two.made_of == SeedParts(link_of(chain.last, 3), 21, 222)
    assert three.made_of == SeedParts(link_of(chain.last, 4))
    assert [dealt.seed for dealt in (one, two, three)] == [
        sha(f"{link_of(chain.last, 2)}:111:".encode()),
        sha(f"{link_of(chain.last, 3)}:222:".encode()),
        sha(f"{link_of(chain.last, 4)}::".encode()),
    ]
    events = await store.log.read_events(table.number)
    started = next(event for event in events if isinstance(event, MatchStarted))
    assert started.seed == sha(f"{link_of(chain.last, 1)}:111:".encode())
    assert {await service.tables.check_shuffle(table.number, deal) for deal in (1, 2, 3)} == {ShuffleCheck.CHECKED}


async def stored_message(store: Store, table: Table) -> Message | None:
    return await store.surfaces.message(table.number, "x")


async def test_a_deal_is_the_same_after_a_crash_if_its_message_is_stored(url: str) -> None:
    dealt = []
    for seeds in (count(), count(1000)):
        async with open_store(url) as store:
            service = TableService(store, _seeds=seeds)
            source = ClockAndSeeds(service.clock, lambda seeds=seeds: f"{next(seeds):064x}")
            service.tables = Tables(store.log, source, PAUSES, message_before=partial(stored_message, store))
            if not dealt:
                table = await service.play(await service.start_match(BEN, rules=RULES))
                await service.tables.change(table.number, ANN, Ready())
                await store.surfaces.save(table.number, None, [Surface("x", 20, 5)])
            await service.tables.load()
            events, _ = await service.tables._decide(await service.tables.get(table.number), BEN, Ready())
            dealt.append(events)
    assert dealt[0] == dealt[1]
    (one,) = [event for event in dealt[0] if isinstance(event, CardsDealt)]
    assert one.made_of is not None
    assert one.made_of.message == 5


async def test_after_a_restore_open_tables_draw_each_seed_by_itself(url: str) -> None:
    """A player who knows a link that was shown after the backup could compute the deals to come."""
    async with open_store(url) as store:
        service = TableService(store)
        table = await service.play(await service.start_match(BEN, rules=RULES))
        assert table.lobby.chain is not None
    async with open_store(url) as store:
        service = TableService(store, now=service.now)
        source = ClockAndSeeds(service.clock, lambda: "7" * 64)
        service.tables = Tables(store.log, source, PAUSES, marker="~1")
        await service.tables.load()
        for person in (ANN, BEN):
            table = await service.tables.change(table.number, person, Ready())
        assert table.lobby.chain is None
        last = (await deals_of(service, table.number))[-1]
        assert (last.deal, last.seed, last.made_of) == (2, "7" * 64, None)
        while table.phase != Phase.OVER:
            table = await service.play(table)
            for person in (ANN, BEN) if table.phase == Phase.PAUSE else ():
                table = await service.tables.change(table.number, person, Ready())
        assert (await service.tables._read(table.number)).lobby.chain is not None, "its deals before that can be checked"
        assert (await service.open_lobby()).lobby.chain is not None


async def test_two_processes_open_one_table_with_the_stored_chain(store: Store) -> None:
    opened = TableOpened(10, 20, ANN, variant("rami"), thread=False, at=5)
    one, other = [await TableService(store, _seeds=seeds).tables.open(opened) for seeds in (count(), count(1000))]
    assert (one.number, one.lobby.chain) == (other.number, other.lobby.chain)


async def test_the_same_command_opens_one_table_though_each_has_another_chain(store: Store) -> None:
    service = TableService(store)
    opened = TableOpened(10, 20, ANN, variant("rami"), thread=False, at=5)
    table = await service.tables.open(opened)
    assert (await service.tables.open(opened)).number == table.number
    assert (await service.tables.get(table.number)).lobby.chain == table.lobby.chain
    assert (await service.tables.open(replace(opened, at=6))).lobby.chain != table.lobby.chain


async def test_nothing_that_follows_from_a_chain_is_shown_or_printed_before_its_time(store: Store) -> None:
    service = TableService(store)
    table = await service.start_match(BEN, rules=RULES)
    chain = table.lobby.chain
    assert chain is not None
    for about in (table, table.match, table.lobby, *await store.log.read_events(table.number)):
        for number in (*range(1, 6), LINKS):
            assert link_of(chain.last, number) not in f"{about} {about!r}"
    (told,) = [deal_proof(await store.log.read_events(table.number), 1)]
    assert told is not None
    assert (told.seed, told.made_of) == (None, SeedParts(""))
    await service.play(table)
    shown = deal_proof(await store.log.read_events(table.number), 1)
    assert shown is not None
    assert shown.made_of == SeedParts(link_of(chain.last, 2))
    own = await store.privacy.read_personal_data(ANN)
    assert chain.last not in str(own)


async def test_a_table_of_an_earlier_version_draws_each_seed_by_itself(store: Store) -> None:
    service = TableService(store)
    lobby = await service.open_lobby(BEN, rules=RULES)
    old = replace(lobby, lobby=replace(lobby.lobby, chain=None))
    seeds = iter(("1" * 64, "2" * 64))
    events = decide_request(old, ANN, Start(), lambda: next(seeds), service.tables._players, (20, 5))
    started, dealt = (next(one for one in events if isinstance(one, kind)) for kind in (MatchStarted, CardsDealt))
    assert (started.seed, dealt.seed, dealt.made_of) == ("1" * 64, "2" * 64, None)


async def lobby_with_words(service: TableService, *given: tuple[int, str], is_on: bool = True) -> Table:
    """Open a lobby of three people, and store what an earlier version did: it asked for words, and perhaps no longer does."""
    table = await service.open_lobby(BEN, CEM, rules=RULES)
    words = [WordGiven(person, sha(word.encode()) if word else "") for person, word in given]
    asks, no_longer = (SettingsChanged(ANN, thread=False, shows_draws=False, asks_words=asks) for asks in (True, False))
    events = (asks, *words) if is_on else (asks, *words, no_longer)
    await service.store.log.commit(Commit(table.number, table.version + 1, events, service.now, UNCHANGED))
    service.tables = Tables(service.store.log, ClockAndSeeds(service.clock, lambda: f"{next(service._seeds):064x}"), PAUSES)
    await service.tables.load()
    return await service.tables.get(table.number)


async def test_words_of_a_lobby_of_an_earlier_version_are_mixed_into_the_seats_and_every_deal(store: Store) -> None:
    service = TableService(store)
    table = await lobby_with_words(service, (BEN, "Käse"), (CEM, "milk"), (ANN, "tea"), (BEN, "rain"))
    await service.tables.change(table.number, CEM, StandUp())
    await service.tables.change(table.number, ANN, ChangeSettings(shows_draws=True))
    table = await service.tables.change(table.number, ANN, Start())
    while table.phase != Phase.OVER:
        table = await service.play(table)
        for person in (ANN, BEN) if table.phase == Phase.PAUSE else ():
            table = await service.tables.change(table.number, person, Ready())
    chain = table.lobby.chain
    assert chain is not None
    words = sha(f"{sha(b'tea')}:{sha(b'rain')}".encode())
    dealt = await deals_of(service, table.number)
    assert [one.made_of for one in dealt] == [SeedParts(link_of(chain.last, nth), words=words) for nth in (2, 3, 4)]
    assert [one.seed for one in dealt] == [sha(f"{link_of(chain.last, nth)}::{words}".encode()) for nth in (2, 3, 4)]
    started = next(one for one in await store.log.read_events(table.number) if isinstance(one, MatchStarted))
    assert started.seed == sha(f"{link_of(chain.last, 1)}::{words}".encode())
    proof = await service.tables.deal_proof(table.number, 1)
    assert proof is not None
    shown = "\n".join(visible_texts(proof_layout(proof, context_for(table, ENGLISH))))
    assert f"1. 111: `{sha(b'tea')}`\n2. 222: `{sha(b'rain')}`" in shown
    assert words in shown


@pytest.mark.parametrize(("given", "is_on"), [((), True), (((ANN, "tea"), (ANN, "")), True), (((ANN, "tea"),), False)])
async def test_words_that_were_withdrawn_or_switched_off_are_not_mixed_in(
    store: Store, given: tuple[tuple[int, str], ...], is_on: bool
) -> None:
    service = TableService(store)
    table = await lobby_with_words(service, *given, is_on=is_on)
    await service.tables.change(table.number, ANN, Start())
    (dealt,) = await deals_of(service, table.number)
    assert dealt.made_of is not None
    assert dealt.made_of.words == ""


async def test_after_a_restore_no_words_are_mixed_in_or_shown_as_if_they_were(store: Store) -> None:
    service = TableService(store)
    table = await lobby_with_words(service, (BEN, "rain"))
    source = ClockAndSeeds(service.clock, lambda: "7" * 64)
    service.tables = Tables(store.log, source, PAUSES, marker="~1")
    await service.tables.load()
    await service.tables.change(table.number, ANN, Start())
    for person in (ANN, BEN, CEM):
        await service.tables.change(table.number, person, AskEnd())
    assert [one.made_of for one in await deals_of(service, table.number)] == [None]
    assert "word" not in " ".join(re.findall("<p.*", page_of(await store.log.read_events(table.number)).decode()))


def test_beyond_the_last_link_a_seed_is_drawn_by_itself() -> None:
    match = RandomMatch(1)
    assert match.table is not None
    assert match.match.deal is not None
    for deal, is_drawn in ((LINKS - 2, False), (LINKS - 1, True)):
        table = replace(match.table, match=replace(match.match, deal=replace(match.match.deal, number=deal)))
        assert (seeds_for(table, lambda: "drawn", None)() == "drawn") is is_drawn


@pytest.mark.parametrize("fixed", ["words", "secret"])
@pytest.mark.parametrize("number", [5200, pytest.param(100_000, marks=pytest.mark.gauntlet)])
def test_shuffles_with_one_fixed_part_are_uniform(fixed: str, number: int) -> None:
    """Chi-squared as in tests/rummy/test_cards.py: 49.7 is one in a thousand at 23 degrees of freedom, and 87.9 at 51."""
    links = (sha(b"link" if fixed == "secret" else f"link {nth}".encode()) for nth in range(number))
    seeds = [seed_from(SeedParts(link, 20, 10**18 + (nth << 22), sha(b"words"))) for nth, link in enumerate(links)]
    orders, firsts = Counter(shuffle("abcd", seed, "deal") for seed in seeds), Counter(_first(seed) for seed in seeds)
    assert (len(orders), len(firsts)) == (24, 52)
    assert sum((count - number / 24) ** 2 / (number / 24) for count in orders.values()) < 49.7
    assert sum((count - number / 52) ** 2 / (number / 52) for count in firsts.values()) < 87.9


def _first(seed: str) -> Card:
    return shuffle(FRENCH52, seed, "deal")[0]
