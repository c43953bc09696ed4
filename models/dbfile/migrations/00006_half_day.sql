-- +goose Up

-- Half a day of absence beside the work of the day; null for none.
ALTER TABLE work_entries ADD COLUMN half_day TEXT CHECK (
    half_day IS NULL OR half_day IN ('RTT', 'CONGE', 'MALADE') AND day_type IN ('WORK', 'TT'));
