-- +goose Up

-- What holds for the database as a whole, in one row.
CREATE TABLE database_state (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    number     TEXT NOT NULL,                                 -- 32 random hexadecimal digits; a restore makes another one, so that a page
                                                              -- of the database that was replaced is recognized
    kept_since TEXT                                           -- instant; what was changed before it is forgotten. It
                                                              -- moves one day at a time, whatever the clock says;
                                                              -- null until something is to be forgotten
) STRICT;

INSERT INTO database_state (id, number) VALUES (1, lower(hex(randomblob(16))));

-- The key of the request that made the change; null if it had none. The same request, sent again,
-- changes nothing.
ALTER TABLE changes ADD COLUMN request_key TEXT;
-- The change that this one takes back or makes again, the first of them if that was itself such a
-- change; null for any other.
ALTER TABLE changes ADD COLUMN undone_id INTEGER;

CREATE INDEX changes_request_key ON changes (request_key) WHERE request_key IS NOT NULL;
CREATE INDEX changes_undone_id ON changes (undone_id) WHERE undone_id IS NOT NULL;
