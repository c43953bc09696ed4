-- +goose Up

-- What is planned, beside what was done.

-- The cycles of a roster: weeks of shifts that repeat from a date on.
CREATE TABLE plan_cycles (
    from_date  TEXT PRIMARY KEY,                              -- YYYY-MM-DD; its week is the first
    until_date TEXT,                                          -- YYYY-MM-DD, the last; null until the next cycle begins
    weeks      TEXT NOT NULL                                  -- JSON: 1 to 12 weeks of seven days from Monday on, each with
                                                              -- its shifts: {"start":"19:45","end":"07:15","type":"GARDE"}
) STRICT;

-- What a date has of its own, whatever its cycle says.
CREATE TABLE plan_dates (
    date   TEXT PRIMARY KEY,                                  -- YYYY-MM-DD
    shifts TEXT NOT NULL                                      -- JSON: {"start_at":instant,"end_at":instant,"type":"GARDE"}; [] is a rest
) STRICT;

-- How often the plan has been changed, so that whatever has read it can tell that it is another one.
ALTER TABLE database_state ADD COLUMN plan_version INTEGER NOT NULL DEFAULT 0;
