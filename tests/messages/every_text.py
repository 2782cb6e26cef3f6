"""Everything that people can read: texts, messages and forms in all their states."""

import random
from collections.abc import Iterator
from dataclasses import replace as with_
from typing import Any, get_args

from discord import ui
from msgspec.structs import replace

from bot.app import DATA
from bot.messages.first_hand import first_hand_layout
from bot.messages.names import Names, names_at
from bot.messages.pictures.galleries import last_hands_alt, points_chart_alt
from bot.messages.pictures.last_hands import LastHand, LastHands
from bot.messages.pictures.picture import PictureChoice
from bot.messages.pictures.points_chart import PointsOverDeals
from bot.messages.rules.game_labels import game_labels
from bot.messages.rules.game_rules import more_rules_layout, rules_layout, saved_variant_layout
from bot.messages.rules.house_rule_labels import house_rule_label, rule_consequences
from bot.messages.settings import NO_OFFER
from bot.messages.settings_panel import language_offer_layout, own_settings_layout, server_settings_layout
from bot.messages.start_menu import PlayNow, friends_layout, game_layout, help_layout, opened_layout, start_menu_layout
from bot.messages.table.channel.match_end import (
    deal_hands,
    deal_points_text,
    match_details_layout,
    match_end_buttons,
)
from bot.messages.table.channel.page_message import deal_lines
from bot.messages.table.clock import obstacle_lines
from bot.messages.table.confirmations import (
    break_off_form,
    end_layout,
    removal_form,
    remove_layout,
    which_seat_layout,
    whom_to_remove_layout,
)
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.hand.knock_controls import arrange_prompt
from bot.messages.table.hand.pile_controls import taking_prompt
from bot.messages.table.hand.prompts import any_cards_form
from bot.messages.table.house_rules import matching_rules
from bot.messages.table.lobby import lobby_layout, more_layout, opened_again_text
from bot.messages.table.refusals import refusal_sentence
from bot.messages.table.render_context import RenderContext
from bot.messages.table.shuffle_proof import fairness_layout, lobby_proof_layout, proof_layout
from bot.messages.table.table_summary import older_turns_layout, summary_layout
from bot.messages.table.which_table import CommandPress, which_table_layout
from bot.messages.words import Words
from bot.players.choice import Level
from bot.rummy.cards import Card
from bot.rummy.events import CardsDealt, SeedParts
from bot.rummy.legal_moves import legal_moves
from bot.rummy.match import Match
from bot.rummy.moves import CHALLENGE, REFUSE, Discard, Draw, SeatMove, TakeFrom
from bot.rummy.refusals import CardNotUnderstood, NoMeld, NoSuchMeld, NotAMeld
from bot.rummy.variant import Length
from bot.rummy.view import DealProof, deal_proof, view_for
from bot.tables.events import Clock, Event, Invitation, Pace, Reservation
from bot.tables.first_hand import play_first_hand
from bot.tables.lobby_requests import Agree, Join, StandUp, Start, StartWithout
from bot.tables.match_requests import Play, Ready
from bot.tables.ports import ServerSettings
from bot.tables.private_tables import opponent_counts
from bot.tables.refusals import BotLacksPermissions, RulesContradict
from bot.tables.rule_requests import AddComputer, ChangeClock, ChangeLength, ChangeRule, ChangeSettings, RemoveComputer
from bot.tables.rules.house_rules import HOUSE_RULES
from bot.tables.rules.match_length import NO_ESTIMATES
from bot.tables.rules.rule_changes import change_rule
from bot.tables.shuffle_check import ShuffleCheck
from bot.tables.table import Obstacle, Phase
from bot.tables.time_requests import TimeIsUp
from tests.messages.day_texts import day_layouts, day_shares
from tests.messages.league.correction_texts import correction_texts
from tests.messages.league.league_texts import league_texts
from tests.messages.marked_words import MarkedWords
from tests.messages.replay.moments import replay_layouts
from tests.messages.replay.pages import PEOPLE_WITHOUT_LETTERS, page_of, visible_lines
from tests.messages.replay.random_matches import RandomMatch
from tests.messages.rules.every_house_rule import every_contradiction, house_rule_layouts
from tests.messages.sentence_examples import every_refusal
from tests.messages.shown_text import visible_texts
from tests.messages.table.clock_tables import clock_layouts
from tests.messages.table.hand.hand_prompt_layouts import hand_prompt_layouts
from tests.messages.table.pictured_layouts import pictured, pictured_layouts
from tests.messages.table.played_tables import MANAGER, PEOPLE, PlayedTable, all_layouts, context_for, tables_after_events
from tests.messages.table.positions import after_moves, table_at
from tests.messages.table.seat_tables import seat_tables
from tests.rummy.gauntlet import Policy, at_random, eager, patient, random_variant
from tests.rummy.presets import NAMES, variant
from tests.rummy.transcript import TRANSCRIPTS, perform

