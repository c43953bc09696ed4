package pages

import (
	"fmt"
	"net/http"
	"slices"
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

// home redirects to the current month.
func (p *Pages) home(c echo.Context) error { return p.SeeOther(c, views.MonthPath(p.Today())) }

// jump redirects to the requested month: "month=2026-11", or "month=11&year=2026".
func (p *Pages) jump(c echo.Context) error {
	month := c.QueryParam("month")
	if year := c.QueryParam("year"); year != "" {
		month = year + "-" + month
	}
	first, err := civil.ParseDate(month + "-01")
	if err != nil {
		return echo.ErrNotFound
	}
	return p.SeeOther(c, views.MonthPath(first))
}

// month shows a month in full weeks.
func (p *Pages) month(c echo.Context) error {
	first, _, err := frame.MonthIn(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	from, to := views.Weeks(first, first.LastOfMonth())
	days, err := p.Store.Days(ctx, from.AddDays(-longestSlot), to)
	if err != nil {
		return err
	}
	open, err := p.OpenArrival(c)
	if err != nil {
		return err
	}
	firstYear, lastYear, err := p.Store.RecordedYears(ctx)
	if err != nil {
		return err
	}
	sheet := &monthSheet{
		pages: p, first: first, open: open, running: p.UnderWay(open), today: p.Today(), holidays: p.Holidays.Between(from, to),
		days: make(map[civil.Date]models.Day, len(days)), strips: stripsOf(days, from, to),
		mostSlots: slotsAskedFor(c),
	}
	for _, day := range days {
		sheet.days[day.Date] = day
	}
	if len(p.Hours.Targets) > 0 || p.Hours.Balance != nil {
		sheet.totals = models.Totals(models.WithoutIgnored(days))
	}
	page := sheet.view(p.AskingFrame(c, french.MonthName(first)))
	last := first.LastOfMonth()
	if page.Against, err = p.against(c, sheet.totals, first, last); err != nil {
		return err
	}
	_, balanced := figures.BalanceDate(p.Hours, first, last, sheet.today)
	if page.Lines, err = p.Others.CounterLines(c, !balanced); err != nil {
		return err
	}
	page.Tabs = frame.MonthTabs(c, first)
	page.Jump = views.Jump{Path: "/months", Months: monthOptions(first.Month), Years: yearOptions(first.Year, sheet.today.Year, firstYear, lastYear)}
	if firstYear == 0 {
		page.Welcome, page.Frame.Hand = p.Others.Welcome(c), nil // which has the button
	}
	if views.MonthPath(sheet.today) != views.MonthPath(first) {
		page.Now = views.Link{Path: views.InMonthPath(sheet.today), Label: "Ce mois-ci"}
	} else {
		if page.LastEvent, page.Silence, err = p.heard(c); err != nil {
			return err
		}
	}
	return frame.Render(c, http.StatusOK, views.MonthPage(page))
}

// longestSlot is how many days before the first one shown a slot that continues into it
// may have begun. Only a slot that the automation recorded can be longer.
const longestSlot = 7

// monthSheet is the data of a month's page.
type monthSheet struct {
	pages    *Pages
	first    civil.Date
	today    civil.Date
	open     *models.WorkplacePresenceEvent // or nil
	running  *models.TimeSlot               // the presence under way, or nil
	holidays map[civil.Date]string
	days     map[civil.Date]models.Day
	strips   map[civil.Date]string
	// mostSlots is how many slots of a day are shown.
	mostSlots int
	totals    []models.DayTotal // in order; nil if neither targets nor a balance are configured
}

func (s *monthSheet) view(around views.Frame) views.Month {
	p := s.pages
	page := views.Month{
		Frame:    around,
		Heading:  french.MonthName(s.first),
		Person:   p.Person.Line(),
		New:      views.Link{Path: views.NewEntryPath(s.newDate()), Label: "Journée"},
		Range:    views.Link{Path: views.NewRangePath(s.newDate()), Label: "Plusieurs jours"},
		Earlier:  frame.MonthLink(s.first.AddDays(-1), 0),
		Later:    frame.MonthLink(s.first.LastOfMonth().AddDays(1), 0),
		Weekdays: []string{"lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."},
	}
	from, to := views.Weeks(s.first, s.first.LastOfMonth())
	for monday := from; monday.DaysUntil(to) >= 0; monday = monday.AddDays(7) {
		page.Weeks = append(page.Weeks, s.week(monday))
	}
	for _, day := range s.days {
		if len(day.Slots) > s.mostSlots {
			page.AllSlots = views.Link{Path: views.MonthPath(s.first) + allSlots, Label: "Afficher tous les créneaux"}
		}
	}
	inMonth := s.inMonth()
	sum := s.summarize(inMonth)
	page.Total, page.Since, page.ByType = sum.Total, sum.Since, sum.ByType
	if len(inMonth) == 0 {
		page.Nothing = nothingIn(page.Heading)
	}
	page.Figures = []views.Link{{Path: views.SheetPath(s.first), Label: "Relevé à signer"}, {Path: views.PayPath(s.first), Label: "Paie du mois"}}
	page.Journeys = p.Others.Journeys(inMonth)
	for _, day := range inMonth {
		if french.Excerpt(day.Note) != day.Note {
			page.Notes = append(page.Notes, views.Note{Date: french.ShortDate(day.Date), Text: day.Note})
		}
	}
	return page
}

// inMonth returns the days of the month itself, in order.
func (s *monthSheet) inMonth() []models.Day {
	var days []models.Day
	for date := s.first; date.Month == s.first.Month; date = date.AddDays(1) {
		if day, found := s.days[date]; found && !day.Ignored {
			days = append(days, day)
		}
	}
	return days
}

func (s *monthSheet) week(monday civil.Date) views.Week {
	number := monday.ISOWeek()
	week := views.Week{Number: strconv.Itoa(number), Label: "Semaine " + strconv.Itoa(number), Days: make([]views.MonthDay, 0, 7)}
	var filled []models.Day
	for i := range 7 {
		date := monday.AddDays(i)
		week.Days = append(week.Days, s.day(date))
		if day, found := s.days[date]; found && !day.Ignored {
			filled = append(filled, day)
		}
	}
	sum := s.summarize(filled)
	week.Total, week.Since, week.ByType = sum.Total, sum.Since, sum.ByType
	week.Target = figures.WeekTarget(s.pages.Hours, s.totals, monday, s.today)
	if week.Target != "" && week.Total == "" {
		week.Total = french.Duration(0)
	}
	return week
}

// summarize counts the presence under way with the day of its arrival.
func (s *monthSheet) summarize(days []models.Day) summary {
	totals := models.Totals(days)
	at := slices.IndexFunc(days, func(day models.Day) bool { return s.running != nil && day.ID == s.running.WorkEntryID })
	if at < 0 {
		return summarizeTotals(totals)
	}
	minutes, growing := days[at].WorkedWith(*s.running)
	totals[at].Minutes = minutes
	sum := summarizeTotals(totals)
	if growing {
		sum.Since = figures.Since(s.pages.Rules.Zone, sum.Worked, s.running.EndAt)
	}
	return sum
}

func (s *monthSheet) day(date civil.Date) views.MonthDay {
	view := views.MonthDay{
		Date:    date.String(),
		Number:  strconv.Itoa(date.Day),
		Label:   french.ShortDate(date),
		Full:    french.FullDate(date),
		Today:   date == s.today,
		Holiday: s.holidays[date],
		Strip:   s.strips[date],
		Empty:   true,
	}
	if date.Month != s.first.Month {
		view.Number, view.Label = french.ShortDayOfMonth(date), french.ShortWeekdays[date.Weekday()]+" "+french.ShortDayOfMonth(date)
	}
	if date.InRange() {
		view.Path = views.NewEntryPath(date)
	}
	day, filled := s.days[date]
	view.Empty = !filled
	view.Traits = traits(
		trait{views.TraitToday, view.Today}, trait{views.TraitResting, date.IsWeekend()},
		trait{views.TraitEmpty, view.Empty}, trait{views.TraitOther, date.Month != s.first.Month},
	)
	if !filled {
		return view
	}
	view.Path = views.EntryPath(day.ID)
	view.Type, view.Code = french.TypeOfDay(day.DayType, day.HalfDay), string(day.DayType)
	if day.Ignored {
		view.Type, view.Code = "Arrivée ignorée", ""
	}
	view.Slots = french.Listed(french.SlotTexts(day), s.mostSlots)
	if day.Unread > 0 {
		view.Slots = append(view.Slots, french.UnreadSlots(day.Unread))
	}
	view.Note = french.Excerpt(day.Note)
	if len(day.Slots) > 0 {
		view.Length = french.Duration(day.WorkedMinutes())
		view.ByHand = !day.Recorded
		view.Recorded = day.Recorded
	}
	if s.open != nil && s.open.WorkEntryID == day.ID {
		view.Open = "depuis " + french.Clock(s.open.OccurredAt, day.Zone)
	}
	return view
}

// newDate returns the date that is suggested for a new day of the month: today, or the
// first date without an entry, or else the first of the month.
func (s *monthSheet) newDate() civil.Date {
	if _, filled := s.days[s.today]; !filled && s.today.Year == s.first.Year && s.today.Month == s.first.Month {
		return s.today
	}
	for date := s.first; date.Month == s.first.Month; date = date.AddDays(1) {
		if _, filled := s.days[date]; !filled {
			return date
		}
	}
	return s.first
}

// shownYears is how many years before and after the shown one can be chosen: any year
// is reached by choosing several times.
const shownYears = 10

// maxShownYears is the maximum number of years on either side that were recorded.
const maxShownYears = 50

// yearOptions returns the years to choose from: those around the shown one, and those
// from the first recorded one to the last, or to this one.
func yearOptions(shown, present, first, last int) []views.Option {
	if first == 0 {
		first, last = present, present
	}
	from := max(shown-maxShownYears, min(shown-shownYears, first-1))
	to := min(shown+maxShownYears, max(shown+shownYears, present+1, last+1))
	var options []views.Option
	for year := from; year <= to; year++ {
		if !(civil.Date{Year: year, Month: 1, Day: 1}).InRange() {
			continue
		}
		text := strconv.Itoa(year)
		options = append(options, views.Option{Value: text, Label: text, Selected: year == shown})
	}
	return options
}

// monthOptions returns the months to choose from.
func monthOptions(shown time.Month) []views.Option {
	options := make([]views.Option, 0, len(french.Months))
	for i, name := range french.Months {
		options = append(options, views.Option{Value: fmt.Sprintf("%02d", i+1), Label: name, Selected: time.Month(i+1) == shown})
	}
	return options
}

// trait is a trait that a day may have for the style.
type trait struct {
	name string
	has  bool
}

// traits joins those that a day has.
func traits(all ...trait) string {
	joined := ""
	for _, t := range all {
		if t.has && joined != "" {
			joined += " "
		}
		if t.has {
			joined += t.name
		}
	}
	return joined
}
