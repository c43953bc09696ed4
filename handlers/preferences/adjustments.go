package preferences

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models/report"
	"worklog/views"
)

func (p *Pages) counters(c echo.Context, now stored) error {
	return p.showCounters(c, http.StatusOK, now, nil)
}

func (p *Pages) showCounters(c echo.Context, status int, now stored, form *sent) error {
	page := views.Adjustments{Of: p.view(now, form).adjustment}
	if form != nil {
		page.Alert, page.Details = form.alert, form.details
	}
	return p.ShowCounters(c, status, page)
}

// adjustment returns the form of an adjustment, or what the file has in place of it; nil if the settings
// cannot be read.
func (v pageView) adjustment(section, id string) *views.SettingsPart {
	if v.now.err != nil {
		return nil
	}
	of, _ := partOf(section)
	form := v.formOf(place{of, id, true})
	if form == nil {
		return &views.SettingsPart{Fixed: v.fixed(place{part: of, thingID: id})}
	}
	other := "hours" // that a counter in days does not have
	if section == "balance" || get(v.inForce, section, id, "unit") == string(report.InHours) {
		other = "days"
	}
	row := form.Fields[0].Rows[0].Fields
	form.Fields = nil
	for _, f := range row {
		switch {
		case f.Key.Name != other:
			f.Message = strings.TrimSuffix(f.Message, " "+f.Key.InOther)
		case f.Value() == "":
			continue
		}
		form.Fields = append(form.Fields, f)
	}
	return &views.SettingsPart{Form: form, Open: form.Unsaved}
}

// showGone shows the counters without the one that a form was to adjust, and what was typed.
func (p *Pages) showGone(c echo.Context, status int, now stored, form *sent, why string) error {
	form.alert = why + "rien n’est enregistré, car ce compteur n’existe plus."
	for _, name := range []string{"date", "days", "hours", "note"} {
		if text := form.typed.Get(form.id + ".adjustments.0." + name); text != "" {
			form.details = append(form.details, text)
		}
	}
	return p.showCounters(c, status, now, form)
}
