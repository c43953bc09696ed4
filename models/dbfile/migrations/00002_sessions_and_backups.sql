-- +goose Up

-- A browser that is signed in to the pages.
CREATE TABLE web_sessions (
    token      TEXT NOT NULL PRIMARY KEY,                     -- digest of the one that the browser holds: whoever
                                                              -- reads this file cannot sign in with it
    data       BLOB NOT NULL,                                 -- what the session's library keeps
    created_at TEXT NOT NULL,                                 -- instant of signing in
    seen_at    TEXT NOT NULL                                  -- instant of a request, an hour before the last at most
) STRICT;

-- A copy of this database that the server has made by itself and not removed yet.
CREATE TABLE backups (
    path    TEXT NOT NULL PRIMARY KEY,                        -- absolute
    made_at TEXT NOT NULL                                     -- instant
) STRICT;
