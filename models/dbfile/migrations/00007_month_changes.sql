-- +goose Up

-- How often the days of a month have changed, as far as figures are computed from them. A
-- program that keeps figures in memory knows by it which are out of date, whoever changed
-- the days. A month has no row before its first change.
CREATE TABLE month_changes (
    month   TEXT    NOT NULL PRIMARY KEY,                     -- YYYY-MM
    changes INTEGER NOT NULL                                  -- goes up with every change, never down
) STRICT, WITHOUT ROWID;

-- The upsert counts also where the statement says OR IGNORE or OR REPLACE, which would
-- take the place of another conflict clause.

-- +goose StatementBegin
CREATE TRIGGER work_entries_inserted_in_month AFTER INSERT ON work_entries
BEGIN
    INSERT INTO month_changes VALUES (substr(NEW.date, 1, 7), 1)
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER work_entries_updated_in_month AFTER UPDATE OF id, date, timezone, day_type, half_day, note ON work_entries
BEGIN
    INSERT INTO month_changes VALUES (substr(OLD.date, 1, 7), 1), (substr(NEW.date, 1, 7), 1)
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER work_entries_deleted_from_month AFTER DELETE ON work_entries
BEGIN
    INSERT INTO month_changes VALUES (substr(OLD.date, 1, 7), 1)
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER time_slots_inserted_in_month AFTER INSERT ON time_slots
BEGIN
    INSERT INTO month_changes SELECT substr(date, 1, 7), 1 FROM work_entries WHERE id = NEW.work_entry_id
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER time_slots_updated_in_month AFTER UPDATE OF work_entry_id, start_at, end_at ON time_slots
BEGIN
    INSERT INTO month_changes SELECT substr(date, 1, 7), 1 FROM work_entries WHERE id IN (OLD.work_entry_id, NEW.work_entry_id)
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER time_slots_deleted_from_month AFTER DELETE ON time_slots
BEGIN
    INSERT INTO month_changes SELECT substr(date, 1, 7), 1 FROM work_entries WHERE id = OLD.work_entry_id
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- Of the events only those decide that can make a day ignored: arrivals that are open or
-- were discarded.

-- +goose StatementBegin
CREATE TRIGGER workplace_presence_events_inserted_in_month AFTER INSERT ON workplace_presence_events
    WHEN NEW.event = 'arrival' AND (NEW.closure IS NULL OR NEW.closure = 'discarded')
BEGIN
    INSERT INTO month_changes SELECT substr(date, 1, 7), 1 FROM work_entries WHERE id = NEW.work_entry_id
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER workplace_presence_events_updated_in_month AFTER UPDATE OF work_entry_id, event, closure ON workplace_presence_events
BEGIN
    INSERT INTO month_changes SELECT substr(date, 1, 7), 1 FROM work_entries WHERE id IN (OLD.work_entry_id, NEW.work_entry_id)
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER workplace_presence_events_deleted_from_month AFTER DELETE ON workplace_presence_events
    WHEN OLD.event = 'arrival' AND (OLD.closure IS NULL OR OLD.closure = 'discarded')
BEGIN
    INSERT INTO month_changes SELECT substr(date, 1, 7), 1 FROM work_entries WHERE id = OLD.work_entry_id
        ON CONFLICT (month) DO UPDATE SET changes = changes + 1;
END;
-- +goose StatementEnd
