package connect

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
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

const linesPerPage = 100

// journalAnswers are the answers that the journal can be filtered by, and answered are the outcomes of each.
var (
	journalAnswers = []views.Option{{Label: "Toutes les réponses"}, {Value: "refused", Label: "Refusés"}, {Value: "recorded", Label: "Enregistrés"}, {Value: "replayed", Label: "Déjà enregistrés"}}
	answered       = map[string][]models.RequestOutcome{"": nil, "refused": refusals, "recorded": {models.OutcomeRecorded}, "replayed": {models.OutcomeReplayed}}
)

// refusals are the outcomes of requests of which nothing is recorded.
var refusals = slices.DeleteFunc(slices.Clone(models.RequestOutcomes), func(outcome models.RequestOutcome) bool {
	return outcome == models.OutcomeRecorded || outcome == models.OutcomeReplayed
})

func (p Pages) journal(c echo.Context) error {
	filter, view, err := p.journalFilter(c)
	if err != nil {
		return err
	}
	unfolded, err := lineOf(c, "unfold")
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
		view.Older = journalLink(c, "before", lines[len(lines)-1].ID)
	}
	if err = p.journalRows(c, &view, lines, unfolded); err != nil {
		return err
	}
	if view.Counts, err = p.requestCounts(c); err != nil {
		return err
	}
	if view.Unused, err = p.unusedOf(ctx, view.Date); err != nil {
		return err
	}
	view.Frame = p.Frame(c, "Envois reçus")
	return frame.Show(c, views.JournalPage(view))
}

// journalFilter reads what the page is asked for: echo.ErrNotFound for what is not
// offered.
func (p Pages) journalFilter(c echo.Context) (filter journal.Filter, view views.Journal, err error) {
	if day := c.QueryParam("day"); day != "" {
		date, err := civil.ParseDate(day)
		if err != nil {
			return filter, view, echo.ErrNotFound
		}
		filter.From, filter.To, view.Day, view.Date = &date, &date, day, &date
	}
	if filter.Before, err = lineOf(c, "before"); err != nil {
		return filter, view, err
	}
	view.Answers, view.Chosen = journalAnswers, c.QueryParam("answer")
	outcomes, known := answered[view.Chosen]
	if !known {
		return filter, view, echo.ErrNotFound
	}
	filter.Outcomes = outcomes
	view.Filtered = filter.From != nil || filter.Outcomes != nil
	return filter, view, nil
}

// lineOf reads the id of a line from the address: 0 for none, echo.ErrNotFound for what is no id.
func lineOf(c echo.Context, name string) (id int64, err error) {
	if text := c.QueryParam(name); text != "" {
		if id, err = strconv.ParseInt(text, 10, 64); err != nil || id < 1 {
			return 0, echo.ErrNotFound
		}
	}
	return id, nil
}

// journalLink leads to the lines that a name chooses by the id of one, among those chosen as now.
func journalLink(c echo.Context, name string, line int64, others ...string) string {
	query := url.Values{name: {strconv.FormatInt(line, 10)}}
	for _, other := range append(others, "day", "answer") {
		if value := c.QueryParam(other); value != "" {
			query.Set(other, value)
		}
	}
	return "/journal?" + query.Encode()
}

// journalRows puts lines into words, those of refusals first. Without a choice, what was
// recorded is folded, but for the lines with one that is asked for.
func (p Pages) journalRows(c echo.Context, view *views.Journal, lines []models.JournalLine, unfolded int64) error {
	told, err := p.journalLines(c, lines)
	if err != nil {
		return err
	}
	var taken []views.JournalLine
	for _, line := range told {
		if slices.Contains(refusals, line.Outcome) {
			view.Refused = append(view.Refused, line)
		} else {
			taken = append(taken, line)
		}
	}
	for _, run := range runsOf(taken) {
		row := views.JournalRow{Lines: run}
		if first, last := run[len(run)-1], run[0]; len(run) >= leastFolded && !view.Filtered {
			row.Folded, row.Span = strconv.Itoa(len(run))+"\u00a0enregistrés", p.spanOf(first, last)
			if unfolded < first.ID || last.ID < unfolded {
				row.Unfold = journalLink(c, "unfold", last.ID, "before") + "#unfolded"
			}
		}
		view.Taken = append(view.Taken, row)
	}
	return nil
}

func (p Pages) journalLines(c echo.Context, lines []models.JournalLine) ([]views.JournalLine, error) {
	ctx := c.Request().Context()
	var keys []string
	for _, line := range lines {
		keys = append(keys, line.IdempotencyKey)
	}
	events, err := journal.EventsOf(ctx, p.Store, lines)
	if err != nil {
		return nil, err
	}
	recorded, err := journal.RecordedKeys(ctx, p.Store, keys)
	if err != nil {
		return nil, err
	}
	var told []views.JournalLine
	for _, line := range lines {
		event := events[line.ID]
		view := views.JournalLine{JournalLine: line, Told: p.told(line, event), Answer: outcomes.AnswerTo(line).String(), Remedy: p.remedy(line)}
		if line.Outcome == models.RefusedArrivalOpen && event != nil {
			view.InTheWay = event
			if event.Closure != nil {
				view.Since = "Close depuis."
			}
		}
		if recorded[line.IdempotencyKey] && line.Outcome.Recoverable() {
			view.Since = "Enregistré depuis."
		}
		told = append(told, view)
	}
	return told, nil
}

