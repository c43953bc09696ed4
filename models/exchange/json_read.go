package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"worklog/models"
)

// jsonReader reads our document. Its rows are the lines of the file.
type jsonReader struct {
	content  []byte
	decoder  *jsontext.Decoder
	line     int   // of counted
	counted  int64 // offset up to which lines are counted
	document models.Import
	errs     RowErrors
}

func readJSON(content []byte) (models.Import, error) {
	r := jsonReader{content: content, decoder: jsontext.NewDecoder(bytes.NewReader(content)), line: 1}
	if err := r.readDocument(); err != nil && err != errEnough {
		if errors.Is(err, ErrOtherVersion) || errors.Is(err, ErrTooManyRows) {
			return models.Import{}, err
		}
		offset := r.decoder.InputOffset()
		if syntax := new(jsontext.SyntacticError); errors.As(err, &syntax) {
			offset = syntax.ByteOffset
		}
		return models.Import{}, RowErrors{{Row: r.lineAt(offset), Err: fmt.Errorf("%w: %w", ErrNotOurJSON, err)}}
	}
	if len(r.errs) > 0 {
		return models.Import{}, r.errs
	}
	return r.document, nil
}

// errEnough ends the reading after as many errors as are collected.
var errEnough = errors.New("enough")

func (r *jsonReader) readDocument() error {
	if err := r.want('{'); err != nil {
		return err
	}
	members := 0
	for ; r.decoder.PeekKind() == '"'; members++ { // the decoder refuses a name that comes twice
		name, err := r.decoder.ReadToken()
		if err != nil {
			return err
		}
		if err := r.readMember(name.String()); err != nil {
			return err
		}
	}
	if err := r.want('}'); err != nil {
		return err
	}
	if members != len(documentMembers) {
		return ErrMembers
	}
	if _, err := r.decoder.ReadToken(); err != io.EOF {
		return errors.New("there is something after the document")
	}
	return nil
}

// documentMembers are the names of the document's members.
var documentMembers = []string{"format", "version", "last_ids", "days"}

func (r *jsonReader) readMember(name string) error {
	if !slices.Contains(documentMembers, name) {
		return ErrMembers
	}
	if name == "days" {
		return r.readDays()
	}
	value, err := r.decoder.ReadValue()
	if err != nil {
		return err
	}
	switch name {
	case "format":
		if string(value) != `"worklog"` {
			return ErrMembers
		}
	case "version":
		if string(value) != fmt.Sprint(Version) {
			return ErrOtherVersion
		}
	case "last_ids":
		var last lastIDsJSON
		err = exactly(value, &last)
		r.document.LastIDs = models.LastIDs(last)
	}
	return err
}

type lastIDsJSON struct {
	Days   int64 `json:"days"`
	Slots  int64 `json:"slots"`
	Events int64 `json:"events"`
}

func (r *jsonReader) readDays() error {
	if err := r.want('['); err != nil {
		return err
	}
	for r.decoder.PeekKind() == '{' {
		value, err := r.decoder.ReadValue()
		if err != nil {
			return err
		}
		if len(r.document.Days) == MaxDays {
			return ErrTooManyRows
		}
		line := r.lineAt(r.decoder.InputOffset() - int64(len(value)))
		record, err := readRecord(value)
		if err != nil && !r.errs.add(line, err) {
			return errEnough
		}
		r.document.Days = append(r.document.Days, models.ImportDay{Row: line, Record: record})
	}
	return r.want(']')
}

// want reads a token of the kind.
func (r *jsonReader) want(kind jsontext.Kind) error {
	token, err := r.decoder.ReadToken()
	if err == nil && token.Kind() != kind {
		err = ErrMembers
	}
	return err
}

// lineAt returns the line of an offset, which is not before the one asked for last.
func (r *jsonReader) lineAt(offset int64) int {
	offset = min(max(offset, r.counted), int64(len(r.content)))
	r.line += bytes.Count(r.content[r.counted:offset], []byte("\n"))
	r.counted = offset
	return r.line
}

// nullable are the members that may be null, in any object.
var nullable = []string{"time_slot_id", "created_slot_id", "closure", "closed_at", "first_entry_id"}

