package pages

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views"
)

// leave shows the leave of a year, in which two dates choose a span. It previews what the form of
// several days would do with it: its button sends that form.
func (p *Pages) leave(c echo.Context, first, last civil.Date) error {
	recorded, err := p.Reader.DayTotals(c.Request().Context(), first, last)
	if err != nil {
		return err
	}
	page := views.Leave{
		Head: p.Head(c, "Congés "+strconv.Itoa(first.Year), first, last),
		Year: first.Year, Holidays: p.Holidays.Of(first.Year), Days: recorded, Types: p.leaveTypes(),
	}
	page.Without = 0 // presences are no leave
	if err := chooseLeave(&page, c.QueryParams()); err != nil {
		return err
	}
	page.Earlier, page.Later = page.Keep(page.Earlier), page.Keep(page.Later)
	lines, err := p.Others.CounterLines(c, false)
	if err != nil {
		return err
	}
	page.Lines = lines[:min(len(lines), len(p.Hours.Counters))] // without the costs
	if page.To != (civil.Date{}) {
		page.Chosen, err = p.chosenLeave(c, page)
	}
	if err != nil {
		return err
	}
	return frame.Show(c, views.LeavePage(page))
}

func chooseLeave(page *views.Leave, query url.Values) (err error) {
	page.Type = page.Types[0]
	if query.Has("type") {
		page.Type = models.DayType(query.Get("type"))
	}
	for name, date := range map[string]*civil.Date{"from": &page.From, "to": &page.To} {
		if query.Has(name) && err == nil {
			*date, err = civil.ParseDate(query.Get(name))
		}
	}
	if err != nil || !slices.Contains(page.Types, page.Type) {
		return echo.ErrNotFound
	}
	return nil
}

// leaveTypes are those that counters count, or else the usual ones.
func (p *Pages) leaveTypes() (types []models.DayType) {
	for _, counter := range p.Hours.Counters {
		for _, dayType := range counter.Types {
			if !slices.Contains(types, dayType) {
				types = append(types, dayType)
			}
		}
	}
	if len(types) == 0 {
		return []models.DayType{models.Leave, models.RTT}
	}
	return types
}

// chosenLeave is the form of several days for the span of the page, with its preview if it is valid.
func (p *Pages) chosenLeave(c echo.Context, page views.Leave) (*views.ChosenLeave, error) {
	values := url.Values{"day_type": {string(page.Type)}, "from": {page.From.String()}, "to": {page.To.String()}, "weekday": workweek, "skip_holidays": {"1"}}
	form := readRangeForm(values)
	dates, _, messages := form.read(p.Holidays)
	if len(messages) > 0 {
		return nil, echo.ErrNotFound // no page leads to a span that is backward or too long
	}
	preview, err := days.PreviewRange(c.Request().Context(), p.Store, dates, form.EntryChange)
	if err != nil {
		return nil, err
	}
	return &views.ChosenLeave{Range: p.rangeView(c, form, around{preview: &views.RangePreview{Days: preview, Change: form.EntryChange}}), Fields: views.FieldsOf(values)}, nil
}
