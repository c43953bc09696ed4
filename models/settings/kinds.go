package settings

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// decoding reads a value of TOML as a value of a Go type, or says what is wrong with it.
type decoding[T any] func(value any) (read T, wrong string)

// KindOf is a kind of values that are stored where it says.
func KindOf[T any](form Form, to *T, of func(value any) (read T, wrong string)) Kind {
	return Kind{Form: form, read: func(value any) (wrong string) {
		*to, wrong = of(value)
		return wrong
	}}
}

// then returns the kind with what is done once a value has been read.
func (k Kind) then(done func()) Kind {
	read := k.read
	k.read = func(value any) string {
		wrong := read(value)
		done()
		return wrong
	}
	return k
}

// reading reads what a function makes of a value.
func reading[T any](allowed string, parse func(any) (T, bool)) decoding[T] {
	return func(value any) (read T, wrong string) {
		read, ok := parse(value)
		if !ok {
			wrong = allowed
		}
		return read, wrong
	}
}

// inText reads text in quotes.
func inText[T any](allowed string, parse func(string) (T, bool)) decoding[T] {
	return func(value any) (read T, wrong string) {
		text, ok := value.(string)
		if !ok && value != nil {
			return read, "must be text in quotes"
		}
		if read, ok = parse(text); !ok {
			wrong = allowed
		}
		return read, wrong
	}
}

var anyText = inText("", func(text string) (string, bool) { return text, true })

// aLine is a short line of text, without the space around it.
func aLine(to *string) Kind { return lineOf(to, maxPerson, isHidden, strings.TrimSpace) }

// isHidden reports whether a character breaks the line, changes the order of its letters or is not
// seen.
func isHidden(char rune) bool { return !unicode.IsGraphic(char) }

// label is the label of something, or a note about it: no character breaks its line or changes the
// order of its letters. Those that join emoji are let through.
func label(to *string) Kind { return lineOf(to, maxLabel, isControl, strings.Clone) }

// lineOf is a line of at most so many characters, once it is cut.
func lineOf(to *string, most int, isWrong func(rune) bool, cut func(string) string) Kind {
	allowed := fmt.Sprintf("must be at most %d characters of text, without control characters", most)
	of := KindOf(Line, to, inText(allowed, func(text string) (string, bool) {
		text = cut(text)
		return text, utf8.RuneCountInString(text) <= most && utf8.ValidString(text) && !strings.ContainsFunc(text, isWrong)
	}))
	of.Most = most
	return of
}

// labelOr is a label that stands for another if it is blank.
func labelOr(to *string, standard string) Kind {
	*to = standard
	of := label(to)
	read := of.read
	of.read = func(value any) string {
		if text, is := value.(string); is && strings.TrimSpace(text) == "" {
			return ""
		}
		return read(value)
	}
	return of
}

// FlagOf is a kind of values that are true or false.
func FlagOf(to *bool) Kind {
	return KindOf(Flag, to, reading("must be true or false", func(value any) (bool, bool) { flag, ok := value.(bool); return flag, ok }))
}

// Allowed lists the allowed values.
func Allowed[T ~string](values []T) string {
	if len(values) == 0 {
		return "none is defined"
	}
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = strconv.Quote(string(value))
	}
	return "allowed: " + strings.Join(parts, ", ")
}

// among is one of several texts, of which more is said first.
func among[T ~string](to *T, values []T, which string) Kind {
	return KindOf(OneOf, to, reading(which+Allowed(values), func(value any) (T, bool) {
		text, ok := value.(string)
		return T(text), ok && slices.Contains(values, T(text))
	}))
}

func (k Kind) shared() Kind {
	k.Shared = true
	return k
}

func (k Kind) offering(choices ...Choice) Kind {
	k.Choices = choices
	return k
}

func whole[T int | int64](to *T, least, most int64, allowed string) Kind {
	return KindOf(Whole, to, reading(allowed, func(value any) (T, bool) {
		number, ok := value.(int64)
		return T(number), ok && number >= least && number <= most
	}))
}

