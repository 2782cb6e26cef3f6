"""Why requests about leagues and results are refused, where several files refuse them for the same reason."""

from bot.wording.sentence import Choices, Code, Moment, Option, Refusal, Typed


class PersonUnknown(Refusal):
    sentence = "I haven't met this person at a table here."


class NoSuchLeague(Refusal):
    """`known` are the names of the server's leagues."""

    name: Typed
    known: Choices
    sentence = "There's no league “{name}”. Choose {known}."
    if_empty = (
        "known",
        "There's no league “{name}”: this server has none yet. An organiser can create one with `/league create`.",
    )


class LeagueEdited(Refusal):
    league: Typed
    command: Code = "/league list"
    sentence = "Someone just changed {league}, so yours wasn't saved. Look at {command}, then try again."


class LeagueArchived(Refusal):
    name: Typed
    sentence = "“{name}” is archived. An archived league can't change."


class OptionsContradict(Refusal):
    """Two options of a command contradict each other; each is a name, or a name with its value (`change:remove`)."""

    first: Option
    second: Option
    sentence = "{first} and {second} don't go together. Choose one."


class NoSuchSeason(Refusal):
    """`known` are the names, or the numbers, of the league's seasons."""

    season: Typed
    known: Choices
    sentence = "There's no season “{season}”. Choose season {known}."
    if_empty = "known", "There's no season “{season}”: no season has ended yet."


class DayNotUnderstood(Refusal):
    text: Typed
    example: Code = "2026-03-31"
    sentence = "“{text}” isn't a date. Write it like {example}."


class WhichLeague(Refusal):
    known: Choices
    sentence = "This server has several leagues. Add `league:` with {known}."


class SeasonEmpty(Refusal):
    """No match has counted in the running season, which began at `when`."""

    league: Typed
    when: Moment
    sentence = "There's nothing to end: no match has counted for {league} since {when}."