Shown = str | ui.LayoutView | ui.Modal
"""What people can read: a text, a message or a form."""


def texts_in(shown: Shown) -> Iterator[str]:
    """Yield everything that a person can read there."""
    yield from [shown] if isinstance(shown, str) else visible_texts(shown)


def lobbies(say: Words) -> Iterator[Shown]:
    """Yield the texts of every lobby that is closed without a match, and of one with reserved seats."""
    kept = PlayedTable(replace(variant("contract"), title="77"), random.Random(0), reserved=Reservation(1, (1, 2, 3))).seat(3)
    for length in (Length.ONE, Length.SHORT):
        played = PlayedTable(variant(), random.Random(0))
        for request in (ChangeLength(length), ChangeSettings(thread=True), ChangeSettings(shows_draws=True)):
            played.ask(1, request)
        yield from all_layouts(played.seat(3).events, say)
        yield more_layout(context_for(played.table, say), is_host=True, may_close=True)
    short = PlayedTable(variant(match_target="none", match_deals=1), random.Random(0), reserved=Reservation(1, (1, 2)))
    yield from all_layouts(kept.events, say)
    yield from all_layouts(short.events, say)
    table = PlayedTable(variant(), random.Random(0)).seat(2).table
    yield lobby_layout(context_for(table, say), reader=1)
    yield from [more_layout(context_for(table, say), is_host=is_host, may_close=True) for is_host in (True, False)]
    yield lobby_layout(with_(context_for(table, say), needs_attach_files=True, turns=NO_ESTIMATES))
    for person, end in ((1, MANAGER), (None, TimeIsUp(0, 0)), (1, StandUp())):
        played = PlayedTable(variant(), random.Random(0))
        played.ask(person, end)
        yield from all_layouts(played.events, say)
    missing = PlayedTable(variant(), random.Random(0), reserved=Reservation(0, (1, 2), tournament=5))
    missing.ask(None, StartWithout())
    yield from all_layouts(missing.events, say)


def computers(say: Words) -> Iterator[Shown]:
    """Yield the texts of lobbies with computers and other clocks, and of a match that a person plays alone."""
    for requests in (
        (AddComputer(Level.EASY), ChangeSettings(hints=True), ChangeClock(Clock(Pace.LIVE))),
        (ChangeClock(Clock(Pace.SLOW, pauses=True)), ChangeRule("ace", "high")),
        (ChangeClock(Clock(Pace.QUICK, pauses=True)), AddComputer(Level.EASY)),
    ):
        again = PlayedTable(variant(), random.Random(0), again=Invitation(5, (1, 2), dealer=2, until=600_000)).seat(2)
        played = PlayedTable(variant(), random.Random(0)).seat(2)
        for request in requests:
            played.ask(1, request)
        again.ask(1, ChangeClock(Clock(Pace.QUICK)))
        yield from all_layouts(played.events, say)
        yield from all_layouts(again.events, say)
        yield more_layout(context_for(played.table, say), is_host=True, may_close=True)
        yield break_off_form(1, say)
    without = PlayedTable(variant(), random.Random(0)).seat(2)
    for person, request in ((1, AddComputer(Level.EASY)), (2, Agree()), (1, RemoveComputer())):
        without.ask(person, request)
    yield from all_layouts(without.events, say)
    yield from _matches_alone(say)


