package pages

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// year shows twelve small months.
func (p *Pages) year(c echo.Context) error {
	first, last, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	days, err := p.Reader.DayTotals(c.Request().Context(), first, last)
	if err != nil {
		return err
	}
	byMonth := map[time.Month][]models.DayTotal{}
	for _, day := range days {
		byMonth[day.Date.Month] = append(byMonth[day.Date.Month], day)
	}
	sum := summarizeTotals(days)
	page := views.Year{
		Frame:   p.Frame(c, strconv.Itoa(first.Year)),
		Heading: strconv.Itoa(first.Year),
		Earlier: frame.YearLink(views.YearPath, first.Year-1),
		Later:   frame.YearLink(views.YearPath, first.Year+1),
		Tabs:    frame.YearTabs(c, first.Year),
		Total:   sum.Total,
		ByType:  sum.ByType,
		Deleted: p.Others.DeletedDays(c, first, last),
	}
	if len(days) == 0 {
		page.Nothing = nothingIn(page.Heading, views.Link{Path: views.NewRangePath(first), Label: "Saisir plusieurs jours"})
	}
	if page.Against, err = p.against(c, days, first, last); err != nil {
		return err
	}
	holidays := p.Holidays.Of(first.Year)
	for month := time.January; month <= time.December; month++ {
		page.Months = append(page.Months, p.yearMonth(civil.Date{Year: first.Year, Month: month, Day: 1}, byMonth[month], holidays))
	}
	return frame.Render(c, http.StatusOK, views.YearPage(page))
}

// yearMonth returns a small month with a mark for each day. The days are those of the
// month, in order.
func (p *Pages) yearMonth(first civil.Date, days []models.DayTotal, holidays map[civil.Date]string) views.YearMonth {
	sum := summarizeTotals(days)
	view := views.YearMonth{
		Link:   views.Link{Path: views.MonthPath(first), Label: french.Months[first.Month-1]},
		From:   strconv.Itoa(first.DaysSinceMonday() + 1),
		Days:   make([]views.YearDay, 0, 31),
		Total:  sum.Total,
		ByType: sum.ByType,
	}
	today := p.Today()
	view.Against = figures.Against(p.Hours, days, first, first.LastOfMonth(), today)
	for date := first; date.Month == first.Month; date = date.AddDays(1) {
		day := views.YearDay{
			Title:  french.Weekdays[date.Weekday()] + " " + french.DayOfMonth(date),
			Traits: traits(trait{views.TraitToday, date == today}, trait{views.TraitResting, holidays[date] != "" || date.IsWeekend()}),
		}
		if len(days) > 0 && days[0].Date == date {
			day.Path, day.Code = views.EntryPath(days[0].ID), string(days[0].DayType)
			day.Title += nbsp + ": " + french.TypeOfDay(days[0].DayType, days[0].HalfDay)
			days = days[1:]
		} else {
			day.Path = views.NewEntryPath(date)
		}
		view.Days = append(view.Days, day)
	}
	return view
}

// summary is the total of some days and their number by type.
type summary struct {
	Worked int64  // minutes
	Total  string // empty if there is none
	Since  string // while it grows with a presence under way; see [figures.Since]
	ByType []views.TypeCount
}

func summarizeTotals(days []models.DayTotal) summary {
	var sum summary
	halves := map[models.DayType]int64{}
	for _, day := range days {
		sum.Worked += day.Minutes
		halves[day.DayType]++
		if day.HalfDay != "" {
			halves[day.HalfDay.DayType()]++
		} else {
			halves[day.DayType]++
		}
	}
	for _, dayType := range models.DayTypes {
		if n := halves[dayType]; n > 0 {
			sum.ByType = append(sum.ByType, views.TypeCount{Code: string(dayType), Label: french.DayTypes[dayType], Days: french.Thousandths(n*500) + nbsp + "j"})
		}
	}
	if sum.Worked > 0 {
		sum.Total = french.Duration(sum.Worked)
	}
	return sum
}
