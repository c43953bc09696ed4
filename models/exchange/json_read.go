package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"unique"

	"github.com/go-json-experiment/json/jsontext"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/imports"
)

// jsonReader reads our document, token by token: what it holds is what it has read.
// Its rows are the lines of the file.
type jsonReader struct {
	text     *bounded
	decoder  *jsontext.Decoder
	document imports.File
	errs     RowErrors

	// of the day that is being read
	slots  []models.TimeSlot
	events []models.WorkplacePresenceEvent
}

func readJSON(text io.Reader) (imports.File, error) {
	r := jsonReader{text: &bounded{from: text, bound: &tokenBound{}}}
	// the names that an object has are compared with those of the schema, and not kept
	r.decoder = jsontext.NewDecoder(r.text, jsontext.AllowDuplicateNames(true))
	if err := r.readDocument(); err != nil && err != errEnough {
		return imports.File{}, r.explain(err)
	}
	if len(r.errs) > 0 {
		return imports.File{}, r.errs
	}
	return r.document, nil
}

// errEnough ends the reading after as many errors as are collected.
var errEnough = errors.New("enough")

// explain returns the error of a file for the one that ended its reading.
func (r *jsonReader) explain(err error) error {
	for _, whole := range []error{ErrOtherVersion, ErrTooManyRows, ErrFileTooLarge, ErrNotText} {
		if errors.Is(err, whole) {
			return whole
		}
	}
	if errors.Is(err, ErrCellTooLong) {
		return RowErrors{{Row: r.text.lines + 1, Err: ErrCellTooLong}}
	}
	offset := r.decoder.InputOffset()
	if syntax := new(jsontext.SyntacticError); errors.As(err, &syntax) {
		offset = syntax.ByteOffset
	}
	return RowErrors{{Row: r.lineAt(offset), Err: fmt.Errorf("%w: %w", ErrNotOurJSON, err)}}
}

// lineAt returns the line of an offset which is not before the last token.
func (r *jsonReader) lineAt(offset int64) int {
	ahead := r.decoder.UnreadBuffer()
	known := min(max(offset-r.decoder.InputOffset(), 0), int64(len(ahead)))
	return 1 + r.text.lines - bytes.Count(ahead[known:], []byte("\n"))
}

// lineOfNext returns the line of the next token, which was peeked at.
func (r *jsonReader) lineOfNext() int {
	ahead := r.decoder.UnreadBuffer()
	between := len(ahead) - len(bytes.TrimLeft(ahead, ", \t\r\n"))
	return r.lineAt(r.decoder.InputOffset() + int64(between))
}

// documentJSON names the members of the document.
type documentJSON struct {
	Format  string      `json:"format"`
	Version int64       `json:"version"`
	LastIDs lastIDsJSON `json:"last_ids"`
	// Settings are a text, there only if somebody has asked for it.
	Settings struct{}  `json:"settings" absent:"allowed"`
	Days     []dayJSON `json:"days"`
}

type lastIDsJSON struct {
	Days   int64 `json:"days"`
	Slots  int64 `json:"slots"`
	Events int64 `json:"events"`
}

