"""The sentence for every refusal at a table, with its facts. Only the person who caused it sees it."""

from bot.messages.names import Names
from bot.messages.rules.contradictions import contradiction_sentence
from bot.messages.rules.rule_refusals import changed_since_text, wrong_answer_sentence
from bot.messages.sentences import sentence_text
from bot.messages.table.again_refusals import play_again_sentence
from bot.messages.table.move_refusals import move_refusal_sentence, quoted_text
from bot.messages.table.seat_refusals import seat_refusal_sentence
from bot.messages.words import Words
from bot.rummy.refusals import MoveRefusal
from bot.tables import refusals as table
from bot.tables import rule_refusals as rule
from bot.tables.again_refusals import PlayAgainRefusal
from bot.tables.seat_refusals import SeatRefusal
from bot.wording.sentence import Refusal


def refusal_sentence(refusal: Refusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the person why their request is refused."""
    if isinstance(refusal, SeatRefusal):
        return seat_refusal_sentence(refusal, say, names)
    if isinstance(refusal, PlayAgainRefusal):
        return play_again_sentence(refusal, say, names)
    match refusal:
        case table.TableNotFound(number=number):
            return say("There's no table {number}. Check the number, or leave out `table:`.", number=number)
        case table.TableUnreadable(number=number):
            return say("Table {number} can't be loaded. Ask the person who runs this bot to look in its log.", number=number)
        case table.NoTableHere():
            return say("You're not at a table, and none is open in this channel. Open one with `/play`.")
        case table.WhichOfYourTables(numbers=numbers):
            tables = say.any_of(f"`table:{number}`" for number in numbers)
            return say("You're at {count} tables. Add {tables}.", count=len(numbers), tables=tables)
        case table.WhichTableHere(numbers=numbers):
            tables = say.any_of(f"`table:{number}`" for number in numbers)
            return say("{count} tables are open here. Add {tables}.", count=len(numbers), tables=tables)
        case table.WhichLobby(numbers=numbers):
            tables = say.any_of(f"`table:{number}`" for number in numbers)
            return say("You can join {count} tables here. Add {tables}.", count=len(numbers), tables=tables)
        case table.TableFull(most=most):
            return say.many(
                "The only seat is taken. Open another table with `/play`.",
                "All {count} seats are taken. Open another table with `/play`.",
                most,
            )
        case table.TableIsOver(has_match=False):
            return say("This table was closed before its match started. Open another one with `/play`.")
        case table.TableIsOver():
            return say("The match at this table is over. Open a new table with `/play`.")
        case table.TableStarted():
            return say("The match at this table has already started. `/table show` shows it.")
        case table.TableNotStarted():
            return say("The match at this table hasn't started yet. The host can start it with `/table start`.")
        case table.AlreadySeated():
            return say("You're already at this table.")
        case table.NotSeated():
            return say("You're not at this table.")
        case table.NotTheHost(host=host):
            return say("Only the host ({name}) can do that.", name=names.person(host))
        case table.TooFewPlayers(players=players, least=least):
            return say(
                "A match needs at least {least} players ({players} so far). You can add computers in the lobby.",
                least=least,
                players=players,
            )
        case table.AlreadyWaiting(number=number):
            return say(
                "Your table {number} is already waiting in this channel. Start or cancel it first, or open a second one "
                "with {command}.",
                number=number,
                command="`/table new`",
            )
        case table.TablesNotHere(channels=channels):
            places = say.any_of(f"<#{channel}>" for channel in channels)
            return say("Tables can't be opened in this channel. Open one in {channels}.", channels=places)
        case table.OnlyRoleOpens(role=role):
            return say("Only members with the role {role} can open tables in this server.", role=f"<@&{role}>")
        case table.OnlyManagersSet():
            return say("You need the Manage Server permission to change the settings of this server.")
        case table.SeatsReserved(people=people):
            return say(
                "The seats at this table are reserved for {names}. Open another table with `/play`.",
                names=say.all_of(map(names.person, people)),
            )
        case table.StillAwaited(people=people):
            missing = say.all_of(map(names.person, people))
            return say("The match can't start yet: {names} must join first.", names=missing)
        case rule.RulesFixedBySchedule():
            return say("The schedule sets the rules of this table, so they can't be changed.")
        case rule.RulesFixed():
            return say("The first card has been dealt, so the rules can't be changed any more.")
        case table.TextTooLong(option=option, length=length, most=most):
            return say(
                "{option} is {length} characters long, but at most {most} are allowed. Shorten it and try again.",
                option=f"`{option}`",
                length=length,
                most=most,
            )
        case rule.NoSuchRule(name=name):
            return say(
                "There's no house rule called “{name}”. Choose one from the list that `/table rule` shows.",
                name=quoted_text(name),
            )
        case rule.NoSuchAnswer():
            return wrong_answer_sentence(refusal, say)
        case rule.LengthNotOffered():
            return say("With the rules of this table the match can't have that length. Use one of the buttons in the lobby.")
        case rule.RuleUnchanged():
            return say("Nothing has changed: the table already plays by these rules.")
        case rule.RulesChangedSince(rules=rules, variant=variant):
            return changed_since_text(rules, variant, say)
        case rule.DealsNotLimited():
            return say(
                "Payment needs a number of deals. Choose one in the same form, or type an answer like {answer}.",
                answer="`payment 6`",
            )
        case rule.RulesContradict(faults=faults):
            return "\n".join(contradiction_sentence(fault, say) for fault in faults)
        case rule.SavedRulesContradict(name=name, faults=faults):
            head = say("“{game}” can't be played the way it was saved:", game=quoted_text(name))
            return "\n".join((head, *(f"- {contradiction_sentence(fault, say)}" for fault in faults)))
        case rule.TooManySeated(players=players, most=most):
            return say(
                "{players} players are at this table, but with these rules at most {most} can play.", players=players, most=most
            )
        case table.NotAgreed(people=people):
            return say(
                "The lobby shows what has changed. Waiting for {names} to press **Agree**.",
                names=say.all_of(names.person(one) for one in people),
            )
        case table.NothingToAgree():
            return say("You've already agreed to everything.")
        case rule.NameNotUnderstood(name=name):
            return say(
                "A game can't be called “{name}”. Use at most 30 letters, digits, spaces, - and '.", name=quoted_text(name)
            )
        case rule.NameTaken(name=name):
            return say(
                "There's already a game called “{name}”. Choose another name, or remove that game first.",
                name=quoted_text(name),
            )
        case rule.NameShipped(name=name):
            return say("Every server has a game called “{name}”. Choose another name.", name=quoted_text(name))
        case rule.TooManyVariants(most=most):
            return say.many(
                "This server can save only 1 game. Remove it first with `/variant remove`.",
                "This server can save only {count} games. Remove one first with `/variant remove`.",
                most,
            )
        case rule.TooManyOwnVariants(most=most):
            return say.many(
                "You can save only 1 game in this server. Remove it first with `/variant remove`.",
                "You can save only {count} games in this server. Remove one first with `/variant remove`.",
                most,
            )
        case rule.NotSaved(name=name):
            return say(
                "This server hasn't saved a game called “{name}”. `/variant list` shows the saved ones.", name=quoted_text(name)
            )
        case rule.NotYourVariant(name=name):
            return say(
                "Only the person who saved “{name}”, or a member with Manage Server, can remove it.", name=quoted_text(name)
            )
        case rule.CodeNotUnderstood(text=text):
            return say(
                "“{text}” isn't the code of a game. Codes start with R1-; copy one from `/variant list`.",
                text=quoted_text(text),
            )
        case rule.CodeMistyped():
            return say("That code is incomplete or has a typo. Copy it again.")
        case rule.CodeTooNew():
            return say("That code comes from another version of this bot, so it can't be read here.")
        case rule.CodeRefused():
            return say("The game of that code can't be played here.")
        case table.MovedOn():
            return say("The table has changed in the meantime. `/table show` shows it as it is now.")
        case table.NotBetweenDeals():
            return say("**Ready** is for the pause between two deals. A deal is being played now: `/hand` shows your cards.")
        case table.AlreadyReady():
            return say("You're already marked as ready. The next deal is waiting for the others.")
        case table.AlreadyAskedToEnd(waiting_for=people, missing=missing) if missing < len(people):
            return say.many(
                "You've already asked to end the match. 1 more player must agree.",
                "You've already asked to end the match. {count} more players must agree.",
                missing,
            )
        case table.AlreadyAskedToEnd(waiting_for=people):
            return say(
                "You've already asked to end the match. {names} must agree too.",
                names=say.all_of(names.person(one) for one in people),
            )
        case table.OnlyManagers():
            return say(
                "You need the Manage Server permission to cancel a match that has started, "
                "or the organiser role if the match may count in a league. "
                "Its players can end it together: `/table show` → **End the match**."
            )
        case table.NoReasonGiven():
            return say("Give a reason for cancelling the match: everyone at the table will read it.")
        case table.ServerOnly():
            return say("This works only in a server's channel, not in direct messages.")
        case table.BotLacksPermissions(permissions=permissions):
            lacking = say.all_of(_permission(permission, say) for permission in permissions)
            return say.many(
                "I need the {permissions} permission here. Ask an admin of this server, or use another channel.",
                "I need these permissions here: {permissions}. Ask an admin of this server, or use another channel.",
                len(permissions),
                permissions=lacking,
            )
        case table.NoThreadHere():
            return say("I can open a thread only in a text channel. Open the table there, or leave out `thread:`.")
        case rule.NoSuchVariant(name=name, known=known):
            return say(
                "There's no game called “{name}”. You can play {known}.", name=quoted_text(name), known=say.any_of(known)
            )
        case table.FitsNoMeld(cards=cards):
            return say.many(
                "{cards} doesn't fit any meld on the table. Lay off something else, or discard.",
                "{cards} don't fit any meld on the table. Lay off something else, or discard.",
                len(cards),
                cards=say.cards(cards),
            )
        case table.WhichMeld(numbers=numbers):
            either = say.any_of(f"`meld:{number}`" for number in numbers)
            return say("That fits several melds. Add {melds}.", melds=either)
        case table.ButtonNotUnderstood(text=text):
            return say(
                "I don't understand this button (“{text}”). Type the command again for a new one.", text=quoted_text(text)
            )
        case table.ButtonFromBeforeRestore():
            return say(
                "This button no longer works: the bot was restored from a backup, and moves made after that backup are lost. "
                "`/table show` shows your table, and `/hand` shows your cards."
            )
        case MoveRefusal():
            return move_refusal_sentence(refusal, say, names)
        case _:
            return sentence_text(refusal, say, names)


def _permission(name: str, say: Words) -> str:
    """Return the permission's name as in Discord's settings in this language."""
    match name:
        case "View Channel":
            return say("View Channel")
        case "Send Messages":
            return say("Send Messages")
        case "Create Public Threads":
            return say("Create Public Threads")
        case "Send Messages in Threads":
            return say("Send Messages in Threads")
        case _:
            return name
