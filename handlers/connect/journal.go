package connect

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/handlers/outcomes"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/journal"
	"worklog/views"
	"worklog/views/french"
)

// linesPerPage is how many lines of the journal a page shows.
const linesPerPage = 100

// journalAnswers are the answers that the journal can be filtered by, in the order
// in which they are offered.
var journalAnswers = []struct {
	value    string
	label    string
	outcomes []models.RequestOutcome
}{
	{"", "Toutes les réponses", nil},
	{"refused", "Refusés", refusedOutcomes()},
	{"recorded", "Enregistrés", []models.RequestOutcome{models.OutcomeRecorded}},
	{"replayed", "Déjà enregistrés", []models.RequestOutcome{models.OutcomeReplayed}},
}

func refusedOutcomes() []models.RequestOutcome {
	var refused []models.RequestOutcome
	for _, outcome := range models.RequestOutcomes {
		if isRefusal(outcome) {
			refused = append(refused, outcome)
		}
	}
	return refused
}

func isRefusal(outcome models.RequestOutcome) bool {
	return outcome != models.OutcomeRecorded && outcome != models.OutcomeReplayed
}

// journal shows what was asked of the endpoint, and why it was answered so.
func (p Pages) journal(c echo.Context) error {
	filter, view, err := p.journalFilter(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	lines, err := journal.Lines(ctx, p.Store, filter, linesPerPage+1)
	if err != nil {
		return err
	}
	if len(lines) > linesPerPage {
		lines = lines[:linesPerPage]
		view.Older = journalLink(c, lines[len(lines)-1].ID)
	}
	if err = p.journalRows(c, &view, lines); err != nil {
		return err
	}
	if view.Counts, err = p.requestCounts(c); err != nil {
		return err
	}
	if view.Unused, err = p.unusedOf(ctx, filter.Date); err != nil {
		return err
	}
	view.Span, view.Remedy = "ces "+strconv.Itoa(recentDays)+" derniers jours", connectPath+"#diagnostic"
	if filter.Date != nil {
		view.Span = "ce jour-là"
	}
	view.Frame = p.Frame(c, "Journal")
	view.Nothing = views.Nothing{
		Text:  "Rien n’a encore été envoyé. Chaque arrivée et chaque départ qu’un téléphone ou la domotique envoie sera une ligne ici, avec ce qu’il en est advenu.",
		Leads: []views.Link{{Path: connectPath, Label: "Brancher une automatisation"}},
	}
	return frame.Render(c, http.StatusOK, views.JournalPage(view))
}

// journalFilter reads what the page is asked for: echo.ErrNotFound for what is not
// offered.
func (p Pages) journalFilter(c echo.Context) (filter journal.Filter, view views.Journal, err error) {
	view.Action = "/journal"
	if day := c.QueryParam("day"); day != "" {
		date, err := civil.ParseDate(day)
		if err != nil {
			return filter, view, echo.ErrNotFound
		}
		filter.Date, view.Day = &date, day
		view.DayPage = views.Link{Path: frame.NewEntryPath(date), Label: french.FullDate(date)}
	}
	if before := c.QueryParam("before"); before != "" {
		if filter.Before, err = strconv.ParseInt(before, 10, 64); err != nil || filter.Before < 1 {
			return filter, view, echo.ErrNotFound
		}
	}
	known := false
	for _, answer := range journalAnswers {
		selected := answer.value == c.QueryParam("answer")
		view.Answers = append(view.Answers, views.Option{Value: answer.value, Label: answer.label, Selected: selected})
		if selected {
			known, filter.Outcomes = true, answer.outcomes
		}
	}
	if !known {
		return filter, view, echo.ErrNotFound
	}
	view.Filtered = filter.Date != nil || filter.Outcomes != nil
	return filter, view, nil
}

// journalLink leads to the lines before one, chosen as now.
func journalLink(c echo.Context, before int64) string {
	query := url.Values{"before": {strconv.FormatInt(before, 10)}}
	for _, name := range []string{"day", "answer"} {
		if value := c.QueryParam(name); value != "" {
			query.Set(name, value)
		}
	}
	return "/journal?" + query.Encode()
}

// journalRows puts lines into words, those of refusals first. Without a choice, what was
// recorded is folded.
func (p Pages) journalRows(c echo.Context, view *views.Journal, lines []models.JournalLine) error {
	var refused, taken []models.JournalLine
	for _, line := range lines {
		if isRefusal(line.Outcome) {
			refused = append(refused, line)
		} else {
			taken = append(taken, line)
		}
	}
	told, err := p.journalLines(c, append(refused, taken...))
	if err != nil {
		return err
	}
	view.Refused, told = told[:len(refused)], told[len(refused):]
	if !view.Filtered {
		view.Taken = folded(taken, told)
	} else if len(told) > 0 {
		view.Taken = []views.JournalRow{{Lines: told}}
	}
	return nil
}

// journalLines puts lines into words.
func (p Pages) journalLines(c echo.Context, lines []models.JournalLine) ([]views.JournalLine, error) {
	ctx := c.Request().Context()
	var ids []int64
	var keys []string
	for _, line := range lines {
		if line.EventID != nil {
			ids = append(ids, *line.EventID)
		}
		keys = append(keys, line.IdempotencyKey)
	}
	events, err := journal.EventsByID(ctx, p.Store, ids)
	if err != nil {
		return nil, err
	}
	recorded, err := journal.RecordedKeys(ctx, p.Store, keys)
	if err != nil {
		return nil, err
	}
	var told []views.JournalLine
	for _, line := range lines {
		var event *models.WorkplacePresenceEvent
		if line.EventID != nil {
			if known, there := events[*line.EventID]; there {
				event = &known
			}
		}
		view := p.journalLine(line, event)
		if recorded[line.IdempotencyKey] && line.Outcome.Recoverable() {
			view.Since = "Enregistré depuis."
		}
		told = append(told, view)
	}
	return told, nil
}

func (p Pages) journalLine(line models.JournalLine, event *models.WorkplacePresenceEvent) views.JournalLine {
	view := views.JournalLine{
		Received: p.Timestamp(line.ReceivedAt, "15:04"),
		Told:     p.told(line, event),
		Source:   sourceWords[line.Source],
		Remedy:   p.remedy(line),
		Leads:    []views.Link{{Path: frame.NewEntryPath(line.Date), Label: "Voir la journée"}},
	}
	for _, fact := range []views.JournalFact{
		{Label: "Réponse", Text: outcomes.AnswerTo(line).String()},
		{Label: "Événement", Text: line.Event},
		{Label: "Heure envoyée", Text: line.OccurredAtSent},
		{Label: "Clé", Text: line.IdempotencyKey},
		{Label: "Programme", Text: line.UserAgent},
		{Label: "Reçu", Text: p.Timestamp(line.ReceivedAt, time.TimeOnly).Time},
	} {
		if fact.Text != "" {
			view.Facts = append(view.Facts, fact)
		}
	}
	if line.Outcome != models.RefusedArrivalOpen || event == nil {
		return view
	}
	if event.Closure == nil {
		view.Action = views.Link{Path: "/presence/close", Label: "La clore"}
	} else {
		view.Since = "Close depuis."
	}
	if date := civil.DateOf(event.OccurredAt.In(p.Rules.Zone)); date != line.Date {
		view.Leads = append(view.Leads, views.Link{Path: frame.EntryPath(event.WorkEntryID), Label: "Voir celle de l’arrivée ouverte"})
	}
	return view
}

// leastFolded is how many lines of what was recorded are folded into one.
const leastFolded = 3

// folded returns lines with those in a row that say that an event was recorded as one.
func folded(lines []models.JournalLine, told []views.JournalLine) (rows []views.JournalRow) {
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && lines[end].Outcome == models.OutcomeRecorded {
			end++
		}
		if end-i < leastFolded {
			end = i + 1
			rows = append(rows, views.JournalRow{Lines: told[i:end]})
		} else {
			rows = append(rows, views.JournalRow{Folded: strconv.Itoa(end-i) + french.NBSP + "enregistrés", Span: spanOf(told[i:end]), Lines: told[i:end]})
		}
		i = end
	}
	return rows
}

