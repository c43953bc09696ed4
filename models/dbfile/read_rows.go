package dbfile

import "context"

// EachRow calls f with the columns of each row of a query of the database in a file, which may be
// in use and is not changed, as text with "" for NULL, until f returns false. The schema may be
// any: it returns SQLite's error for a table that is not there.
func EachRow(ctx context.Context, path, query string, f func(row []string) bool) error {
	if err := InspectHeader(path); err != nil {
		return err
	}
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer db.Close()
	return each(ctx, db, query, f)
}
