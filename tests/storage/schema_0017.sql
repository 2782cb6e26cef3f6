-- The schema of version 17, the oldest that this program upgrades, as SQLite kept it.

CREATE TABLE people (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    discord_id BIGINT,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    dm_channel BIGINT,
    card_order TEXT DEFAULT 'suit' NOT NULL,
    hands TEXT DEFAULT 'direct' NOT NULL,
    reminders TEXT DEFAULT 'chosen' NOT NULL,
    pictures TEXT DEFAULT 'pictures' NOT NULL,
    suit_colours TEXT DEFAULT 'four' NOT NULL,
    username TEXT,
    CONSTRAINT uq_people_discord_id UNIQUE (discord_id)
);
CREATE UNIQUE INDEX ix_people_username ON people (username);
CREATE TABLE former_people_keys (
    day INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    CONSTRAINT pk_former_people_keys PRIMARY KEY (day)
);
CREATE TABLE tables (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    server BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    opened BIGINT NOT NULL,
    closed BIGINT,
    told INTEGER NOT NULL,
    last INTEGER,
    again INTEGER
);
CREATE INDEX ix_tables_behind ON tables (server) WHERE told < last;
CREATE UNIQUE INDEX ix_tables_again ON tables (again) WHERE again IS NOT NULL;
CREATE INDEX ix_tables_closed ON tables (closed);
CREATE TABLE heartbeat (
    number INTEGER NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_heartbeat PRIMARY KEY (number)
);
CREATE TABLE server_settings (
    server BIGINT NOT NULL,
    settings TEXT NOT NULL,
    CONSTRAINT pk_server_settings PRIMARY KEY (server)
);
CREATE TABLE servers (
    server BIGINT NOT NULL,
    organisers BIGINT,
    revision INTEGER NOT NULL,
    stale BOOLEAN NOT NULL,
    counting INTEGER DEFAULT 1 NOT NULL,
    CONSTRAINT pk_servers PRIMARY KEY (server)
);
CREATE TABLE leagues (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    server BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    definition TEXT NOT NULL,
    created BIGINT NOT NULL,
    archived BIGINT
);
CREATE INDEX ix_leagues_server ON leagues (server);
CREATE UNIQUE INDEX ix_leagues_server_key ON leagues (server, "key") WHERE archived IS NULL;
CREATE TABLE played_variants (
    number BIGINT NOT NULL,
    house_rules TEXT NOT NULL,
    answers TEXT NOT NULL,
    has_clock BOOLEAN DEFAULT 0 NOT NULL,
    is_walkover BOOLEAN DEFAULT 0 NOT NULL,
    length TEXT DEFAULT 'full' NOT NULL,
    league INTEGER DEFAULT 0 NOT NULL,
    CONSTRAINT pk_played_variants PRIMARY KEY (number)
);
CREATE TABLE former_people (
    day INTEGER NOT NULL,
    hash TEXT NOT NULL,
    person INTEGER NOT NULL,
    CONSTRAINT pk_former_people PRIMARY KEY (day, hash, person),
    CONSTRAINT fk_former_people_day FOREIGN KEY(day) REFERENCES former_people_keys (day),
    CONSTRAINT fk_former_people_person FOREIGN KEY(person) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE TABLE events (
    "table" INTEGER NOT NULL,
    version INTEGER NOT NULL,
    spelling INTEGER NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY ("table", version),
    CONSTRAINT fk_events_table FOREIGN KEY("table") REFERENCES tables (number)
)
 WITHOUT ROWID;
CREATE TABLE seatings (
    person INTEGER NOT NULL,
    "table" INTEGER NOT NULL,
    CONSTRAINT pk_seatings PRIMARY KEY (person, "table"),
    CONSTRAINT fk_seatings_table FOREIGN KEY("table") REFERENCES tables (number)
)
 WITHOUT ROWID;
CREATE TABLE deadlines (
    "table" INTEGER NOT NULL,
    step INTEGER NOT NULL,
    due BIGINT NOT NULL,
    CONSTRAINT pk_deadlines PRIMARY KEY ("table"),
    CONSTRAINT fk_deadlines_table FOREIGN KEY("table") REFERENCES tables (number)
);
CREATE INDEX ix_deadlines_due ON deadlines (due);
CREATE TABLE surfaces (
    "table" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT,
    state TEXT NOT NULL,
    note TEXT NOT NULL,
    CONSTRAINT pk_surfaces PRIMARY KEY ("table", "key"),
    CONSTRAINT fk_surfaces_table FOREIGN KEY("table") REFERENCES tables (number)
)
 WITHOUT ROWID;
CREATE TABLE variants (
    server BIGINT NOT NULL,
    name TEXT NOT NULL,
    author INTEGER NOT NULL,
    at BIGINT NOT NULL,
    answers TEXT NOT NULL,
    CONSTRAINT pk_variants PRIMARY KEY (server, name),
    CONSTRAINT fk_variants_author FOREIGN KEY(author) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_variants_author ON variants (author);
CREATE TABLE seasons (
    league INTEGER NOT NULL,
    number INTEGER NOT NULL,
    "begin" BIGINT NOT NULL,
    "end" BIGINT,
    name TEXT NOT NULL,
    due BIGINT,
    definition TEXT,
    final TEXT,
    told BOOLEAN NOT NULL,
    command BIGINT,
    channel BIGINT,
    post_channel BIGINT,
    post_message BIGINT,
    CONSTRAINT pk_seasons PRIMARY KEY (league, number),
    CONSTRAINT fk_seasons_league FOREIGN KEY(league) REFERENCES leagues (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_seasons_told_end ON seasons (told, "end");
CREATE INDEX ix_seasons_due ON seasons (due);
CREATE TABLE questions (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    league INTEGER NOT NULL,
    at BIGINT NOT NULL,
    what TEXT NOT NULL,
    CONSTRAINT fk_questions_league FOREIGN KEY(league) REFERENCES leagues (number)
);
CREATE INDEX ix_questions_league ON questions (league);
CREATE INDEX ix_questions_at ON questions (at);
CREATE TABLE boards (
    message BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    server BIGINT NOT NULL,
    league INTEGER,
    game TEXT,
    since BIGINT,
    drawn INTEGER NOT NULL,
    at BIGINT DEFAULT 0 NOT NULL,
    CONSTRAINT pk_boards PRIMARY KEY (message),
    CONSTRAINT fk_boards_league FOREIGN KEY(league) REFERENCES leagues (number)
);
CREATE INDEX ix_boards_server ON boards (server);
CREATE TABLE results (
    "table" INTEGER NOT NULL,
    server BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    facts TEXT NOT NULL,
    met INTEGER DEFAULT 0 NOT NULL,
    CONSTRAINT pk_results PRIMARY KEY ("table"),
    CONSTRAINT fk_results_table FOREIGN KEY("table") REFERENCES tables (number)
);
CREATE INDEX ix_results_met ON results (server, met);
CREATE INDEX ix_results_server_ended ON results (server, ended);
CREATE TABLE totals (
    league INTEGER NOT NULL,
    season INTEGER NOT NULL,
    person INTEGER NOT NULL,
    total TEXT NOT NULL,
    CONSTRAINT pk_totals PRIMARY KEY (league, season, person),
    CONSTRAINT fk_totals_league FOREIGN KEY(league) REFERENCES leagues (number),
    CONSTRAINT fk_totals_person FOREIGN KEY(person) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_totals_person ON totals (person);
CREATE TABLE ratings (
    server BIGINT NOT NULL,
    deck TEXT NOT NULL,
    person INTEGER NOT NULL,
    mu FLOAT NOT NULL,
    sigma FLOAT NOT NULL,
    matches INTEGER NOT NULL,
    CONSTRAINT pk_ratings PRIMARY KEY (server, deck, person),
    CONSTRAINT fk_ratings_person FOREIGN KEY(person) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_ratings_person ON ratings (person);
CREATE TABLE schedules (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    league INTEGER NOT NULL,
    author INTEGER NOT NULL,
    at BIGINT NOT NULL,
    variant TEXT NOT NULL,
    byes TEXT NOT NULL,
    revision INTEGER DEFAULT 0 NOT NULL,
    channel BIGINT,
    message BIGINT,
    drawn INTEGER,
    drawn_at BIGINT,
    withdrawn BOOLEAN DEFAULT 0 NOT NULL,
    CONSTRAINT fk_schedules_league FOREIGN KEY(league) REFERENCES leagues (number),
    CONSTRAINT fk_schedules_author FOREIGN KEY(author) REFERENCES people (number)
);
CREATE INDEX ix_schedules_author ON schedules (author);
CREATE INDEX ix_schedules_message ON schedules (message);
CREATE INDEX ix_schedules_league ON schedules (league);
CREATE TABLE reminders (
    league INTEGER NOT NULL,
    person INTEGER NOT NULL,
    CONSTRAINT pk_reminders PRIMARY KEY (league, person),
    CONSTRAINT fk_reminders_league FOREIGN KEY(league) REFERENCES leagues (number),
    CONSTRAINT fk_reminders_person FOREIGN KEY(person) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_reminders_person ON reminders (person);
CREATE TABLE organiser_actions (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    server BIGINT NOT NULL,
    at BIGINT NOT NULL,
    person INTEGER NOT NULL,
    what TEXT NOT NULL,
    why TEXT NOT NULL,
    "match" INTEGER,
    effects TEXT NOT NULL,
    own BOOLEAN NOT NULL,
    CONSTRAINT fk_organiser_actions_person FOREIGN KEY(person) REFERENCES people (number),
    CONSTRAINT fk_organiser_actions_match FOREIGN KEY("match") REFERENCES tables (number)
);
CREATE INDEX ix_organiser_actions_match ON organiser_actions ("match") WHERE match IS NOT NULL;
CREATE INDEX ix_organiser_actions_server ON organiser_actions (server, number);
CREATE INDEX ix_organiser_actions_person ON organiser_actions (person);
CREATE TABLE result_seats (
    "table" INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL,
    placing INTEGER NOT NULL,
    points INTEGER NOT NULL,
    "left" BOOLEAN NOT NULL,
    server BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    CONSTRAINT pk_result_seats PRIMARY KEY ("table", seat),
    CONSTRAINT fk_result_seats_table FOREIGN KEY("table") REFERENCES results ("table"),
    CONSTRAINT fk_result_seats_person FOREIGN KEY(person) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_result_seats_person_server_ended ON result_seats (person, server, ended);
CREATE TABLE history_blocks (
    server BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    "table" INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    CONSTRAINT pk_history_blocks PRIMARY KEY (server, ended, "table"),
    CONSTRAINT fk_history_blocks_table FOREIGN KEY("table") REFERENCES results ("table")
)
 WITHOUT ROWID;
CREATE TABLE counted_matches (
    "table" INTEGER NOT NULL,
    server BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    people TEXT NOT NULL,
    size INTEGER NOT NULL,
    channel BIGINT NOT NULL,
    variant BIGINT NOT NULL,
    earlier TEXT DEFAULT '' NOT NULL,
    CONSTRAINT pk_counted_matches PRIMARY KEY ("table"),
    CONSTRAINT fk_counted_matches_table FOREIGN KEY("table") REFERENCES results ("table"),
    CONSTRAINT fk_counted_matches_variant FOREIGN KEY(variant) REFERENCES played_variants (number)
);
CREATE INDEX ix_counted_matches_people ON counted_matches (server, people, ended, "table", size, channel, variant);
CREATE TABLE match_shares (
    server BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    "table" INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    person INTEGER NOT NULL,
    size INTEGER NOT NULL,
    place INTEGER NOT NULL,
    sharing INTEGER NOT NULL,
    "left" BOOLEAN NOT NULL,
    cards INTEGER NOT NULL,
    channel BIGINT NOT NULL,
    variant BIGINT NOT NULL,
    CONSTRAINT pk_match_shares PRIMARY KEY (server, ended, "table", seat),
    CONSTRAINT fk_match_shares_table FOREIGN KEY("table") REFERENCES results ("table"),
    CONSTRAINT fk_match_shares_person FOREIGN KEY(person) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE TABLE corrections (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    server BIGINT NOT NULL,
    "match" INTEGER NOT NULL,
    correction TEXT NOT NULL,
    CONSTRAINT fk_corrections_match FOREIGN KEY("match") REFERENCES results ("table")
);
CREATE INDEX ix_corrections_match ON corrections ("match");
CREATE INDEX ix_corrections_server ON corrections (server);
CREATE TABLE rated (
    "match" INTEGER NOT NULL,
    server BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    deck TEXT NOT NULL,
    steps TEXT NOT NULL,
    CONSTRAINT pk_rated PRIMARY KEY ("match"),
    CONSTRAINT fk_rated_match FOREIGN KEY("match") REFERENCES results ("table")
);
CREATE INDEX ix_rated_server_ended ON rated (server, ended);
CREATE TABLE fixtures (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    schedule INTEGER NOT NULL,
    round INTEGER NOT NULL,
    people TEXT NOT NULL,
    due BIGINT,
    "table" INTEGER,
    CONSTRAINT fk_fixtures_schedule FOREIGN KEY(schedule) REFERENCES schedules (number),
    CONSTRAINT fk_fixtures_table FOREIGN KEY("table") REFERENCES tables (number)
);
CREATE INDEX ix_fixtures_due ON fixtures (due);
CREATE INDEX ix_fixtures_schedule ON fixtures (schedule);
CREATE INDEX ix_fixtures_table ON fixtures ("table");
CREATE TABLE scheduled (
    person INTEGER NOT NULL,
    schedule INTEGER NOT NULL,
    CONSTRAINT pk_scheduled PRIMARY KEY (person, schedule),
    CONSTRAINT fk_scheduled_person FOREIGN KEY(person) REFERENCES people (number),
    CONSTRAINT fk_scheduled_schedule FOREIGN KEY(schedule) REFERENCES schedules (number)
)
 WITHOUT ROWID;
CREATE TABLE action_leagues (
    league INTEGER NOT NULL,
    action INTEGER NOT NULL,
    CONSTRAINT pk_action_leagues PRIMARY KEY (league, action),
    CONSTRAINT fk_action_leagues_league FOREIGN KEY(league) REFERENCES leagues (number),
    CONSTRAINT fk_action_leagues_action FOREIGN KEY(action) REFERENCES organiser_actions (number)
)
 WITHOUT ROWID;
CREATE TABLE action_posts (
    channel BIGINT NOT NULL,
    action INTEGER NOT NULL,
    batch INTEGER,
    refused BOOLEAN NOT NULL,
    CONSTRAINT pk_action_posts PRIMARY KEY (channel, action),
    CONSTRAINT fk_action_posts_action FOREIGN KEY(action) REFERENCES organiser_actions (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_action_posts_action ON action_posts (action);
CREATE INDEX ix_action_posts_waiting ON action_posts (channel) WHERE NOT refused;
CREATE TABLE correction_authors (
    person INTEGER NOT NULL,
    correction INTEGER NOT NULL,
    CONSTRAINT pk_correction_authors PRIMARY KEY (person, correction),
    CONSTRAINT fk_correction_authors_person FOREIGN KEY(person) REFERENCES people (number),
    CONSTRAINT fk_correction_authors_correction FOREIGN KEY(correction) REFERENCES corrections (number)
)
 WITHOUT ROWID;
CREATE TABLE reminded (
    fixture INTEGER NOT NULL,
    person INTEGER NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT pk_reminded PRIMARY KEY (fixture, person),
    CONSTRAINT fk_reminded_fixture FOREIGN KEY(fixture) REFERENCES fixtures (number),
    CONSTRAINT fk_reminded_person FOREIGN KEY(person) REFERENCES people (number)
)
 WITHOUT ROWID;
CREATE INDEX ix_reminded_person ON reminded (person);
