"""Discord's error answers, with its own codes and sentences."""

from enum import Enum

from playground.discord_json import Json


class Refusal(Enum):
    """HTTP status, Discord's code and Discord's sentence."""

    UNAUTHORIZED = 401, 0, "401: Unauthorized"
    NOT_FOUND = 404, 0, "404: Not Found"
    BAD_JSON = 400, 50109, "The request body contains invalid JSON."
    UNKNOWN_APPLICATION = 404, 10002, "Unknown Application"
    UNKNOWN_CHANNEL = 404, 10003, "Unknown Channel"
    UNKNOWN_GUILD = 404, 10004, "Unknown Guild"
    UNKNOWN_MEMBER = 404, 10007, "Unknown Member"
    UNKNOWN_MESSAGE = 404, 10008, "Unknown Message"
    UNKNOWN_USER = 404, 10013, "Unknown User"
    UNKNOWN_EMOJI = 404, 10014, "Unknown Emoji"
    UNKNOWN_WEBHOOK = 404, 10015, "Unknown Webhook"
    UNKNOWN_INTERACTION = 404, 10062, "Unknown interaction"
    TOO_MANY_EMOJIS = 400, 30008, "Maximum number of emojis reached (2000)"
    TOO_MANY_COMMANDS = 400, 30032, "Maximum number of application commands reached"
    TOO_LARGE = 413, 40005, "Request entity too large"
    ALREADY_ACKNOWLEDGED = 400, 40060, "Interaction has already been acknowledged."
    MISSING_ACCESS = 403, 50001, "Missing Access"
    NOT_YOURS = 403, 50005, "Cannot edit a message authored by another user"
    EMPTY_MESSAGE = 400, 50006, "Cannot send an empty message"
    DMS_CLOSED = 403, 50007, "Cannot send messages to this user"
    MISSING_PERMISSIONS = 403, 50013, "Missing Permissions"
    WRONG_CHANNEL_TYPE = 400, 50024, "Cannot execute action on this channel type"
    INVALID_TOKEN = 401, 50027, "Invalid Webhook Token"
    INVALID_RECIPIENT = 400, 50033, "Invalid Recipient(s)"
    INVALID_FORM_BODY = 400, 50035, "Invalid Form Body"
    THREAD_ARCHIVED = 400, 50083, "Thread is archived"
    NO_MUTUAL_GUILD = 403, 50278, "Cannot send messages to this user due to having no mutual guilds"
    THREAD_EXISTS = 400, 160004, "A thread has already been created for this message"
    THREAD_LOCKED = 403, 160005, "Thread is locked"


class Refused(Exception):  # noqa: N818  (said of the request)
    """The request is refused, and nothing was changed. `errors` are Discord's errors by path of the body."""

    def __init__(self, refusal: Refusal, errors: Json | None = None) -> None:
        super().__init__(refusal.value[2])
        self.refusal = refusal
        self.errors = errors

    @property
    def status(self) -> int:
        return self.refusal.value[0]

    @property
    def body(self) -> Json:
        _, code, sentence = self.refusal.value
        body: Json = {"message": sentence, "code": code}
        if self.errors:
            body["errors"] = self.errors
        return body
