package dbfile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

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
