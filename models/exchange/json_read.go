package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
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
	document documentJSON
	days     []imports.Day
	errs     RowErrors
	day      dayJSON // that is being read
	seen     []any   // the fields of the object that is being read which have their values
	object   any     // that is read next
}

func readJSON(text io.Reader) (imports.File, error) {
	r := jsonReader{text: &bounded{from: text, bound: &tokenBound{}}}
	// the library would keep all names of what is skipped
	r.decoder = jsontext.NewDecoder(r.text, jsontext.AllowDuplicateNames(true))
	if err := r.readDocument(); err != nil && !errors.Is(err, errEnough) {
		return imports.File{}, r.explain(err)
	}
	if len(r.errs) > 0 {
		return imports.File{}, r.errs
	}
	return imports.File{Days: r.days, LastIDs: r.document.LastIDs, Settings: r.document.Settings, Plan: r.document.Plan}, nil
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
	return RowErrors{{Row: r.lineAt(offset), Err: fmt.Errorf("%w: %w", ErrNotOurJSON, cause(err))}}
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

// cause returns the error of ours, or that of the syntax, for which the library has given up.
func cause(err error) error {
	for semantic := new(json.SemanticError); errors.As(err, &semantic); err = semantic.Err {
		if semantic.Err == nil || semantic.Err == json.ErrUnknownName {
			return ErrMembers
		}
	}
	return err
}

func (r *jsonReader) readDocument() error {
	r.document.Format, r.document.Version = ourFormat, version // they are written first
	r.object = &r.document
	err := json.UnmarshalDecode(r.decoder, &r.document, json.RejectUnknownMembers(true), json.WithUnmarshalers(json.UnmarshalFromFunc(r.readValue)))
	if err != nil {
		return err
	}
	members := membersOfDocument
	if r.document.Settings == nil {
		members--
	}
	if r.document.Plan == nil {
		members--
	}
	if len(r.seen) != members {
		return ErrMembers
	}
	if err := r.document.check(); err != nil {
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
	if d.Version != version {
		return ErrOtherVersion
	}
	return nil
}

// readObject reads an object that has all of its members, and those of a day that may be absent or not.
func (r *jsonReader) readObject(into any, members int) error {
	outer := r.seen
	defer func() { r.seen = outer }()
	r.seen, r.object = outer[len(outer):], into
	if err := json.UnmarshalDecode(r.decoder, into); err != nil {
		return cause(err)
	}
	for _, may := range []any{&r.day.RequestedBy, &r.day.Reason, &r.day.Half} {
		if slices.Contains(r.seen, may) {
			members++
		}
	}
	if len(r.seen) != members {
		return ErrMembers
	}
	return nil
}

// readElement reads a slot or an event of the day.
func (r *jsonReader) readElement(name string, most int64, into any, members int) error {
	_, n := r.decoder.StackIndex(r.decoder.StackDepth())
	err := fmt.Errorf("%w: more than %d %ss", ErrDayTooLarge, most, name)
	if n < most {
		err = r.readObject(into, members)
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.day.Date, name, err)
	}
	return nil
}

func isAscending[T interface{ On() civil.Date }](rows []T) bool {
	for i := range rows[:max(0, len(rows)-1)] {
		if rows[i].On().Compare(rows[i+1].On()) >= 0 {
			return false
		}
	}
	return true
}

// readPlanned reads an element of the plan, which may have so many beside it.
func (r *jsonReader) readPlanned(most int64, into any) error {
	if _, n := r.decoder.StackIndex(r.decoder.StackDepth()); n >= most {
		return ErrTooMuchPlanned
	}
	return r.readObject(into, reflect.TypeOf(into).Elem().NumField())
}

// daysJSON are the days, which are read one after the other.
type daysJSON struct{}

// readValue reads a value, or leaves it to the library by [errors.ErrUnsupported]. It refuses what
// the library would take: a member twice, null, and a whole object or array for a text.
func (r *jsonReader) readValue(d *jsontext.Decoder, into any) error {
	if into == r.object {
		r.object = nil
		return errors.ErrUnsupported
	}
	switch into := into.(type) {
	case *models.PlanRows:
		if err := r.readObject(into, reflect.TypeFor[models.PlanRows]().NumField()); err != nil {
			return err
		}
		if !isAscending(into.Cycles) || !isAscending(into.Dates) { // of dates
			return ErrPlanOrder
		}
		return nil
	case *models.Cycle:
		if err := r.readPlanned(maxCycles, into); err != nil {
			return err
		}
		return into.Check()
	case *models.CycleWeek, *[]models.CycleShift:
		if _, n := d.StackIndex(d.StackDepth()); n >= models.MaxCycleWeeks || d.PeekKind() != '[' {
			return ErrMembers
		}
		return errors.ErrUnsupported
	case *models.PlannedDate:
		if err := r.readPlanned(maxDays, into); err != nil {
			return err
		}
		return into.Check()
	case *models.CycleShift, *models.PlannedShift:
		return r.readPlanned(models.MaxShiftsOfDate, into)
	case *models.TimeSlot:
		return r.readElement("slot", maxSlots, (*slotJSON)(into), membersOfSlot)
	case *models.WorkplacePresenceEvent:
		err := r.readElement("event", maxEvents, (*eventJSON)(into), membersOfEvent)
		if created := into.CreatedSlotID; created != nil && into.TimeSlotID != nil && *created == *into.TimeSlotID {
			into.CreatedSlotID = into.TimeSlotID // once in memory, of which a file may take as much as it is long
		}
		return err
	}
	if _, tokens := d.StackIndex(d.StackDepth()); int64(len(r.seen)) <= tokens/2 { // not what a pointer leads to
		if slices.Contains(r.seen, into) {
			return ErrMembers
		}
		r.seen = append(r.seen, into)
	}
	if d.StackDepth() == 1 {
		if err := r.document.check(); err != nil {
			return err
		}
	}
	kind := d.PeekKind()
	switch into := into.(type) {
	case **int64, **models.Closure, **civil.Instant, **civil.Date: // or null
		return errors.ErrUnsupported
	case **models.PlanRows:
		if kind != '{' {
			return ErrMembers
		}
		return errors.ErrUnsupported
	case *[]models.TimeSlot, *[]models.WorkplacePresenceEvent, *[]models.Cycle, *models.CycleWeeks, *[]models.PlannedDate, *models.PlannedShifts:
		if kind != '[' {
			return ErrMembers
		}
		return errors.ErrUnsupported
	case *daysJSON:
		return r.readDays()
	case *models.LastIDs:
		return r.readObject((*lastIDsJSON)(into), membersOfLastIDs)
	case *int64:
		return readText(d, into, '0', ErrBadNumber, func(text string) (int64, error) {
			number, err := strconv.ParseUint(text, 10, 64)
			if number > models.MaxID {
				err = ErrBadNumber
			}
			return int64(number), err
		})
	case *civil.Date:
		return readText(d, into, '"', ErrNoDate, civil.ParseDate)
	case *civil.Instant:
		return readText(d, into, '"', ErrNoTime, civil.ParseInstant)
	case *civil.WallTime:
		return readText(d, into, '"', ErrNoTime, civil.ParseWallTime)
	}
	if kind == 'n' || kind == '{' || kind == '[' {
		return ErrMembers
	}
	return errors.ErrUnsupported
}

// readText reads a token of the kind, which parse must understand.
func readText[T any](d *jsontext.Decoder, into *T, kind jsontext.Kind, wrong error, parse func(string) (T, error)) error {
	token, err := d.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != kind {
		return ErrMembers
	}
	text := token.String()
	if *into, err = parse(text); err != nil {
		return cellError(d.StackPointer().LastToken(), text, wrong)
	}
	return nil
}

func (r *jsonReader) readDays() error {
	if err := r.want('['); err != nil {
		return err
	}
	for r.decoder.PeekKind() == '{' {
		if len(r.days) == maxDays {
			return ErrTooManyRows
		}
		depth, line := r.decoder.StackDepth(), r.lineOfNext()
		r.day = dayJSON{Slots: r.day.Slots[:0], Events: r.day.Events[:0]}
		if err := r.readObject(&r.day, membersOfDay); err != nil {
			if err := r.leave(depth); err != nil {
				return err
			}
			if !r.errs.add(line, err) {
				return errEnough
			}
		}
		r.days = append(r.days, imports.Day{Row: line, Record: &models.DayRecord{
			Day:    models.Day{WorkEntry: r.day.WorkEntry, Slots: slices.Clone(r.day.Slots)},
			Events: slices.Clone(r.day.Events),
		}})
	}
	return r.want(']')
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

func (r *jsonReader) want(kind jsontext.Kind) error {
	token, err := r.decoder.ReadToken()
	if err == nil && token.Kind() != kind {
		err = ErrMembers
	}
	return err
}
