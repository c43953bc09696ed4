-- +goose Up

-- What every session and every known browser depends on, beside the password. It
-- is made when somebody signs in, anew after signing out everywhere, and never
-- restored: what was valid before is not valid again, whatever rows come back.
CREATE TABLE session_secrets (
    id     INTEGER PRIMARY KEY CHECK (id = 1),                -- one at most
    secret BLOB    NOT NULL
) STRICT;

-- A file of another size is not the copy that was made.
ALTER TABLE backups ADD COLUMN size INTEGER;                  -- bytes; null where schema 2 recorded it