// exactly reads an object that has each of the fields of a struct once, under exactly
// these names, and no other.
func exactly(object jsontext.Value, into any) error {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(object, &members); err != nil {
		return ErrMembers
	}
	if len(members) != reflect.TypeOf(into).Elem().NumField() {
		return ErrMembers
	}
	for name, value := range members {
		if len(value) > maxCell && value.Kind() == '"' {
			return fmt.Errorf("%s: %w", name, ErrCellTooLong)
		}
		if value.Kind() == 'n' && !slices.Contains(nullable, name) {
			return ErrMembers
		}
	}
	if err := json.Unmarshal(object, into, json.RejectUnknownMembers(true)); err != nil {
		return ErrMembers
	}
	return nil
}

// dayToRead is a [dayJSON] whose slots and events are still to be read.
type dayToRead struct {
	ID               int64            `json:"id"`
	Date             string           `json:"date"`
	Timezone         string           `json:"timezone"`
	DayType          string           `json:"day_type"`
	HalfDay          string           `json:"half_day"`
	JourneyProfileID string           `json:"journey_profile_id"`
	MotorVehicleID   string           `json:"motor_vehicle_id"`
	Note             string           `json:"note"`
	Version          int64            `json:"version"`
	CreatedAt        string           `json:"created_at"`
	UpdatedAt        string           `json:"updated_at"`
	Slots            []jsontext.Value `json:"slots"`
	Events           []jsontext.Value `json:"events"`
}

func readRecord(value jsontext.Value) (*models.DayRecord, error) {
	var read dayToRead
	if err := exactly(value, &read); err != nil {
		return nil, err
	}
	date, err := models.ParseDate(read.Date)
	if err != nil {
		return nil, cellError("date", read.Date, ErrNoDate)
	}
	record := &models.DayRecord{Day: models.Day{WorkEntry: models.WorkEntry{
		ID:               read.ID,
		Date:             date,
		Timezone:         read.Timezone,
		DayType:          models.DayType(read.DayType),
		HalfDay:          models.HalfDay(read.HalfDay),
		JourneyProfileID: read.JourneyProfileID,
		MotorVehicleID:   read.MotorVehicleID,
		Note:             read.Note,
		Version:          read.Version,
	}}}
	if err := readInstants(instantText{"created_at", read.CreatedAt, &record.CreatedAt}, instantText{"updated_at", read.UpdatedAt, &record.UpdatedAt}); err != nil {
		return nil, err
	}
	for _, value := range read.Slots {
		slot, err := readSlot(value)
		if err != nil {
			return nil, fmt.Errorf("%s: slot: %w", read.Date, err)
		}
		record.Slots = append(record.Slots, slot)
	}
	for _, value := range read.Events {
		event, err := readEvent(value)
		if err != nil {
			return nil, fmt.Errorf("%s: event: %w", read.Date, err)
		}
		record.Events = append(record.Events, event)
	}
	return record, nil
}

func readSlot(value jsontext.Value) (models.TimeSlot, error) {
	var read slotJSON
	if err := exactly(value, &read); err != nil {
		return models.TimeSlot{}, err
	}
	slot := models.TimeSlot{ID: read.ID}
	return slot, readInstants(instantText{"start_at", read.StartAt, &slot.StartAt}, instantText{"end_at", read.EndAt, &slot.EndAt})
}

func readEvent(value jsontext.Value) (models.WorkplacePresenceEvent, error) {
	var read eventJSON
	if err := exactly(value, &read); err != nil {
		return models.WorkplacePresenceEvent{}, err
	}
	event := models.WorkplacePresenceEvent{
		ID:             read.ID,
		TimeSlotID:     read.TimeSlotID,
		Event:          models.EventType(read.Event),
		OccurredAtSent: read.OccurredAtSent,
		IdempotencyKey: read.IdempotencyKey,
		CreatedSlotID:  read.CreatedSlotID,
		Closure:        (*models.Closure)(read.Closure),
		FirstEntryID:   read.FirstEntryID,
		ByHand:         read.ByHand,
	}
	instants := []instantText{{"occurred_at", read.OccurredAt, &event.OccurredAt}, {"received_at", read.ReceivedAt, &event.ReceivedAt}}
	if read.ClosedAt != nil {
		event.ClosedAt = new(models.Instant)
		instants = append(instants, instantText{"closed_at", *read.ClosedAt, event.ClosedAt})
	}
	return event, readInstants(instants...)
}

// instantText is an instant to be read.
type instantText struct {
	name, text string
	into       *models.Instant
}

func readInstants(texts ...instantText) error {
	for _, read := range texts {
		instant, err := models.ParseInstant(read.text)
		if err != nil {
			return cellError(read.name, read.text, ErrNoTime)
		}
		*read.into = instant
	}
	return nil
}
