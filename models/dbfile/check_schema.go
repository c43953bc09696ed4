package dbfile

import (
	"maps"
	"slices"
)

// welcome are the tables of others that are known: SQLite's own, which ANALYZE
// makes, and those of Litestream, which copies databases as they change.
var welcome = []object{
	{"table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"},
	{"table", "sqlite_stat4", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"},
	{"table", "_litestream_seq", "_litestream_seq", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"},
	{"table", "_litestream_lock", "_litestream_lock", "CREATE TABLE _litestream_lock (id INTEGER)"},
}

// compare says what is not as the migrations make it. Tables and indexes of others
// do nothing by themselves, and a restore leaves them out; a trigger acts, and a
// view answers in the place of a table. What later migrations make must not be
// there: an upgrade would fail. It reports whether our tables are all as
// they should be, and whether there is nothing but what is known.
func (c *Checkup) compare(found []object, wanted, later objects) (tables, pure bool) {
	tables, pure = true, true
	missing := maps.Clone(wanted)
	for _, object := range found {
		ours, known := wanted[object.String()]
		delete(missing, object.String())
		switch {
		case known && object == ours, slices.Contains(welcome, object):
		case known:
			c.find(object.String(), "is not as the schema makes it")
			tables = tables && object.kind != "table"
		case later[object.String()] == object:
			c.find(object.String(), "belongs to a later schema than the database says that it has")
		case object.kind == "table" || object.kind == "index":
			c.warn(object.String(), "is not worklog's: a restore leaves it out")
			pure = false
		default:
			c.find(object.String(), "is no part of the schema")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		c.find(name, "is missing")
		tables = tables && missing[name].kind != "table"
	}
	return tables, pure
}
