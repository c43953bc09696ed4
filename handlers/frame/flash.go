package frame

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// flashCookie carries a flash from a form's submission to the next page.
const flashCookie = "worklog_flash"

// Message is a sentence that is shown once, on the page that follows a form. A package of
// pages declares its own, and [Wiring] has all of them: any page may follow.
type Message struct {
	Code   string  // which names it in the cookie
	Text   string  // with %s for the words of each value
	Values []Words // of its values
	Again  bool    // the button beside it makes again the change that was taken back
	Focus  views.Focus
	// TakeBack is the path that takes the change back, if it is not one of days.
	TakeBack string
}

// Words writes a value of a flash, or reports that it is not valid.
type Words func(value string) (words string, valid bool)

// CountedWords are those of a number from least to most, with its noun and its participle.
func CountedWords(noun, participle string, least, most int) Words {
	return func(value string) (string, bool) {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return "", false
		}
		if n < 2 {
			return french.Counted(n, noun) + " " + participle, true
		}
		return french.Counted(n, noun) + " " + participle + "s", true
	}
}

// Flash is a message with its values: its code and them, separated by dots, such as
// "filled.8.CONGE", and the change that it can take back by its number and its moment in
// nanoseconds since 1970, as in "filled.8.CONGE.change-12-1764000000000000000".
// It does not contain text, because without TLS another server on the same host can set
// the cookie.
type Flash string

// With returns the flash of a message with the values that its text takes.
func (m Message) With(values ...any) Flash {
	text := m.Code
	for _, value := range values {
		text += "." + fmt.Sprint(value)
	}
	return Flash(text)
}

// flashedChange begins the last field of a flash that can take back a change.
const flashedChange = ".change-"

// Of returns the flash with a button that takes the change back, if it is one.
func (f Flash) Of(change models.Change) Flash { return f.OfStamp(change.Stamp()) }

// OfStamp is Of for a change with that stamp, whose number is 0 for none.
func (f Flash) OfStamp(change models.Stamp) Flash {
	if change.Number == 0 {
		return f
	}
	return f + Flash(fmt.Sprintf("%s%d-%d", flashedChange, change.Number, change.At.UnixNano()))
}

// flashedPlace begins the last field of a flash that says where the keyboard was.
const flashedPlace = ".at-"

// At returns the flash with the number of the question that was answered, if it is one.
func (f Flash) At(place string) Flash {
	if n, err := strconv.Atoi(place); err != nil || n < 0 {
		return f
	}
	return f + Flash(flashedPlace+place)
}

// cut parts a flash into its message and its change, a zero one for none.
func (f Flash) cut() (message Flash, change models.Stamp) {
	text, written, found := strings.Cut(string(f), flashedChange)
	id, moment, _ := strings.Cut(written, "-")
	number, err := strconv.ParseInt(id, 10, 64)
	nanoseconds, errAt := strconv.ParseInt(moment, 10, 64)
	change = models.Stamp{Number: number, At: civil.NewInstant(time.Unix(0, nanoseconds))}
	if !found || err != nil || errAt != nil || number < 1 || Flash(text).OfStamp(change) != f {
		return f, models.Stamp{}
	}
	return Flash(text), change
}

// Messages are the messages of several packages.
type Messages []Message

// Say returns the sentence of a flash, and its button if it has one; the sentence is empty
// if the flash is not valid.
func (m Messages) Say(flash Flash) (sentence string, undo *views.Undo) {
	text, change := flash.cut()
	message := m.of(text)
	if sentence = message.sentence(strings.Split(string(text), ".")[1:]); sentence != "" && change.Number != 0 {
		undo = Undo(change, message.Again)
		if message.TakeBack != "" {
			undo.Action = message.TakeBack
		}
	}
	return sentence, undo
}

// of returns the message of a flash, or an empty one.
func (m Messages) of(flash Flash) Message {
	code, _, _ := strings.Cut(string(flash), ".")
	for _, message := range m {
		if message.Code == code {
			return message
		}
	}
	return Message{}
}

// sentence returns the text with the words of the values, or "" if they are not valid.
func (m Message) sentence(values []string) string {
	if len(values) != len(m.Values) {
		return ""
	}
	words := make([]any, len(values))
	for i, value := range values {
		text, valid := m.Values[i](value)
		if !valid {
			return ""
		}
		words[i] = text
	}
	return fmt.Sprintf(m.Text, words...)
}

// Flash shows a flash on the next page.
func (s *Site) Flash(c echo.Context, said Flash) {
	s.Cookies.Set(c, flashCookie, string(said), 60)
}

// takeFlash returns and deletes the pending flash, with its undo button and focus target.
func (s *Site) takeFlash(c echo.Context) (sentence string, undo *views.Undo, focus views.Focus) {
	sent := s.Cookies.Sent(c, flashCookie)
	if len(sent) == 0 {
		return "", nil, ""
	}
	s.Cookies.Drop(c, flashCookie)
	for _, value := range sent {
		value, place, placed := strings.Cut(value, flashedPlace)
		if sentence, undo = s.Messages.Say(Flash(value)); sentence == "" {
			continue
		}
		if n, err := strconv.Atoi(place); placed && err == nil && n >= 0 {
			return sentence, undo, views.Focus(strconv.Itoa(n))
		}
		return sentence, undo, s.Messages.of(Flash(value)).Focus
	}
	return "", nil, ""
}
