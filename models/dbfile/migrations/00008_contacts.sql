-- +goose Up

-- What other programs have sent or read that has no line in the journal, by day: without
-- positions, tokens or addresses.
CREATE TABLE contacts (
    door     TEXT    NOT NULL,                                -- api, owntracks, feeds
    date     TEXT    NOT NULL,                                -- local date, YYYY-MM-DD
    kind     TEXT    NOT NULL,                                -- what came, or why it was not used
    name     TEXT    NOT NULL,                                -- the region, the type of message or the program,
                                                              -- as sent; '' for none, or too many on that day
    requests INTEGER NOT NULL,
    last_at  TEXT    NOT NULL,                                -- instant of the last one
    PRIMARY KEY (door, date, kind, name)
) STRICT;

-- The program that sent the request of a line, as it says; '' if it does not, and for a
-- person's press.
ALTER TABLE journal_lines ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
