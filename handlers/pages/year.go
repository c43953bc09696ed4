package pages

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// year shows twelve small months.
func (p *Pages) year(c echo.Context) error {
	first, err := models.ParseDate(c.Param("year") + "-01-01")
	if err != nil {
		return echo.ErrNotFound
	}
	days, err := p.store.Days(c.Request().Context(), first, models.Date{Year: first.Year, Month: time.December, Day: 31})
	if err != nil {
		return err
	}
	byMonth := map[time.Month][]models.Day{}
	for _, day := range days {
		byMonth[day.Date.Month] = append(byMonth[day.Date.Month], day)
	}
	sum := summarize(days)
	page := views.Year{
		Frame:   p.frame(c, strconv.Itoa(first.Year)),
		Heading: strconv.Itoa(first.Year),
		Earlier: p.yearLink(first.Year - 1),
		Later:   p.yearLink(first.Year + 1),
		Costs:   views.Link{URL: p.links.To(costsPath(first.Year)), Label: "Frais réels"},
		Total:   sum.Total,
		Counted: sum.Counted,
	}
	holidays := p.holidays.Of(first.Year)
	for month := time.January; month <= time.December; month++ {
		page.Months = append(page.Months, p.yearMonth(models.Date{Year: first.Year, Month: month, Day: 1}, byMonth[month], holidays))
	}
	return render(c, http.StatusOK, views.YearPage(page))
}

// yearLink returns a link to a year, or an empty one outside the supported years.
func (p *Pages) yearLink(year int) views.Link {
	if !(models.Date{Year: year, Month: time.January, Day: 1}).InRange() {
		return views.Link{}
	}
	return views.Link{URL: p.links.To(yearPath(year)), Label: strconv.Itoa(year)}
}

func yearPath(year int) string { return "/years/" + strconv.Itoa(year) }

// yearMonth returns a small month: the offset of its first day in the week, and a
// mark for each day.
func (p *Pages) yearMonth(first models.Date, days []models.Day, holidays map[models.Date]string) views.YearMonth {
	sum := summarize(days)
	view := views.YearMonth{
		Link:    views.Link{URL: p.links.To(monthPath(first)), Label: french.Months[first.Month-1]},
		Lead:    make([]struct{}, first.DaysSinceMonday()),
		Counted: sum.Counted,
	}
	if len(days) > 0 {
		view.Total = sum.Total
	}
	types := map[models.Date]models.DayType{}
	for _, day := range days {
		types[day.Date] = day.DayType
	}
	today := p.today()
	for date := first; date.Month == first.Month; date = date.AddDays(1) {
		view.Days = append(view.Days, views.YearDay{
			Code:    string(types[date]),
			Today:   date == today,
			Resting: holidays[date] != "" || date.IsWeekend(),
		})
	}
	return view
}

// summary is the total of some days and their number by type.
type summary struct {
	Total   string
	Counted []views.TypeCount
}

func summarize(days []models.Day) summary {
	var worked int64 // minutes
	counts := map[models.DayType]int{}
	for _, day := range days {
		worked += day.WorkedMinutes()
		counts[day.DayType]++
	}
	var counted []views.TypeCount
	for _, dayType := range models.DayTypes {
		if n := counts[dayType]; n > 0 {
			counted = append(counted, views.TypeCount{Code: string(dayType), Label: french.DayTypes[dayType], Days: strconv.Itoa(n) + nbsp + "j"})
		}
	}
	return summary{french.Duration(worked), counted}
}
