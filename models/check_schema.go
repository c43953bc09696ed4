package models

import (
	"context"
	"database/sql"
	"maps"
	"slices"
)

// schemaStatements are the statements that made the tables, indexes and
// triggers. The table of versions is left out: its library makes it, and may
// write it otherwise one day.
const schemaStatements = `SELECT type || ' ' || name, sql FROM sqlite_schema
	WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' AND tbl_name <> 'goose_db_version'`

// migratedTo gives the statements that the migrations up to a version lead to, by
// what they make.
func migratedTo(ctx context.Context, version int64) (map[string]string, error) {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	provider, err := migrator(db)
	if err != nil {
		return nil, err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return nil, err
	}
	made, err := pairs(ctx, db, schemaStatements)
	schema := make(map[string]string, len(made))
	for _, object := range made {
		schema[object[0]] = object[1]
	}
	return schema, err
}

// schema compares what is there with what the migrations make.
func (c *Checkup) schema(ctx context.Context, tx *sql.Tx, wanted map[string]string) {
	found, err := pairs(ctx, tx, schemaStatements)
	if err != nil {
		c.find("schema", err.Error())
		return
	}
	missing := maps.Clone(wanted)
	for _, object := range found {
		delete(missing, object[0])
		statement, known := wanted[object[0]]
		switch {
		case !known:
			c.find(object[0], "is no part of the schema")
		case statement != object[1]:
			c.find(object[0], "is not as the schema makes it")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		c.find(name, "is missing")
	}
}
