package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/review"
	"worklog/views"
)

// The gap, in minutes, below which slots are merged. A phone at the edge of a
// geofence sends a departure and an arrival within minutes.
const (
	defaultMerge = review.CutUpMinutes
	maxMerge     = 24 * 60
)

// merge shows the submitted form with slots that are close together merged. It
// stores nothing.
func (p *Pages) merge(c echo.Context) error {
	values, day, err := p.formAndDay(c)
	if err != nil {
		return err
	}
	return p.showMerged(c, day, values)
}

func (p *Pages) showMerged(c echo.Context, day *models.Day, values url.Values) error {
	form := p.checked(day, readDayForm(values, day))
	minutes, err := strconv.Atoi(strings.TrimSpace(values.Get("merge")))
	readable := err == nil && minutes >= 1 && minutes <= maxMerge
	status, alert, notice := http.StatusOK, "", ""
	switch {
	case !readable:
		status, alert = http.StatusUnprocessableEntity, "Choisissez un nombre de minutes, de 1 à 1440."
	case form.isWrong():
		status = http.StatusUnprocessableEntity
	default:
		form, notice = form.merged(day, minutes)
	}
	page := p.dayView(c, day, form)
	page.Merge = cmp.Or(values.Get("merge"), strconv.Itoa(defaultMerge))
	if alert != "" {
		page.Alert = alert
	}
	page.Notice, page.Unsaved = notice, true
	return frame.Render(c, status, views.DayPage(page))
}

// merged returns the form with slots that are less than that many minutes apart
// merged, and a notice. All rows of the form must be valid.
func (f dayForm) merged(day *models.Day, minutes int) (dayForm, string) {
	f = f.whole(day).on(day)
	f.marked = false
	slots := f.Typed()
	var merged []views.SlotField
	var last *models.TimeSlot // slot of the last row of merged
	for _, i := range inOrderOfTime(slots) {
		slot := &slots[i]
		if last == nil || slot.StartAt.Sub(last.EndAt.Time) >= time.Duration(minutes)*time.Minute {
			last = slot
			row := views.SlotField{SlotRow: forms.RowOf(day, *slot)}
			row.EndID = f.Slots[i].EndID
			merged = append(merged, row)
			continue
		}
		if !slot.EndAt.After(last.EndAt.Time) {
			continue
		}
		last.EndAt = slot.EndAt
		row := views.SlotField{SlotRow: forms.RowOf(day, *last)}
		row.EndID = cmp.Or(f.Slots[i].EndID, forms.RowOf(day, *slot).ID)
		merged[len(merged)-1] = row
	}
	gone := len(f.Slots) - len(merged)
	f.Slots = merged
	if gone > 0 {
		return f, "Les créneaux proches sont réunis ci-dessous, il y en a " + strconv.Itoa(gone) + " de moins. Rien n’est encore enregistré."
	}
	return f, "Aucun créneau n’est séparé du suivant de moins de " + strconv.Itoa(minutes) + "\u00a0min."
}

// cutUp reports whether two successive slots have a gap below [defaultMerge] between
// them, as a phone at the edge of a geofence leaves it. Slots that touch were typed so.
func cutUp(slots []models.TimeSlot) bool {
	order := inOrderOfTime(slots)
	for i := 1; i < len(order); i++ {
		gap := slots[order[i]].StartAt.Sub(slots[order[i-1]].EndAt.Time)
		if gap != 0 && gap < defaultMerge*time.Minute {
			return true
		}
	}
	return false
}

// inOrderOfTime returns the indexes of the slots, sorted by start.
func inOrderOfTime(slots []models.TimeSlot) []int {
	order := make([]int, len(slots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slots[a].StartAt.Compare(slots[b].StartAt.Time) })
	return order
}
