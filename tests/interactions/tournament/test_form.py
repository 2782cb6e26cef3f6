"""The form of `/tournament`: answers that can't be are refused, and changed in the form as it was filled in."""

import pytest

from bot.tables.ports import Person
from tests.desk import SERVER, Desk
from tests.interactions.test_saved_variants import save_game
from tests.interactions.tournament.test_forged import answer, field
from tests.interactions.tournament.test_start import at
from tests.people import labels, parts, said


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("round_robin", "A round robin needs a game that two can play. Choose Swiss, or another game."),
        ("knockout:2", "In a game for two, one goes on. Choose **Knockout: one goes on**."),
    ],
)
async def test_a_kind_that_the_game_cannot_have_is_chosen_again_in_the_form(desk: Desk, kind: str, sentence: str) -> None:
    await save_game(desk, "Trio", players="3-6" if kind == "round_robin" else "2-2")
    form = await desk["Ann"].slash("tournament")
    refused = await desk["Ann"].submit(form, name="Cup", game=["trio"], kind=[kind], clock=["short:live"])
    assert said(refused.message).startswith(sentence)
    again = await desk["Ann"].press(refused.message, "Edit again")
    assert [part["value"] for part in parts(again.modal["components"]) if part.get("custom_id") == "name"] == ["Cup"]
    made = await desk["Ann"].submit(again, name="Cup", kind=["swiss:3"])
    assert said(made.message).startswith("### Cup")


async def test_the_form_and_the_card_say_for_which_leagues_a_tournament_counts(desk: Desk) -> None:
    league = await desk["Ann"].slash("league create")
    await desk["Ann"].submit(league, name="Autumn League")
    form = await desk["Ann"].slash("tournament")
    labels = {one["value"]: one["label"] for part in parts(form.modal["components"]) for one in part.get("options", ())}
    assert labels["short:live"].endswith("Live\xa0· 60 s a turn + 2 min extra time a match"), labels["short:live"]
    options = {
        one["value"]: one["description"]
        for part in parts(form.modal["components"])
        for one in part.get("options", ())
        if "description" in one
    }
    assert options["one:live"] == "Doesn't count for Autumn League: one deal is too short."
    assert options["short:live"] == "Counts for: Autumn League"
    for clock, sentence in (("one:live", options["one:live"]), ("full:quick", "Counts for: Autumn League")):
        card = await desk["Ann"].submit(form, name="Cup", game=["rami"], kind=["swiss:3"], clock=[clock])
        assert sentence in said(card.message)


async def test_a_start_can_be_typed_in_another_zone_which_stays_the_tournaments(desk: Desk) -> None:
    form = await desk["Ann"].slash("tournament")
    refused = await desk["Ann"].submit(form, name="Cup", game=["rami"], kind=["swiss:3"], start="20:30 Europe/Rom")
    assert said(refused.message).startswith("“Europe/Rom” isn't a time zone.")
    again = await desk["Ann"].press(refused.message, "Edit again")
    made = await desk["Ann"].submit(again, name="Cup", start="2030-03-30 20:30 europe/rome")
    assert f"<t:{at('2030-03-30 19:30') // 1000}:f> (20:30 Europe/Rome)" in said(made.message)
    weekly = (await desk["Ann"].press((await desk["Ann"].press(made.message, "Manage")).message, "Repeat every week")).message
    assert "Not again next week" in labels(weekly)
    assert said(weekly).startswith("**Ann repeats Cup every week.**")
    changed = await desk["Ann"].press(weekly, "Change")
    start = next(part for part in parts(changed.modal["components"]) if part.get("custom_id") == "start")
    assert start["value"] == "2030-03-30 20:30"
    moved = await desk["Ann"].submit(changed, name="Cup", start="2030-03-31 20:30")
    assert f"<t:{at('2030-03-31 18:30') // 1000}:f>" in said(moved.message), "in Rome, in summer time"
    refused = await desk["Ann"].submit(changed, name="Cup", start="")
    assert "A weekly tournament needs a start" in said(refused.message), "it stays weekly"


async def test_only_organisers_read_in_the_log_who_is_kept_apart(desk: Desk) -> None:
    form = await desk["Ann"].slash("tournament")
    made = await desk["Ann"].submit(form, name="Cup", game=["rami"], kind=["swiss:3"])
    for name in ("Bob", "Cleo"):
        await desk[name].press(made.message, "Join")
    ids = {name: str(desk[name].id) for name in ("Bob", "Cleo")}
    users = {one: {"username": name.lower(), "global_name": name} for name, one in ids.items()}
    resolved = {"users": users, "members": {one: {"nick": None} for one in ids.values()}}
    fields = field("who", list(ids.values()))
    assert "Kept apart: Bob and Cleo" in await answer(desk, "Ann", "nf:1:apart", fields, resolved=resolved)
    again = await answer(desk, "Ann", "nf:1:apart", fields, field("apart", ["1"]), resolved=resolved)
    assert again.startswith("**Nothing was changed.**"), "two organisers who press at once keep them apart"
    assert "earlier version" in await answer(desk, "Ann", "nf:1:apart", field("who", [ids["Bob"]]), resolved=resolved)
    assert "Ann keeps Bob and Cleo apart in Cup." in said((await desk["Ann"].slash("league log")).message)
    for name in ("Bob", "Cleo"):
        assert "apart" not in said((await desk[name].slash("league log")).message)


