-- +goose Up

-- Half a day may also be free without an absence: REPOS. The column has no CHECK any more, for a
-- row that is odd must pass each upgrade; the program judges what it writes.
ALTER TABLE work_entries RENAME COLUMN half_day TO half_day_before;
ALTER TABLE work_entries ADD COLUMN half_day TEXT;            -- beside the work of the day; null for none
UPDATE work_entries SET half_day = half_day_before WHERE half_day_before IS NOT NULL;
ALTER TABLE work_entries DROP COLUMN half_day_before;
