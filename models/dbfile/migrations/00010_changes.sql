-- +goose Up

-- What a person did to one or several days at once, so that it can be taken back. It goes,
-- with its days, when the time is over for which copies are kept.
CREATE TABLE changes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,                -- never given twice
    action  TEXT    NOT NULL,                                 -- what the person did
    made_at TEXT    NOT NULL,                                 -- instant
    made_by TEXT    NOT NULL DEFAULT '',                      -- the person's name, as the proxy of the login says, or
                                                              -- 'command line'; '' where nothing says it
    refused TEXT                                              -- JSON of the refused events that the change took away
                                                              -- or brought; null when there were none
) STRICT;

CREATE INDEX changes_made_at ON changes (made_at);

DROP INDEX day_states_change_id;
DROP INDEX day_states_date;
DROP INDEX day_states_work_entry_id;
DROP INDEX day_states_made_at;
ALTER TABLE day_states RENAME TO day_states_before;

-- The days of a change, each as it was before. It is a copy of its own and refers to no row
-- of the day: it outlives the day.
CREATE TABLE day_states (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    change_id      INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
    work_entry_id  INTEGER NOT NULL,                          -- id that the day's entry had
    date           TEXT    NOT NULL                           -- date of the day, YYYY-MM-DD
                   CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    version_before INTEGER,                                   -- of the entry before the change; null when there was none
    version_after  INTEGER,                                   -- of the entry after it; null when it deleted the entry
    state          TEXT                                       -- JSON of the entry, its slots and its events before the
                                                              -- change; null when there were none
) STRICT;

CREATE INDEX day_states_change_id ON day_states (change_id);
CREATE INDEX day_states_date ON day_states (date);
CREATE INDEX day_states_work_entry_id ON day_states (work_entry_id);

-- No id is given again, not even one that is gone.
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'changes', seq FROM sqlite_sequence WHERE name = 'day_states_before'
    UNION ALL SELECT 'day_states', seq FROM sqlite_sequence WHERE name = 'day_states_before';

-- Each row had the action and the instant of its change, and the first the refused events.
-- Where another program has written others into some rows, these become a change of their
-- own. A change keeps its id, unless that is one that no table may have.
CREATE TEMP TABLE parts AS
    WITH leaders AS (
        SELECT id, change_id, action, made_at, min(id) OVER (PARTITION BY change_id) AS leader, refused FROM day_states_before
    ), parted AS (
        SELECT id, change_id, leader, refused,
            min(id) OVER (PARTITION BY change_id, action, made_at, iif(id = leader, NULL, refused)) AS first
        FROM leaders
    )
    SELECT id, first, iif(id = first AND first = leader AND change_id BETWEEN 1 AND 4503595332403199, change_id, NULL) AS change_id,
        iif(id = first, refused, NULL) AS refused
    FROM parted;

UPDATE parts SET change_id = added.change_id FROM (
    SELECT id, row_number() OVER (ORDER BY id) + max(
        (SELECT coalesce(max(change_id), 0) FROM parts),
        (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'changes')) AS change_id
    FROM parts WHERE id = first AND change_id IS NULL
) AS added WHERE parts.id = added.id;

CREATE UNIQUE INDEX temp.parts_id ON parts (id);

INSERT INTO changes (id, action, made_at, refused)
    SELECT parts.change_id, action, made_at, parts.refused
    FROM parts JOIN day_states_before AS old USING (id) WHERE parts.id = parts.first ORDER BY 1;

INSERT INTO day_states (id, change_id, work_entry_id, date, version_before, version_after, state)
    SELECT old.id, first.change_id, old.work_entry_id, old.date,
        CASE WHEN json_valid(old.state) THEN iif(typeof(json_extract(old.state, '$.entry.version')) = 'integer', json_extract(old.state, '$.entry.version'), NULL) END,
        old.version, old.state
    FROM day_states_before AS old JOIN parts USING (id) JOIN parts AS first ON first.id = parts.first ORDER BY 1;

DROP TABLE parts;
DROP TABLE day_states_before;

-- The program keeps the newest lines in the same way as the newest of other rows.
DROP TRIGGER journal_lines_newest;
