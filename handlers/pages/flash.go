package pages

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/exchange"
	"worklog/views"
)

// flashCookie carries a flash from a form's submission to the next page.
const flashCookie = "worklog_flash"

// flash is a message that is shown once: a code and its values, separated by dots,
// such as "filled.8.CONGE", and the change that it can take back, as in
// "filled.8.CONGE.change-12". It does not contain text, because without TLS another
// server on the same host can set the cookie.
type flash string

// flashedChange begins the last field of a flash that can take back a change.
const flashedChange = ".change-"

// of returns the flash with a button that takes the change back, if it is one.
func (f flash) of(change models.Change) flash {
	if change.ID == 0 {
		return f
	}
	return f + flash(flashedChange+strconv.FormatInt(change.ID, 10))
}

// cut parts a flash into its message and the id of its change, 0 for none.
func (f flash) cut() (message flash, changeID int64) {
	text, id, found := strings.Cut(string(f), flashedChange)
	changeID, err := strconv.ParseInt(id, 10, 64)
	if !found || err != nil || changeID < 1 || strconv.FormatInt(changeID, 10) != id {
		return f, 0
	}
	return flash(text), changeID
}

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
	flashArrived             flashCode = "arrived"
	flashLeft                flashCode = "left"
	flashDiscarded           flashCode = "discarded"
	flashRecorded            flashCode = "recorded"
	flashParted              flashCode = "parted"
	flashEndTaken            flashCode = "end-taken"
	flashDismissed           flashCode = "dismissed"
	flashRight               flashCode = "right"
	flashMerged              flashCode = "merged"
	flashShortened           flashCode = "shortened"
	flashTakenBack           flashCode = "taken-back"
	flashMadeAgain           flashCode = "made-again"
	flashBroughtBack         flashCode = "brought-back"
	flashImported            flashCode = "imported"
	flashFeedsRevoked        flashCode = "feeds-revoked"
	flashSignedOut           flashCode = "signed-out"
	flashSignedOutEverywhere flashCode = "signed-out-everywhere"
	flashSessionEnded        flashCode = "session-ended"
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
	flashArrived:             {"Arrivée à %s enregistrée.", []flashKind{timeFlashed}},
	flashLeft:                {"Départ à %s enregistré.", []flashKind{timeFlashed}},
	flashDiscarded:           {"Arrivée ignorée.", nil},
	flashRecorded:            {"%s.", []flashKind{eventsFlashed}},
	flashParted:              {"Les deux journées sont séparées.", nil},
	flashEndTaken:            {"Le départ est enregistré.", nil},
	flashDismissed:           {"C’est noté" + nbsp + ": rien n’a été enregistré.", nil},
	flashRight:               {"C’est noté" + nbsp + ": ce n’est plus à vérifier.", nil},
	flashMerged:              {"Créneaux réunis.", nil},
	flashShortened:           {"Créneau corrigé. %s.", []flashKind{minutesFlashed}},
	flashTakenBack:           {"Annulé.", nil},
	flashMadeAgain:           {"Rétabli.", nil},
	flashBroughtBack:         {"La journée est de nouveau comme avant.", nil},
	flashImported:            {"%s.", []flashKind{importedFlashed}},
	flashFeedsRevoked:        {"Les adresses des flux sont révoquées.", nil},
	flashSignedOut:           {"Déconnexion faite.", nil},
	flashSessionEnded:        {"Session terminée.", nil},
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

func timeFlashed(value string) (string, bool) {
	at, err := time.Parse("15:04", value)
	return at.Format("15:04"), err == nil
}

// The kinds of what is counted.
var (
	daysFlashed     = countFlashed("journée", "enregistrée", 0, models.MaxRangeDays)
	importedFlashed = countFlashed("journée", "reprise", 0, exchange.MaxDays)
	eventsFlashed   = countFlashed("événement", "enregistré", 1, models.MaxRefusedEvents)
)

// countFlashed returns the kind of a number from least to most, with its noun and
// its participle.
func countFlashed(noun, participle string, least, most int) flashKind {
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

// takeFlash returns the flash to show, with its button if it has one, and deletes it.
func (p *Pages) takeFlash(c echo.Context) (sentence string, undo *views.Undo) {
	sent := p.cookies.Sent(c, flashCookie)
	if len(sent) == 0 {
		return "", nil
	}
	p.cookies.Drop(c, flashCookie)
	for _, value := range sent {
		message, changeID := flash(value).cut()
		sentence := message.sentence()
		if sentence == "" {
			continue
		}
		if changeID == 0 {
			return sentence, nil
		}
		return sentence, p.undo(changeID, message == newFlash(flashTakenBack))
	}
	return "", nil
}
