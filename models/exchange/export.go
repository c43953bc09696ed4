package exchange

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/settings"
)

// Export is what is to be written.
type Export struct {
	// Table is that of a CSV file; empty for the JSON document, which always has
	// every day.
	Table        Table
	DecimalComma bool
	From, To     civil.Date // inclusive; the zero date is no limit
	// Settings is whether the JSON document has the settings in force, if there are any.
	Settings bool
}

// writer is a document that days are written to.
type writer interface {
	Write(models.DayRecord) error
	Close() error
}

// LeftOutError says which days are not in an export, because something of them cannot be
// read.
type LeftOutError struct{ Days []models.UnreadableDay }

func (e *LeftOutError) Error() string {
	var days []string
	for _, day := range e.Days[:min(len(e.Days), mostNamed)] {
		days = append(days, fmt.Sprintf("%s (/entries/%d/history)", day.Date, day.ID))
	}
	if more := len(e.Days) - mostNamed; more > 0 {
		days = append(days, fmt.Sprintf("and %d more", more))
	}
	return "cannot be read: " + strings.Join(days, ", ")
}

// mostNamed is how many days an error names.
const mostNamed = 20

// WriteTo writes the days of a store as they are at one moment, in the memory of a
// few of them. missing is a [*LeftOutError] if it is not complete, or why an import would
// refuse it for its size; nil for neither.
func (e Export) WriteTo(ctx context.Context, to io.Writer, store *models.Store) (missing, err error) {
	size := size{to: to}
	var leftOut []models.UnreadableDay
	buffered := bufio.NewWriterSize(&size, 64<<10)
	err = store.Snapshot(ctx, func(snapshot *models.Tx) error {
		document, err := e.begin(buffered, snapshot)
		if err != nil {
			return err
		}
		from, to := cmp.Or(e.From, civil.FirstDate), cmp.Or(e.To, civil.LastDate)
		if e.Table == "" {
			from, to = civil.FirstDate, civil.LastDate
		}
		write := func(day models.DayRecord) error {
			size.add(e.Table, day)
			return document.Write(day)
		}
		if leftOut, err = snapshot.EachDay(from, to, write); err != nil {
			return err
		}
		return document.Close()
	})
	if err != nil {
		return nil, err
	}
	if err := buffered.Flush(); err != nil {
		return nil, err
	}
	if len(leftOut) > 0 {
		return &LeftOutError{leftOut}, nil
	}
	return size.refusal(e.Table), nil
}

// size is how much is written of what an import has limits for.
type size struct {
	to         io.Writer
	bytes      int64
	days, rows int
	day        error // what an import would refuse a day for
}

// Write writes, and counts the bytes.
func (s *size) Write(content []byte) (int, error) {
	n, err := s.to.Write(content)
	s.bytes += int64(n)
	return n, err
}

func (s *size) add(table Table, day models.DayRecord) {
	switch table {
	case Days:
		s.days++
	case "":
		s.days++
		if len(day.All()) > maxSlots || len(day.Events) > maxEvents {
			s.day = fmt.Errorf("day %s: %w", day.Date, ErrDayTooLarge)
		}
	case Slots:
		slots := len(day.All())
		s.days, s.rows = s.days+min(slots, 1), s.rows+slots
		if slots > models.MaxSlots {
			s.day = fmt.Errorf("day %s: %w", day.Date, models.ErrTooManySlots)
		}
	}
}

// refusal returns why an import would refuse what was written, or nil. A table of
// months is none that could be imported.
func (s *size) refusal(table Table) error {
	switch {
	case table == Months:
		return nil
	case s.bytes > MaxFileSize:
		return ErrFileTooLarge
	case s.days > maxDays || s.rows > maxRows:
		return ErrTooManyRows
	}
	return s.day
}

func (e Export) begin(to io.Writer, snapshot *models.Tx) (writer, error) {
	if e.Table != "" {
		return newTableWriter(to, e)
	}
	last, err := snapshot.LastIDs()
	if err != nil {
		return nil, err
	}
	var document *string
	if e.Settings {
		version, err := settings.NewestIn(snapshot)
		if err != nil {
			return nil, err
		}
		if version.ID != 0 {
			document = &version.Document
		}
	}
	planned, err := snapshot.ReadPlan()
	if err != nil {
		return nil, err
	}
	var plan *models.PlanRows
	if !planned.Empty() {
		plan = new(planned.Rows())
	}
	return NewJSONWriter(to, last, document, plan)
}
