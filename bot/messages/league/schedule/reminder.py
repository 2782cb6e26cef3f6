"""The reminder of a table of the schedule, sent as a direct message a day before its date."""

from discord import ui

from bot.competition.schedule_ports import Reminder
from bot.messages.components import BLUE, layout, link, row
from bot.messages.names import names_of
from bot.messages.text import safe_text, timestamp
from bot.messages.words import Words
from bot.tables.ports import KnownPeople


def reminder_layout(reminder: Reminder, people: KnownPeople, say: Words) -> ui.LayoutView:
    """Render the direct message that reminds a person of a table that they have to play."""
    fixture, league = reminder.fixture, reminder.league
    names = names_of(people, fixture.people, say)
    others = say.all_of(names.person(one) for one in fixture.people if one != reminder.person)
    date, left = timestamp(fixture.due or 0, "f"), timestamp(fixture.due or 0, "R")
    # Translators: {date} is a moment, {left} how far away it is, as in "in 5 hours".
    text = say(
        "**{league}**: play your match with {people} by {date} ({left}).",
        league=safe_text(league.name),
        people=others,
        date=date,
        left=left,
    )
    if reminder.channel is None:
        return layout(ui.TextDisplay(text), accent=BLUE)
    label = say("Go to the schedule") if reminder.message is not None else say("Go to the channel")
    return layout(ui.TextDisplay(text), row(link(label, league.server, reminder.channel, reminder.message)), accent=BLUE)
