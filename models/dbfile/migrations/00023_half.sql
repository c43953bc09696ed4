-- +goose Up

-- Which half of a day is free where half_day is set: 'am', 'pm', or '' where nobody says it.
ALTER TABLE work_entries ADD COLUMN half TEXT NOT NULL DEFAULT '';
