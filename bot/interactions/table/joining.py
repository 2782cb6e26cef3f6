"""Joining a lobby, and the word that a player may give there: if the table asks for words, a form asks for one first."""

from bot.interactions.call import Call, Reply, Services
from bot.interactions.routes import action, forms, numbered_action
from bot.interactions.table.find_table import find_lobby
from bot.interactions.table.lobby_actions import change, show_current, type_request
from bot.interactions.table.show_table import check_not_over
from bot.messages.table.buttons import TableAction
from bot.messages.table.own_words import WORD, WordForm, word_form
from bot.messages.text import clean_reason
from bot.tables.lobby_requests import LONGEST_WORD, GiveWord, Join
from bot.tables.ports import Person
from bot.tables.refusals import MovedOn
from bot.tables.table import Table
from bot.wording.sentence import Refused


@numbered_action(TableAction.JOIN)
async def join(services: Services, call: Call, table: Table, person: Person, changes: int | None) -> Reply:
    """Sit down under the rules that were shown above the button, after so many changes; None in an older version."""
    request = Join(-1 if changes is None else changes)
    if table.lobby.asks_words:
        return await _ask_word(services, call, table, person, request)
    return await change(services, call, table, person, request)


async def type_join(services: Services, call: Call, number: int | None) -> Reply:
    """Sit down by command; the reply is the table."""
    table, person = await find_lobby(services, call, number), await services.person(call)
    if table.lobby.asks_words:
        return await _ask_word(services, call, table, person, Join())
    return await type_request(services, call, table, person, Join())


@action(TableAction.WORD)
async def open_word(services: Services, call: Call, table: Table, person: Person) -> Reply:
    """Open the form in which a player gives their word, or changes it."""
    return await _ask_word(services, call, table, person, GiveWord(""))


@forms.at_table(WordForm)
async def send_word(services: Services, call: Call, table: Table, person: Person, form: WordForm) -> Reply:
    """Take the word, which may be empty. It is shown as it is hashed: without `@`, nothing in it could be a mention."""
    word = clean_reason(call.answer(WORD)[:LONGEST_WORD].replace("@", ""))
    request = Join(form.rule_changes, word) if form.joins and person.number not in table.seats.people else GiveWord(word)
    return await (type_request if call.pressed is None else change)(services, call, table, person, request)


async def _ask_word(services: Services, call: Call, table: Table, person: Person, request: Join | GiveWord) -> Reply:
    """Open the form that asks for a word, unless the request would be refused. Raise Refused."""
    check_not_over(table)
    try:
        await services.tables.check(table, person.number, request)
    except Refused as refused:
        if not isinstance(refused.refusal, MovedOn):
            raise
        return await show_current(services, call, table, person)
    say, given = services.say(call), (await services.tables.words(table)).get(person.number, "")
    seen = request.rule_changes if isinstance(request, Join) else None
    form = word_form(table, person.number, given, say, rule_changes=seen)
    if call.is_press:
        return Reply(form=form, text=say("That took too long. Press the button again."))
    return Reply(form=form, text=say("The form couldn't be opened in time. Use the command again."))
