-- +goose Up

-- The digest of a month's sheet, as it was when a person kept it. A row is never changed and never
-- goes: what was signed must be found whatever became of the days.
CREATE TABLE kept_sheets (
    month        TEXT    NOT NULL,                            -- its first date, YYYY-MM-01
    format       INTEGER NOT NULL,                            -- of the rows: 3 is worklog-sheet-3
    digest       TEXT    NOT NULL,                            -- SHA-256 of the rows, 64 hexadecimal digits
    hide_illness INTEGER NOT NULL,                            -- 1 for the rows of a sheet that hides illness
    day_digests  TEXT    NOT NULL,                            -- for each date of the month, the first 8 hexadecimal digits of
                                                              -- the SHA-256 of its rows, so that the days that differ can
                                                              -- be counted: of the rows themselves nothing is kept
    kept_at      TEXT    NOT NULL,                            -- instant
    PRIMARY KEY (month, format, digest)
) STRICT;
