package views

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Sheet is the page of a month as a document to sign.
type Sheet struct {
	Head
	report.Sheet
	Rules          report.Rules
	Holidays       map[civil.Date]string
	Unreadable     []models.UnreadableDay
	Open           *models.WorkplacePresenceEvent
	Now            civil.Instant
	Name, Employer string // empty if they are not known
	Version        string // of the program
	HideIllness    bool
	Annex          *Annex // nil without
	WithAnnex      Link   // shows the annex, or leaves it out
	Illness        Link   // shows illness, or hides it; empty if it is always hidden
	Keep           string // path at which the digest is kept
}

// DocumentName names what is printed.
func (s Sheet) DocumentName() string {
	if s.Rules.Printed(s.Month, report.SheetFormat, s.HideIllness).DaysOnly {
		return "Relevé de jours"
	}
	return "Relevé d’heures"
}

func (s Sheet) hints() (hints []Remark) {
	if len(s.Days) == 0 {
		hints = append(hints, Remark{Text: "Rien n’est saisi en " + french.MonthName(s.Month) + "\u00a0: le relevé montrera les journées de ce mois."})
	}
	if s.Name == "" || s.Employer == "" {
		hints = append(hints, Remark{Text: "Le nom et l’employeur s’écrivent à la main, sauf s’ils sont réglés.", Lead: Link{Path: SettingsAt("person"), Label: "Les régler"}})
	}
	return hints
}

// document begins the document of the page.
func (s Sheet) document() *sheetPage {
	page := sheetPage{Sheet: s, printed: s.Rules.Printed(s.Month, report.SheetFormat, s.HideIllness), origins: map[models.Origin]bool{}, last: s.Month.LastOfMonth(), today: civil.DateOf(s.Now.In(s.Rules.Zone))}
	page.digest = report.SheetDigest(report.SheetRows(s.Month, s.Records, page.printed))
	page.settled = page.today.AddDays(-1)
	if page.settled.DaysUntil(page.last) < 0 {
		page.settled = page.last
	}
	for _, kind := range HourKinds {
		if kind != calledOut && kind.minutes(s.Figures.Hours) > 0 && !page.printed.DaysOnly {
			page.columns = append(page.columns, kind)
		}
	}
	return &page
}

// sheetPage is a document in the making.
type sheetPage struct {
	Sheet
	last, today civil.Date
	digest      string     // of its rows
	settled     civil.Date // the last day of the month that targets and the balance take in
	printed     report.Printed
	columns     []*HourColumn          // of hours that the month has
	origins     map[models.Origin]bool // of its slots
	shortened   bool                   // a note was
	hidden      bool                   // a note was left out
}

// check is the command that computes the digest.
func (s *sheetPage) check() string {
	illness := ""
	if s.HideIllness && s.Illness.Label != "" {
		illness = "--illness hidden "
	}
	return "worklog sheet-hash " + illness + s.Month.String()[:len("2026-11")]
}

// mail is the address of a mail that says what the document does. Who gets it is chosen there.
func (s *sheetPage) mail() string {
	worked := french.HoursOf(s.Figures.Hours.Worked)
	if s.printed.DaysOnly {
		worked = french.Days(report.DaysWorked(s.begun()))
	}
	subject := s.DocumentName() + ", " + french.MonthName(s.Month)
	lines := []string{s.DocumentName() + ", " + s.period(), "Total\u00a0: " + worked, "SHA-256 des lignes\u00a0: " + s.digest, ""}
	return "mailto:?subject=" + inMail(subject) + "&body=" + inMail(strings.Join(lines, "\r\n"))
}

