"""What the host does with house rules: sees the topics, opens and sends their forms, and types `/table rule`."""

from discord.app_commands import Choice

from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.routes import action, forms, presses
from bot.interactions.table.find_table import find_table
from bot.interactions.table.variants import rules_reply
from bot.messages.components import MOST_OPTIONS
from bot.messages.rules.house_rule_labels import rule_consequences
from bot.messages.table.buttons import TableAction
from bot.messages.table.house_rules import (
    OpenFormPress,
    RuleForm,
    changed_answers,
    form_press,
    matching_rules,
    read_answer,
    read_rule,
    rule_form,
    rule_topics_layout,
    typed_answers,
)
from bot.messages.table.lobby import house_rules_layout
from bot.messages.table.refusals import refusal_sentence
from bot.rummy.variant import Variant
from bot.tables.ports import Person
from bot.tables.refusals import (
    DealsNotLimited,
    NoSuchAnswer,
    NotTheHost,
    RulesChangedSince,
    RulesContradict,
    RulesFixed,
    RulesFixedByTournament,
    RuleUnchanged,
    TableIsOver,
    TooManySeated,
)
from bot.tables.rule_requests import ChangeRule, ChangeRules
from bot.tables.rules.house_rules import topics_of
from bot.tables.rules.saved_variants import DEFAULT_VARIANT
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused

_ANSWERS_REFUSED = DealsNotLimited | NoSuchAnswer | RulesChangedSince | RulesContradict | TooManySeated
"""The refusals of a form that other answers would avoid."""


@action(TableAction.RULES)
async def show(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show the host the topics, and anyone else the rules. Once the rules are fixed, the host gets the rules, too."""
    is_fixed = table.phase != Phase.LOBBY or table.lobby.reserved is not None
    if person.number != table.seats.host or is_fixed:
        return await rules_reply(services, call, table.played_variant, table=table.number)
    return Reply(view=rule_topics_layout(await services.context(table, services.say(call))))


@action(TableAction.HOUSE_RULES)
async def show_list(services: TableServices, call: Call, table: Table, person: Person) -> Reply:
    """Show the house rules as a list."""
    context = await services.context(table, services.say(call))
    return Reply(view=house_rules_layout(context, is_host=person.number == table.seats.host))


@presses.at_table(OpenFormPress)
async def open_form(services: TableServices, call: Call, table: Table, person: Person, press: OpenFormPress) -> Reply:
    """Open the form of a topic for the host."""
    if press.topic not in topics_of(table.variant):
        raise call.not_understood()
    _check_may_change_rules(table, person)
    return Reply(form=rule_form(table, press.topic, services.say(call), press.answers))


@forms.at_table(RuleForm)
async def send_form(services: TableServices, call: Call, table: Table, person: Person, form: RuleForm) -> Reply:
    """Change the rules that were chosen in a form. The reply is the list of topics, with the reason if it was refused."""
    if form.topic not in topics_of(table.variant):
        raise call.not_understood()
    say, answers = services.say(call), changed_answers(form.topic, call.answers)
    note, consequences, again = "", "", None
    try:
        changed = await services.tables.change(table.number, person.number, ChangeRules(form.topic, answers, form.rule_changes))
        consequences = rule_consequences(answers, table.variant, changed.variant, say)
    except Refused as refused:
        if not isinstance(refused.refusal, _ANSWERS_REFUSED | RuleUnchanged):
            raise
        changed = await services.tables.get(table.number)
        note = refusal_sentence(refused.refusal, say, (await services.context(changed, say)).names)
        if not isinstance(refused.refusal, RuleUnchanged):
            note = f"{note} {say('Nothing was changed.')}"
            again = form_press(table.number, form.topic, answers)
    view = rule_topics_layout(await services.context(changed, say), note=note, consequences=consequences, again=again)
    return Reply(view=view, replaces_pressed=call.is_whispered)


async def type_rule(
    services: TableServices, call: Call, table: Table, person: Person, *, typed_rule: str, typed_answer: str
) -> Reply:
    """Change a house rule by command; the reply is the list of topics, with what has changed."""
    say = services.say(call)
    rule = read_rule(typed_rule, table.variant, say)
    answer = read_answer(rule, typed_answer, table.variant, say)
    changed = await services.tables.change(table.number, person.number, ChangeRule(rule.name, answer))
    consequences = rule_consequences({rule.name}, table.variant, changed.variant, say)
    return Reply(view=rule_topics_layout(await services.context(changed, say), consequences=consequences))


def _check_may_change_rules(table: Table, person: Person) -> None:
    if table.phase == Phase.OVER:
        raise Refused(TableIsOver(has_match=table.match is not None), table.number)
    if table.match is not None:
        raise Refused(RulesFixed(), table.number)
    if person.number != table.seats.host:
        raise Refused(NotTheHost(table.seats.people[0]), table.number)
    if table.lobby.reserved is not None:
        raise Refused(RulesFixedByTournament(), table.number)


async def house_rule_choices(services: TableServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return the house rules that match what was typed, labelled with their titles and their answers at the table."""
    variant, _, _ = await _rules_at_table(services, call)
    say = services.say(call)
    return [Choice(name=label, value=name) for name, label in matching_rules(typed, variant, say)][:MOST_OPTIONS]


async def answer_choices(services: TableServices, call: Call, typed: str) -> list[Choice[str]]:
    """Return the answers to the house rule in the option `rule`, if their labels contain what was typed."""
    text, say = typed.strip().casefold(), services.say(call)
    variant, preset, seated = await _rules_at_table(services, call)
    try:
        rule = read_rule(str(call.options.get("rule") or ""), variant, say)
    except Refused:
        return []
    choices = typed_answers(rule, variant, preset, seated, say)
    matching = [(answer, label) for answer, label in choices if text in label.casefold() or text == answer]
    return [Choice(name=label, value=answer) for answer, label in matching][:MOST_OPTIONS]


async def _rules_at_table(services: TableServices, call: Call) -> tuple[Variant, Variant, int]:
    """Return the variant, the preset and the number of players of the table in the option `table`, or of the person's table.

    Without a table, they are those of an empty table with the default variant.
    """
    try:
        table = await find_table(services, call, call.options.get("table"), phase=Phase.LOBBY)
    except Refused:
        default = services.variants.presets[DEFAULT_VARIANT]
        return default, default, 0
    return table.variant, table.preset, len(table.seats.players)
