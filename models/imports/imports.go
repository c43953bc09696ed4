// Package imports takes the days of a file into the record. What it would do to each day is a
// [Plan], which a person sees first; only the plan that was shown is carried out.
package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"worklog/models"
	"worklog/models/civil"
)

// Errors of an import, which has then changed nothing.
var (
	ErrRefused    = errors.New("a day of the file cannot be imported")
	ErrDayTwice   = errors.New("is in the file twice")
	ErrEventTaken = errors.New("has an event that is recorded here on another day, or otherwise")
	ErrClosedHere = errors.New("has an arrival that was closed otherwise here")
	ErrOtherOpen  = errors.New("has an open arrival, while another one is open")
)

// File is the content of a file.
type File struct {
	LastIDs models.LastIDs // of where the file was written; zero for a table
	Days    []Day
	// Settings is the document of the settings, as the file has it; nil for none. What is done
	// with days leaves it alone.
	Settings *string
}

// Day is what a file has of a day: its record, or what a person could have
// typed.
type Day struct {
	Row    int // in the file
	Record *models.DayRecord
	Typed  *TypedDay
}

func (d Day) date() civil.Date {
	if d.Record != nil {
		return d.Record.Date
	}
	return d.Typed.Date
}

// PlannedDay is a day of a file, and what the import does to it.
type PlannedDay struct {
	models.PlannedDay
	Row    int
	Slots  int        // that the file adds, or for a record has
	NewIDs int        // records of a new day whose ids are not those of the file
	Errs   []RowError // why it is refused
}

// RowError is what is wrong with a row of a file.
type RowError struct {
	Row int
	Err error
}

// Plan is the effect of an import on each of its days, in their order.
type Plan []PlannedDay

// Count returns how many days have the effect.
func (p Plan) Count(effect models.Effect) (n int) {
	for _, day := range p {
		if day.Effect == effect {
			n++
		}
	}
	return n
}

// NewIDs returns how many records of new days get other ids than in the file.
func (p Plan) NewIDs() (n int) {
	for _, day := range p {
		n += day.NewIDs
	}
	return n
}

// Writes returns how many days will be written.
func (p Plan) Writes() int { return p.Count(models.EffectNew) + p.Count(models.EffectChanged) }

