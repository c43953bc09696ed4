package dbfile

import (
	"maps"
	"slices"
)

// knownForeign are tables that are not ours but expected: those that SQLite creates
// for ANALYZE, and those of Litestream, which replicates databases.
var knownForeign = []object{
	{"table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"},
	{"table", "sqlite_stat4", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"},
	{"table", "_litestream_seq", "_litestream_seq", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"},
	{"table", "_litestream_lock", "_litestream_lock", "CREATE TABLE _litestream_lock (id INTEGER)"},
}

// compare adds findings where the schema differs from that of the migrations.
// Foreign tables and indexes are only warnings: they do nothing, and a restore
// leaves them out. Triggers act, and a view could take the place of a table.
// Objects of later migrations are findings because an upgrade would fail. It
// reports whether all of our tables are correct, and whether there are only known
// objects.
func (c *Checkup) compare(found []object, wanted, later objects) (tables, onlyKnown bool) {
	tables, onlyKnown = true, true
	missing := maps.Clone(wanted)
	for _, object := range found {
		ours, known := wanted[object.String()]
		delete(missing, object.String())
		switch {
		case known && object == ours, slices.Contains(knownForeign, object):
		case known:
			c.Find(object.String(), "differs from the schema")
			tables = tables && object.kind != "table"
		case later[object.String()] == object:
			c.Find(object.String(), "belongs to a later schema than the database's own version")
		case object.kind == "table" || object.kind == "index":
			c.warn(object.String(), "does not belong to worklog: a restore leaves it out")
			onlyKnown = false
		default:
			c.Find(object.String(), "is not part of the schema")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		c.Find(name, "is missing")
		tables = tables && missing[name].kind != "table"
	}
	return tables, onlyKnown
}
