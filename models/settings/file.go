package settings

import (
	"context"
	"strconv"

	"worklog/models/civil"
	"worklog/models/dbfile"
)

// InFile returns the version in force in the database in a file, which may have an older schema,
// or the zero Version if there is none.
func InFile(ctx context.Context, path string) (version Version, err error) {
	there := false
	err = dbfile.EachRow(ctx, path, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'settings_versions'", func([]string) bool {
		there = true
		return false
	})
	if err != nil || !there {
		return Version{}, err
	}
	err = dbfile.EachRow(ctx, path, "SELECT id, made_at, made_by, document FROM settings_versions ORDER BY id DESC LIMIT 1", func(row []string) bool {
		id, _ := strconv.ParseInt(row[0], 10, 64) // an INTEGER PRIMARY KEY is one
		version = Version{id, civil.ReadInstant(row[1]), row[2], row[3]}
		return false
	})
	return version, err
}
