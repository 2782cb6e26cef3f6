"""House rules that change others with them: the table says so."""

from bot import app
from bot.tables.events import RulesChanged
from bot.tables.table import Phase
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refused
from tests.e2e.support.forms import choose_answers, chosen_labels, offered_answers, open_form, open_topics, send_form
from tests.e2e.support.tables import open_table
from tests.people import said


async def test_an_answer_that_needs_fewer_players_narrows_the_range_and_says_so(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    topics = await open_topics(club, lobby)
    form = await open_form(club["Ann"], topics, "cards")
    assert {"10", "14"} <= set(offered_answers(form, "hand_size"))
    topics = await send_form(club["Ann"], form, hand_size="14")
    assert "so the table is now for **2 to 3 players**" in said(topics)
    assert club.table().variant.players == (2, 3)
    await club.until_sent()
    assert "2 to 3 players" in said(club["Bob"].now(lobby))
    reply = await club["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert "so the table is now for **2 players**" in said(reply.message)
    await club["Ann"].slash("table rule", rule="deck", answer="french52")
    await choose_answers(club["Ann"], topics, "cards", hand_size="7", players="2-6")
    assert club.table().variant.players == (2, 6), "a range that is chosen in the form is not narrowed"
    reply = await club["Ann"].slash("table rule", rule="deck", answer="cuccu40")
    assert "so the table is now for **2 to 4 players**" in said(reply.message)
    assert "runs of any suits" in said(reply.message), "the melds change with the deck"
    await club["Ann"].slash("table start")
    assert club.table().phase == Phase.LOBBY, "Bob has not agreed"
    await club.until_sent()
    await club["Bob"].press(club["Bob"].now(lobby), "Agree")
    await club.until_sent()
    await club["Ann"].press(club["Ann"].now(lobby), "Start")
    assert club.table().phase == Phase.DEAL


async def test_typed_deals_replace_the_target_and_a_typed_target_the_deals(club: Club, bot: app.Bot) -> None:
    await open_table(club, "Ann", "Bob", variant="wrotham", target=80)
    assert (club.table().variant.match_target, club.table().variant.match_deals) == (80, "none")
    reply = await club["Ann"].slash("table rule", rule="number of deals", answer="4")
    assert "no target score" in said(reply.message)
    assert (club.table().variant.match_target, club.table().variant.match_deals) == ("none", 4)
    reply = await club["Ann"].slash("table rule", rule="target score", answer="100")
    assert "no limit on the number of deals" in said(reply.message)
    assert (club.table().variant.match_target, club.table().variant.match_deals) == (100, "none")


async def test_a_form_plays_to_the_target_and_the_deals_that_it_shows(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    topics = await choose_answers(club["Ann"], await open_topics(club, lobby), "scoring", match_deals="4")
    assert (club.table().variant.match_target, club.table().variant.match_deals) == (100, 4)
    await club.until_sent()
    assert "at most 4 deals" in said(club["Bob"].now(lobby))
    form = await open_form(club["Ann"], topics, "scoring")
    assert (chosen_labels(form)["match_target"], chosen_labels(form)["match_deals"]) == ("Target: 100 points", "4 deals")
    await send_form(club["Ann"], form, match_target="none")
    assert (club.table().variant.match_target, club.table().variant.match_deals) == ("none", 4)


async def test_choosing_penalty_offers_100_as_the_target(club: Club, bot: app.Bot) -> None:
    """Rule 5.25 of docs/RULES.md."""
    lobby = await open_table(club, "Ann", "Bob", variant="ramino")
    topics = await choose_answers(club["Ann"], await open_topics(club, lobby), "scoring", scoring="penalty")
    assert "Also changed" in said(topics)
    assert "target: 100 points" in said(topics)
    topics = await choose_answers(club["Ann"], topics, "scoring", match_target="150")
    assert (club.table().variant.scoring, club.table().variant.match_target) == ("penalty", 150)
    await choose_answers(club["Ann"], topics, "scoring", scoring="winner_collects")
    await choose_answers(club["Ann"], topics, "scoring", scoring="penalty", match_target="200")
    assert club.table().variant.match_target == 200, "what the form says is not changed besides"


async def test_payment_drops_the_target_and_asks_how_many_deals(club: Club, bot: app.Bot) -> None:
    """Rule 5.24 of docs/RULES.md."""
    lobby = await open_table(club, "Ann", "Bob")
    topics = await choose_answers(club["Ann"], await open_topics(club, lobby), "scoring", scoring="payment")
    assert "Payment needs a number of deals" in said(topics)
    assert not any(isinstance(event, RulesChanged) for event in club.events())
    topics = await choose_answers(club["Ann"], topics, "scoring", scoring="payment", match_deals="6")
    assert "no target score" in said(topics)
    rules = club.table().variant
    assert (rules.scoring, rules.match_target, rules.match_deals) == ("payment", "none", 6)
    assert "not to a target" in said(await choose_answers(club["Ann"], topics, "scoring", match_target="100"))
    await check_refused(club, club["Ann"], "table rule", "not to a target", rule="match_target", answer="100")
    await club["Ann"].slash("table rule", rule="scoring", answer="penalty")
    await club["Ann"].slash("table rule", rule="match_target", answer="80")
    assert club.table().variant.match_deals == "none"
    await check_refused(club, club["Ann"], "table rule", "`payment 6`", rule="scoring", answer="payment")
    await club["Ann"].slash("table rule", rule="scoring", answer="payment 6")
    await check_refused(club, club["Ann"], "table rule", "not to a target", rule="match_target", answer="80")
