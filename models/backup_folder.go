package models

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// BackupFolder is where backups gather that are made one after the other. It
// touches no file but those that are named as they are.
type BackupFolder struct {
	Path string
	Keep int // how many backups stay; at least 1
}

// Backups are named by when they were made, in UTC, so that they sort:
// worklog-20261120T070000Z.db.
const backupLayout = "worklog-20060102T150405Z.db"

var (
	backupName      = regexp.MustCompile(`^worklog-[0-9]{8}T[0-9]{6}Z\.db$`)
	backupTemporary = regexp.MustCompile(`^worklog-[0-9]{8}T[0-9]{6}Z\.db` + temporaryName)
)

// Newest says when the newest backup was made, and gives the zero time when
// there is none. One from the future, made while the clock was wrong, is none.
func (f BackupFolder) Newest(now time.Time) (time.Time, error) {
	made, err := f.made(now)
	if err != nil || len(made) == 0 {
		return time.Time{}, err
	}
	return made[len(made)-1], nil
}

// Add backs the store up into the folder, made with mode 0700 if it is absent,
// and gives the file. Its errors are those of [Store.Backup].
func (f BackupFolder) Add(ctx context.Context, store *Store, now time.Time) (string, error) {
	if err := makeFolder(f.Path); err != nil {
		return "", err
	}
	clearMatching(f.Path, backupTemporary)
	path := filepath.Join(f.Path, now.UTC().Format(backupLayout))
	return path, store.Backup(ctx, path)
}

// Prune removes the backups that are older than the newest ones.
func (f BackupFolder) Prune(now time.Time) error {
	made, err := f.made(now)
	if err != nil {
		return err
	}
	for len(made) > f.Keep {
		err = errors.Join(err, os.Remove(filepath.Join(f.Path, made[0].Format(backupLayout))))
		made = made[1:]
	}
	return err
}

// made gives when the backups up to now were made, in order.
func (f BackupFolder) made(now time.Time) ([]time.Time, error) {
	entries, err := os.ReadDir(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var made []time.Time
	for _, entry := range entries {
		if !backupName.MatchString(entry.Name()) || !entry.Type().IsRegular() {
			continue
		}
		if at, err := time.Parse(backupLayout, entry.Name()); err == nil && !at.After(now) {
			made = append(made, at)
		}
	}
	slices.SortFunc(made, time.Time.Compare)
	return made, nil
}
