-- +goose Up

-- The rows that may have a value that is none of its kind, which another program has written: as good
-- as none. By these indexes every page knows which days cannot be read, and looks at no other row. The
-- conditions are those of the rules of a day.
CREATE INDEX work_entries_suspect ON work_entries (id) WHERE (version < 1)
	OR (day_type NOT IN ('WORK', 'TT', 'GARDE', 'ASTREINTE', 'FORMATION', 'RTT', 'CONGE', 'MALADE', 'FERIE'))
	OR (date NOT GLOB '[0-9]*' OR date(date) IS NOT date OR date < '1970-01-01')
	OR (length(CAST(created_at AS BLOB)) <> 30
		OR substr(created_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(created_at, 1, 19)) IS NOT substr(created_at, 1, 19))
	OR (length(CAST(updated_at AS BLOB)) <> 30
		OR substr(updated_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(updated_at, 1, 19)) IS NOT substr(updated_at, 1, 19))
	OR (half_day NOT IN ('RTT', 'CONGE', 'MALADE', 'REPOS'));
CREATE INDEX work_entries_elsewhere ON work_entries (timezone) WHERE timezone <> 'Europe/Paris';
CREATE INDEX time_slots_suspect ON time_slots (work_entry_id) WHERE (length(CAST(start_at AS BLOB)) <> 30
		OR substr(start_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(start_at, 1, 19)) IS NOT substr(start_at, 1, 19))
	OR (length(CAST(end_at AS BLOB)) <> 30
		OR substr(end_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(end_at, 1, 19)) IS NOT substr(end_at, 1, 19));
CREATE INDEX workplace_presence_events_suspect ON workplace_presence_events (work_entry_id) WHERE (event NOT IN ('arrival', 'departure'))
	OR (length(CAST(occurred_at AS BLOB)) <> 30
		OR substr(occurred_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(occurred_at, 1, 19)) IS NOT substr(occurred_at, 1, 19))
	OR (length(CAST(received_at AS BLOB)) <> 30
		OR substr(received_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(received_at, 1, 19)) IS NOT substr(received_at, 1, 19))
	OR (length(CAST(closed_at AS BLOB)) <> 30
		OR substr(closed_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(closed_at, 1, 19)) IS NOT substr(closed_at, 1, 19));
