-- +goose Up

-- The state of a day before a person changed it, so that the change can be taken
-- back. It is a copy of its own and refers to no other row: it outlives the day, and
-- goes when the time is over for which copies are kept.
CREATE TABLE day_states (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    change_id     INTEGER NOT NULL,                           -- id of the first row of the same change,
                                                              -- which may be of many days
    action        TEXT    NOT NULL,                           -- what the person did
    made_at       TEXT    NOT NULL,                           -- instant of the change
    date          TEXT    NOT NULL                            -- date of the day, YYYY-MM-DD
                  CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    work_entry_id INTEGER NOT NULL,                           -- id that the day's entry had
    version       INTEGER,                                    -- of the entry after the change; null when it
                                                              -- deleted the entry
    state         TEXT,                                       -- JSON of the entry, its slots and its events
                                                              -- before the change; null when there were none
    refused       TEXT                                        -- JSON of the refused events that the change
                                                              -- took away or brought, in its first row; null
                                                              -- when there were none
) STRICT;

CREATE INDEX day_states_change_id ON day_states (change_id);
CREATE INDEX day_states_date ON day_states (date);
CREATE INDEX day_states_work_entry_id ON day_states (work_entry_id);
CREATE INDEX day_states_made_at ON day_states (made_at);

-- What a person has looked at among the days in doubt and found right.
CREATE TABLE accepted_doubts (
    date        TEXT NOT NULL                                 -- of the day, YYYY-MM-DD
                CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    doubt       TEXT NOT NULL,                                -- its kind
    subject     TEXT NOT NULL,                                -- what it was about; another one is in doubt again
    accepted_at TEXT NOT NULL,                                -- instant
    PRIMARY KEY (date, doubt, subject)
) STRICT;

-- Whether a person made the event, by a button of the pages.
ALTER TABLE workplace_presence_events ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1));

-- The event received last is asked for on every page.
CREATE INDEX workplace_presence_events_received_at ON workplace_presence_events (received_at);
