-- +goose Up

-- Where a slot comes from whose two ends are not those of events, and since when. Both are null for a
-- slot that events have made, and for one from before they were kept.
ALTER TABLE time_slots ADD COLUMN origin TEXT;                -- typed, corrected or imported
ALTER TABLE time_slots ADD COLUMN origin_at TEXT;             -- instant

-- When the event was taken from a file, which says itself when it was received; null for one that
-- was received here. No export has it.
ALTER TABLE workplace_presence_events ADD COLUMN imported_at TEXT; -- instant
