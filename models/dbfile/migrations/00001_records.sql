-- +goose Up

-- Marks the file as worklog's own ("WLOG" in ASCII). The program refuses to
-- open a database that carries another mark.
PRAGMA application_id = 1464618823;

-- One work day, one per local date.
CREATE TABLE work_entries (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,     -- never given twice
    date               TEXT    NOT NULL UNIQUE                -- local date, YYYY-MM-DD
                       CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    timezone           TEXT    NOT NULL,                      -- IANA zone it was recorded in
    day_type           TEXT    NOT NULL CHECK (day_type IN (
                           'WORK', 'TT', 'GARDE', 'ASTREINTE', 'FORMATION',
                           'RTT', 'CONGE', 'MALADE', 'FERIE')),
    journey_profile_id TEXT    NOT NULL DEFAULT '',           -- id in [journeys], '' for none
    motor_vehicle_id   TEXT    NOT NULL DEFAULT '',           -- id in [vehicles], '' for none
    note               TEXT    NOT NULL DEFAULT '',
    version            INTEGER NOT NULL DEFAULT 1,            -- goes up with every change of the day
    created_at         TEXT    NOT NULL,                      -- instant
    updated_at         TEXT    NOT NULL                       -- instant
) STRICT;

-- An interval of presence. It belongs to the entry of the day it starts on,
-- also when it ends on a later one.
CREATE TABLE time_slots (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    work_entry_id INTEGER NOT NULL REFERENCES work_entries (id) ON DELETE CASCADE,
    start_at      TEXT    NOT NULL,                           -- instant
    end_at        TEXT    NOT NULL,                           -- instant
    CHECK (start_at < end_at)
) STRICT;

CREATE INDEX time_slots_work_entry_id ON time_slots (work_entry_id);

-- What the automation sent, as it was accepted.
CREATE TABLE workplace_presence_events (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    work_entry_id    INTEGER NOT NULL REFERENCES work_entries (id) ON DELETE CASCADE,
    time_slot_id     INTEGER REFERENCES time_slots (id) ON DELETE SET NULL,
    event            TEXT    NOT NULL CHECK (event IN ('arrival', 'departure')),
    occurred_at      TEXT    NOT NULL,                        -- instant
    occurred_at_sent TEXT    NOT NULL,                        -- the same as the request wrote it
    idempotency_key  TEXT    NOT NULL UNIQUE CHECK (idempotency_key <> ''),
    received_at      TEXT    NOT NULL,                        -- instant, by this machine's clock
    created_slot_id  INTEGER,                                 -- slot that a departure made; kept for replays
                                                              -- when time_slot_id has become null
    closure          TEXT    CHECK (closure IN ('departure', 'manual', 'discarded')),
                                                              -- how an arrival was closed; null while open
    closed_at        TEXT,                                    -- instant at which it was closed
    CHECK (event = 'arrival' OR closure IS NULL),
    CHECK ((closure IS NULL) = (closed_at IS NULL))
) STRICT;

CREATE INDEX workplace_presence_events_work_entry_id ON workplace_presence_events (work_entry_id);
CREATE INDEX workplace_presence_events_time_slot_id ON workplace_presence_events (time_slot_id);

-- Only one arrival may be open in the whole application.
CREATE UNIQUE INDEX workplace_presence_events_one_open_arrival
    ON workplace_presence_events (event) WHERE event = 'arrival' AND closure IS NULL;

-- A slot that changes frees its events, whoever changes it. ON DELETE SET NULL
-- says the same for one that goes.
-- +goose StatementBegin
CREATE TRIGGER time_slots_changed AFTER UPDATE OF work_entry_id, start_at, end_at ON time_slots
BEGIN
    UPDATE workplace_presence_events SET time_slot_id = NULL WHERE time_slot_id = NEW.id;
END;
-- +goose StatementEnd
