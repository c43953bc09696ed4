// Package dbfile takes care of a database file: it makes, opens and upgrades,
// checks, backs up and restores one. It knows SQLite and the migrations, and of
// what the rows mean only what a [Format] says.
//
// What it promises:
//
//   - A file that is not ours, is damaged, or is newer than the program is told by
//     an error of its own and left as it was.
//   - Whoever looks finds a whole database under its name, or none: one is written
//     as a draft, flushed, and then placed. This holds when the program is killed.
//   - Nothing is written over: what an upgrade or a restore replaces is kept
//     beside, and a backup goes to a free name.
//   - Nothing of a file is trusted: neither its schema, nor the file itself to be
//     one, nor that it stays under its name, nor that it can be read in time.
//   - Only the owner may read what it makes: files have mode 0600, folders 0700.
//
// Beside worklog.db there may be
//
//	worklog.db-wal, -shm          SQLite's log and its index, while it is open
//	worklog.db-upgrade            locked while the schema is upgraded
//	worklog.db.new-*              a whole database to be, cleared away after a crash
//	worklog.db.schema-N           the file as it was before an upgrade
//	worklog.db.before-restore-N   what was there before a restore
package dbfile
