"""House rules of a table: the host changes them, everyone agrees to them, and the first deal fixes them."""

import sqlite3
from contextlib import closing

import msgspec
from msgspec.structs import replace

from bot import app
from bot.tables.events import RulesAgreed, RulesChanged
from bot.tables.rules.house_rules import HOUSE_RULES, RULE_PAGES
from bot.tables.rules.variant_code import write_code
from bot.tables.table import Phase
from tests.e2e.support.checks import check_all
from tests.e2e.support.club import Club
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.refusals import check_refusal, check_refused
from tests.e2e.support.tables import open_table, play_match, start_match
from tests.e2e.support.witness import Witness
from tests.e2e.table.test_saved_variants import save_game
from tests.people import Json, Reply, find, labels, parts, said
from tests.rummy.presets import NAMES, variant


async def open_panel(club: Club, lobby: Json, name: str = "Ann") -> Json:
    reply = await club[name].press(lobby, "House rules")
    assert reply.message["flags"] & 64, "only this person sees the panel"
    return reply.message


async def choose_answer(person: Witness, panel: Json, rule: str, answer: str) -> Reply:
    reply = await person.choose(panel, f"r:1:{rule}", answer)
    assert reply.outcome == "update", reply
    return reply


def current_answer(panel: Json, rule: str) -> str:
    return next(option["value"] for option in find(panel, f"r:1:{rule}")["options"] if option.get("default"))


def offered_answers(panel: Json, rule: str) -> list[str]:
    return [option["value"] for option in find(panel, f"r:1:{rule}")["options"]]


