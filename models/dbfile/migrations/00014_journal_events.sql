-- +goose Up

-- A line names its event by an id that is never given again, and is read beside the events that
-- exist. A foreign key would have every event that is deleted look through all lines, and an
-- index would be written with every line.
ALTER TABLE journal_lines RENAME COLUMN event_id TO event_id_before;
ALTER TABLE journal_lines ADD COLUMN event_id INTEGER;        -- the event recorded, or the one in the way, which may
                                                              -- be gone; null for none
UPDATE journal_lines SET event_id = event_id_before WHERE event_id_before IS NOT NULL;
ALTER TABLE journal_lines DROP COLUMN event_id_before;
