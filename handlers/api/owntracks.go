package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// ownTracks is the door POST /hooks/owntracks, for the phone app OwnTracks in its
// HTTP mode (owntracks.org/booklet/tech/http). The app sends all that it has to
// say; what is no transition of a region of ours, positions above all, is kept
// nowhere.
type ownTracks struct {
	*door
	regions []string
}

// record takes a message that has passed the guards. The answer is an empty list
// of commands for the app whatever became of the message: it can do nothing about
// a refusal by the rules, and throws away what gets a 4xx. What it is to send again
// is a 5xx.
func (o ownTracks) record(c echo.Context) error {
	receivedAt := models.NewInstant(o.now())
	body, err := io.ReadAll(io.LimitReader(c.Request().Body, maxBodySize+1))
	if err != nil {
		return fmt.Errorf("%w: %w", errBodyCutOff, err)
	}
	t, ours := o.readTransition(body)
	if !ours {
		return noCommands(c)
	}
	if err := o.admit(c, errDoorBusy); err != nil {
		return err
	}
	_, err = o.take(c, t.signal(deviceOf(c.Request().Header, t.TrackerID), o.rules.Zone), receivedAt)
	if err != nil && !models.IsPresenceRefusal(err) {
		return err
	}
	return noCommands(c)
}

// noCommands answers with an empty list of messages for the app.
func noCommands(c echo.Context) error { return c.JSONBlob(http.StatusOK, []byte("[]")) }

// enabled returns errIntegrationAbsent without the configuration's sections.
func (o ownTracks) enabled(c echo.Context) error {
	if len(o.regions) == 0 {
		return errIntegrationAbsent
	}
	return o.door.enabled(c)
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
	Type      string
	Event     string
	Region    string
	TrackerID string
	At        int64 // seconds since 1970
}

// transitionEvents are the events of a transition.
var transitionEvents = map[string]models.EventType{"enter": models.Arrival, "leave": models.Departure}

// readTransition reads a message, and reports whether it is a transition of a
// region of ours.
func (o ownTracks) readTransition(body []byte) (transition, bool) {
	var members map[string]json.RawMessage // a struct's names would be found in any case
	if len(body) > maxBodySize || !utf8.Valid(body) || json.Unmarshal(body, &members) != nil {
		return transition{}, false
	}
	var t transition
	for name, value := range map[string]any{"_type": &t.Type, "event": &t.Event, "desc": &t.Region, "tst": &t.At} {
		if json.Unmarshal(members[name], value) != nil || bytes.Equal(members[name], []byte("null")) {
			return transition{}, false
		}
	}
	_ = json.Unmarshal(members["tid"], &t.TrackerID) // needs not be there
	return t, t.Type == "transition" && transitionEvents[t.Event] != "" && slices.Contains(o.regions, t.Region)
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
// app sends it: it has no key of its own.
func (t transition) signal(device string, zone *time.Location) models.Signal {
	at := time.Unix(t.At, 0)
	digest := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", device, t.At, t.Event))
	return models.Signal{
		Event:          transitionEvents[t.Event],
		OccurredAt:     models.NewInstant(at),
		OccurredAtSent: at.In(zone).Format(time.RFC3339),
		IdempotencyKey: "owntracks-" + hex.EncodeToString(digest[:]),
		Source:         models.FromOwnTracks,
	}
}
