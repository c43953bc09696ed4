-- +goose Up

-- The authenticated requests that brought an event, newest 1,000: what was asked,
-- and what became of it.
CREATE TABLE journal_lines (
    id               INTEGER PRIMARY KEY,                     -- above all others: the newest line stays
    received_at      TEXT    NOT NULL,                        -- instant, by this machine's clock
    source           TEXT    NOT NULL,                        -- the way in: api, owntracks, page
    outcome          TEXT    NOT NULL,                        -- recorded, replayed, or why it was refused
    detail           TEXT    NOT NULL DEFAULT '',             -- what the refusal is about, such as a name
    event            TEXT    NOT NULL DEFAULT '',             -- as sent, cut when it is long; '' when unreadable
    occurred_at_sent TEXT    NOT NULL DEFAULT '',             -- likewise
    idempotency_key  TEXT    NOT NULL DEFAULT '',             -- likewise
    date             TEXT    NOT NULL,                        -- local date that it belongs to
    event_id         INTEGER REFERENCES workplace_presence_events (id) ON DELETE SET NULL
                                                              -- the event recorded, or the one in the way
) STRICT;

-- No index: a thousand lines are quickly read, and every event writes one.
-- +goose StatementBegin
CREATE TRIGGER journal_lines_newest AFTER INSERT ON journal_lines
BEGIN
    DELETE FROM journal_lines WHERE id <= NEW.id - 1000;
END;
-- +goose StatementEnd

-- The requests that are only counted, by the minute and by the hour.
CREATE TABLE request_counts (
    span     TEXT    NOT NULL CHECK (span IN ('minute', 'hour')),
    start_at TEXT    NOT NULL,                                -- instant at which the span starts
    kind     TEXT    NOT NULL,                                -- unauthenticated, rate_limited
    requests INTEGER NOT NULL,
    PRIMARY KEY (span, start_at, kind)
) STRICT;

-- An event that the rules of presence refused, while a person may still want it to
-- be recorded. One that is recorded or dismissed goes.
CREATE TABLE refused_events (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    event            TEXT    NOT NULL CHECK (event IN ('arrival', 'departure')),
    occurred_at      TEXT    NOT NULL,                        -- instant
    occurred_at_sent TEXT    NOT NULL,                        -- the same as the request wrote it
    idempotency_key  TEXT    NOT NULL CHECK (idempotency_key <> ''),
    received_at      TEXT    NOT NULL,                        -- instant, by this machine's clock
    reason           TEXT    NOT NULL,                        -- outcome of the request
    UNIQUE (idempotency_key, event, occurred_at)              -- one that is sent again is the same
) STRICT;

-- +goose StatementBegin
CREATE TRIGGER workplace_presence_events_recorded AFTER INSERT ON workplace_presence_events
BEGIN
    DELETE FROM refused_events
    WHERE idempotency_key = NEW.idempotency_key AND event = NEW.event AND occurred_at = NEW.occurred_at;
END;
-- +goose StatementEnd

-- Where an event was recorded first, once it was moved to another day: its replay
-- repeats the first answer.
ALTER TABLE workplace_presence_events ADD COLUMN first_entry_id INTEGER;

-- The secret in the addresses of the feeds.
CREATE TABLE feeds (
    id      INTEGER PRIMARY KEY CHECK (id = 1),               -- one at most
    digest  BLOB NOT NULL,                                    -- SHA-256 of the secret: whoever reads this file
                                                              -- cannot read the feeds with it
    made_at TEXT NOT NULL                                     -- instant
) STRICT;
