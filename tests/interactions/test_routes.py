"""Each button, select and form has one handler, and its record is read from its `custom_id` as it was written."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import NODEFAULT, inspect, structs

from bot import app
from bot.interactions import routes
from bot.interactions.call import CallKind
from bot.interactions.routes import Routes, forms, presses
from bot.messages.components import ButtonId, TableId
from bot.messages.league.pages import PagePress
from bot.messages.start_menu import OpenPress
from bot.messages.table.buttons import AnyCardsPress, MovePress, MoveSelect, TableAction, TablePress
from bot.messages.table.house_rules import OpenFormPress
from bot.tables.events import Pace
from tests.desk import Desk
from tests.e2e.support.forms import choose_answers, open_topics
from tests.people import said

assert app.COGS, "they import every handler"
ROUTES = [(kind, record) for kind in (presses, forms) for record in kind.handlers]
_NUMBERS = st.integers(0, 10**9 - 1)


def kinds_of(record: type[ButtonId]) -> Iterator[type[ButtonId]]:
    for kind in record.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Return what may be in a field of this type."""
    match kind:
        case inspect.IntType():
            return st.integers(0, kind.le) if kind.le is not None else _NUMBERS
        case inspect.EnumType():
            return st.sampled_from(list(kind.cls))
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern, fullmatch=True)
        case inspect.StrType():
            return st.text(
                st.characters(exclude_characters=":", exclude_categories=["Cs"]), min_size=1, max_size=kind.max_length
            )
        case inspect.UnionType():
            return st.one_of(map(values, kind.types))
        case _:
            return st.none()


def records(record: type[ButtonId]) -> st.SearchStrategy[ButtonId]:
    """Return any records of this kind. An empty text stands for the default, so it isn't among them unless it is that."""
    given = {}
    for field in structs.fields(record):
        any_value = values(inspect.type_info(field.type)).filter(lambda value: value != "")
        given[field.name] = any_value if field.default is NODEFAULT else st.just(field.default) | any_value
    return st.builds(record, **given)


def test_everything_that_can_be_pressed_or_sent_has_a_handler() -> None:
    assert {*kinds_of(ButtonId)} - {TableId, PagePress} == {*presses.handlers, *forms.handlers}
    assert {*routes._actions} == {*TableAction}


@pytest.mark.parametrize(("kind", "record"), ROUTES, ids=lambda it: getattr(it, "__name__", ""))
@settings(max_examples=8)  # of each of more than forty records
@given(data=st.data())
def test_each_record_is_read_as_it_was_written_and_no_other_has_its_custom_id(
    kind: Routes, record: type[ButtonId], data: st.DataObject
) -> None:
    press = data.draw(records(record))
    readers = [one for one in kind.handlers if one.read(str(press)) is not None]
    assert readers == [record]
    assert record.read(str(press)) == press


@pytest.mark.parametrize(
    ("custom_id", "press"),
    [
        ("m:12:34:draw stock", MovePress(12, 34, "draw stock")),
        ("s:12:34:discard", MoveSelect(12, 34, "discard")),
        ("a:12:34", AnyCardsPress(12, 34)),
        ("t:12:3:agree", TablePress(12, TableAction.AGREE, 3)),
        ("g:open:rami:slow", OpenPress("rami", Pace.SLOW)),
        # posted by earlier versions
        ("t:12:ready", TablePress(12, TableAction.READY)),
        ("r:1:match_deals", OpenFormPress(1, "match_deals")),
        ("r:1:x:y", OpenFormPress(1, "x", "y")),
    ],
)
def test_a_button_that_was_posted_keeps_its_meaning(custom_id: str, press: ButtonId) -> None:
    assert presses.read(custom_id) == press


OF_NOBODY = """
: t t:1 t:1:display t:x:join t:1:x:ready t:1:2:3:ready t:-1:join t:\u0661:join t:²:join t:1.0:join t:1e3:join
x:1 m:x:1:draw l:1 b: b:1:2 b:x:0:0:: h:1 b:1:0:0:x: b:0:0:0:10000000: h:9999999999999999999:0 k:tarot:0 k:cuccu40:-1
p:1:all: p:1:2:0 f:5 f:5:mine:0 x:1:2 u:schedule:1:2:3 g g:open:x:y g:play:x g:rules: o o:all o:own:hands:more
c c: c:x c:1:2 d:1 e: e:1:2:3 e:x j:set:1 j:rules:x y:1:maybe u:season:1:2 z: z:1:x r:x:0:sets r:1:-1:sets
t:1000000000:join t:1:10000000000000000:agree l:1000000000:0 z:1000000000 h:1:9999999999
"""