async def test_a_changed_rule_is_shown_in_the_lobby_and_everyone_must_agree(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    assert "House rules" not in said(lobby)
    panel = await open_panel(club, lobby)
    reply = await choose_answer(club["Ann"], panel, "melds_per_turn", "unlimited")
    assert current_answer(reply.message, "melds_per_turn") == "unlimited"
    await club.until_sent()
    for name in ("Bob", "Finn"):
        text = said(club[name].now(lobby))
        assert "The house rules have changed" in text
        assert "any number of melds a turn" in text
        assert all(missing in text.splitlines()[-1] for missing in ("Bob", "Cleo"))
        assert "Ann" not in text.splitlines()[-1]
    assert labels(club["Bob"].now(lobby)) == ["Join", "Leave", "Start", "Cancel", "House rules", "Agree"]
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    check_refusal(club, await club["Ann"].press(lobby, "Start"), before, messages, ("Bob", "Cleo", "Agree"))
    assert (await club["Bob"].press(lobby, "Agree")).outcome == "update"
    before = club.event_count()
    check_refusal(club, await club["Bob"].press(lobby, "Agree"), before, messages, ())
    await club["Cleo"].press(lobby, "Agree")
    await club.until_sent()
    text = said(club["Dan"].now(lobby))
    assert "have changed" not in text
    assert "any number of melds a turn" in text, "the lobby shows the house rule"
    assert "Agree" not in labels(club["Dan"].now(lobby))
    assert (await club["Ann"].press(lobby, "Start")).outcome in ("deferred_update", "update")
    assert club.table().variant.melds_per_turn == "unlimited"
    assert [type(event) for event in club.events()].count(RulesAgreed) == 2


async def test_agree_and_start_count_only_for_the_current_rules(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    old = (await club["Bob"].slash("table show")).message
    join, start = [(await club[name].slash("table show")).message for name in ("Dan", "Ann")]
    await club["Ann"].slash("table rule", rule="out_by", answer="discard_only")
    await club.until_sent()
    before = club.event_count()
    reply = await club["Bob"].press(old, "Agree")
    assert reply.outcome == "update"
    assert "the last card must be discarded" in said(reply.message), "the current rules are shown"
    await club["Bob"].until(lambda: "The table has moved on." in said(club["Bob"].messages("rummy")[-1]))
    assert (await club["Dan"].press(join, "Join")).outcome == "update"
    assert club.event_count() == before
    await club["Bob"].press(club["Bob"].now(old), "Agree")
    await club["Cleo"].press(club["Cleo"].now(lobby), "Agree")
    assert (await club["Ann"].press(start, "Start")).outcome == "update"
    assert club.table().phase == Phase.LOBBY
    assert [type(event) for event in club.events()[before:]] == [RulesAgreed, RulesAgreed]


async def test_agree_in_a_stale_lobby_shows_the_current_rules(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    await club["Ann"].slash("table rule", rule="ace", answer="high")
    await club.until_sent()
    await club.add_fault("PATCH", "messages", delay=1)
    await club["Ann"].slash("table rule", rule="out_by", answer="discard_only")
    reply = await club["Bob"].press(lobby, "Agree")
    assert "the last card must be discarded" in said(reply.message)
    await club["Bob"].until(lambda: "The table has moved on." in said(club["Bob"].messages("rummy")[-1]))
    assert club.table().people_to_agree
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    assert not club.table().people_to_agree


async def test_a_match_with_house_rules_can_be_played(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    panel = await open_panel(club, lobby)
    for rule, answer in (("melds_per_turn", "unlimited"), ("rummy", "double"), ("match_deals", "1")):
        panel = (await choose_answer(club["Ann"], panel, rule, answer)).message
    await club.until_sent()
    await club["Bob"].press(lobby, "Agree")
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    shown = said((await club["Cleo"].slash("table show")).message)
    assert "any number of melds a turn" in shown
    await play_match(club, {"Ann": "dm", "Bob": "hand"})
    assert club.table().match is not None
    await check_all(club)


async def rules_in_panel(club: Club, panel: Json) -> set[str]:
    """Return the house rules on all pages of the panel."""
    found = set[str]()
    for page in RULE_PAGES:
        panel = (await choose_answer(club["Ann"], panel, "page", page)).message
        found |= {it["custom_id"].split(":")[2] for it in parts(panel["components"]) if it["type"] == 3} - {"page"}
    return found


async def test_each_house_rule_can_be_changed_in_the_panel_and_by_command(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann")
    panel = await open_panel(club, lobby)
    jokers, figures, aces = {"wild", "wild_min_naturals", "wild_swap", "joker_points"}, {"figure_points"}, {"ace", "ace_points"}
    assert await rules_in_panel(club, panel) == set(HOUSE_RULES) - jokers - figures, (
        "rules about cards that the deck lacks are left out"
    )
    await club["Ann"].slash("table rule", rule="jokers", answer="2")
    assert await rules_in_panel(club, panel) == set(HOUSE_RULES) - figures
    await club["Ann"].slash("table rule", rule="jokers", answer="0")
    await club["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert club.table().variant.players == (2, 5)
    assert await rules_in_panel(club, panel) == set(HOUSE_RULES) - jokers - aces - {"court_points"}
    await club["Ann"].slash("table rule", rule="deck", answer="french52")
    offered = await club["Ann"].autocomplete("table rule", "rule", "set_u")
    assert [choice["value"] for choice in offered] == ["set_unique"]
    answers = await club["Ann"].autocomplete("table rule", "answer", rule="ace")
    assert [choice["value"] for choice in answers] == ["low", "high_or_low", "around_corner", "high"]
    answers = await club["Ann"].autocomplete("table rule", "answer", rule="scoring")
    assert [choice["value"] for choice in answers] == ["winner_collects", "penalty", "payment 6"]
    reply = await club["Ann"].slash("table rule", rule="hand_size", answer="2:12 3:9 4:8 5:7 6:6")
    assert reply.message["flags"] & 64
    assert club.table().variant.hand_size == {2: 12, 3: 9, 4: 8, 5: 7, 6: 6}
    assert current_answer(reply.message, "hand_size") == "2:12 3:9 4:8 5:7 6:6", "the panel also offers the typed answer"


async def test_a_contradictory_answer_is_refused_in_the_panel(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo")
    panel = await open_panel(club, lobby)
    before = club.event_count()
    for page, rule, answer, reason in (
        ("house", "match_target", "none", "The match must end somehow"),
        ("cards", "set_kind", "distinct_figures", "igures"),
        ("dealing", "players", "2-2", "seats for 2"),
        ("dealing", "hand_size", "20", "At most 14 cards"),
        ("points", "blocked_scoring", "all_penalty", "Choose a number of deals"),
    ):
        panel = (await choose_answer(club["Ann"], panel, "page", page)).message
        assert answer not in offered_answers(panel, rule), "only answers that can be played are offered"
        await check_refused(club, club["Ann"], "table rule", reason, rule=rule, answer=answer)
    assert club.event_count() == before
    assert "changed" not in said(club["Bob"].now(lobby))


async def test_a_panel_that_is_out_of_date_refuses_what_can_no_longer_be_played(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    panel = await open_panel(club, lobby)
    points = (await choose_answer(club["Ann"], panel, "page", "dealing")).message
    assert "2-2" in offered_answers(points, "players")
    await club["Cleo"].press(lobby, "Join")
    before = club.event_count()
    reply = await choose_answer(club["Ann"], points, "players", "2-2")
    assert "seats for 2" in said(reply.message)
    assert "2-2" not in offered_answers(reply.message, "players")
    assert club.event_count() == before


async def test_an_answer_that_needs_fewer_players_narrows_the_range_and_says_so(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    panel = await open_panel(club, lobby)
    panel = (await choose_answer(club["Ann"], panel, "page", "dealing")).message
    assert {"10", "14"} <= set(offered_answers(panel, "hand_size"))
    reply = await choose_answer(club["Ann"], panel, "hand_size", "14")
    assert "so the table is now for **2 to 3 players**" in said(reply.message)
    assert club.table().variant.players == (2, 3)
    await club.until_sent()
    assert "2 to 3 players" in said(club["Bob"].now(lobby))
    reply = await club["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert "so the table is now for **2 players**" in said(reply.message)
    await club["Ann"].slash("table rule", rule="deck", answer="french52")
    await choose_answer(club["Ann"], panel, "hand_size", "7")
    await club["Ann"].slash("table rule", rule="players", answer="2-6")
    reply = await club["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert "so the table is now for **2 to 4 players**" in said(reply.message)
    assert "runs in any suits" in said(reply.message), "the melds change with the deck"
    await club["Ann"].press(lobby, "Start")
    assert club.table().phase == Phase.LOBBY, "Bob has not agreed"
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    await club.until_sent()
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    assert club.table().phase == Phase.DEAL


async def test_deals_replace_the_target_and_a_target_the_deals(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", variant="wrotham", target=80)
    assert (club.table().variant.match_target, club.table().variant.match_deals) == (80, "none")
    panel = await open_panel(club, lobby)
    reply = await choose_answer(club["Ann"], panel, "match_deals", "4")
    assert "no target score" in said(reply.message)
    assert (club.table().variant.match_target, club.table().variant.match_deals) == ("none", 4)
    reply = await choose_answer(club["Ann"], reply.message, "match_target", "100")
    assert "any number of deals" in said(reply.message)
    assert (club.table().variant.match_target, club.table().variant.match_deals) == (100, "none")
    reply = await club["Ann"].slash("table rule", rule="match_target", answer="100 4")
    assert "100 points or 4 deals, whichever comes first" in said(reply.message)
    await club.until_sent()
    assert "at most 4 deals" in said(club["Bob"].now(lobby))
    assert (current_answer(reply.message, "match_target"), current_answer(reply.message, "match_deals")) == ("100 4", "4 100")


async def test_choosing_penalty_offers_100_as_the_target(club: Club, bot: app.Bot) -> None:
    """Rule 5.25 of docs/RULES.md."""
    lobby = await open_table(club, "Ann", "Bob", variant="ramino")
    panel = await open_panel(club, lobby)
    reply = await choose_answer(club["Ann"], panel, "scoring", "penalty")
    assert "Also changed" in said(reply.message)
    assert "target: 100 points" in said(reply.message)
    assert current_answer(reply.message, "match_target") == "100"
    reply = await choose_answer(club["Ann"], reply.message, "match_target", "150")
    assert (club.table().variant.scoring, club.table().variant.match_target) == ("penalty", 150)


async def test_contradictions_of_the_first_version_are_refused_with_a_reason(club: Club, bot: app.Bot) -> None:
    """RULES 5.14, 5.21, 5.25."""
    lobby = await open_table(club, "Ann", variant="wrotham")
    panel = await open_panel(club, lobby)
    panel = (await choose_answer(club["Ann"], panel, "page", "dealing")).message
    assert "2-5" in offered_answers(panel, "players")
    assert "2-6" not in offered_answers(panel, "players")
    await check_refused(club, club["Ann"], "table rule", "At most 5", rule="players", answer="2-6")


async def test_a_saved_game_of_the_first_version_that_contradicts_itself_says_why(club: Club) -> None:
    old = replace(variant("rami"), name="zia pina", title="Zia Pina", blocked_scoring="all_penalty")
    async with club.bot():
        await save_game(club)
    answers = msgspec.json.encode(old).decode()
    with closing(sqlite3.connect(club.database)) as database:
        database.execute("UPDATE variants SET answers = ?", (answers,))
        database.commit()
    async with club.bot():
        assert "Zia Pina" in said((await club["Bob"].slash("variant list")).message)
        assert "The rules of Zia Pina" in said((await club["Bob"].slash("rules", variant="zia pina")).message)
        sentence = await check_refused(club, club["Bob"], "table new", "can't be played as it was saved", variant="zia pina")
        assert "Choose a number of deals" in sentence
        await check_refused(club, club["Bob"], "variant add", "Choose a number of deals", code=write_code(old))
        await open_table(club, "Bob", variant="zia pina", deals=2)
        assert club.table(2).variant.match_deals == 2


async def test_payment_drops_the_target_and_asks_how_many_deals(club: Club, bot: app.Bot) -> None:
    """Rule 5.24 of docs/RULES.md."""
    lobby = await open_table(club, "Ann", "Bob")
    panel = await open_panel(club, lobby)
    asked = (await choose_answer(club["Ann"], panel, "scoring", "payment")).message
    assert "how many" in said(asked)
    assert not any(isinstance(event, RulesChanged) for event in club.events())
    panel = (await club["Ann"].choose(asked, "r:1:scoring", "6 deals")).message
    rules = club.table().variant
    assert (rules.scoring, rules.match_target, rules.match_deals) == ("payment", "none", 6)
    assert offered_answers(panel, "match_target") == ["none"]
    await check_refused(club, club["Ann"], "table rule", "not to a target", rule="match_target", answer="100")
    await club["Ann"].slash("table rule", rule="scoring", answer="penalty")
    await club["Ann"].slash("table rule", rule="match_target", answer="80")
    assert club.table().variant.match_deals == "none"
    await check_refused(club, club["Ann"], "table rule", "`payment 6`", rule="scoring", answer="payment")
    await club["Ann"].slash("table rule", rule="scoring", answer="payment 6")
    await check_refused(club, club["Ann"], "table rule", "not to a target", rule="match_target", answer="80")


async def test_only_the_host_can_change_rules_and_the_others_can_read_them(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    read = await open_panel(club, lobby, "Bob")
    assert "The rules of Rami" in said(read)
    assert not [it for it in parts(read["components"]) if it["type"] == 3]
    await check_refused(club, club["Bob"], "table rule", "Ann", rule="ace", answer="high")
    await check_refused(club, club["Cleo"], "table rule", rule="ace", answer="high", table=1)
    panel = await open_panel(club, lobby)
    await club["Ann"].press(lobby, "Leave")
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    reply = await club["Ann"].choose(panel, "r:1:ace", "high")
    check_refusal(club, reply, before, messages, ())


async def test_each_wrong_rule_or_answer_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann")
    sentences = [
        await check_refused(club, club["Ann"], "table rule", "colour", rule="colour", answer="red"),
        await check_refused(club, club["Ann"], "table rule", "red", "`low`", rule="ace", answer="red"),
        await check_refused(club, club["Ann"], "table rule", rule="ace", answer="low"),
        await check_refused(club, club["Ann"], "table rule", "1001", rule="match_target", answer="1001"),
    ]
    assert len(set(sentences)) == len(sentences)


async def test_rules_cannot_change_after_the_first_deal(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    panel = await open_panel(club, lobby)
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    reply = await club["Ann"].choose(panel, "r:1:ace", "high")
    check_refusal(club, reply, before, messages, ("first card",))
    await check_refused(club, club["Ann"], "table rule", "first card", rule="ace", answer="high")
    assert club.table().phase == Phase.DEAL


async def test_a_panel_and_missing_agreements_survive_a_restart(club: Club) -> None:
    async with club.bot():
        lobby = await open_table(club, "Ann", "Bob")
        panel = await open_panel(club, lobby)
        await choose_answer(club["Ann"], panel, "ace", "high")
        await club.until_sent()
    async with club.bot():
        await club.until_sent()
        reply = await choose_answer(club["Ann"], panel, "out_by", "discard_only")
        assert "ace high" in said(reply.message)
        await club.until_sent()
        assert "the last card must be discarded" in said(club["Bob"].now(lobby))
        await club["Bob"].press(lobby, "Agree")
        await club["Ann"].press(lobby, "Start")
        await club.until_sent()
        assert club.table().variant.ace == "high"


async def test_the_rules_command_shows_the_rules_of_the_channels_table(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    plain = said((await club["Cleo"].slash("rules")).message)
    assert "one meld a turn" in plain
    assert "Going rummy" not in plain
    await open_table(club, "Dan", "Eve", in_="lounge", variant="ramino")
    await club["Dan"].slash("table rule", in_="lounge", rule="melds_per_turn", answer="unlimited")
    ramino = said((await club["Cleo"].slash("rules", in_="lounge")).message)
    assert "as many melds a turn as you like" in ramino
    assert "Going rummy" in ramino
    assert newest_with(club["Cleo"].messages("lounge"), "join")
    for game in NAMES:
        reply = await club["Cleo"].slash("rules", variant=game)
        assert reply.message["flags"] & 64
        assert "The rules of" in said(reply.message)
