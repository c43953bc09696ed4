package pages

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// A phone at the edge of a zone sends "left" and "arrived" within minutes: the
// gap, in minutes, below which slots are merged.
const (
	defaultMerge = 10
	maxMerge     = 24 * 60
)

// merge shows the form as it was typed, with the slots that are close to each
// other in one row each. Nothing is stored.
func (p *Pages) merge(c echo.Context) error {
	values, day, err := p.formAndDay(c)
	if err != nil {
		return err
	}
	form := readDayForm(values)
	messages := p.messagesFor(day, form.read(day))
	minutes, err := strconv.Atoi(strings.TrimSpace(values.Get("merge")))
	readable := err == nil && minutes >= 1 && minutes <= maxMerge
	status, alert := http.StatusOK, ""
	switch {
	case !readable:
		status, alert = http.StatusUnprocessableEntity, "Choisissez un nombre de minutes, de 1 à 1440."
	case messages.any():
		status = http.StatusUnprocessableEntity
	default:
		form, alert = form.merged(day, minutes)
	}
	page := p.dayView(c, day, form, messages)
	page.Merge = cmp.Or(values.Get("merge"), strconv.Itoa(defaultMerge))
	if alert != "" {
		page.Alert = alert
	}
	return render(c, status, views.DayPage(page))
}

// merged returns the form with the slots that are closer than so many minutes in
// one row each, and says how many have gone. Its rows can all be read.
func (f dayForm) merged(day *models.Day, minutes int) (dayForm, string) {
	slots := f.read(day).change.Slots
	var merged []slotRow
	var last *models.TimeSlot // that the last row of merged shows
	for _, i := range inOrderOfTime(slots) {
		slot := &slots[i]
		if last == nil || slot.StartAt.Sub(last.EndAt.Time) >= time.Duration(minutes)*time.Minute {
			last = slot
			row := rowOf(day, *slot)
			row.EndID = f.Slots[i].EndID
			merged = append(merged, row)
			continue
		}
		if !slot.EndAt.After(last.EndAt.Time) {
			continue
		}
		last.EndAt = slot.EndAt
		row := rowOf(day, *last)
		row.EndID = cmp.Or(f.Slots[i].EndID, rowOf(day, *slot).ID)
		merged[len(merged)-1] = row
	}
	typed := len(f.Slots)
	f.Slots = merged
	if gone := typed - len(f.Slots); gone > 0 {
		return f, "Les créneaux proches sont réunis ci-dessous, il y en a " + strconv.Itoa(gone) + " de moins. Rien n’est encore enregistré."
	}
	return f, "Aucun créneau n’est séparé du suivant de moins de " + strconv.Itoa(minutes) + nbsp + "min."
}

// inOrderOfTime returns the positions of the slots, the one that starts first
// first.
func inOrderOfTime(slots []models.TimeSlot) []int {
	order := make([]int, len(slots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slots[a].StartAt.Compare(slots[b].StartAt.Time) })
	return order
}