def _matches_alone(say: Words) -> Iterator[Shown]:
    """Yield the texts of matches alone, and of the messages from which they are started."""
    games = [replace(variant(name), title="77") for name in NAMES]
    for opponents in (1, 2):
        played = PlayedTable(variant(match_target="none", match_deals=2), random.Random(1), is_private=True)
        for _ in range(opponents):
            played.ask(1, AddComputer(Level.NORMAL))
        played.ask(1, Start())
        offers = [PlayNow([game for game in games if opponents in opponent_counts(game)]), PlayNow(games, played.table)]
        offers.append(PlayNow([replace(games[0], players=(2, 2))]))
        for offer in offers:
            here = with_(offer, channel=7)
            yield from [start_menu_layout(one, (), {}, say) for one in (offer, here)]
            yield from [
                game_layout(offer, games[0], say, played=games[0]),
                game_layout(here, replace(games[0], players=(5, 6)), say, note="77"),
            ]
            yield from [friends_layout(here, games[0], Pace.SLOW, say), opened_layout(played.table, 7, say)]
        context = context_for(played.table, say)
        yield from [end_layout(context, 1), summary_layout(context, 1)]
        names = names_at(played.table, PEOPLE, say)
        yield from map(names.plain, played.table.seats.computers)
        while played.table.phase != Phase.OVER:
            yield hand_layout(context_for(played.table, say), 1)
            match, seat = played.table.match, played.table.seats.seat_of(1)
            assert match is not None
            assert seat is not None
            moves = legal_moves(match, seat)
            played.ask(1, Play(eager(played.dice, match, moves)) if moves else Ready())
        yield hand_layout(context_for(played.table, say), 1)


def first_hand(say: Words) -> Iterator[Shown]:
    """Yield the texts of each step of the first hand, and of its offer."""
    rami = replace(variant("rami"), title="77")
    yield start_menu_layout(PlayNow([rami], is_new=True), (), {}, say)
    for number, step in enumerate(play_first_hand((DATA / "first_hand.toml").read_text("utf-8"), rami)):
        for context in (context_for(step.table, say), pictured(step.table, say)):
            for other in (False, True):
                yield first_hand_layout(number, step, PEOPLE[1], context, after_other_move=other)


def matches(say: Words) -> Iterator[Shown]:
    """Yield the texts of matches of every game, with house rules, players who leave, and an empty stock."""

    def match(seed: int, players: int, policy: Policy, *, moves: int = 120, leaving: float = 0, **rules: Any) -> PlayedTable:
        return PlayedTable(variant(**rules), random.Random(seed)).seat(players).play(policy, moves=moves, leaving=leaving)

    def shown(played: PlayedTable) -> Iterator[Shown]:
        return all_layouts(played.events, say)

    def until(text: str, players: int, policy: Policy, *, first: int = 0, **rules: Any) -> Iterator[Shown]:
        """Yield the texts of one match after another until this sentence is said; `first` is a seed that finds it."""
        assert isinstance(say, MarkedWords)
        assert say.has(text), f"not a sentence of the catalogue: {text}"
        for seed in range(first, first + 200):
            for layout in shown(match(seed, players, policy, moves=200, **rules)):
                yield layout
                if say.has_said(text):
                    return

    many_jokers = {"name": "wrotham", "jokers": 6, "hand_size": 12, "melds_per_turn": "unlimited"}
    for name in NAMES:
        yield from shown(match(1, 2, eager, name=name, match_target="none", match_deals=6))
        yield from shown(match(2, min(4, variant(name).players[1]), patient, name=name, match_deals=1, leaving=0.01))
    yield from shown(match(3, 3, at_random, moves=30, leaving=0.1))
    yield from shown(match(4, 2, eager, moves=10, match_deals=3, match_target="none"))
    one_deal = {"match_deals": 1, "match_target": "none"}
    yield from until("Extra deal to break the tie.", 2, eager, hand_size=3, recycle_max=0, tie="extra_deal", **one_deal)
    hidden = {"stock_count_public": False, "hand_size": 3}
    yield from until("turned the discard pile over", 3, at_random, **hidden, **one_deal)
    yield from until("shuffled the discard pile", 3, at_random, recycle="shuffle", **hidden, **one_deal)
    yield from until(
        "Melds in it: {melds}", 2, eager, first=106, name="wrotham", jokers=6, melds_per_turn="unlimited", match_deals=1
    )
    yield from until("Lay another meld … ({shown} of {all})", 2, at_random, **many_jokers)
    for points in (1, 40):
        yield from shown(match(1, 2, eager, first_meld=points, **one_deal))
    for seed in range(2):
        yield from shown(match(seed, 6, eager, leaving=0.02, hand_size=3, match_target="none", match_deals=3))
        yield from shown(match(seed, 3, at_random, recycle_keep_top=bool(seed % 2), hand_size=3, **one_deal))
        yield from shown(match(seed, 2, eager, name="wrotham", recycle_max="unlimited", meld_all_at_once="[2, 3]"))
        yield from shown(match(seed, 2, eager, name="cuccu", hand_size="{ 2 = 14, 3 = 5, 4 = 5 }", moves=60))


