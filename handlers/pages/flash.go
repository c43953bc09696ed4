package pages

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/exchange"
)

// flashCookie carries a flash from a form's submission to the next page.
const flashCookie = "worklog_flash"

// flash is a message that is shown once: a code and its values, separated by dots,
// such as "filled.8.CONGE". It does not contain text, because without TLS another
// server on the same host can set the cookie.
type flash string

// newFlash returns a flash. The values must match the code's row in flashes.
func newFlash(code flashCode, values ...any) flash {
	text := string(code)
	for _, value := range values {
		text += "." + fmt.Sprint(value)
	}
	return flash(text)
}

// flashCode is the code of a message.
type flashCode string

const (
	flashSaved               flashCode = "saved"
	flashSavedSlots          flashCode = "saved-slots"
	flashFilled              flashCode = "filled"
	flashDeleted             flashCode = "deleted"
	flashClosed              flashCode = "closed"
	flashDiscarded           flashCode = "discarded"
	flashRecorded            flashCode = "recorded"
	flashParted              flashCode = "parted"
	flashEndTaken            flashCode = "end-taken"
	flashDismissed           flashCode = "dismissed"
	flashImported            flashCode = "imported"
	flashFeedsRevoked        flashCode = "feeds-revoked"
	flashSignedOut           flashCode = "signed-out"
	flashSignedOutEverywhere flashCode = "signed-out-everywhere"
)

// flashes is the table of all flashes: the text of each code and the kinds of its
// values.
var flashes = map[flashCode]struct {
	says   string
	values []flashKind
}{
	flashSaved:               {"Enregistré.", nil},
	flashSavedSlots:          {"Enregistré. %s.", []flashKind{minutesFlashed}},
	flashFilled:              {"%s" + nbsp + ": %s.", []flashKind{daysFlashed, dayTypeFlashed}},
	flashDeleted:             {"Journée du %s supprimée.", []flashKind{dateFlashed}},
	flashClosed:              {"Départ enregistré. %s.", []flashKind{minutesFlashed}},
	flashDiscarded:           {"Arrivée ignorée.", nil},
	flashRecorded:            {"%s.", []flashKind{eventsFlashed}},
	flashParted:              {"Les deux journées sont séparées.", nil},
	flashEndTaken:            {"Le départ est enregistré.", nil},
	flashDismissed:           {"C’est noté" + nbsp + ": rien n’a été enregistré.", nil},
	flashImported:            {"%s.", []flashKind{importedFlashed}},
	flashFeedsRevoked:        {"Les adresses des flux sont révoquées.", nil},
	flashSignedOut:           {"Vous êtes déconnecté.", nil},
	flashSignedOutEverywhere: {"Tous les navigateurs sont déconnectés.", nil},
}

// flashKind formats a value, or reports that it is not of that kind.
type flashKind func(value string) (words string, valid bool)

func minutesFlashed(value string) (string, bool) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 0 {
		return "", false
	}
	return french.Duration(n), true
}

func daysFlashed(value string) (string, bool) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > models.MaxRangeDays {
		return "", false
	}
	if n < 2 {
		return french.Counted(n, "journée") + " enregistrée", true
	}
	return french.Counted(n, "journée") + " enregistrées", true
}

func importedFlashed(value string) (string, bool) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > exchange.MaxDays {
		return "", false
	}
	if n < 2 {
		return french.Counted(n, "journée") + " reprise", true
	}
	return french.Counted(n, "journée") + " reprises", true
}

func eventsFlashed(value string) (string, bool) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > models.MaxRefusedEvents {
		return "", false
	}
	if n < 2 {
		return french.Counted(n, "événement") + " enregistré", true
	}
	return french.Counted(n, "événement") + " enregistrés", true
}

func dateFlashed(value string) (string, bool) {
	date, err := models.ParseDate(value)
	if err != nil {
		return "", false
	}
	return french.FullDate(date), true
}

func dayTypeFlashed(value string) (string, bool) {
	words, valid := french.DayTypes[models.DayType(value)]
	return words, valid
}

// sentence returns the text of a flash, or "" if it is not valid.
func (f flash) sentence() string {
	fields := strings.Split(string(f), ".")
	row, known := flashes[flashCode(fields[0])]
	values := fields[1:]
	if !known || len(values) != len(row.values) {
		return ""
	}
	words := make([]any, len(values))
	for i, value := range values {
		text, valid := row.values[i](value)
		if !valid {
			return ""
		}
		words[i] = text
	}
	return fmt.Sprintf(row.says, words...)
}

// flash shows a flash on the next page.
func (p *Pages) flash(c echo.Context, said flash) {
	p.cookies.Set(c, flashCookie, string(said), 60)
}

// takeFlash returns the flash to show and deletes it.
func (p *Pages) takeFlash(c echo.Context) string {
	sent := p.cookies.Sent(c, flashCookie)
	if len(sent) == 0 {
		return ""
	}
	p.cookies.Drop(c, flashCookie)
	for _, value := range sent {
		if sentence := flash(value).sentence(); sentence != "" {
			return sentence
		}
	}
	return ""
}
