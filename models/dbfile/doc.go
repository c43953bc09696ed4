// Package dbfile manages a database file: it creates, opens, upgrades, checks, backs
// up and restores one. It knows SQLite and the migrations. What the rows mean is
// described by a [Format].
//
// It guarantees:
//
//   - A file that is not ours, is damaged, or is newer than the program is reported
//     with a specific error and left unchanged.
//   - There is a complete database at its path, or none, even if the program is
//     killed: a database is written as a draft, synced and then renamed.
//   - Nothing is overwritten: what an upgrade or a restore replaces is kept next to
//     it, and a backup must have a new name.
//   - A file is not trusted: its schema may be hostile, it may not be a regular
//     file, it may be moved while in use, and reading it may take forever.
//   - Only the owner can read what it creates: files have mode 0600, folders 0700.
//
// Next to worklog.db there may be
//
//	worklog.db-wal, -shm          SQLite's log and its index, while it is open
//	worklog.db-upgrade            locked while the schema is upgraded
//	worklog.db.new-*              a draft, removed after a crash
//	worklog.db.schema-N           the file before an upgrade
//	worklog.db.before-restore-N   the file before a restore
//	worklog.db.before-replica-N   the file before a restore from Litestream
//	.worklog.db-litestream        Litestream's own files
package dbfile