def positions(say: Words) -> Iterator[Shown]:
    """Yield what players read at the end of every transcript: there a game shows what is rare in matches."""
    for file in TRANSCRIPTS:
        match = perform(file.read_text("utf-8"), preset=file.parent.name)
        if match is None or match.deal is None:
            continue
        played = PlayedTable(match.variant, random.Random(0)).seat(match.seats)
        played.ask(1, Start())
        table = replace(played.table, match=replace(match, variant=played.table.variant))
        context = context_for(table, say)
        if match.deal.end is not None:
            yield from deal_hands(view_for(table.match, None), context)
        yield from (summary_layout(context, 1), *(hand_layout(context, person) for person in table.seats.people))


def ends(say: Words) -> Iterator[Shown]:
    """Yield the texts of the proofs of deals, and of the points of many deals."""
    for players, deals, moves in ((2, 1, 400), (2, 1, 3), (6, 40, 9000)):
        rules = variant(hand_size=3, match_deals=deals, match_target="none")
        played = PlayedTable(rules, random.Random(1)).seat(players).play(eager, moves=moves)
        context = context_for(played.table, say)
        assert played.table.match is not None
        yield deal_points_text(view_for(played.table.match, None), context)
        view = view_for(played.table.match, None)
        if view.deal is not None and view.deal.end is not None:  # of a player who only laid off
            without_melds = replace(view.deal, melds=(), end=replace(view.deal.end, melds=()))
            yield from deal_hands(replace(view, deal=without_melds), context)
        yield older_turns_layout(context, 99)
        yield which_table_layout([(CommandPress(1, 2, "hand{}"), context.table)], PEOPLE, say)
        yield from (layout for proof in _proofs(played.events) for layout in _of_proof(proof, context))
        yield match_details_layout(context, None)
        yield from (button.label or "" for button in match_end_buttons(view_for(played.table.match, 1), context))
    yield from _same_deals(say)
    yield from _chained_deals(say)
    yield from _alt_texts(say)


def _same_deals(say: Words) -> Iterator[Shown]:
    """Yield the texts of a round in which other tables play the same deals, and each player has their own part of the stock."""
    rules, reserved = variant(stock="own", match_deals=1, match_target="none"), Reservation(1, (1, 2), deals="5c" * 32)
    for policy in (eager, _draw_and_discard):
        played = PlayedTable(rules, random.Random(1), reserved=reserved).seat(2).play(policy, moves=400)
        yield from all_layouts(played.events, say)
        yield from (layout for proof in _proofs(played.events) for layout in _of_proof(proof, context_for(played.table, say)))


def _chained_deals(say: Words) -> Iterator[Shown]:
    """Yield the proofs of deals whose seeds follow from a chain and from words, with a message and without one."""
    played = RandomMatch(1, replace(variant(), title="77"), words={1: "4" * 64})
    yield from visible_lines(page_of(played.events, say, people=PEOPLE_WITHOUT_LETTERS), say)
    table = played.table
    assert table is not None
    for shown in (table, replace(table, is_private=True)):
        for message in (0, 5):
            proof = DealProof(1, "0" * 64, "1" * 64, SeedParts("2" * 64, 20, message, "3" * 64))
            yield from _of_proof(proof, context_for(shown, say))
    yield lobby_proof_layout(context_for(table, say))
    restored = context_for(replace(table, lobby=replace(table.lobby, chain=None)), say)
    yield from _of_proof(DealProof(1, "0" * 64, "1" * 64), restored)


def _of_proof(proof: DealProof, context: RenderContext) -> Iterator[Shown]:
    yield from (fairness_layout(proof, check, context) for check in ShuffleCheck)
    yield proof_layout(proof, context)


def _draw_and_discard(_dice: random.Random, _match: Match, moves: list[SeatMove]) -> SeatMove:
    return next(move for move in moves if isinstance(move, Draw | Discard))


