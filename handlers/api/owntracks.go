package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
)

// ownTracks is the door POST /hooks/owntracks, for the phone app OwnTracks in its
// HTTP mode (owntracks.org/booklet/tech/http). The app sends all that it has to
// say; what is no transition of a region of ours, positions above all, is counted,
// and its content kept nowhere.
type ownTracks struct {
	*door
	regions []string
}

// record takes a message that has passed the guards. The answer is an empty list
// of commands for the app whatever became of the message: it can do nothing about
// a refusal by the rules, and throws away what gets a 4xx. What it is to send again
// is a 5xx.
func (o ownTracks) record(c echo.Context) error {
	receivedAt := civil.NewInstant(o.Now())
	body, err := io.ReadAll(io.LimitReader(c.Request().Body, maxBodySize+1))
	if err != nil {
		return fmt.Errorf("%w: %w", errBodyCutOff, err)
	}
	t, unused := o.readTransition(body)
	if unused != nil {
		o.Counts.Contact(o.name, unused.kind, unused.name)
		return noCommands(c)
	}
	if err := o.admit(c, errDoorBusy); err != nil {
		return err
	}
	signal, err := t.signal(deviceOf(c.Request().Header, t.TrackerID), o.Store.Rules().Zone)
	signal.UserAgent = c.Request().UserAgent()
	if err != nil {
		o.journalRefusal(c, signal, err, receivedAt)
		return noCommands(c)
	}
	_, err = o.take(c, signal, receivedAt)
	if err != nil && !models.IsPresenceRefusal(err) {
		return err
	}
	return noCommands(c)
}

// noCommands answers with an empty list of messages for the app.
func noCommands(c echo.Context) error { return c.JSONBlob(http.StatusOK, []byte("[]")) }

// configured returns errIntegrationAbsent without the configuration's sections, or errTokenNotSet.
func (o ownTracks) configured(c echo.Context) error {
	if len(o.regions) == 0 {
		return errIntegrationAbsent
	}
	return o.door.configured(c)
}

// authenticated returns errUnauthenticated unless the one Authorization header is
// Basic authentication whose password is the token.
func (o ownTracks) authenticated(c echo.Context) error {
	_, password, basic := c.Request().BasicAuth()
	if basic && len(c.Request().Header.Values(echo.HeaderAuthorization)) == 1 && o.isToken(password) {
		return nil
	}
	return o.unauthenticated(c, `Basic realm="worklog"`)
}

// transition is the message that the device has entered or left a region
// (owntracks.org/booklet/tech/json).
type transition struct {
	Event     models.EventType
	EventSent string
	TrackerID string
	At        json.RawMessage // seconds since 1970, as sent
}

var transitionEvents = map[string]models.EventType{"enter": models.Arrival, "leave": models.Departure}

// unusedMessage is what is counted of a message that is no transition of a region of ours.
type unusedMessage struct {
	kind models.ContactKind
	name string
}

// readTransition reads a message: a transition of a region of ours, or what it is instead.
func (o ownTracks) readTransition(body []byte) (transition, *unusedMessage) {
	var members map[string]json.RawMessage // a struct's names would be found in any case
	if len(body) > maxBodySize || !utf8.Valid(body) || json.Unmarshal(body, &members) != nil {
		return transition{}, &unusedMessage{kind: models.ContactUnreadable}
	}
	text := func(name string) (value string) {
		_ = json.Unmarshal(members[name], &value) // empty if it is missing or no text
		return value
	}
	kind, region, sent := text("_type"), text("desc"), text("event")
	event := transitionEvents[sent]
	switch {
	case kind == "encrypted":
		return transition{}, &unusedMessage{kind: models.ContactEncrypted}
	case kind == "":
		return transition{}, &unusedMessage{kind: models.ContactUnreadable}
	case kind != "transition":
		return transition{}, &unusedMessage{models.ContactOtherMessage, kind}
	case !slices.Contains(o.regions, region):
		return transition{}, &unusedMessage{models.ContactOtherRegion, region}
	case event == "":
		return transition{}, &unusedMessage{kind: models.ContactUnreadable}
	}
	return transition{event, sent, text("tid"), members["tst"]}, nil
}

// deviceOf names the device that sends: the user and the device that the app was
// given, or else its tracker's id.
func deviceOf(header http.Header, trackerID string) string {
	user, device := header.Get("X-Limit-U"), header.Get("X-Limit-D")
	if user == "" && device == "" {
		return fmt.Sprintf("%q", trackerID)
	}
	return fmt.Sprintf("%q %q", user, device)
}

// signal returns the event that a transition is. Its key is the same whenever the
// app sends it: it has no key of its own. Beside a refusal, which is of its time, the
// signal has what could be read.
func (t transition) signal(device string, zone *time.Location) (models.Signal, error) {
	signal := models.Signal{Event: t.Event, Source: models.DoorOwnTracks}
	if t.At == nil {
		return signal, refusal{models.RefusedMissingName, "tst"}
	}
	seconds, ok := readSeconds(t.At)
	at := time.Unix(seconds, 0).In(zone)
	if !ok || at.Year() < 0 || at.Year() > 9999 { // beyond what RFC 3339 can write it is no time
		_ = json.Unmarshal(t.At, &signal.OccurredAtSent) // of what is no text nothing is kept
		return signal, refusal{models.RefusedTimeForm, "tst"}
	}
	digest := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", device, seconds, t.EventSent))
	signal.OccurredAt = civil.NewInstant(at)
	signal.OccurredAtSent = at.Format(time.RFC3339)
	signal.IdempotencyKey = "owntracks-" + hex.EncodeToString(digest[:])
	return signal, nil
}

// maxSeconds is beyond every date that can be recorded, and within what package time can
// calculate with.
const maxSeconds = 1 << 40

// readSeconds reads seconds since 1970, a JSON number or a text that is one, down to the
// whole second.
func readSeconds(raw json.RawMessage) (seconds int64, ok bool) {
	var number json.Number
	if err := json.Unmarshal(raw, &number); err != nil || number == "" {
		return 0, false
	}
	value, _ := number.Float64() // infinite beyond what a float can hold
	return int64(math.Floor(max(-maxSeconds, min(value, maxSeconds)))), true
}