// inMail encodes a text for the address of a mail, where "+" is itself (RFC 6068).
func inMail(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// period writes "novembre 2026, du 1er au 30".
func (s *sheetPage) period() string {
	text := fmt.Sprintf("%s, du 1er au\u00a0%d", french.MonthName(s.Month), s.last.Day)
	if s.today.DaysUntil(s.last) >= 0 {
		text += " (non terminé)"
	}
	return text
}

func (s *sheetPage) weeks() (weeks []SheetWeek) {
	days := s.Records
	for date := s.Month; date.DaysUntil(s.last) >= 0; {
		week := SheetWeek{}
		monday := date.Monday()
		var worked int64
		for ; date.DaysUntil(s.last) >= 0 && monday.DaysUntil(date) < 7; date = date.AddDays(1) {
			var day *models.DayRecord
			if len(days) > 0 && days[0].Date == date {
				day, days = &days[0], days[1:]
				worked += day.WorkedMinutes()
			}
			week.Days = append(week.Days, s.day(date, day))
		}
		s.total(&week, monday, worked)
		weeks = append(weeks, week)
	}
	return weeks
}

// total sums up a week: its days, of the month, and the civil week where it is another
// figure, since the month cuts the week or a night goes on after Sunday.
func (s *sheetPage) total(view *SheetWeek, monday civil.Date, worked int64) {
	sunday := monday.AddDays(6)
	view.Label = "Semaine " + strconv.Itoa(monday.ISOWeek())
	cut := monday.Month != s.Month.Month || sunday.Month != s.Month.Month
	if cut {
		view.Label += ", coupée par le mois"
	}
	if s.printed.DaysOnly {
		view.Total = french.Days(report.DaysWorked(models.Between(s.begun(), monday, sunday)))
		return
	}
	view.Total = french.HoursOf(worked)
	for _, week := range s.Weeks {
		if week.Monday != monday {
			continue
		}
		switch {
		case cut:
			view.Whole = "du " + french.ShortDayOfMonth(monday) + " au " + french.ShortDayOfMonth(sunday) + "\u00a0: " + french.HoursOf(week.Worked)
		case week.Worked != worked:
			view.Whole = "de lundi 0\u00a0h à dimanche 24\u00a0h\u00a0: " + french.HoursOf(week.Worked)
		}
		if week.Overtime > 0 && sunday.Month == s.Month.Month {
			limits := s.Rules.AsOf(monday).Limits
			view.Over = fmt.Sprintf("au-delà de %s\u00a0: %s, sur %s", french.ShortDuration(limits.Overtime), overtimeText(limits, report.OvertimeAbove(week.Base(), limits.Overtime)), french.HoursOf(week.Base()))
			if week.Leave > 0 {
				view.Over += " dont " + french.HoursOf(week.Leave) + " de congé"
			}
			if week.Solidarity > 0 {
				view.Over += ", sans " + french.HoursOf(week.Solidarity) + " de journée de solidarité"
			}
		}
	}
}

func (s *sheetPage) day(date civil.Date, record *models.DayRecord) SheetDay {
	if record == nil {
		return SheetDay{Date: date, Path: DayPath(date, 0), Type: s.rest(date)}
	}
	day := &record.Day
	view := SheetDay{Date: date, Path: DayPath(date, day.ID)}
	if day.Ignored {
		view.Type = s.rest(date)
		return view
	}
	view.Day, view.Type, view.Note = day, s.typeOf(*day), s.note(*day)
	if s.printed.DaysOnly {
		if worked := report.DaysWorked([]models.Day{*day}); worked > 0 {
			if s.today.DaysUntil(date) > 0 {
				view.Type += ", prévu"
				return view
			}
			view.Length = french.Days(worked)
			if !report.Effects[day.DayType].Works {
				view.Type += ", travaillé"
			}
		}
		return view
	}
	for _, slot := range day.Slots {
		view.Slots = append(view.Slots, slotOnSheet(*day, slot))
	}
	if s.Open != nil && s.Open.WorkEntryID == day.ID {
		view.Slots = append(view.Slots, french.Clock(s.Open.OccurredAt, day.Zone)+"–\u00a0sans départ")
	}
	if day.Timezone != s.Rules.Zone.String() && len(view.Slots) > 0 {
		view.Slots = append(view.Slots, "("+day.Timezone+")")
	}
	if len(day.Slots) > 0 {
		view.Length = french.HoursOf(day.WorkedMinutes())
		view.Origins = s.originsOf(record)
	}
	if len(s.columns) > 0 {
		view.Hours = s.Rules.Hours(s.Counted, date, date)
	}
	return view
}

// originsOf returns the origins of a day's slots, each once: of the late ones the latest.
func (s *sheetPage) originsOf(record *models.DayRecord) (origins []models.SlotOrigin) {
	for _, origin := range record.Origins(record.Slots) {
		s.origins[origin.Origin] = true
		at := slices.IndexFunc(origins, func(other models.SlotOrigin) bool { return other.Origin == origin.Origin })
		if at < 0 {
			origins = append(origins, origin)
		} else if origins[at].LateMinutes < origin.LateMinutes {
			origins[at] = origin
		}
	}
	return origins
}

// rest names a date without an entry on which one neither works nor has worked, as at the end of
// a night; none of those to come. In a week of a roster with work, that is every such date.
func (s *sheetPage) rest(date civil.Date) string {
	shifts, planned := s.Rules.Plan.On(date)
	switch {
	case s.isUnreadable(date):
		return french.UnreadableType
	case s.Holidays[date] != "" || s.today.DaysUntil(date) > 0 || s.GoneOn[date]:
		return ""
	case planned && len(shifts) > 0, !planned && s.Rules.WorksOn(date) && !(s.Rules.OnAnyDay(date) && s.worked(date.Monday())):
		return ""
	case s.printed.DaysOnly:
		return weeklyRest
	}
	return "Repos"
}

func (s *sheetPage) isUnreadable(date civil.Date) bool {
	return slices.ContainsFunc(s.Unreadable, func(day models.UnreadableDay) bool { return day.Date == date })
}

// worked reports whether anything was worked in the week from a Monday on.
func (s *sheetPage) worked(monday civil.Date) bool {
	return slices.ContainsFunc(s.Weeks, func(week report.CivilWeek) bool { return week.Monday == monday && week.Worked > 0 })
}

// begun returns the days of the month that count and are not to come.
func (s *sheetPage) begun() []models.Day {
	return models.Between(s.Counted, s.Month, s.today)
}

// absence stands for an illness that is hidden.
const absence = "Absence"

// weeklyRest names a weekend in a sheet of days.
const weeklyRest = "Repos hebdomadaire"

func (s *sheetPage) typeWord(dayType models.DayType) string {
	if s.HideIllness && dayType == models.SickLeave {
		return absence
	}
	if s.printed.DaysOnly && dayType == models.RTT {
		return "Repos du forfait"
	}
	return french.DayTypes[dayType]
}

// typeOf writes "Travail", "Travail · ½ RTT" or "Travail · ½ RTT (matin)".
func (s *sheetPage) typeOf(day models.Day) string {
	if day.Ignored {
		return "Arrivée ignorée"
	}
	switch day.HalfDay {
	case "":
		return s.typeWord(day.DayType)
	case models.HalfFree:
		return french.TypeOfDay(day.DayType, day.HalfDay) + french.InHalf(day.Half)
	}
	return s.typeWord(day.DayType) + "\u00a0· ½\u00a0" + s.typeWord(day.HalfDay.DayType()) + french.InHalf(day.Half)
}

// maxSheetNote is the maximum length of a note in code points: two lines.
const maxSheetNote = 80

// note returns the beginning of a note's first line; none if it may speak of a hidden
// illness.
func (s *sheetPage) note(day models.Day) string {
	if day.Note == "" {
		return ""
	}
	if s.HideIllness && report.TellsOfIllness(day) {
		s.hidden = true
		return ""
	}
	whole := strings.TrimSpace(day.Note)
	line, _, _ := strings.Cut(whole, "\n")
	line = strings.TrimSpace(line)
	if runes := []rune(line); len(runes) > maxSheetNote {
		line = strings.TrimSpace(string(runes[:maxSheetNote]))
	}
	if line == whole {
		return line
	}
	s.shortened = true
	return line + "…"
}

// SheetWeek is the days of a week, as far as they are of the month.
type SheetWeek struct {
	Days  []SheetDay
	Label string
	Total string
	Whole string // of the whole week, if it differs
	Over  string // the threshold
}

// SheetDay is a date.
type SheetDay struct {
	Date    civil.Date
	Path    string      // of the day
	Day     *models.Day // nil without an entry
	Type    string      // empty without an entry
	Slots   []string
	Length  string
	Hours   report.Hours
	Origins []models.SlotOrigin // of its slots, each once
	Note    string
}

// SheetGroup is figures of the same kind.
type SheetGroup struct {
	Heading string
	Figures []SheetFigure
}

// SheetFigure is a figure, and the days that it counts.
type SheetFigure struct{ Label, Days, Figure string }

// slotOnSheet writes "20:00–08:30 (+1 j)". Where the clock changes, or shows a time twice,
// each time has its offset.
func slotOnSheet(day models.Day, slot models.TimeSlot) string {
	start, end := slot.StartAt.In(day.Zone), slot.EndAt.In(day.Zone)
	from, to := french.Clock(slot.StartAt, day.Zone), french.Clock(slot.EndAt, day.Zone)
	var after []string
	if days := day.Date.DaysUntil(civil.DateOf(end)); days != 0 {
		after = append(after, fmt.Sprintf("%+d\u00a0j", days))
	}
	_, before := start.Zone()
	_, behind := end.Zone()
	if before != behind || comesTwice(slot.StartAt, day) || comesTwice(slot.EndAt, day) {
		from += "\u00a0(" + utcOffset(before) + ")"
		after = append(after, utcOffset(behind))
	}
	text := from + "–" + to
	if len(after) > 0 {
		text += "\u00a0(" + strings.Join(after, ", ") + ")"
	}
	return text
}

// comesTwice reports whether the clock shows the time of an instant twice.
func comesTwice(instant civil.Instant, day models.Day) bool {
	return len(civil.InstantsAt(civil.DateOf(instant.In(day.Zone)), civil.WallTimeOf(instant, day.Zone), day.Zone)) > 1
}

// utcOffset writes "UTC+1", "UTC−3:30" or "UTC".
func utcOffset(seconds int) string {
	if seconds == 0 {
		return "UTC"
	}
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	text := fmt.Sprintf("UTC%s%d", sign, seconds/3600)
	for rest := seconds % 3600; rest > 0; rest = rest % 60 * 60 {
		text += fmt.Sprintf(":%02d", rest/60)
	}
	return text
}

// isJoined reports whether an event of a day lies within a slot of the day before, to which it was
// joined.
func (s Sheet) isJoined(event models.WorkplacePresenceEvent, date civil.Date) bool {
	at, found := slices.BinarySearchFunc(s.Records, date.AddDays(-1), func(record models.DayRecord, date civil.Date) int { return record.Date.Compare(date) })
	if !found {
		return false
	}
	slots := s.Records[at].Slots
	next, _ := slices.BinarySearchFunc(slots, event.OccurredAt, func(slot models.TimeSlot, at civil.Instant) int { return slot.StartAt.Compare(at.Time) })
	return next > 0 && event.OccurredAt.Before(slots[next-1].EndAt.Time)
}

// ignored returns how many presences of the month a person has ignored.
func (s Sheet) ignored() (n int) {
	for i := range s.Records {
		n += s.ignoredOn(&s.Records[i])
	}
	return n
}

// ignoredOn returns how many of them there are on a day.
func (s Sheet) ignoredOn(record *models.DayRecord) (n int) {
	for _, event := range record.Events {
		if event.IsDiscarded() && !s.isJoined(event, record.Date) {
			n++
		}
	}
	return n
}

// shownKept is how many of the digests that were kept of a sheet are not folded away.
const shownKept = 2

// canBeKept reports whether the month is over and its digest not kept yet.
func (s *sheetPage) canBeKept() bool {
	return s.last.Compare(s.today) < 0 && !slices.ContainsFunc(s.Kept, func(kept report.KeptSheet) bool {
		return kept.Format == s.printed.Format && kept.Digest == s.digest
	})
}

// keptOn writes "2 décembre (a1b2…)", with the year if it is not that of the month.
func (s *sheetPage) keptOn(kept report.KeptSheet) string {
	date := civil.DateOf(kept.KeptAt.In(s.Rules.Zone))
	text := french.DayOfMonth(date)
	if date.Year != s.Month.Year {
		text = french.InYear(date)
	}
	text += " (" + french.Digest(kept.Digest)
	if kept.Format != report.SheetFormat {
		text += ", format\u00a0" + strconv.Itoa(kept.Format)
	}
	return text + ")"
}

// originMarks are the marks of the origins, with what a sheet claims by them.
var originMarks = map[models.Origin]struct{ shape, claim string }{
	models.Live:      {iconRecorded, "reçu par ce serveur dans les 15\u00a0minutes, selon son horloge"},
	models.Late:      {iconRecorded, "avec un délai\u00a0: reçu d’autant plus tard, ou plus tôt"},
	models.Pressed:   {iconPressed, "pressé par la personne («\u00a0J’arrive\u00a0», «\u00a0Je pars\u00a0»)"},
	models.Typed:     {iconByHand, "saisi à la main"},
	models.Corrected: {iconFixed, "corrigé à la main"},
	models.Imported:  {iconFromFile, "repris d’un fichier"},
}