// Fingerprint identifies the plan, so that only the one that was shown is carried
// out.
func (p Plan) Fingerprint() string {
	sum := sha256.New()
	for _, day := range p {
		fmt.Fprintln(sum, day.Row, day.Date, day.EntryID, day.Version, day.Effect)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// PlanOf returns what an import would do now. It changes nothing.
//
// A record takes the place of what the day has: its fields and slots. Its events are
// added to those of the day, none of which goes. Ids are kept if they have never been
// assigned here, or are those of the day. A typed day adds slots to those of the day, and
// keeps what it leaves empty.
func PlanOf(ctx context.Context, s *models.Store, file File) (plan Plan, err error) {
	err = s.Snapshot(ctx, func(snapshot *models.Snapshot) error {
		planned, err := newImporter(snapshot.Tx).plan(file)
		plan = planned.plan()
		return err
	})
	return plan, err
}

// Perform carries out the plan with that fingerprint in one transaction. It returns
// [ErrRefused] if a day of it is refused, or [models.ErrEntryChanged] if the plan is
// another one by now; nothing is written in either case.
func Perform(ctx context.Context, s *models.Store, file File, fingerprint string, now civil.Instant) (models.Change, error) {
	return s.ChangeMany(ctx, len(file.Days), func(tx *models.Tx) (models.Change, error) {
		importer := newImporter(tx)
		planned, err := importer.plan(file)
		if err != nil {
			return models.Change{}, err
		}
		plan := planned.plan()
		if plan.Count(models.EffectRefused) > 0 {
			return models.Change{}, ErrRefused
		}
		if plan.Fingerprint() != fingerprint {
			return models.Change{}, models.ErrEntryChanged
		}
		if plan.Writes() == 0 {
			return models.Change{}, nil
		}
		if importer.ids, err = importer.reserve(); err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionImported, now, planned.dates(), func() error { return importer.writeAll(planned, now) })
	})
}

// importer plans and writes the days of a file. The same transaction does both.
type importer struct {
	tx    *models.Tx
	open  *models.WorkplacePresenceEvent // or nil
	empty bool                           // no day is stored
	last  models.LastIDs                 // assigned here before the import
	ids   importIDs                      // of what is written
	inUse fileIDs                        // by the days of the file so far, while it is planned

	kept    models.LastIDs // above which ids of the file are taken over
	highest models.LastIDs // assigned here, and by the file as far as its ids are taken over
}

// dayImport is a day of a file, and what it is to become.
type dayImport struct {
	PlannedDay
	file   Day
	stored *models.DayRecord   // while it is planned, and while it is written; nil for a new one
	change *models.EntryChange // of a typed day; nil for a record, of which a file may have many
}

type dayImports []*dayImport

// dates returns the dates of the days.
func (days dayImports) dates() []civil.Date {
	dates := make([]civil.Date, len(days))
	for i, day := range days {
		dates[i] = day.Date
	}
	return dates
}

func (days dayImports) plan() Plan {
	plan := make(Plan, len(days))
	for i, day := range days {
		plan[i] = day.PlannedDay
	}
	return plan
}

func newImporter(tx *models.Tx) *importer {
	return &importer{tx: tx}
}

func (i *importer) plan(file File) (planned dayImports, err error) {
	if i.open, err = i.tx.OpenArrival(); err != nil {
		return nil, err
	}
	first, err := models.FindOne[models.WorkEntry](i.tx.Select("id"))
	if err != nil {
		return nil, err
	}
	i.empty = first == nil
	if i.last, err = i.tx.LastIDs(); err != nil {
		return nil, err
	}
	i.keepIDs(file)
	i.inUse = newFileIDs()
	defer func() { i.inUse = fileIDs{} }() // they take memory, which what is written needs
	for _, day := range file.Days {
		plan, err := i.planDay(day)
		if err != nil {
			return nil, err
		}
		planned = append(planned, plan)
	}
	if err := checkLastIDs(file.LastIDs); err != nil && len(planned) > 0 {
		planned[0].refuse(planned[0].Row, err)
	}
	return planned, nil
}

func (i *importer) planDay(file Day) (*dayImport, error) {
	day := &dayImport{PlannedDay: PlannedDay{PlannedDay: models.PlannedDay{Date: file.date(), Effect: models.EffectNew}, Row: file.Row}, file: file}
	if i.inUse.dates[day.Date] {
		day.refuse(day.Row, ErrDayTwice)
		return day, nil
	}
	i.inUse.dates[day.Date] = true
	stored, err := i.stored(day.Date)
	if err != nil {
		return nil, err
	}
	if stored != nil {
		day.stored, day.EntryID, day.Version = stored, stored.ID, stored.Stamp()
		day.Effect = models.EffectSame
	}
	if file.Record != nil {
		err = i.planRecord(day)
	} else {
		i.planTyped(day)
	}
	day.stored = nil // or all that is stored would be in memory; it is read again to be written
	return day, err
}

// stored returns what is stored of a date, or nil.
func (i *importer) stored(date civil.Date) (*models.DayRecord, error) {
	if i.empty {
		return nil, nil
	}
	entry, err := i.tx.EntryOn(date)
	if err != nil || entry == nil {
		return nil, err
	}
	record, err := i.tx.Record(entry)
	if err != nil {
		return nil, err
	}
	record.Zone = i.tx.Zone(entry.Timezone)
	return record, nil
}

func (d *dayImport) refuse(row int, err error) {
	d.Effect = models.EffectRefused
	d.Errs = append(d.Errs, RowError{row, err})
}

// writeAll writes the days that are new or changed, and no other. Everything that an
// import does to a day is done here.
func (i *importer) writeAll(planned dayImports, now civil.Instant) error {
	for _, day := range planned {
		if !day.Writes() {
			continue
		}
		if err := i.write(day, now); err != nil {
			return fmt.Errorf("day %s: %w", day.Date, err)
		}
	}
	return nil
}

func (i *importer) write(day *dayImport, now civil.Instant) (err error) {
	if day.stored, err = i.stored(day.Date); err != nil {
		return err
	}
	defer func() { day.stored = nil }()
	if day.file.Record == nil {
		return i.writeTyped(day, now)
	}
	if day.stored == nil {
		return i.writeNewRecord(day.file.Record)
	}
	return i.writeOverRecord(day, now)
}