@pytest.mark.parametrize("kind", [presses, forms], ids=["press", "form"])
def test_a_custom_id_of_another_version_or_an_altered_client_is_refused(kind: Routes) -> None:
    for custom_id in (*OF_NOBODY.split(), "", "t: 1:join", "t:1:join\n"):
        press = kind.read(custom_id)
        assert press is None or (kind is presses and isinstance(press, OpenFormPress)), custom_id


async def test_no_table_is_named_by_a_number_that_no_database_can_store(desk: Desk) -> None:
    for number, named in ((7, 7), (2**31 - 1, 2**31 - 1), (2**31, None), (2**53, None), (-1, None), ("7", None), (None, None)):
        call = desk["Ann"]._call(CallKind.AUTOCOMPLETE, "rummy", options={"table": number})
        assert routes.table_named(call) == named
    for number, named in ((7, 7), (2**31, None)):
        assert routes.table_named(desk["Ann"]._call(CallKind.PRESS, "rummy", data={"custom_id": f"t:{number}:join"})) == named
    assert "There's no table" in said((await desk["Ann"].slash("table show", table=2**31)).message)


async def test_what_no_select_offers_is_refused(desk: Desk) -> None:
    await desk["Ann"].slash("table new")
    for custom_id, several in (
        ("s:1:0:meld", ([], [""], ["x" * 101], [7], "discard", None, [None], [["discard QS"]])),
        ("q:1", ([], ["hand:x"], ["fly"], ["1:2:join"])),
        ("q:1:length", ([], ["fly"])),
        ("q:1:width", (["short"],)),
        ("g:friends", ([], [7], None, "rami")),
        ("o:own:hands", ([], [1], ["x" * 101], ["everywhere"])),
        ("o:server:channels", (["1"] * 26, ["x"])),
        ("o:own:role", (["1"],)),
        ("o:server:hands", (["direct"],)),
    ):
        for values in several:
            reply = await desk["Ann"].forge({"custom_id": custom_id, "values": values})
            assert "button" in said(reply.message), (custom_id, values)


async def test_what_no_form_sends_is_refused(desk: Desk) -> None:
    await desk["Ann"].slash("table new")
    pace = {"custom_id": "pace", "values": ["live"]}
    wrong = (None, 7, "x", [7], [{}], [{"component": None}], [{"component": pace | {"values": [1]}}], [{"component": pace}] * 6)
    for components in (*wrong, [{"component": {"custom_id": "pace", "value": 7}}]):
        reply = await desk["Ann"].forge({"custom_id": "c:1", "components": components}, is_form=True)
        assert "This button is from an earlier version" in said(reply.message), components


async def test_a_button_whose_feature_is_gone_says_what_to_do(desk: Desk) -> None:
    """Schedules of leagues had pages, tables, more time, its undoing, and a setting for reminders."""
    await desk["Ann"].slash("table new")
    of_schedules = ("p:1:all:", "p:1:mine:0", "f:5", "f:5:all:0", "x:1:2", "u:schedule:1:2:3", "o:own:reminders")
    for custom_id, is_form in (*((one, False) for one in ("t:1:display", "v:1:2", *of_schedules)), ("x:1:2", True)):
        reply = await desk["Ann"].forge({"custom_id": custom_id, "values": ["all"]}, is_form=is_form)
        sentence = "This button is from an earlier version. Look at `/help` for what there is now."
        assert said(reply.message) == sentence, custom_id


async def test_a_form_is_opened_filled_in_and_sent(desk: Desk) -> None:
    ann = desk["Ann"]
    lobby = await ann.slash("table new", thread=False)
    topics = await open_topics(ann, lobby.message)
    await choose_answers(ann, topics, "jokers", jokers="2")
    assert (await desk.bot.services.tables.get(1)).variant.jokers == 2
