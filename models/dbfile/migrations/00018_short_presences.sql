-- +goose Up

-- What was recorded before very short presences were doubted counts as it did. Those of up to an hour
-- can be doubted.
INSERT OR IGNORE INTO accepted_doubts (date, doubt, subject, accepted_at)
    SELECT date, 'short', start_at || '/' || end_at, strftime('%Y-%m-%dT%H:%M:%S', 'now') || '.000000000Z'
    FROM time_slots JOIN work_entries ON work_entries.id = work_entry_id
    WHERE date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
        AND end_at < strftime('%Y-%m-%dT%H:%M:%S', start_at, '+61 minutes');
