-- +goose Up

-- Who asked for the hours of the day that are beyond what was due, and why; '' where nobody says it.
ALTER TABLE work_entries ADD COLUMN requested_by TEXT NOT NULL DEFAULT ''; -- at most 100 characters
ALTER TABLE work_entries ADD COLUMN reason TEXT NOT NULL DEFAULT '';       -- at most 500 characters
