-- +goose Up

-- As before, but for lists of types, which SQLite would copy at each write: it compares them one by one.
DROP INDEX work_entries_suspect;
CREATE INDEX work_entries_suspect ON work_entries (id) WHERE (version < 1)
	OR (day_type <> 'WORK' AND day_type <> 'TT' AND day_type <> 'GARDE' AND day_type <> 'ASTREINTE' AND day_type <> 'FORMATION'
		AND day_type <> 'RTT' AND day_type <> 'CONGE' AND day_type <> 'MALADE' AND day_type <> 'FERIE')
	OR (date NOT GLOB '[0-9]*' OR date(date) IS NOT date OR date < '1970-01-01')
	OR (length(CAST(created_at AS BLOB)) <> 30
		OR substr(created_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(created_at, 1, 19)) IS NOT substr(created_at, 1, 19))
	OR (length(CAST(updated_at AS BLOB)) <> 30
		OR substr(updated_at, 20) NOT GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]Z'
		OR strftime('%Y-%m-%dT%H:%M:%S', substr(updated_at, 1, 19)) IS NOT substr(updated_at, 1, 19))
	OR (half_day <> 'RTT' AND half_day <> 'CONGE' AND half_day <> 'MALADE' AND half_day <> 'REPOS');
