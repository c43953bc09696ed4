package dbfile

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// object is a table, an index, a trigger or a view.
type object struct{ kind, name, table, statement string }

func (o object) String() string { return o.kind + " " + o.name }

// keepsRows reports whether it is an ordinary table, not a virtual one, which runs
// an extension's code.
func (o object) keepsRows() bool {
	return o.kind == "table" && strings.HasPrefix(o.statement, "CREATE TABLE ")
}

// versions is the table of applied migrations.
const versions = "goose_db_version"

// objects are what the migrations up to a version create, by kind and name,
// including the tables of goose and of SQLite itself.
type objects map[string]object

// tables returns the names of the tables in order.
func (o objects) tables() []string {
	var names []string
	for _, object := range o {
		if object.kind == "table" {
			names = append(names, object.name)
		}
	}
	slices.Sort(names)
	return names
}

// schemas returns the schema of every version, as the migrations create it. The
// migrations are part of the program, so they need to run only once.
var schemas = sync.OnceValues(func() (map[int64]objects, error) {
	ctx := context.Background()
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would open its own database in memory
	provider, err := migrator(db)
	if err != nil {
		return nil, err
	}
	all := map[int64]objects{}
	for _, migration := range provider.ListSources() {
		if _, err := provider.UpTo(ctx, migration.Version); err != nil {
			return nil, err
		}
		found, err := objectsIn(ctx, db, "main")
		if err != nil {
			return nil, err
		}
		made := objects{}
		for _, object := range found {
			made[object.String()] = object
		}
		all[migration.Version] = made
	}
	return all, nil
})

// maxObjects is how many objects a schema may have; ours has some twenty.
const maxObjects = 1000

// objectsIn reads the schema of a database without running any code in it.
func objectsIn(ctx context.Context, db queryer, database string) ([]object, error) {
	var found []object
	query := fmt.Sprintf("SELECT type, name, tbl_name, sql FROM %s.sqlite_schema LIMIT %d", database, maxObjects+1)
	err := each(ctx, db, query, func(row []string) bool {
		found = append(found, object{row[0], row[1], row[2], row[3]})
		return true
	})
	if err == nil && len(found) > maxObjects {
		err = fmt.Errorf("there are more than %d tables, indexes, triggers and views", maxObjects)
	}
	return found, err
}

// schemaState is the version of a database's schema, and its actual and expected
// objects.
type schemaState struct {
	version, newest int64
	found           []object
	wanted, latest  objects // of its version and of the newest
}

// schemaOf reads the schema of a database. It returns [ErrDamaged] if it has no known
// version, [ErrNewerDatabase] or [ErrUnfinished].
func schemaOf(ctx context.Context, db queryer) (schemaState, error) {
	found, err := objectsIn(ctx, db, "main")
	if err != nil {
		return schemaState{}, schemaError(err)
	}
	if state := newestOf(ctx, db, found); state != nil {
		return *state, nil
	}
	known, err := schemas()
	if err != nil {
		return schemaState{}, err
	}
	state := schemaState{newest: slices.Max(slices.Collect(maps.Keys(known))), found: found}
	if state.version, err = versionOf(ctx, db, state.found, known[state.newest]["table "+versions]); err != nil {
		return schemaState{}, schemaError(err)
	}
	if state.version > state.newest {
		return schemaState{}, fmt.Errorf("%w: its schema is version %d, this program knows up to %d; run a newer worklog", ErrNewerDatabase, state.version, state.newest)
	}
	state.wanted, state.latest = known[state.version], known[state.newest]
	if state.wanted == nil {
		return schemaState{}, schemaError(fmt.Errorf("no schema has version %d", state.version))
	}
	return state, nil
}

// versionOf reads the version from its table, which must be the expected one.
func versionOf(ctx context.Context, db queryer, found []object, table object) (int64, error) {
	if i := slices.IndexFunc(found, func(o object) bool { return o.name == versions }); i < 0 {
		return 0, errors.New("no such table: " + versions)
	} else if found[i] != table {
		return 0, fmt.Errorf("%s differs from the schema", found[i])
	}
	var version sql.NullInt64
	err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM "+versions+" WHERE is_applied").Scan(&version)
	if err == nil && !version.Valid {
		err = errors.New("it is empty")
	}
	return version.Int64, err
}

// refuseOtherThanTables returns [ErrDamaged] if one of our tables is a view or a
// virtual table: querying it would run its code.
func (s schemaState) refuseOtherThanTables() error {
	ours := s.wanted.tables()
	for _, object := range s.found {
		sameName := func(table string) bool { return strings.EqualFold(table, object.name) } // as SQLite compares them
		if slices.ContainsFunc(ours, sameName) && !object.keepsRows() {
			return fmt.Errorf("%w: %s differs from the schema", ErrDamaged, object)
		}
	}
	return nil
}

// The newest schema, so that opening a file that has it need not run the migrations.
const (
	newestVersion = 25
	newestDigest  = "48c3e2651b92edaa53772c13ce6df406a0edafe4917bb1d6cb852217e45c63b1"
)

// digestOf returns a digest of a schema, whatever the order of its objects.
func digestOf(found []object) string {
	var lines []string
	for _, o := range found {
		lines = append(lines, fmt.Sprintf("%q", []string{o.kind, o.name, o.table, o.statement}))
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return hex.EncodeToString(sum[:])
}

// newestOf returns the state of a database that has exactly the newest schema, apart from
// tables that are expected, or nil.
func newestOf(ctx context.Context, db queryer, found []object) *schemaState {
	ours := slices.DeleteFunc(slices.Clone(found), func(o object) bool { return slices.Contains(knownForeign, o) })
	if digestOf(ours) != newestDigest {
		return nil
	}
	all := objects{}
	for _, object := range ours {
		all[object.String()] = object
	}
	version, err := versionOf(ctx, db, found, all["table "+versions])
	if err != nil || version != newestVersion {
		return nil // said by those who compare it with every version
	}
	return &schemaState{version: version, newest: version, found: found, wanted: all, latest: all}
}
