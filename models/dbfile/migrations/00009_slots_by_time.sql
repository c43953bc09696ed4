-- +goose Up

-- What is kept in memory is read again after any write, of which SQLite itself tells: no
-- count of the changes is needed, which a statement could bypass (OR REPLACE deletes rows
-- without their triggers).
DROP TRIGGER work_entries_inserted_in_month;
DROP TRIGGER work_entries_updated_in_month;
DROP TRIGGER work_entries_deleted_from_month;
DROP TRIGGER time_slots_inserted_in_month;
DROP TRIGGER time_slots_updated_in_month;
DROP TRIGGER time_slots_deleted_from_month;
DROP TRIGGER workplace_presence_events_inserted_in_month;
DROP TRIGGER workplace_presence_events_updated_in_month;
DROP TRIGGER workplace_presence_events_deleted_from_month;
DROP TABLE month_changes;

-- The slots around an instant, whatever their day, are found by their start, if they are
-- shorter than a month. Longer ones are among the few that end in another month.
CREATE INDEX time_slots_by_time ON time_slots (start_at, end_at);
CREATE INDEX time_slots_over_months ON time_slots (start_at, end_at) WHERE substr(start_at, 1, 7) < substr(end_at, 1, 7);