func days(to *int, least, most int) Kind {
	return whole(to, int64(least), int64(most), "must be a number of days from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
}

// thousandths is a number, of which thousandths are read.
func thousandths(to *int64, most int64, allowed string) Kind { return decimal(to, 1, most, allowed) }

// cents is an amount in euros.
func cents(to *int64, most int64, allowed string) Kind { return decimal(to, 10, most, allowed) }

// decimal is a number, of which units of so many thousandths are read.
func decimal(to *int64, unit, most int64, allowed string) Kind {
	return KindOf(Decimal, to, reading(allowed, func(value any) (int64, bool) {
		thousandths, err := report.Thousandths(numberText(value))
		return thousandths / unit, err == nil && thousandths%unit == 0 && thousandths <= most*unit
	}))
}

// numberText writes a number as it is in the file: the shortest text of a floating-point
// number is the one there, up to 15 digits. It is empty for anything else.
func numberText(value any) string {
	switch value := value.(type) {
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

// halves is a number of days in halves, up to a year's.
func halves(least float64, allowed string) decoding[report.Days] {
	return reading(allowed, func(value any) (report.Days, bool) {
		days, err := strconv.ParseFloat(numberText(value), 64)
		halves := 2 * days
		if err != nil || !(halves >= least && halves <= 2*maxYearDays) || halves != math.Trunc(halves) {
			return 0, false
		}
		return report.Days(halves) * report.HalfDay, true
	})
}

// three is a list of numbers, one for each bracket.
func three(to *[3]int64, each func(to *int64) Kind) Kind {
	return Kind{Form: Numbers, read: func(value any) (wrong string) {
		list, _ := value.([]any)
		if len(list) != len(to) {
			return each(new(int64)).read(nil)
		}
		for i := 0; i < len(list) && wrong == ""; i++ {
			wrong = each(&to[i]).read(list[i])
		}
		return wrong
	}}
}

// eachOnce reads a list of values, none of them twice.
func eachOnce[T comparable](allowed string, parse func(any) (T, bool)) decoding[[]T] {
	return reading(allowed, func(value any) (all []T, ok bool) {
		items, _ := value.([]any)
		for _, item := range items {
			if read, ok := parse(item); ok && !slices.Contains(all, read) {
				all = append(all, read)
			}
		}
		return all, len(all) > 0 && len(all) == len(items)
	})
}

// date is one that TOML can write with or without quotes.
func date(to *civil.Date) Kind {
	return KindOf(Date, to, reading(`must be a date, such as "2026-07-01"`, parseDate))
}

func dates(to *[]civil.Date) Kind {
	return KindOf(Dates, to, eachOnce(`must be a list of dates, each once, such as ["2026-05-25"]`, parseDate))
}

func parseDate(value any) (civil.Date, bool) {
	text, _ := value.(string)
	if local, ok := value.(toml.LocalDate); ok {
		text = local.String()
	}
	date, err := civil.ParseDate(text)
	return date, err == nil
}

// durationText matches durations, such as "7h", "7h30" or "-3h".
var durationText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]{1,6}h([0-5][0-9])?$`) })

// minutes is a duration within bounds.
func minutes(to *int64, least, most int64, allowed string) Kind {
	return KindOf(Duration, to, reading(allowed, func(value any) (int64, bool) {
		text, _ := value.(string)
		duration, err := time.ParseDuration(strings.Replace(text, "h", "h0", 1) + "m") // such as "7h030m"
		minutes := int64(duration / time.Minute)
		if err != nil || !durationText().MatchString(text) || minutes < least || minutes > most {
			return 0, false
		}
		return minutes, true
	}))
}

// clock is a time of day, such as the example.
func clock(to *civil.WallTime, example string) Kind {
	return KindOf(Clock, to, inText(`must be a time from "00:00" to "23:59", such as "`+example+`"`, func(text string) (civil.WallTime, bool) {
		wall, err := civil.ParseWallTime(text)
		return wall, err == nil
	}))
}

// yearDay is a date of every year, written MM-DD.
func yearDay(to *report.YearDay) Kind {
	return KindOf(MonthDay, to, inText(wrongYearDay, parseYearDay))
}

const wrongYearDay = `must be a month and a day that every year has, such as "06-01"`

func parseYearDay(text string) (report.YearDay, bool) {
	date, err := time.Parse(time.DateOnly, "2001-"+text) // no leap year
	return report.YearDay{Month: date.Month(), Day: date.Day()}, err == nil
}

// optionalYearDay is one that may be empty.
func optionalYearDay(to **report.YearDay) Kind {
	return KindOf(MonthDay, to, inText(wrongYearDay, func(text string) (*report.YearDay, bool) {
		if text == "" {
			return nil, true
		}
		day, ok := parseYearDay(text)
		return &day, ok
	}))
}

func dayTypes(to *[]models.DayType) Kind {
	return KindOf(DayTypes, to, eachOnce("must be a list of day types, each once; "+Allowed(models.DayTypes), func(value any) (models.DayType, bool) {
		text, _ := value.(string)
		return models.DayType(text), models.DayType(text).Valid()
	}))
}

// carryOver is what is carried over to the next period.
func carryOver(to *report.Days) Kind {
	return KindOf(CarryOver, to, func(value any) (report.Days, string) {
		switch value {
		case "none":
			return 0, ""
		case "all":
			return report.CarryAll, ""
		}
		return halves(0, `must be "none", "all" or a number of days, such as 5 or 2.5`)(value)
	})
}
