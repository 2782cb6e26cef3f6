"""House rules that change others with them: the table says so."""

from bot import app
from bot.tables.events import RulesChanged
from bot.tables.table import Phase
from tests.e2e.support.club import Club
from tests.e2e.support.house_rules_panel import choose_answer, current_answer, offered_answers, open_panel
from tests.e2e.support.refusals import check_refused
from tests.e2e.support.tables import open_table
from tests.people import said


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
