package report

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"strings"

	"worklog/models"
	"worklog/models/civil"
)

// KeptSheet is a digest that was kept of a sheet.
type KeptSheet struct {
	models.KeptSheet
	// Differing is how many days now have other rows, in the format of the digest; 0 while it is
	// that of the sheet.
	Differing int
}

// SheetToKeep returns what is kept of the sheet of a month with those records.
func SheetToKeep(month civil.Date, records []models.DayRecord, printed Printed, now civil.Instant) models.KeptSheet {
	rows := SheetRows(month, records, printed)
	return models.KeptSheet{Month: month, Format: printed.Format, Digest: SheetDigest(rows), HideIllness: models.Flag(printed.HideIllness), DayDigests: dayDigests(month, rows), KeptAt: now}
}

// dayDigestLength is the length of the digest of a day: enough to tell two days apart, too little to
// find out what a deleted note said.
const dayDigestLength = 8

// dayDigests returns the beginning of the digest of each date's rows.
func dayDigests(month civil.Date, rows string) string {
	ofDates := make([]hash.Hash, month.LastOfMonth().Day)
	for i := range ofDates {
		ofDates[i] = sha256.New()
	}
	for line := range strings.Lines(rows) {
		if fields := strings.SplitN(line, "\t", 3); len(fields) == 3 { // the first line has two
			date, _ := civil.ParseDate(fields[1])
			ofDates[date.Day-1].Write([]byte(line))
		}
	}
	var digests strings.Builder
	for _, of := range ofDates {
		digests.WriteString(hex.EncodeToString(of.Sum(nil))[:dayDigestLength])
	}
	return digests.String()
}

// printedKept returns what the sheet of a digest that was kept shows now.
func (r Rules) printedKept(kept models.KeptSheet) Printed {
	return r.Printed(kept.Month, kept.Format, bool(kept.HideIllness))
}

// compareSheet compares a digest that was kept with the sheet of its month, which has those records.
func (r Rules) compareSheet(kept models.KeptSheet, records []models.DayRecord) KeptSheet {
	is := SheetToKeep(kept.Month, records, r.printedKept(kept), kept.KeptAt)
	compared := KeptSheet{KeptSheet: kept}
	if is.Digest == kept.Digest {
		return compared
	}
	for at := 0; at+dayDigestLength <= min(len(is.DayDigests), len(kept.DayDigests)); at += dayDigestLength {
		if is.DayDigests[at:at+dayDigestLength] != kept.DayDigests[at:at+dayDigestLength] {
			compared.Differing++
		}
	}
	compared.Differing = max(compared.Differing, 1) // two days may have the same beginning
	return compared
}

// keptSheets returns the digests kept of the sheet of a month, which has those records, the last one
// kept first.
func (r Rules) keptSheets(ctx context.Context, store *models.Store, month civil.Date, records []models.DayRecord) (all []KeptSheet, err error) {
	sheets, err := store.KeptSheets(ctx, month, month)
	for _, kept := range sheets {
		all = append(all, r.compareSheet(kept, records))
	}
	return all, err
}

// ReadKeptSheets returns the digests kept of all sheets, by month, the last one kept first.
func (r Rules) ReadKeptSheets(ctx context.Context, store *models.Store) (all []KeptSheet, err error) {
	err = eachKeptSheet(ctx, store, func(models.KeptSheet) bool { return true }, func(kept models.KeptSheet, records []models.DayRecord) {
		all = append(all, r.compareSheet(kept, records))
	})
	return all, err
}

// eachKeptSheet calls f with the digests that are wanted of those kept, and the records of their months.
func eachKeptSheet(ctx context.Context, store *models.Store, wanted func(models.KeptSheet) bool, f func(models.KeptSheet, []models.DayRecord)) error {
	sheets, err := store.KeptSheets(ctx, civil.FirstDate, civil.LastDate)
	var month civil.Date
	var records []models.DayRecord
	for i := 0; i < len(sheets) && err == nil; i++ {
		kept := sheets[i]
		if !wanted(kept) {
			continue
		}
		if kept.Month != month {
			month = kept.Month
			records, err = store.Records(ctx, month, month.LastOfMonth())
		}
		if err == nil {
			f(kept, records)
		}
	}
	return err
}

// pastKept adds, to the figures of both policies, how the sheets differ from digests that were kept.
func (p Policy) pastKept(ctx context.Context, store *models.Store, other Policy, was, is map[pastFigure]int64) error {
	moved := func(kept models.KeptSheet) bool {
		return p.Short != other.Short || p.Hours.printedKept(kept) != other.Hours.printedKept(kept)
	}
	add := func(policy Policy, figures map[pastFigure]int64) error {
		return eachKeptSheet(ctx, policy.of(store), moved, func(kept models.KeptSheet, records []models.DayRecord) {
			figures[pastFigure{PastKept, kept.Month.LastOfMonth(), kept.Digest}] = int64(policy.Hours.compareSheet(kept, records).Differing)
		})
	}
	return errors.Join(add(p, was), add(other, is))
}
