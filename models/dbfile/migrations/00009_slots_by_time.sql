-- +goose Up

-- The slots around an instant, whatever their day, are found by their start, if they are
-- shorter than a month. Longer ones are among the few that end in another month.
CREATE INDEX time_slots_by_time ON time_slots (start_at, end_at);
CREATE INDEX time_slots_over_months ON time_slots (start_at, end_at) WHERE substr(start_at, 1, 7) < substr(end_at, 1, 7);
