package exchange

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"worklog/models"
	"worklog/models/civil"
)

// version is that of the JSON document, which docs/export.md describes. A reader
// takes this one only.
const version = 1

const ourFormat = "worklog"

// documentJSON is the document: the members of each object, by their tags. Those of records are
// converted from and to them, so that a field that one of both lacks does not compile.
type documentJSON struct {
	Format   string           `json:"format"`
	Version  int64            `json:"version"`
	LastIDs  models.LastIDs   `json:"last_ids"`
	Settings *string          `json:"settings"` // nil if nobody has asked for them
	Plan     *models.PlanRows `json:"plan"`     // nil if nothing is planned
	Days     daysJSON         `json:"days"`
}

type lastIDsJSON struct {
	Days   int64 `json:"days"`
	Slots  int64 `json:"slots"`
	Events int64 `json:"events"`
}

// dayJSON has "" for no half day, and requested_by and reason, which are absent in exports of before.
type dayJSON struct {
	models.WorkEntry
	Slots  []models.TimeSlot               `json:"slots"`
	Events []models.WorkplacePresenceEvent `json:"events"`
}

type slotJSON struct {
	ID          int64         `json:"id"`
	WorkEntryID int64         `json:"-"`
	StartAt     civil.Instant `json:"start_at"`
	EndAt       civil.Instant `json:"end_at"`

	// A file says no origin: an editor could make a year that was typed one that was recorded.
	Origin   *models.Origin `json:"-"`
	OriginAt *civil.Instant `json:"-"`
}

type eventJSON struct {
	ID             int64            `json:"id"`
	WorkEntryID    int64            `json:"-"`
	TimeSlotID     *int64           `json:"time_slot_id"`
	Event          models.EventType `json:"event"`
	OccurredAt     civil.Instant    `json:"occurred_at"`
	OccurredAtSent string           `json:"occurred_at_sent"`
	IdempotencyKey string           `json:"idempotency_key"`
	ReceivedAt     civil.Instant    `json:"received_at"`
	CreatedSlotID  *int64           `json:"created_slot_id"`
	Closure        *models.Closure  `json:"closure"`
	ClosedAt       *civil.Instant   `json:"closed_at"`
	FirstEntryID   *int64           `json:"first_entry_id"`
	ByHand         models.Flag      `json:"by_hand"`
	ImportedAt     *civil.Instant   `json:"-"`

	TimeSlot *models.TimeSlot `json:"-"`
}

// How many members the objects have.
const (
	membersOfDocument = 6 // with the settings and the plan, which alone may be absent
	membersOfLastIDs  = 3
	membersOfDay      = 13 // without the two that may be absent
	membersOfSlot     = 3
	membersOfEvent    = 12
)

// JSONWriter writes the document. The same days make the same bytes.
type JSONWriter struct {
	to      io.Writer
	written int
}

// NewJSONWriter begins the document, with the settings and the plan unless they are nil. Its days are
// to follow in order of their dates.
func NewJSONWriter(to io.Writer, last models.LastIDs, settings *string, plan *models.PlanRows) (*JSONWriter, error) {
	with := ""
	if settings != nil {
		content, err := json.Marshal(*settings, jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return nil, fmt.Errorf("settings: %w", err)
		}
		with = fmt.Sprintf(`"settings":%s,`, content)
	}
	if plan != nil {
		content, err := json.Marshal(*plan)
		if err != nil {
			return nil, fmt.Errorf("plan: %w", err)
		}
		with += fmt.Sprintf(`"plan":%s,`, content)
	}
	_, err := fmt.Fprintf(to, `{"format":"%s","version":%d,"last_ids":{"days":%d,"slots":%d,"events":%d},%s"days":[`,
		ourFormat, version, last.Days, last.Slots, last.Events, with)
	return &JSONWriter{to: to}, err
}

// Write writes a day as one line, with U+FFFD for what is not UTF-8, which JSON cannot hold:
// `worklog check` says where that is.
func (w *JSONWriter) Write(day models.DayRecord) error {
	content, err := json.Marshal(dayJSON{day.WorkEntry, day.All(), day.Events}, written, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return fmt.Errorf("day %s: %w", day.Date, err)
	}
	separator := ",\n"
	if w.written == 0 {
		separator = "\n"
	}
	w.written++
	_, err = w.to.Write(append([]byte(separator), content...))
	return err
}

// Close ends the document.
func (w *JSONWriter) Close() error {
	_, err := io.WriteString(w.to, "\n]}\n")
	return err
}

// written writes records under the names of the document.
var written = json.WithMarshalers(json.JoinMarshalers(
	json.MarshalToFunc(func(e *jsontext.Encoder, slot models.TimeSlot) error { return json.MarshalEncode(e, slotJSON(slot)) }),
	json.MarshalToFunc(func(e *jsontext.Encoder, event models.WorkplacePresenceEvent) error {
		return json.MarshalEncode(e, eventJSON(event))
	}),
))