// leastFolded is how many lines of what was recorded are folded into one.
const leastFolded = 3

// runsOf parts lines into those in a row that say that an event was recorded, and the others one by
// one.
func runsOf(lines []views.JournalLine) (runs [][]views.JournalLine) {
	for len(lines) > 0 {
		end := slices.IndexFunc(lines, func(line views.JournalLine) bool { return line.Outcome != models.OutcomeRecorded })
		if end < 0 {
			end = len(lines)
		}
		end = max(1, end)
		runs, lines = append(runs, lines[:end]), lines[end:]
	}
	return runs
}

func (p Pages) spanOf(first, last views.JournalLine) string {
	from, to := views.MomentOf(first.ReceivedAt, p.Rules.Zone, "").Day, views.MomentOf(last.ReceivedAt, p.Rules.Zone, "").Day
	if from == to {
		return "le " + to
	}
	return "du " + from + " au " + to
}

// requestCounts says how many requests anybody has sent in vain, in the last hour and
// in the last day.
func (p Pages) requestCounts(c echo.Context) ([]string, error) {
	counts, err := journal.Counts(c.Request().Context(), p.Store)
	if err != nil {
		return nil, err
	}
	now := p.Now()
	hour, day := map[models.ContactKind]int64{}, map[models.ContactKind]int64{}
	for _, contact := range p.Endpoint.PendingContacts() {
		hour[contact.Kind] += contact.Requests
		day[contact.Kind] += contact.Requests
	}
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
	words := map[models.ContactKind]string{models.ContactWithoutToken: "sans le bon jeton (401)", models.ContactTooMany: "au-delà de la limite (429)"}
	for _, kind := range []models.ContactKind{models.ContactWithoutToken, models.ContactTooMany} {
		if n := day[kind]; n > 0 {
			told = append(told, french.Counted(int(n), "requête")+" "+words[kind]+" depuis 24\u00a0h, dont "+strconv.FormatInt(hour[kind], 10)+" depuis une heure.")
		}
	}
	return told, nil
}

// told says in a sentence without its full stop what a request asked, what became of it, and why:
// "Arrivée de 08:03 refusée : celle de la veille était encore ouverte". The event is the one that
// the line names, nil when there is none (any more).
func (p Pages) told(line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	asked, row := french.Events[models.EventType(line.Event)], outcomes.Of[line.Outcome]
	if at, readable := p.Endpoint.OccurredAt(line); readable && asked != "" {
		if _, err := civil.DateIn(at, p.Rules.Zone); err == nil {
			asked += " " + outcomes.OfMoment(at, line.ReceivedAt, p.Rules.Zone)
		}
	}
	ending := "e"
	if models.EventType(line.Event) == models.Departure {
		ending = ""
	}
	told, reason := cmp.Or(asked, "Requête")+" "+row.Became()+ending, row.Reason
	if line.Source == models.DoorOwnTracks && line.Outcome == models.RefusedTimeForm {
		reason = "l’heure du message (tst) ne peut pas être lue"
	}
	if row.Stands != nil {
		reason = fmt.Sprintf(reason, row.Stands(p.Rules.Zone, line, event))
	}
	if reason == "" {
		return told
	}
	return told + "\u00a0: " + reason
}

// remedy says what to do about a refusal; empty if its reason says it.
func (p Pages) remedy(refused models.JournalLine) string {
	if refused.Source == models.DoorOwnTracks && refused.Outcome == models.RefusedTimeForm {
		return "L’application l’écrit en secondes depuis 1970."
	}
	return strings.ReplaceAll(outcomes.Of[refused.Outcome].Remedy, "%s", p.Now().In(p.Rules.Zone).Format(time.RFC3339))
}

// Refusals returns the arrivals and departures of days from one date to another, inclusive, that were
// refused, in the order in which they were received, each once.
func (p Pages) Refusals(c echo.Context, from, to civil.Date) ([]views.JournalLine, error) {
	lines, err := journal.Refused(c.Request().Context(), p.Store, from, to, refusals)
	if err != nil {
		return nil, err
	}
	times := map[[3]string]int{}
	lines = slices.DeleteFunc(lines, func(line models.JournalLine) bool {
		times[line.Sent()]++
		return times[line.Sent()] > 1 || !models.EventType(line.Event).Valid()
	})
	told, err := p.journalLines(c, lines)
	for i, line := range told {
		if sent := times[line.Sent()]; sent > 1 {
			told[i].Since = "Reçu " + strconv.Itoa(sent) + "\u00a0fois. " + line.Since
		}
	}
	return told, err
}
