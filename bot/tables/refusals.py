"""Why requests at a table are refused, where several files refuse them for the same reason or ask for it."""

from bot.rummy.contradictions import Contradiction
from bot.rummy.variant import Variant
from bot.wording.sentence import Channel, Code, Permissions, Person, Refusal, Typed


class TableNotFound(Refusal):
    number: int
    sentence = "There's no table {number}. Check the number, or leave out `table:`."


class TableUnreadable(Refusal):
    """The stored events are damaged or come from a newer version of the program."""

    number: int
    sentence = "Table {number} can't be loaded. Ask the host of this bot to look in its log."


class ServerOnly(Refusal):
    sentence = "This works only in a server's channel, not in direct messages."


class BotLacksPermissions(Refusal):
    """The names of the missing Discord permissions, as in Discord's own settings."""

    permissions: Permissions
    counted = "permissions"
    sentence = "I need the {permissions} permission here. Ask an admin of this server, or use another channel."
    plural = "I need these permissions here: {permissions}. Ask an admin of this server, or use another channel."


class ButtonNotUnderstood(Refusal):
    """Nothing answers what was pressed, chosen or sent: an earlier version has offered it, or an altered client sends it."""

    sentence = "This button is from an earlier version. Look at `/help` for what there is now."


class MovedOn(Refusal):
    sentence = "The table has changed in the meantime. `/table show` shows it now."


class TableStarted(Refusal):
    sentence = "The match at this table has already started. `/table show` shows it."


class TableFull(Refusal):
    count: int
    sentence = "The only seat is taken. Open another table with `/play`."
    plural = "All {count} seats are taken. Open another table with `/play`."


class AlreadySeated(Refusal):
    sentence = "You're already at this table."


class NotSeated(Refusal):
    sentence = "You're not at this table."


class NotTheHost(Refusal):
    name: Person
    sentence = "Only the host ({name}) can do that."


class TableNotStarted(Refusal):
    sentence = "The match at this table hasn't started yet. The host can start it with `/table start`."


class TableIsOver(Refusal):
    """Without a match, its lobby was closed."""

    has_match: bool = True
    sentence = "The match at this table is over. Open a new table with `/play`."
    if_empty = "has_match", "This table was closed before its match started. Open another one with `/play`."


class OnlyManagers(Refusal):
    """Only a member with Manage Server can break off a match or, if it may count in a league, an organiser."""

    sentence = (
        "Only members with Manage Server, or league organisers, can cancel a match. "
        "Players can vote to end it: `/table show` → **End the match**."
    )


class ManagerPlays(Refusal):
    sentence = "You're playing this match, so you can't remove anyone. Ask another organiser."


class DayBegun(Refusal):
    number: int
    sentence = "You've begun this deal already, at table {number}. `/daily` shows it."


class NotPlaying(Refusal):
    sentence = "This player isn't playing here. `/table show` shows who is."


class RemovedFromMatch(Refusal):
    sentence = "You were removed from this match. You can watch, or play the next one."


class NotOverYet(Refusal):
    sentence = "This match isn't over yet. **Play again** works when it is."


class PlayedAgain(Refusal):
    """A table for playing the match again has been opened. `channel` is where it is, or was."""

    number: int
    channel: Channel = 0


class RulesFixed(Refusal):
    sentence = "The match has started. Its rules can't be changed any more."


class RulesFixedByTournament(Refusal):
    sentence = "The rules of this table are set. You can't change them."


class NoSuchRule(Refusal):
    name: Typed
    sentence = "There's no house rule called “{name}”. Choose one from the list of `/table rule`."


class NoSuchAnswer(Refusal):
    """`rule` is the name of the house rule, and `choices` are the answers that it offers, written."""

    rule: str
    answer: str
    choices: tuple[str, ...]


class LengthNotOffered(Refusal):
    sentence = "These rules don't allow that length. Choose another."


class RuleUnchanged(Refusal):
    sentence = "No changes: these are the table's rules already."


class RulesChangedSince(Refusal):
    """A form would overwrite house rules that were changed after it was opened.

    `rules` are their names, and `variant` the rules of the table now.
    """

    rules: tuple[str, ...]
    variant: Variant


class DealsNotLimited(Refusal):
    """Payment was chosen, and no number of deals ends the match (RULES 5.24)."""

    answer: Code = "payment 6"
    sentence = "Payment needs a number of deals. Choose one in the same form, or type an answer like {answer}."


class RulesContradict(Refusal):
    faults: tuple[Contradiction, ...]


class TooManySeated(Refusal):
    players: int
    most: int
    sentence = "{players} players are at this table. With these rules, at most {most} can play."
