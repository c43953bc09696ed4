package exchange

import (
	"bufio"
	"context"
	"io"

	"worklog/models"
)

// Export is what is to be written.
type Export struct {
	// Table is that of a CSV file; empty for the JSON document, which always has
	// every day.
	Table        Table
	DecimalComma bool
	From, To     models.Date // inclusive; the zero date is no limit
	// DefaultType is that of a day which an arrival creates: an ignored arrival is not
	// counted in the months.
	DefaultType models.DayType
}

// The dates of an export without limits.
var (
	firstDate = models.Date{Year: 1970, Month: 1, Day: 1}
	lastDate  = models.Date{Year: 9999, Month: 12, Day: 31}
)

// writer is a document that days are written to.
type writer interface {
	Write(models.DayRecord) error
	Close() error
}

// WriteTo writes the days of a store as they are at one moment, in the memory of a
// few of them.
func (e Export) WriteTo(ctx context.Context, to io.Writer, store *models.Store) error {
	buffered := bufio.NewWriterSize(to, 64<<10)
	err := store.Snapshot(ctx, func(snapshot *models.Snapshot) error {
		document, err := e.begin(buffered, snapshot)
		if err != nil {
			return err
		}
		from, to := e.span()
		if err := snapshot.EachDay(from, to, document.Write); err != nil {
			return err
		}
		return document.Close()
	})
	if err != nil {
		return err
	}
	return buffered.Flush()
}

func (e Export) begin(to io.Writer, snapshot *models.Snapshot) (writer, error) {
	if e.Table != "" {
		return newTableWriter(to, e)
	}
	last, err := snapshot.LastIDs()
	if err != nil {
		return nil, err
	}
	return NewJSONWriter(to, last)
}

func (e Export) span() (from, to models.Date) {
	from, to = e.From, e.To
	if from == (models.Date{}) || e.Table == "" {
		from = firstDate
	}
	if to == (models.Date{}) || e.Table == "" {
		to = lastDate
	}
	return from, to
}
