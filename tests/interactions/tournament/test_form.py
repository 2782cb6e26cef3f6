"""The form of `/tournament`: answers that can't be are refused, and changed in the form as it was filled in."""

import pytest

from tests.desk import Desk
from tests.interactions.test_saved_variants import save_game
from tests.people import parts, said


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