func (r *jsonReader) readDocument() error {
	document := documentJSON{Format: ourFormat, Version: Version} // they are written first
	err := r.readObject(&document, func(name string) error {
		if err := document.check(); err != nil {
			return err
		}
		switch name {
		case "days":
			return r.readDays()
		case "settings":
			var text string
			err := r.readValue(name, reflect.ValueOf(&text).Elem())
			r.document.Settings = &text
			return err
		}
		var last lastIDsJSON
		err := r.readObject(&last, nil)
		r.document.LastIDs = models.LastIDs(last)
		return err
	})
	if err == nil {
		err = document.check()
	}
	if err != nil {
		return err
	}
	if _, err = r.decoder.ReadToken(); err == nil {
		return errors.New("there is something after the document")
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// check returns an error for a document that is not ours, or of another version.
func (d documentJSON) check() error {
	if d.Format != ourFormat {
		return ErrMembers
	}
	if d.Version != Version {
		return ErrOtherVersion
	}
	return nil
}

func (r *jsonReader) readDays() error {
	return r.readArray(func(n int) error {
		if n == MaxDays {
			return ErrTooManyRows
		}
		depth, line := r.decoder.StackDepth(), r.lineOfNext()
		record, err := r.readRecord()
		if err != nil {
			if err := r.leave(depth); err != nil {
				return err
			}
			if !r.errs.add(line, err) {
				return errEnough
			}
		}
		r.document.Days = append(r.document.Days, imports.Day{Row: line, Record: record})
		return nil
	})
}

// leave reads to the end of what is nested deeper.
func (r *jsonReader) leave(depth int) error {
	for r.decoder.StackDepth() > depth {
		if _, err := r.decoder.ReadToken(); err != nil {
			return err
		}
	}
	return nil
}

// readArray calls f for each object of an array, with the number of those before.
func (r *jsonReader) readArray(f func(n int) error) error {
	if err := r.want('['); err != nil {
		return err
	}
	for n := 0; r.decoder.PeekKind() == '{'; n++ {
		if err := f(n); err != nil {
			return err
		}
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

// members are the names of the members of each object, and the fields that they are
// read into.
var members = map[reflect.Type]objectMembers{
	reflect.TypeFor[documentJSON](): membersOf[documentJSON](),
	reflect.TypeFor[lastIDsJSON]():  membersOf[lastIDsJSON](),
	reflect.TypeFor[dayJSON]():      membersOf[dayJSON](),
	reflect.TypeFor[slotJSON]():     membersOf[slotJSON](),
	reflect.TypeFor[eventJSON]():    membersOf[eventJSON](),
}

type objectMembers struct {
	fields   map[string]int // by their names
	required uint64         // a bit for each field
}

func membersOf[T any]() objectMembers {
	members := objectMembers{fields: map[string]int{}}
	for at := range reflect.TypeFor[T]().NumField() {
		tag := reflect.TypeFor[T]().Field(at).Tag
		members.fields[tag.Get("json")] = at
		if tag.Get("absent") != "allowed" {
			members.required |= 1 << at
		}
	}
	return members
}

// readObject reads an object that has each of the members of a struct once, under
// exactly these names, and no other; one that may be absent, at most once. What is nested in it is read by nested, which is
// called with its name.
func (r *jsonReader) readObject(into any, nested func(name string) error) error {
	if err := r.want('{'); err != nil {
		return err
	}
	object := reflect.ValueOf(into).Elem()
	members := members[object.Type()]
	var seen uint64
	for r.decoder.PeekKind() == '"' {
		token, err := r.decoder.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		at, known := members.fields[name]
		if !known || seen&(1<<at) != 0 {
			return ErrMembers
		}
		seen |= 1 << at
		field := object.Field(at)
		if field.Kind() == reflect.Slice || field.Kind() == reflect.Struct {
			err = nested(name)
		} else {
			err = r.readValue(name, field)
		}
		if err != nil {
			return err
		}
	}
	if err := r.want('}'); err != nil {
		return err
	}
	if seen&members.required != members.required {
		return ErrMembers
	}
	return nil
}

// repeated are the members that have few values.
var repeated = []string{"timezone", "day_type", "half_day", "journey_profile_id", "motor_vehicle_id", "event", "closure"}

// readValue reads a string, a number or a truth into a field, or null into one that is
// a pointer.
func (r *jsonReader) readValue(name string, field reflect.Value) error {
	token, err := r.decoder.ReadToken()
	if err != nil {
		return err
	}
	if field.Kind() == reflect.Pointer {
		if token.Kind() == 'n' {
			return nil
		}
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	switch kind := token.Kind(); {
	case kind == '"' && field.Kind() == reflect.String:
		text := token.String()
		if slices.Contains(repeated, name) {
			text = unique.Make(text).Value()
		}
		field.SetString(text)
	case kind == '0' && field.Kind() == reflect.Int64:
		number, err := strconv.ParseInt(token.String(), 10, 64)
		if err != nil || number < 0 || number > models.MaxID {
			return cellError(name, token.String(), ErrBadNumber)
		}
		field.SetInt(number)
	case (kind == 't' || kind == 'f') && field.Kind() == reflect.Bool:
		field.SetBool(token.Bool())
	default:
		return ErrMembers
	}
	return nil
}

// readRecord reads a day.
func (r *jsonReader) readRecord() (*models.DayRecord, error) {
	var read dayJSON
	r.slots, r.events = r.slots[:0], r.events[:0]
	err := r.readObject(&read, func(name string) error {
		one := r.readSlot
		if name == "events" {
			one = r.readEvent
		}
		return r.readArray(func(n int) error {
			if err := one(n); err != nil {
				return fmt.Errorf("%s: %s: %w", read.Date, name[:len(name)-1], err)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	date, err := civil.ParseDate(read.Date)
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
	if len(r.slots) > 0 {
		record.Slots = slices.Clone(r.slots)
	}
	if len(r.events) > 0 {
		record.Events = slices.Clone(r.events)
	}
	return record, readInstants(instantText{"created_at", read.CreatedAt, &record.CreatedAt}, instantText{"updated_at", read.UpdatedAt, &record.UpdatedAt})
}

// readSlot reads a slot of the day.
func (r *jsonReader) readSlot(n int) error {
	if n == maxSlots {
		return fmt.Errorf("%w: more than %d slots", ErrDayTooLarge, maxSlots)
	}
	var read slotJSON
	if err := r.readObject(&read, nil); err != nil {
		return err
	}
	slot := models.TimeSlot{ID: read.ID}
	err := readInstants(instantText{"start_at", read.StartAt, &slot.StartAt}, instantText{"end_at", read.EndAt, &slot.EndAt})
	r.slots = append(r.slots, slot)
	return err
}

// readEvent reads an event of the day.
func (r *jsonReader) readEvent(n int) error {
	if n == maxEvents {
		return fmt.Errorf("%w: more than %d events", ErrDayTooLarge, maxEvents)
	}
	var read eventJSON
	if err := r.readObject(&read, nil); err != nil {
		return err
	}
	if created := read.CreatedSlotID; created != nil && read.TimeSlotID != nil && *created == *read.TimeSlotID {
		read.CreatedSlotID = read.TimeSlotID // once in memory, of which a file may take as much as it is long
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
		ByHand:         models.Flag(read.ByHand),
	}
	instants := []instantText{{"occurred_at", read.OccurredAt, &event.OccurredAt}, {"received_at", read.ReceivedAt, &event.ReceivedAt}}
	if read.ClosedAt != nil {
		event.ClosedAt = new(civil.Instant)
		instants = append(instants, instantText{"closed_at", *read.ClosedAt, event.ClosedAt})
	}
	err := readInstants(instants...)
	r.events = append(r.events, event)
	return err
}

// instantText is an instant to be read.
type instantText struct {
	name, text string
	into       *civil.Instant
}

func readInstants(texts ...instantText) error {
	for _, read := range texts {
		instant, err := civil.ParseInstant(read.text)
		if err != nil {
			return cellError(read.name, read.text, ErrNoTime)
		}
		*read.into = instant
	}
	return nil
}
