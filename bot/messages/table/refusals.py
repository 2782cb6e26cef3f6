"""The sentence for every refusal at a table, with its facts. Only the person who caused it sees it."""

from bot.messages.limit_sentences import limit_sentence
from bot.messages.names import Names
from bot.messages.rules.contradictions import contradiction_sentence
from bot.messages.table.move_refusals import move_refusal_sentence, quoted_text
from bot.messages.words import Words
from bot.tables import refusals as table
from bot.tables.refusals import LimitRefusal, Refusal


def refusal_sentence(refusal: Refusal, say: Words, names: Names) -> str:
    """Return the sentence that tells the person why their request is refused."""
    if isinstance(refusal, LimitRefusal):
        return limit_sentence(refusal, say)
    match refusal:
        case table.TableNotFound(number=number):
            return say("There is no table {number}.", number=number)
        case table.TableUnreadable(number=number):
            return say(
                "Table {number} cannot be read just now; whoever runs this bot finds the reason in its log.", number=number
            )
        case table.NoTableHere():
            return say("You sit at no table, and none is open in this channel. Open one with /table new.")
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
            return say.many("The only seat is taken.", "All {count} seats are taken.", most)
        case table.TableIsOver(has_match=False):
            return say("This table was closed before its match began. Open another one with `/table new`.")
        case table.TableIsOver():
            return say("This table is closed: its match is over.")
        case table.TableStarted():
            return say("The match at this table has started.")
        case table.TableNotStarted():
            return say("The match at this table has not started yet.")
        case table.AlreadySeated():
            return say("You already sit at this table.")
        case table.NotSeated():
            return say("You do not sit at this table.")
        case table.NotTheHost(host=host):
            return say("Only the host of the table can do that: {name}.", name=names.person(host))
        case table.TooFewPlayers(players=players, least=least):
            return say("Players here: {players}; a match takes at least {least}.", least=least, players=players)
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
            return say("The seats of this table are kept for {names}.", names=say.all_of(map(names.person, people)))
        case table.StillAwaited(people=people):
            missing = say.all_of(map(names.person, people))
            return say("The match can be started once everybody sits for whom a seat is kept; missing: {names}.", names=missing)
        case table.RulesFixedBySchedule():
            return say("This table plays the game of its schedule: its rules stay as they are.")
        case table.RulesFixed():
            return say("The first card is dealt: the rules cannot be changed any more.")
        case table.TextTooLong(option=option, length=length, most=most):
            return say(
                "{option} is {length} characters long; at most {most} are allowed. Shorten it and send it again.",
                option=f"`{option}`",
                length=length,
                most=most,
            )
        case table.NoSuchRule(name=name):
            return say(
                "There is no house rule “{name}”. Choose one of those that `/table rule` offers.", name=quoted_text(name)
            )
        case table.NoSuchAnswer(rule=rule, answer=answer, choices=choices):
            return say(
                "“{answer}” is no answer to {rule}; right would be one like {choices}.",
                answer=quoted_text(answer),
                rule=f"`{rule}`",
                choices=say.any_of(f"`{choice}`" for choice in choices[:4]),
            )
        case table.LengthNotOffered():
            return say("With the rules of this table the match can't have that length. Use one of the buttons in the lobby.")
        case table.RuleUnchanged():
            return say("That is the rule at this table already.")
        case table.DealsNotLimited():
            return say(
                "Payment is played over a number of deals: how many? Typed, six would be {answer}.", answer="`payment 6`"
            )
        case table.RulesContradict(faults=faults):
            return "\n".join(contradiction_sentence(fault, say) for fault in faults)
        case table.SavedRulesContradict(name=name, faults=faults):
            head = say("“{game}” can't be played as it was saved:", game=quoted_text(name))
            return "\n".join((head, *(f"- {contradiction_sentence(fault, say)}" for fault in faults)))
        case table.TooManySeated(players=players, most=most):
            return say("Players here: {players}; with these rules there would be seats for {most}.", players=players, most=most)
        case table.NotAgreed(people=people):
            return say(
                "The house rules have changed: **Agree** has still to be pressed by {names}.",
                names=say.all_of(names.person(one) for one in people),
            )
        case table.NothingToAgree():
            return say("There is nothing that you have not agreed to.")
        case table.NameNotUnderstood(name=name):
            return say("A game cannot be called “{name}”: at most 30 letters, digits, spaces, - and '.", name=quoted_text(name))
        case table.NameTaken(name=name):
            return say(
                "There is a game “{name}” already. Choose another name, or remove that one first.", name=quoted_text(name)
            )
        case table.NameShipped(name=name):
            return say("“{name}” is a game that every server has. Choose another name.", name=quoted_text(name))
        case table.TooManyVariants(most=most):
            return say.many(
                "This server has saved its one game; remove it first.",
                "This server has saved {count} games, and that is the most; remove one first.",
                most,
            )
        case table.TooManyOwnVariants(most=most):
            return say.many(
                "You have saved one game in this server, and that is the most; remove it with `/variant remove` first.",
                "You have saved {count} games in this server, and that is the most; remove one with `/variant remove` first.",
                most,
            )
        case table.NotSaved(name=name):
            return say("This server has saved no game “{name}”. `/variant list` shows those there are.", name=quoted_text(name))
        case table.NotYourVariant(name=name):
            return say("Only who saved “{name}”, or a member with Manage Server, removes it.", name=quoted_text(name))
        case table.CodeNotUnderstood(text=text):
            return say(
                "“{text}” is no code of a game. It begins with R1- and comes from `/variant list`.", text=quoted_text(text)
            )
        case table.CodeMistyped():
            return say("This code is not as it was: a letter is wrong or missing. Copy it anew.")
        case table.CodeTooNew():
            return say("This code comes from another version of this bot, and cannot be read here.")
        case table.CodeRefused():
            return say("The game of this code cannot be played here.")
        case table.MovedOn():
            return say("The table has moved on.")
        case table.NotBetweenDeals():
            return say("Ready is for the pause between two deals; this table is not in one.")
        case table.AlreadyReady():
            return say("You are ready already; the next deal waits for the others.")
        case table.AlreadyAskedToEnd(waiting_for=people):
            return say(
                "You have asked to end the match; missing: {names}.", names=say.all_of(names.person(one) for one in people)
            )
        case table.OnlyManagers():
            return say(
                "Only a member with Manage Server cancels a match that has begun; players end it together under `/table show`."
            )
        case table.ServerOnly():
            return say("This works only in a server's channel, not in a direct message.")
        case table.BotLacksPermissions(permissions=permissions):
            lacking = say.all_of(_permission(permission, say) for permission in permissions)
            return say("I may not do that in this channel. I lack: {permissions}.", permissions=lacking)
        case table.NoThreadHere():
            return say("A thread cannot be made here, only in a text channel. Open the table without thread:, or there.")
        case table.NoSuchVariant(name=name, known=known):
            return say("There is no variant “{name}”; there are {known}.", name=quoted_text(name), known=say.all_of(known))
        case table.FitsNoMeld(cards=cards):
            return say("No meld on the table takes {cards}. Lay off something else, or discard.", cards=say.cards(cards))
        case table.WhichMeld(numbers=numbers):
            either = say.any_of(str(number) for number in numbers)
            return say("That fits several melds: say which with meld: {melds}.", melds=either)
        case table.ButtonNotUnderstood(text=text):
            return say("I do not understand “{text}”.", text=quoted_text(text))
        case table.ButtonFromBeforeRestore():
            return say(
                "This button no longer works: the bot was restored from a backup, and moves made after it are lost. "
                "`/table show` shows your table as it is now, and `/hand` your cards."
            )
        case _:
            return move_refusal_sentence(refusal, say, names)


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
