package exchange

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"worklog/models"
)

// Version is that of the JSON document, which docs/export.md describes. A reader
// takes this one only.
const Version = 1

const ourFormat = "worklog"

// dayJSON is a day of the document.
type dayJSON struct {
	ID               int64       `json:"id"`
	Date             string      `json:"date"`
	Timezone         string      `json:"timezone"`
	DayType          string      `json:"day_type"`
	HalfDay          string      `json:"half_day"` // "" for none
	JourneyProfileID string      `json:"journey_profile_id"`
	MotorVehicleID   string      `json:"motor_vehicle_id"`
	Note             string      `json:"note"`
	Version          int64       `json:"version"`
	CreatedAt        string      `json:"created_at"`
	UpdatedAt        string      `json:"updated_at"`
	Slots            []slotJSON  `json:"slots"`
	Events           []eventJSON `json:"events"`
}

type slotJSON struct {
	ID      int64  `json:"id"`
	StartAt string `json:"start_at"`
	EndAt   string `json:"end_at"`
}

type eventJSON struct {
	ID             int64   `json:"id"`
	TimeSlotID     *int64  `json:"time_slot_id"`
	Event          string  `json:"event"`
	OccurredAt     string  `json:"occurred_at"`
	OccurredAtSent string  `json:"occurred_at_sent"`
	IdempotencyKey string  `json:"idempotency_key"`
	ReceivedAt     string  `json:"received_at"`
	CreatedSlotID  *int64  `json:"created_slot_id"`
	Closure        *string `json:"closure"`
	ClosedAt       *string `json:"closed_at"`
	FirstEntryID   *int64  `json:"first_entry_id"`
	ByHand         bool    `json:"by_hand"`
}

// JSONWriter writes the document. The same days make the same bytes.
type JSONWriter struct {
	to      io.Writer
	written int
}

// NewJSONWriter begins the document, with the settings unless they are nil. Its days are to
// follow in order of their dates.
func NewJSONWriter(to io.Writer, last models.LastIDs, settings *string) (*JSONWriter, error) {
	with := ""
	if settings != nil {
		content, err := json.Marshal(*settings, jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return nil, fmt.Errorf("settings: %w", err)
		}
		with = fmt.Sprintf(`"settings":%s,`, content)
	}
	_, err := fmt.Fprintf(to, `{"format":"%s","version":%d,"last_ids":{"days":%d,"slots":%d,"events":%d},%s"days":[`,
		ourFormat, Version, last.Days, last.Slots, last.Events, with)
	return &JSONWriter{to: to}, err
}

// Write writes a day as one line, with U+FFFD for what is not UTF-8, which JSON cannot hold:
// `worklog check` says where that is.
func (w *JSONWriter) Write(day models.DayRecord) error {
	content, err := json.Marshal(newDayJSON(day), jsontext.AllowInvalidUTF8(true))
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

func newDayJSON(day models.DayRecord) dayJSON {
	written := dayJSON{
		ID:               day.ID,
		Date:             day.Date.String(),
		Timezone:         day.Timezone,
		DayType:          string(day.DayType),
		HalfDay:          string(day.HalfDay),
		JourneyProfileID: day.JourneyProfileID,
		MotorVehicleID:   day.MotorVehicleID,
		Note:             day.Note,
		Version:          day.Version,
		CreatedAt:        day.CreatedAt.String(),
		UpdatedAt:        day.UpdatedAt.String(),
		Slots:            []slotJSON{},
		Events:           []eventJSON{},
	}
	for _, slot := range day.Slots {
		written.Slots = append(written.Slots, slotJSON{slot.ID, slot.StartAt.String(), slot.EndAt.String()})
	}
	for _, event := range day.Events {
		written.Events = append(written.Events, newEventJSON(event))
	}
	return written
}

func newEventJSON(event models.WorkplacePresenceEvent) eventJSON {
	written := eventJSON{
		ID:             event.ID,
		TimeSlotID:     event.TimeSlotID,
		Event:          string(event.Event),
		OccurredAt:     event.OccurredAt.String(),
		OccurredAtSent: event.OccurredAtSent,
		IdempotencyKey: event.IdempotencyKey,
		ReceivedAt:     event.ReceivedAt.String(),
		CreatedSlotID:  event.CreatedSlotID,
		FirstEntryID:   event.FirstEntryID,
		ByHand:         bool(event.ByHand),
	}
	if event.Closure != nil {
		closure := string(*event.Closure)
		written.Closure = &closure
	}
	if event.ClosedAt != nil {
		closedAt := event.ClosedAt.String()
		written.ClosedAt = &closedAt
	}
	return written
}