def _alt_texts(say: Words) -> Iterator[Shown]:
    """Yield the alt texts of last hands and of points, among them one that is too long and one of a player who left."""
    out = tuple(LastHand(mark, (), went_out=True, melds=melds) for mark, melds in (("1", ()), ("2", ((Card("7H"),),))))
    yield last_hands_alt(LastHands((*out, LastHand("3", (Card("7H"),)))), say)
    melded = tuple(LastHand(mark, cards, melds=((Card("8H"),),)) for mark, cards in (("1", ()), ("2", (Card("7H"),))))
    yield last_hands_alt(LastHands(melded), say)
    won = [LastHand(mark, (Card("7H"),), has_won_match=True) for mark in "12"]
    yield from (last_hands_alt(LastHands(tuple(won[:count])), say) for count in (1, 2))
    for totals in (((5,),), ((5, 9), (5,)), (tuple(range(1000)),)):
        yield points_chart_alt(PointsOverDeals(totals, ("1", "2")[: len(totals)]), say)


def _proofs(events: list[Event]) -> Iterator[DealProof]:
    """Yield the proof of the first deal while it is played and, if it has ended, after it."""
    dealt = next(place for place, event in enumerate(events) if isinstance(event, CardsDealt))
    for proof in (deal_proof(events[: dealt + 1], 1), deal_proof(events, 1)):
        assert proof is not None
        yield proof


def played_again(say: Words) -> Iterator[Shown]:
    """Yield the texts of lobbies that play a match again, until everyone has answered or the time is up."""
    for answers in (
        ((1, ChangeRule("ace", "high")), (2, Join()), (3, StandUp())),
        ((2, StandUp()), (3, Join()), (1, Start())),
        ((None, TimeIsUp(0, 0)),),
    ):
        again = PlayedTable(variant(), random.Random(0), again=Invitation(5, (1, 2, 3), dealer=2, until=600_000))
        yield opened_again_text(again.table, say)
        for person, answer in answers:
            again.ask(person, answer)
        yield opened_again_text(again.table, say)
        yield from all_layouts(again.events, say)


def clocks(say: Words) -> Iterator[Shown]:
    """Yield the texts of tables in every state of their clocks."""
    yield from clock_layouts(say)


def seats(say: Words) -> Iterator[Shown]:
    """Yield the texts of tables where people leave, are removed, take seats or stay away, and of their confirmations."""
    for played in seat_tables():
        yield from all_layouts(played.events, say)
        for _, table in tables_after_events(played.events):
            if table.match is None or table.match.deal is None:
                continue
            context = context_for(table, say)
            yield from [whom_to_remove_layout(context), *(which_seat_layout(context, one) for one in table.seats.people)]
            yield removal_form(1, 1, PEOPLE, say)
            yield remove_layout(context, 1)
            yield summary_layout(context, 6, may_remove=True)
    yield from obstacle_lines(tuple(Obstacle), say)


def hand_prompts(say: Words) -> Iterator[Shown]:
    """Yield the texts of what hands ask, and of the form for any cards."""
    yield from hand_prompt_layouts(say)
    knocks = "4C 5C 6C 7C 8C 9C 10D 10H 10S KD 2S | 3C 10C QH QD 4H 5H 8S 9S AD JS"
    at = table_at("gin", f"deal {knocks}", "stock 2H 3H 4D", "drawn 2S", "discards KC")
    view, context = view_for(at.match, 0), context_for(at, say)
    yield hand_layout(context, 1, prompt=arrange_prompt(view, context))
    big = table_at("gin", "deal 4C 5C 6C 7C 8C 9C 10C JC 2D 2H 2S | 3C", "stock 3H 4D 5D", "drawn 2S", "discards KC")
    yield hand_layout(context_for(big, say), 1)
    rummy500 = table_at("rummy500", "deal 7H 9H 8S 8D 7D 9D | 3C", "stock 3H 4D", "discards 8H 8C KD")
    view, context = view_for(rummy500.match, 0), context_for(rummy500, say)
    yield hand_layout(context, 1, prompt=taking_prompt(TakeFrom(Card("8H")), view, context))
    yield hand_layout(context_for(after_moves(rummy500, "take 8H and meld 7H 8H 9H"), say), 1)
    yield from _deep_pile(say)
    yield from _colonel(say)
    yield from _three_thirteen(say)
    yield from _contract(say)
    yield from _ten_stages(say)
    knocked = after_moves(at, "knock KD")
    view = view_for(knocked.match, 1)
    assert view.deal is not None
    yield any_cards_form(view, view.deal, context_for(knocked, say))


