package pages

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/views"
	"worklog/views/french"
)

// mostStates is how many states of a day, and deleted days of a year, are shown.
const mostStates = 100

func (p *Pages) bringBack(c echo.Context, values url.Values) error {
	version, err := forms.ReadVersion(values)
	if err != nil {
		return err
	}
	state, err := forms.ReadStamp(values, "state")
	if err != nil {
		return models.ErrStateNotFound
	}
	done, err := history.BringBack(c.Request().Context(), p.Store, state, version, civil.NewInstant(p.Now()))
	if err != nil {
		return err
	}
	p.Flash(c, frame.Flash{Text: "La journée est de nouveau comme avant."}.Of(done))
	return p.seeChanged(c, done.Dates[0], false)
}

// seeChanged leads to the day of a date, or to its month if there are several days or
// none.
func (p *Pages) seeChanged(c echo.Context, date civil.Date, several bool) error {
	if several {
		return p.SeeOther(c, views.MonthPath(date))
	}
	day, err := models.EvenUnreadable(p.Store.DayOn(c.Request().Context(), date))
	if errors.Is(err, models.ErrEntryNotFound) {
		return p.SeeOther(c, views.MonthPath(date))
	}
	if err != nil {
		return err
	}
	if day.Unreadable {
		return p.SeeOther(c, views.HistoryPath(day.ID))
	}
	return p.SeeOther(c, views.EntryPath(day.ID))
}

// history shows the states of a day, which may be deleted.
func (p *Pages) history(c echo.Context) error {
	id, err := frame.EntryIDIn(c.Request().URL.Path)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	day, err := models.EvenUnreadable(p.Store.Day(ctx, id))
	if err != nil && !errors.Is(err, models.ErrEntryNotFound) {
		return err
	}
	past, err := history.Of(ctx, p.Store, id, civil.NewInstant(p.Now()), mostStates)
	if err != nil {
		return err
	}
	if day == nil && len(past) == 0 {
		return models.ErrEntryNotFound
	}
	kept, err := history.Size(ctx, p.Store)
	if err != nil {
		return err
	}
	page := views.History{EntryID: id, Day: day, Kept: kept, States: p.states(day, past)}
	if day != nil {
		page.Date = day.Date
	} else {
		page.Date = past[0].Date
	}
	page.Frame = p.Frame(c, "Historique du "+french.FullDate(page.Date))
	return frame.Show(c, views.HistoryPage(page))
}

// recentStates are the last states of a stored day, if it was changed by hand.
func (p *Pages) recentStates(c echo.Context, day *models.Day) []views.PastState {
	const most = 3
	past, err := history.Of(c.Request().Context(), p.Store, day.ID, civil.NewInstant(p.Now()), most)
	p.LogOmitted(c, "states of the day", err)
	if len(past) == 0 {
		return nil
	}
	return p.states(day, past)[:len(past)] // of the oldest one it is not known what it changed
}

// deletedDays are the days that were deleted from one date to another, inclusive.
func (p *Pages) deletedDays(c echo.Context, from, to civil.Date) []history.PastDay {
	past, err := history.Deleted(c.Request().Context(), p.Store, from, to, civil.NewInstant(p.Now()), mostStates)
	p.LogOmitted(c, "deleted days", err)
	return slices.DeleteFunc(past, func(day history.PastDay) bool { return day.Was == nil }) // unread, nor can it be brought back
}

// states describes the present and the past of a day. What a person did is in the row after
// which the state began; if the state has another version than that row left, the automation
// has added to it.
func (p *Pages) states(present *models.Day, past []history.PastDay) []views.PastState {
	states := []views.PastState{{Day: present}}
	for _, row := range past {
		state := views.PastState{Day: row.Was}
		if !row.Unread && (row.Was != nil || present != nil) {
			state.Stamp = row.Stamp()
		}
		states = append(states, state)
	}
	for i := range states {
		state := &states[i]
		var version int64
		var at civil.Instant
		if state.Day != nil {
			version, at = state.Day.Version, state.Day.UpdatedAt
		}
		switch {
		case i < len(past) && past[i].Version == version:
			state.Who, at = actionWords[past[i].Action], past[i].MadeAt
		case i > 0 && past[i-1].Unread:
			state.Who = "Un état qui ne peut pas être lu"
		case state.Day == nil:
			state.Who = "Pas encore de journée"
		case i < len(past):
			state.Who = actionWords[past[i].Action] + ", puis automatiquement"
		case state.Day.Recorded:
			state.Who = "Enregistrée automatiquement"
		default:
			state.Who = "Premier état gardé"
		}
		if !at.IsZero() {
			state.Moment = views.MomentOf(at, p.Rules.Zone, "15:04")
		}
		state.Facts = p.facts(state.Day)
		if i+1 < len(states) {
			state.Changed = p.differences(states[i+1].Day, state.Day)
		}
	}
	states[0].Who = "Maintenant\u00a0: " + french.LowerFirst(states[0].Who)
	return states
}

var actionWords = map[models.Action]string{
	models.ActionCreated:     "Saisie à la main",
	models.ActionEdited:      "Modifiée à la main",
	models.ActionDeleted:     "Supprimée",
	models.ActionFilled:      "Remplissage de plusieurs jours",
	models.ActionImported:    "Reprise d’un fichier",
	models.ActionClosed:      "Départ saisi à la main",
	models.ActionDiscarded:   "Arrivée ignorée",
	models.ActionRecorded:    "Événements refusés, enregistrés après coup",
	models.ActionParted:      "Deux journées séparées",
	models.ActionEndTaken:    "Départ venu après coup",
	models.ActionIgnored:     "Présence très courte ignorée",
	models.ActionDismissed:   "Événements refusés, écartés",
	models.ActionAccepted:    "C’est juste",
	models.ActionMerged:      "Créneaux réunis",
	models.ActionPlanned:     "Planning",
	models.ActionSignalled:   "Arrivée ou départ à la main",
	models.ActionTakenBack:   "Modification annulée",
	models.ActionMadeAgain:   "Modification rétablie",
	models.ActionBroughtBack: "Retour à un état d’avant",
}

