package frame

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/exchange"
	"worklog/views"
)

// flashCookie carries a flash from a form's submission to the next page.
const flashCookie = "worklog_flash"

// Flash is a message that is shown once: a code and its values, separated by dots,
// such as "filled.8.CONGE", and the change that it can take back, as in
// "filled.8.CONGE.change-12". It does not contain text, because without TLS another
// server on the same host can set the cookie.
type Flash string

// flashedChange begins the last field of a flash that can take back a change.
const flashedChange = ".change-"

// Of returns the flash with a button that takes the change back, if it is one.
func (f Flash) Of(change models.Change) Flash {
	if change.ID == 0 {
		return f
	}
	return f + Flash(flashedChange+strconv.FormatInt(change.ID, 10))
}

// Cut parts a flash into its message and the id of its change, 0 for none.
func (f Flash) Cut() (message Flash, changeID int64) {
	text, id, found := strings.Cut(string(f), flashedChange)
	changeID, err := strconv.ParseInt(id, 10, 64)
	if !found || err != nil || changeID < 1 || strconv.FormatInt(changeID, 10) != id {
		return f, 0
	}
	return Flash(text), changeID
}

// NewFlash returns a flash. The values must be those that the sentence of the code takes.
func NewFlash(code FlashCode, values ...any) Flash {
	text := string(code)
	for _, value := range values {
		text += "." + fmt.Sprint(value)
	}
	return Flash(text)
}

// FlashCode is the code of a message.
type FlashCode string

// The codes of the messages.
const (
	FlashSaved               FlashCode = "saved"
	FlashSavedSlots          FlashCode = "saved-slots"
	FlashFilled              FlashCode = "filled"
	FlashDeleted             FlashCode = "deleted"
	FlashClosed              FlashCode = "closed"
	FlashArrived             FlashCode = "arrived"
	FlashLeft                FlashCode = "left"
	FlashDiscarded           FlashCode = "discarded"
	FlashRecorded            FlashCode = "recorded"
	FlashParted              FlashCode = "parted"
	FlashEndTaken            FlashCode = "end-taken"
	FlashDismissed           FlashCode = "dismissed"
	FlashRight               FlashCode = "right"
	FlashMerged              FlashCode = "merged"
	FlashShortened           FlashCode = "shortened"
	FlashTakenBack           FlashCode = "taken-back"
	FlashMadeAgain           FlashCode = "made-again"
	FlashBroughtBack         FlashCode = "brought-back"
	FlashImported            FlashCode = "imported"
	FlashFeedsRevoked        FlashCode = "feeds-revoked"
	FlashSignedOut           FlashCode = "signed-out"
	FlashSignedOutEverywhere FlashCode = "signed-out-everywhere"
	FlashSessionEnded        FlashCode = "session-ended"
)

// flashes is the table of all flashes: the text of each code and the kinds of its
// values.
var flashes = map[FlashCode]struct {
	says   string
	values []flashKind
}{
	FlashSaved:               {"Enregistré.", nil},
	FlashSavedSlots:          {"Enregistré. %s.", []flashKind{minutesFlashed}},
	FlashFilled:              {"%s" + french.NBSP + ": %s.", []flashKind{daysFlashed, dayTypeFlashed}},
	FlashDeleted:             {"Journée du %s supprimée.", []flashKind{dateFlashed}},
	FlashClosed:              {"Départ enregistré. %s.", []flashKind{minutesFlashed}},
	FlashArrived:             {"Arrivée à %s enregistrée.", []flashKind{timeFlashed}},
	FlashLeft:                {"Départ à %s enregistré.", []flashKind{timeFlashed}},
	FlashDiscarded:           {"Arrivée ignorée.", nil},
	FlashRecorded:            {"%s.", []flashKind{eventsFlashed}},
	FlashParted:              {"Les deux journées sont séparées.", nil},
	FlashEndTaken:            {"Le départ est enregistré.", nil},
	FlashDismissed:           {"C’est noté" + french.NBSP + ": rien n’a été enregistré.", nil},
	FlashRight:               {"C’est noté" + french.NBSP + ": ce n’est plus à vérifier.", nil},
	FlashMerged:              {"Créneaux réunis.", nil},
	FlashShortened:           {"Créneau corrigé. %s.", []flashKind{minutesFlashed}},
	FlashTakenBack:           {"Annulé.", nil},
	FlashMadeAgain:           {"Rétabli.", nil},
	FlashBroughtBack:         {"La journée est de nouveau comme avant.", nil},
	FlashImported:            {"%s.", []flashKind{importedFlashed}},
	FlashFeedsRevoked:        {"Les adresses des flux sont révoquées.", nil},
	FlashSignedOut:           {"Déconnexion faite.", nil},
	FlashSessionEnded:        {"Session terminée.", nil},
	FlashSignedOutEverywhere: {"Tous les navigateurs sont déconnectés.", nil},
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
	daysFlashed     = countFlashed("journée", "enregistrée", 0, days.MaxRangeDays)
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
	date, err := civil.ParseDate(value)
	if err != nil {
		return "", false
	}
	return french.FullDate(date), true
}

func dayTypeFlashed(value string) (string, bool) {
	words, valid := french.DayTypes[models.DayType(value)]
	return words, valid
}

// Sentence returns the text of a flash, or "" if it is not valid.
func (f Flash) Sentence() string {
	fields := strings.Split(string(f), ".")
	row, known := flashes[FlashCode(fields[0])]
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

// Flash shows a flash on the next page.
func (s *Site) Flash(c echo.Context, said Flash) {
	s.Cookies.Set(c, flashCookie, string(said), 60)
}

// takeFlash returns the flash to show, with its button if it has one, and deletes it.
func (s *Site) takeFlash(c echo.Context) (sentence string, undo *views.Undo) {
	sent := s.Cookies.Sent(c, flashCookie)
	if len(sent) == 0 {
		return "", nil
	}
	s.Cookies.Drop(c, flashCookie)
	for _, value := range sent {
		message, changeID := Flash(value).Cut()
		sentence := message.Sentence()
		if sentence == "" {
			continue
		}
		if changeID == 0 {
			return sentence, nil
		}
		return sentence, Undo(changeID, message == NewFlash(FlashTakenBack))
	}
	return "", nil
}