def _deep_pile(say: Words) -> Iterator[Shown]:
    """Yield the hand with a pile of thirty cards that can all be laid with jokers, and the question how one is laid."""
    pile = " ".join(f"{rank}{suit}" for suit in "CDS" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J"))
    at = table_at("rummy500", "deal JK1 JK2 KH QH JH 10H 9H 7H | 3H", "stock 4H 5H", f"discards {pile} 8H")
    context = context_for(at, say)
    yield hand_layout(context, 1)
    yield hand_layout(context, 1, prompt=taking_prompt(TakeFrom(Card("8H")), view_for(at.match, 0), context))


def _colonel(say: Words) -> Iterator[Shown]:
    """Yield the rules and the hands of Colonel where one player challenges the other."""
    rules = variant("colonel", challenge=True)
    game = replace(rules, title="77")
    yield from (rules_layout(game, say), more_rules_layout(game, say))
    yield saved_variant_layout(game, replace(variant("colonel"), title="77"), say)
    out = replace(variant("ramino101"), title="77")
    yield saved_variant_layout(out, replace(out, elimination=False), say)
    yield saved_variant_layout(replace(out, re_entries=1), out, say)
    yield more_rules_layout(replace(out, re_entries=1), say)
    at = table_at("colonel", "deal 2C 3C 9D | 3H QH KH", "stock 4D 5D", "discards KC", "with challenge true")
    for moves in ((), ("challenge",), ("challenge", "refuse"), ("challenge", "refuse", "draw stock"), ("challenge", "accept")):
        table = after_moves(at, *moves)
        yield from (hand_layout(context_for(table, say), person) for person in (1, 2))
    played = PlayedTable(rules, random.Random(0)).seat(2)
    played.ask(1, Start())
    for move in (CHALLENGE, REFUSE):
        played.ask(played.table.person_to_act() or 0, Play(move))
    yield summary_layout(context_for(played.table, say), 1)


def _three_thirteen(say: Words) -> Iterator[Shown]:
    """Yield the hands of Three Thirteen: somebody goes out in several ways, and the other one has a last turn."""
    lines = ("number 5", "stock 2H 3H 4D", "discards KC", "drawn KD")
    at = table_at("three_thirteen", "deal 5C 5D 5H 5S 9C 9D 9H KD | 3C 10C QH QD 4H 6H 8S", *lines)
    context = context_for(at, say)
    yield from deal_lines(context)
    yield hand_layout(context, 1)
    yield hand_layout(context, 2)
    yield hand_layout(context, 1, prompt=arrange_prompt(view_for(at.match, 0), context))
    for moves in (("knock KD",), ("knock KD", "take"), ("knock KD", "take", "discard QH")):
        yield from (hand_layout(context_for(after_moves(at, *moves), say), person) for person in (1, 2))


def _contract(say: Words) -> Iterator[Shown]:
    """Yield the hands of contract rummy before and after a contract, and in the last deal."""
    hand = "deal 5C 5D 5H 9C 9D 9H KD KH KS JD 2S"
    for number, cards in ((1, hand), (4, hand), (7, "deal 2S 3S 4S 5S 6S 6D 7D 8D 9D 10H JH QH KH")):
        drawn = cards.split()[-1]
        at = table_at("contract", f"{cards} | 3C 10C", f"number {number}", "stock 2H 3H", "discards KC", f"drawn {drawn}")
        yield from deal_lines(context_for(at, say))
        yield from (hand_layout(context_for(at, say), person) for person in (1, 2))
    at = table_at("contract", f"{hand} | 3C 10C", "stock 2H 3H", "discards KC", "drawn 2S")
    for moves in (("meld 5C 5D 5H | 9C 9D 9H",), ("meld 5C 5D 5H | 9C 9D 9H", "discard 2S")):
        yield from (hand_layout(context_for(after_moves(at, *moves), say), person) for person in (1, 2))


def _ten_stages(say: Words) -> Iterator[Shown]:
    """Yield the hands of Ten stages: before the stage, with it, after it, and after a joker."""
    at = table_at("ten_stages", "deal 7C 7D 7H 9C 9D QD JK1 | 3C 10C QH", "stock 9S 2H 3H 4D", "discards KC")
    for moves in ((), ("draw stock",), ("draw stock", "meld 7C 7D 7H | 9C 9D 9S"), ("draw stock", "discard JK1")):
        yield from (hand_layout(context_for(after_moves(at, *moves), say), person) for person in (1, 2))


def pictures(say: Words) -> Iterator[Shown]:
    """Yield the texts of messages with pictures, and the alt texts."""
    yield from pictured_layouts(say)


def answers(say: Words) -> Iterator[Shown]:
    """Yield the texts of the help and of the rules of many games."""
    games = [replace(variant(name), title="77") for name in NAMES]
    paid = replace(games[0], scoring="payment", match_target="none", match_deals=6)
    at_once = replace(games[0], meld_all_at_once="always")
    one_of_each = replace(
        games[0], jokers=1, meld_all_at_once=(1,), rummy_bonus="add", melds_per_turn="unlimited", recycle_max=2
    )
    for rules in (*games, paid, at_once, one_of_each, replace(one_of_each, jokers=0, meld_all_at_once="never")):
        yield game_labels(rules, say)
    table = PlayedTable(variant(), random.Random(0)).table
    for tables in (0, 1, 6, 7):
        yield start_menu_layout(PlayNow(games), [table] * tables, PEOPLE, say)
    yield from [help_layout(games, say), help_layout(games, say, in_server=False)]
    yield own_settings_layout(PEOPLE[1], say, may_set_server=True)
    yield language_offer_layout(say)
    yield server_settings_layout(ServerSettings(), with_(NO_OFFER, games={game.name: game for game in games}), say)
    asked = [*map(variant, NAMES), variant(match_target="none", match_deals=1)]
    asked.append(variant(discard_taken="allow", out_by="discard_only"))
    asked.append(variant(discard_taken="forbid_card", jokers=2, wild="joker"))
    asked.append(variant(meld_all_at_once="[4, 5, 6]", recycle_max="unlimited"))
    for rules in (*asked, *(random_variant(random.Random(seed)) for seed in range(300))):
        game = replace(rules, title="77")
        yield from [rules_layout(game, say, PictureChoice(), table=7), more_rules_layout(game, say)]


def replays(say: Words) -> Iterator[Shown]:
    """Yield the texts of replays, as pages and in Discord: of matches to the end, broken off, or with people who leave."""
    for name in NAMES:
        for seed in range(6):
            played = RandomMatch(seed, replace(variant(name), title="77"), 2, moves=(5, 100)[seed % 2], leaving=seed / 100)
            yield from visible_lines(page_of(played.events, say, people=PEOPLE_WITHOUT_LETTERS), say)
            yield from replay_layouts(played, say)


def days(say: Words) -> Iterator[Shown]:
    """Yield the texts of the deals of days."""
    yield from day_layouts(say)
    yield from day_shares(say)


def house_rules(say: Words) -> Iterator[Shown]:
    """Yield the texts of every answer to every house rule: in the rules, the lobby and the forms, and what changes with it."""
    yield from house_rule_layouts(say)
    yield from (label for _, label in matching_rules("", variant(), say))
    yield house_rule_label("match_target", variant(match_target=50, match_deals="everyone_deals"), say)
    for rule, answer in (("deck", "cuccu40"), ("hand_size", "20")):
        changed = change_rule(variant(), variant(), HOUSE_RULES[rule], answer)
        yield rule_consequences({rule}, variant(), changed, say)


def refusals(say: Words) -> Iterator[Shown]:
    """Yield the sentence for every refusal; a new kind is included because it is a subclass."""
    table = PlayedTable(variant(), random.Random(5)).seat(3).play(eager, moves=5).table
    names = Names(PEOPLE, table)
    permissions = ("View Channel", "Send Messages", "Create Public Threads", "Send Messages in Threads")
    yield from (refusal_sentence(one, say, names) for one in every_refusal())
    yield refusal_sentence(RulesContradict(tuple(every_contradiction())), say, names)
    yield refusal_sentence(NoSuchMeld(2, melds=0), say, names)
    yield refusal_sentence(CardNotUnderstood("5", "cuccu40"), say, names)
    yield from (refusal_sentence(NotAMeld(("7H",), why, 3), say, names) for part in get_args(NoMeld) for why in get_args(part))
    yield refusal_sentence(BotLacksPermissions(permissions), say, names)


def leagues(say: Words) -> Iterator[Shown]:
    """Yield the texts of leagues, standings, finished matches, tournaments, and their refusals."""
    yield from league_texts(say)
    yield from correction_texts(say)


SHOWN = (
    lobbies,
    computers,
    first_hand,
    matches,
    positions,
    clocks,
    seats,
    ends,
    played_again,
    hand_prompts,
    pictures,
    answers,
    replays,
    days,
    house_rules,
    refusals,
    leagues,
)
