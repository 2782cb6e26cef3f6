"""The rows of the questions that organisers are asked."""

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.competition.question_ports import ANSWER_TIME, Question, Request
from bot.storage.database import Database
from bot.storage.league.schema import questions

_ADD = insert(questions).returning(questions.c.number)
_DELETE_OLD = delete(questions).where(questions.c.at < bindparam("before"))
_GET = select(questions.c.league, questions.c.at, questions.c.what).where(questions.c.number == bindparam("of_number"))

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class StoredQuestions:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, question: Question) -> int:
        about = {"league": question.league, "at": question.at, "what": _encoder.encode(question.what).decode()}

        def work(connection: Connection) -> int:
            connection.execute(_DELETE_OLD, {"before": question.at - ANSWER_TIME})
            number: int = connection.execute(_ADD, about).scalar_one()
            return number

        return await self._database.transaction(work)

    async def get(self, number: int) -> Question | None:
        row = await self._database.read(lambda connection: connection.execute(_GET, {"of_number": number}).first())
        return None if row is None else Question(row.league, row.at, _decoder.decode(row.what))
