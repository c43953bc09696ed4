-- +goose Up

-- As before, but for a date or a time that does not exist: SQLite before 3.46 leaves 30 February and 24:00 as they
-- are unless it adds something. An index means the same to whichever version writes a row.
DROP INDEX work_entries_suspect;
DROP INDEX time_slots_suspect;
DROP INDEX workplace_presence_events_suspect;
CREATE INDEX work_entries_suspect ON work_entries (id) WHERE (version < 1)
	OR (day_type <> 'WORK' AND day_type <> 'TT' AND day_type <> 'GARDE' AND day_type <> 'ASTREINTE' AND day_type <> 'FORMATION'
		AND day_type <> 'RTT' AND day_type <> 'CONGE' AND day_type <> 'MALADE' AND day_type <> 'FERIE')
	OR (date NOT GLOB '[0-9]*' OR date(date, '+0 days') IS NOT date OR date < '1970-01-01')
	OR (length(CAST(created_at AS BLOB)) <> 30
		OR substr(created_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(created_at, 1, 19), '+0 seconds') IS NOT substr(created_at, 1, 19))
	OR (length(CAST(updated_at AS BLOB)) <> 30
		OR substr(updated_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(updated_at, 1, 19), '+0 seconds') IS NOT substr(updated_at, 1, 19))
	OR (half_day <> 'RTT' AND half_day <> 'CONGE' AND half_day <> 'MALADE' AND half_day <> 'REPOS');
CREATE INDEX time_slots_suspect ON time_slots (work_entry_id) WHERE (length(CAST(start_at AS BLOB)) <> 30
		OR substr(start_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(start_at, 1, 19), '+0 seconds') IS NOT substr(start_at, 1, 19))
	OR (length(CAST(end_at AS BLOB)) <> 30
		OR substr(end_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(end_at, 1, 19), '+0 seconds') IS NOT substr(end_at, 1, 19));
CREATE INDEX workplace_presence_events_suspect ON workplace_presence_events (work_entry_id) WHERE (event NOT IN ('arrival', 'departure'))
	OR (length(CAST(occurred_at AS BLOB)) <> 30
		OR substr(occurred_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(occurred_at, 1, 19), '+0 seconds') IS NOT substr(occurred_at, 1, 19))
	OR (length(CAST(received_at AS BLOB)) <> 30
		OR substr(received_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(received_at, 1, 19), '+0 seconds') IS NOT substr(received_at, 1, 19))
	OR (length(CAST(closed_at AS BLOB)) <> 30
		OR substr(closed_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(closed_at, 1, 19), '+0 seconds') IS NOT substr(closed_at, 1, 19));
