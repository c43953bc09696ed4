-- +goose Up

-- What the person has set, whole, as it was after each change: the newest is in force. A version
-- goes when the time is over for which copies are kept, but for the last ten.
CREATE TABLE settings_versions (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,               -- number of the version, never given twice
    made_at  TEXT NOT NULL                                    -- instant
             CHECK (made_at GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    made_by  TEXT NOT NULL DEFAULT '',                        -- as in changes
    document TEXT NOT NULL                                    -- TOML of the person's sections
             CHECK (length(CAST(document AS BLOB)) <= 262144)
) STRICT;

CREATE INDEX settings_versions_made_at ON settings_versions (made_at);
