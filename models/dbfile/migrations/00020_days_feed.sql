-- +goose Up

-- days.json has a secret of its own, for it tells more than how things stand.
CREATE TABLE feeds_by_secret (
    id      INTEGER PRIMARY KEY,                              -- 1: presence.json and calendar.ics, 2: days.json
    digest  BLOB NOT NULL,                                    -- SHA-256 of the secret: whoever reads this file
                                                              -- cannot read the feeds with it
    made_at TEXT NOT NULL                                     -- instant
) STRICT;
INSERT INTO feeds_by_secret SELECT * FROM feeds;
DROP TABLE feeds;
ALTER TABLE feeds_by_secret RENAME TO feeds;