// facts are what a state says, but for its note.
func (p *Pages) facts(day *models.Day) []string {
	if day == nil {
		return nil
	}
	if day.Unreadable {
		return []string{french.UnreadableType}
	}
	facts := []string{french.TypeOfDay(day.DayType, day.HalfDay) + french.InHalf(day.Half)}
	if day.JourneyProfileID != "" {
		facts = append(facts, p.journey(day))
	}
	if day.MotorVehicleID != "" {
		facts = append(facts, p.vehicle(day))
	}
	if len(day.Slots) > 0 {
		facts = append(facts, slotList(day), french.Duration(day.WorkedMinutes()))
	}
	return facts
}

func (p *Pages) journey(day *models.Day) string {
	return labelOf(p.journeys(), day.JourneyProfileID, "aucun")
}

func (p *Pages) vehicle(day *models.Day) string {
	return labelOf(p.vehicles(), day.MotorVehicleID, "aucun")
}

const mostSlotsListed = 6

// slotList writes "08:03–12:10, 13:00–17:21", or "aucun".
func slotList(day *models.Day) string {
	texts := french.SlotTexts(*day)
	if len(texts) == 0 {
		return "aucun"
	}
	return strings.Join(french.Listed(texts, mostSlotsListed), ", ")
}

// differences says what a day was before and is after, where that differs. Nothing
// differs from a day that did not exist.
func (p *Pages) differences(before, after *models.Day) []string {
	if before == nil || after == nil || before.Unreadable || after.Unreadable {
		return nil
	}
	var differ []string
	for _, field := range []struct {
		name    string
		differs bool
		words   func(*models.Day) string
	}{
		{"Type", before.DayType != after.DayType, func(day *models.Day) string { return french.DayTypes[day.DayType] }},
		{"Demi-journée", before.HalfDay != after.HalfDay || before.Half != after.Half, func(day *models.Day) string { return french.HalfDay(day.HalfDay) + french.InHalf(day.Half) }},
		{"Trajet", before.JourneyProfileID != after.JourneyProfileID, p.journey},
		{"Véhicule", before.MotorVehicleID != after.MotorVehicleID, p.vehicle},
		{"Créneaux", !sameSlots(before, after), slotList},
		{"Note", before.Note != after.Note, func(day *models.Day) string { return quoted(day.Note, "aucune") }},
		{"Demandé par", before.RequestedBy != after.RequestedBy, func(day *models.Day) string { return quoted(day.RequestedBy, "personne") }},
		{"Motif", before.Reason != after.Reason, func(day *models.Day) string { return quoted(day.Reason, "aucun") }},
	} {
		if !field.differs {
			continue
		}
		was, is := field.words(before), field.words(after)
		if was == is { // beyond what is shown
			differ = append(differ, field.name+"\u00a0: modifié")
			continue
		}
		differ = append(differ, field.name+"\u00a0: "+was+" → "+is)
	}
	return differ
}

// quoted writes the beginning of a text, or what says that there is none.
func quoted(text, none string) string {
	if excerpt := french.Excerpt(text); excerpt != "" {
		return "«\u00a0" + excerpt + "\u00a0»"
	}
	return none
}

// sameSlots reports whether the days have the same slots, whatever their ids.
func sameSlots(a, b *models.Day) bool {
	return slices.EqualFunc(a.Slots, b.Slots, func(a, b models.TimeSlot) bool {
		return a.StartAt.Equal(b.StartAt.Time) && a.EndAt.Equal(b.EndAt.Time)
	})
}

// mostCorrections is how many changes the annex of a month lists.
const mostCorrections = 1000

// Corrections returns the changes that persons have made to days from one date to another, inclusive,
// the latest first. The records are what is stored of these days.
func (p *Pages) Corrections(c echo.Context, from, to civil.Date, records []models.DayRecord) ([]views.Correction, error) {
	past, err := history.Between(c.Request().Context(), p.Store, from, to, civil.NewInstant(p.Now()), mostCorrections)
	if err != nil {
		return nil, err
	}
	after := map[civil.Date]*models.Day{} // each change, the latest first
	for i := range records {
		day := records[i].Day
		day.Slots = day.All()
		after[day.Date] = &day
	}
	corrections := make([]views.Correction, len(past))
	for i, row := range past {
		is := after[row.Date]
		if row.Version == 0 {
			is = nil
		}
		who := actionWords[row.Action]
		if is != nil && is.Version != row.Version {
			who += ", puis automatiquement"
		}
		corrections[i] = views.Correction{PastDay: row, After: is, Who: who, Changed: p.changed(row, is)}
		after[row.Date] = row.Was
	}
	return corrections, nil
}

func (p *Pages) changed(past history.PastDay, after *models.Day) []string {
	switch {
	case past.Unread:
		return []string{"un état qui ne peut pas être lu"}
	case past.Was == nil || after == nil:
		return []string{p.factsOr(past.Was, "rien") + " → " + p.factsOr(after, "rien")}
	}
	return p.differences(past.Was, after)
}

// factsOr writes what a state says but for its note, or what says that there is none.
func (p *Pages) factsOr(day *models.Day, none string) string {
	if day == nil {
		return none
	}
	return strings.Join(p.facts(day), ", ")
}
