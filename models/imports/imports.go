// Package imports takes the days of a file into the record. What it would do to each day is a
// [Preview], which a person sees first; only the preview that was shown is carried out.
package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

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
	// Plan has rows that take the place of those of the same dates; nil for none.
	Plan *models.PlanRows
}

// Day is what a file has of a day: its record, or what a person could have
// typed.
type Day struct {
	Row    int // in the file
	Record *models.DayRecord
	Typed  *TypedDay
}

// On returns its date.
func (d Day) On() civil.Date {
	if d.Record != nil {
		return d.Record.Date
	}
	return d.Typed.Date
}

// PreviewDay is a day of a file, and what the import does to it.
type PreviewDay struct {
	models.PreviewDay
	Row    int
	Slots  int        // that the file adds, or for a record has
	NewIDs int        // records of a new day whose ids are not those of the file
	Errs   []RowError // why it is refused

	file Day
	// of a day that is written
	stored *models.DayRecord   // nil for a new one
	change *models.EntryChange // of a typed day; nil for a record, of which a file may have many
}

// RowError is what is wrong with a row of a file.
type RowError struct {
	Row int
	Err error
}

// Preview is the effect of an import on each of its days, in their order.
type Preview []*PreviewDay

// Count returns how many days have the effect.
func (p Preview) Count(effect models.Effect) (n int) {
	for _, day := range p {
		if day.Effect == effect {
			n++
		}
	}
	return n
}

// NewIDs returns how many records of new days get other ids than in the file.
func (p Preview) NewIDs() (n int) {
	for _, day := range p {
		n += day.NewIDs
	}
	return n
}

// Writes returns how many days will be written.
func (p Preview) Writes() int { return p.Count(models.EffectNew) + p.Count(models.EffectChanged) }

// Fingerprint identifies the preview, so that only the one that was shown is carried
// out.
func (p Preview) Fingerprint() string {
	sum := sha256.New()
	for _, day := range p {
		fmt.Fprintln(sum, day.Row, day.Date, day.EntryID, day.Version, day.Effect)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// PreviewOf returns what an import would do now. It changes nothing.
//
// A record takes the place of what the day has: its fields and slots. Its events are
// added to those of the day, none of which goes. Ids are kept if they have never been
// assigned here, or are those of the day. A typed day adds slots to those of the day, and
// keeps what it leaves empty.
func PreviewOf(ctx context.Context, s *models.Store, file File) (preview Preview, err error) {
	err = s.Snapshot(ctx, func(snapshot *models.Tx) error {
		preview, err = (&importer{tx: snapshot}).preview(file)
		return err
	})
	return preview, err
}

// Perform carries out the preview with that fingerprint in one transaction. It returns
// [ErrRefused] if a day of it is refused, or [models.ErrEntryChanged] if the preview is
// another one by now; nothing is written in either case.
func Perform(ctx context.Context, s *models.Store, file File, fingerprint string, now civil.Instant) (models.Change, error) {
	var i *importer
	var days Preview // that are written
	var before []models.DayState
	var plan models.PlanRows // that is written
	var odd models.Oddities
	return s.PreparedChange(ctx, func(tx *models.Tx) error {
		i = &importer{tx: tx, performs: true, now: now}
		preview, err := i.preview(file)
		if err != nil {
			return err
		}
		if preview.Count(models.EffectRefused) > 0 {
			return ErrRefused
		}
		if preview.Fingerprint() != fingerprint {
			return models.ErrEntryChanged
		}
		days = slices.DeleteFunc(preview, func(day *PreviewDay) bool { return !day.Writes() })
		if before, err = days.states(); err != nil {
			return err
		}
		planned, err := tx.ReadPlan()
		if err != nil {
			return err
		}
		plan = planned.Differing(file.Plan)
		odd, err = tx.OdditiesOn(models.Dates(days))
		return err
	}, func(tx *models.Tx) (change models.Change, err error) {
		if len(days)+plan.Len() == 0 {
			return models.Change{}, nil
		}
		i.tx = tx
		if err := i.reserve(file); err != nil {
			return models.Change{}, err
		}
		return tx.KeepingStates(models.ActionImported, nil, now, before, func() error {
			if err := tx.SetPlan(plan); err != nil {
				return err
			}
			return tx.CheckedAllowing(odd, nil, func() error { return i.writeAll(days) })
		})
	})
}

// importer previews and writes the days of a file: it writes in another transaction than it previews.
type importer struct {
	tx       *models.Tx
	performs bool                           // what it previews
	now      civil.Instant                  // since when what it writes is [models.Imported]
	open     *models.WorkplacePresenceEvent // or nil
	ids      map[string]*tableIDs           // by table
	inUse    fileIDs                        // by the days of the file so far, while it is previewed
}

func (p Preview) states() ([]models.DayState, error) {
	states := make([]models.DayState, len(p))
	for i, day := range p {
		var err error
		if states[i], err = models.StateOf(day.Date, day.stored); err != nil {
			return nil, err
		}
	}
	return states, nil
}

func (i *importer) preview(file File) (previewed Preview, err error) {
	if i.open, err = i.tx.OpenArrival(); err != nil {
		return nil, err
	}
	if err := i.keepIDs(file); err != nil {
		return nil, err
	}
	i.inUse = fileIDs{map[civil.Date]bool{}, map[string]map[int64]bool{entryTable: {}, slotTable: {}, eventTable: {}}, map[string]bool{}}
	defer func() { i.inUse = fileIDs{} }() // they take memory, which what is written needs
	for some := range slices.Chunk(file.Days, models.DaysAtOnce) {
		stored, err := i.tx.RecordsOn(models.Dates(some))
		if err != nil {
			return nil, err
		}
		known, err := i.knownEvents(some)
		if err != nil {
			return nil, err
		}
		for _, day := range some {
			previewed = append(previewed, i.previewDay(day, stored[day.On()], known))
		}
	}
	return previewed, nil
}

func (i *importer) previewDay(file Day, stored *models.DayRecord, known map[string]*models.WorkplacePresenceEvent) *PreviewDay {
	day := &PreviewDay{PreviewDay: models.PreviewDay{Date: file.On(), Effect: models.EffectNew}, Row: file.Row, file: file}
	if i.inUse.dates[day.Date] {
		day.refuse(day.Row, ErrDayTwice)
		return day
	}
	i.inUse.dates[day.Date] = true
	if stored != nil {
		stored.Zone = civil.ZoneOrUTC(stored.Timezone)
		day.stored, day.EntryID, day.Version = stored, stored.ID, stored.Stamp()
		day.Effect = models.EffectSame
	}
	if file.Record != nil {
		i.previewRecord(day, known)
	} else {
		i.previewTyped(day)
	}
	if !i.performs || !day.Writes() {
		day.stored, day.change = nil, nil // or all that is stored would be in memory
	}
	return day
}

func (d *PreviewDay) refuse(row int, err error) {
	d.Effect = models.EffectRefused
	d.Errs = append(d.Errs, RowError{row, err})
}