// spanOf says from when to when lines were received, of which the latest comes first.
func spanOf(lines []views.JournalLine) string {
	first, last := lines[len(lines)-1].Received.Day, lines[0].Received.Day
	if first == last {
		return "le " + last
	}
	return "du " + first + " au " + last
}

// requestCounts says how many requests anybody has sent in vain, in the last hour and
// in the last day.
func (p Pages) requestCounts(c echo.Context) ([]string, error) {
	counts, err := journal.Counts(c.Request().Context(), p.Store)
	if err != nil {
		return nil, err
	}
	now := p.Now()
	hour, day := p.Endpoint.PendingCounts(), p.Endpoint.PendingCounts() // two maps
	for _, count := range counts {
		age := now.Sub(count.StartAt.Time)
		if count.Span == "minute" && age < time.Hour {
			hour[count.Kind] += count.Requests
		}
		if count.Span == "hour" && age < 24*time.Hour {
			day[count.Kind] += count.Requests
		}
	}
	var told []string
	for _, kind := range []struct {
		kind  journal.RequestKind
		words string
	}{
		{journal.Unauthenticated, "sans le bon jeton (401)"},
		{journal.RateLimited, "au-delà de la limite (429)"},
	} {
		if n := day[kind.kind]; n > 0 {
			told = append(told, french.Counted(int(n), "requête")+" "+kind.words+" depuis 24"+french.NBSP+"h, dont "+strconv.FormatInt(hour[kind.kind], 10)+" depuis une heure.")
		}
	}
	return told, nil
}