async def test_a_knockout_after_swiss_rounds_is_chosen_in_the_form(desk: Desk) -> None:
    form = await desk["Ann"].slash("tournament")
    values = [one["value"] for part in parts(form.modal["components"]) for one in part.get("options", ())]
    assert {"swiss:3:top4", "swiss:5:top8", "knockout:2:7"} <= {*values}
    made = await desk["Ann"].submit(form, name="Cup", game=["rami"], kind=["swiss:4:top4"])
    assert "Swiss, 4 rounds · knockout of 4" in said(made.message).replace("\xa0", " ")
    changed = await desk["Ann"].press((await desk["Ann"].press(made.message, "Manage")).message, "Change")
    options = [one for part in parts(changed.modal["components"]) for one in part.get("options", ())]
    assert "swiss:4:top4" in [one["value"] for one in options if one.get("default")]


async def test_a_refused_decision_of_an_organiser_opens_again_as_it_was_filled_in(desk: Desk) -> None:
    form = await desk["Ann"].slash("tournament")
    made = await desk["Ann"].submit(form, name="Cup", game=["rami"], kind=["knockout:1"])
    await desk["Bob"].press(made.message, "Join")
    why, stranger = "Bob is ill ¦ " + "and won't come " * 9, "400300000000000000"
    fields = [field("who", ["#2"]), field("other", [stranger]), field("why", why)]
    refused = (await desk["Ann"].forge({"custom_id": "nf:1:replace", "components": fields}, is_form=True)).message
    again = [*parts((await desk["Ann"].press(refused, "Edit again")).modal["components"])]
    assert [one["value"] for part in again for one in part.get("options", ()) if one.get("default")] == ["#2"]
    assert [str(one["id"]) for part in again for one in part.get("default_values", ())] == [stranger]
    (kept,) = [part["value"] for part in again if part.get("custom_id") == "why"]
    assert why.replace("¦", "").startswith(kept)
    assert len(kept) > 50


async def test_of_those_whom_an_organiser_adds_each_who_cannot_be_is_named(desk: Desk) -> None:
    form = await desk["Ann"].slash("tournament")
    made = await desk["Ann"].submit(form, name="Cup", game=["rami"], kind=["swiss:3"])
    for name in ("Bob", "Cleo"):
        await desk[name].press(made.message, "Join")
    managing = (await desk["Ann"].press(made.message, "Manage")).message
    refused = await desk["Ann"].submit(await desk["Ann"].press(managing, "Limit players"), typed="1")
    assert said(refused.message).startswith("“1” can't be. Type a number from 2 to 128, or 0 for no limit.")
    done = await desk["Ann"].submit(await desk["Ann"].press(refused.message, "Edit again"), typed="3")
    assert said(done.message).startswith("**Ann limited Cup to 3 players.**")
    dan, eve, stranger = "4001", "4002", "4003"
    users = {one: {"username": one, "global_name": name} for one, name in zip((dan, eve), ("Dan", "Eve"), strict=True)}
    resolved = {"users": users, "members": {one: {"nick": None} for one in users}}
    added = await answer(desk, "Ann", "nf:1:add", field("who", [dan, eve, stranger]), resolved=resolved)
    couldnt = f"Only members of this server can play. Not members, or bots: <@{stranger}>."
    assert added.startswith(f"**Added Dan. Waiting for a place: Eve. {couldnt}**")
    refused = await answer(desk, "Ann", "nf:1:add", field("who", [stranger]), resolved=resolved)
    assert refused.startswith(couldnt)


async def test_of_many_people_an_organiser_types_who_is_removed_or_wins_also_who_left_the_server(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()

    async def send_direct(person: Person, *_: object) -> tuple[int, int]:
        told.append(person.name)
        return 1, 1

    monkeypatch.setattr(desk.bot.services.api, "send_direct", send_direct)
    form = await desk["Ann"].slash("tournament")
    made = await desk["Ann"].submit(form, name="Cup", game=["rami"], kind=["swiss:3"])
    services = desk.bot.services
    for number in range(1, 31):
        person = await services.people.add_or_update(7000 + number, f"Person {number}", "en-US")
        await services.tournaments.join(SERVER, 1, person.number)
    managing = (await desk["Ann"].press(made.message, "Manage")).message
    form = await desk["Ann"].press(managing, "Remove a player")
    (who,) = [part for part in parts(form.modal["components"]) if part.get("custom_id") == "who"]
    assert who["type"] == 4, "a text: no member is chosen"
    refused = await desk["Ann"].submit(form, who="Person", why="has left")
    assert said(refused.message).startswith("“Person” fits nobody in Cup, or several. Type the whole name.")
    again = await desk["Ann"].press(refused.message, "Edit again")
    done = await desk["Ann"].submit(again, who="person 3", why="has left")
    assert said(done.message).startswith("**Ann removed Person 3 from Cup.")
    assert told == ["Person 3"]
