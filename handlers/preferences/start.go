package preferences

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/settings"
	"worklog/views"
)

// startPath is that of the first questions, for somebody who has set nothing.
const startPath = Path + "/start"

var saidStarted = frame.Flash{Text: "C’est prêt. Tout se change dans «" + nbsp + "Plus" + nbsp + "», «" + nbsp + "Réglages" + nbsp + "».", Focus: views.FocusFlash}

// step is one of the first questions. Its fields are asked for until they are set.
type step struct {
	heading string
	fields  []field
	asks    func(b onboarding, name string) bool
	filled  func(b onboarding) url.Values // what stands in the fields at first
	// answers also returns the field that was left empty and may not be, or ""
	answers func(b onboarding, typed url.Values) (answers []answer, missing string)
}

// answer is what was typed for a part of the settings, or for a thing of it.
type answer struct {
	part  string
	id    string            // of a thing; without one, there is none: its section is stored empty
	typed url.Values        // by the names of the part's fields
	shown map[string]string // the names of the step's fields by those; "" for any other
}

// onboarding is what is set while the questions are answered.
type onboarding struct {
	*Pages
	now stored
}

const (
	weekOther   = "other"
	journeyName = "Domicile – travail"
	carName     = "Voiture"
)

var steps = []step{
	{
		heading: "Comment est votre semaine" + nbsp + "?",
		fields: []field{
			asked(settings.Key{Name: "week", Label: "Semaine", Refusal: "Choisissez une semaine.", Kind: settings.Kind{Form: settings.OneOf, Choices: []settings.Choice{
				{Value: "35", Label: "35" + nbsp + "h, cinq jours de 7" + nbsp + "h"}, {Value: "39", Label: "39" + nbsp + "h, cinq jours de 7" + nbsp + "h" + nbsp + "48"},
				{Value: "roster", Label: "35" + nbsp + "h, des jours qui varient"}, {Value: "days", Label: "Forfait de 218" + nbsp + "jours par an"}, {Value: weekOther, Label: "Autre"}}}}),
			asked(settings.Key{Name: "hours", Kind: settings.Kind{Form: settings.Duration}, Label: "Heures par semaine", Refusal: "Écrivez une durée de 168" + nbsp + "h au plus, comme 28h."}),
			asked(settings.Key{Name: "leave", Kind: settings.Kind{Form: settings.Decimal}, Label: "Congés par an", Unit: "jours", Refusal: "Écrivez un nombre de jours de 0 à 366, comme 25 ou 12,5."}),
			asked(settings.Key{Name: "rtt", Kind: settings.Kind{Form: settings.Decimal}, Label: "RTT par an", Unit: "jours", Refusal: "Écrivez un nombre de jours de 0 à 366, comme 10 ou 12,5."}),
		},
		asks: func(b onboarding, name string) bool {
			if name == "week" || name == "hours" {
				return b.none("targets")
			}
			return b.none("counters")
		},
		filled: func(onboarding) url.Values { return url.Values{"week": {"35"}, "leave": {"25"}} },
		answers: func(b onboarding, typed url.Values) (answers []answer, missing string) {
			if week := typed.Get("week"); b.none("targets") && week != "" {
				var of answer
				if of, missing = b.week(week, typed.Get("hours")); missing == "" {
					answers = append(answers, of)
				}
			}
			if !b.none("counters") {
				return answers, missing
			}
			for _, counter := range []struct{ name, label, dayType, begins string }{{"leave", "Congés", "CONGE", "01/06"}, {"rtt", "RTT", "RTT", ""}} {
				if days := typed.Get(counter.name); days != "" {
					answers = append(answers, answer{part: "counters", id: b.newID("counters", counter.label), shown: map[string]string{"": counter.name}, typed: url.Values{
						"counters.label": {counter.label}, "counters.types": {counter.dayType}, "counters.allowance": {days}, "counters.period_start": {counter.begins}}})
				}
			}
			return answers, missing
		},
	},
	{
		heading: "Que conduisez-vous" + nbsp + "?",
		fields: []field{
			asked(settings.Key{Name: "power", Label: "Puissance fiscale", Help: "P.6 de la carte grise", Refusal: "Choisissez sa puissance fiscale.", Kind: settings.Kind{Form: settings.OneOf, Choices: []settings.Choice{
				{Value: "", Label: "Pas de voiture"}, {Value: "3", Label: "3" + nbsp + "CV ou moins"}, {Value: "4", Label: "4" + nbsp + "CV"}, {Value: "5", Label: "5" + nbsp + "CV"}, {Value: "6", Label: "6" + nbsp + "CV"}, {Value: "7", Label: "7" + nbsp + "CV ou plus"}}}}),
			askedAs(settings.Key{Name: "vehicle", Label: "Son nom", Absent: carName}, "vehicles", "", "label"),
			askedAs(settings.Key{Name: "electric"}, "vehicles", "", "electric"),
			askedAs(settings.Key{Name: "distance", Label: journeyName + ", un aller"}, "journeys", "", "distance_km"),
		},
		asks: func(b onboarding, name string) bool {
			if name == "distance" {
				return b.none("journeys") && !b.answeredNone("vehicles")
			}
			return b.none("vehicles")
		},
		filled: func(onboarding) url.Values { return nil },
		answers: func(b onboarding, typed url.Values) (answers []answer, missing string) {
			if b.none("vehicles") && typed.Get("power")+typed.Get("vehicle")+typed.Get("electric") != "" {
				answers = append(answers, b.car(typed))
				if typed.Get("power") == "" {
					missing = "power"
				}
			} else if b.none("vehicles") {
				answers = append(answers, answer{part: "vehicles"})
			}
			if distance := typed.Get("distance"); b.none("journeys") && distance != "" {
				answers = append(answers, answer{part: "journeys", id: b.newID("journeys", journeyName), shown: map[string]string{"": "distance"},
					typed: url.Values{"journeys.label": {journeyName}, "journeys.distance_km": {distance}}})
			}
			return answers, missing
		},
	},
	{
		heading: "Depuis quand compter le solde" + nbsp + "?",
		fields: []field{
			askedAs(settings.Key{Name: "from", Help: "un jour prévu où rien n’est saisi manque au solde"}, "balance", "from"),
			askedAs(settings.Key{Name: "start"}, "balance", "start"),
		},
		asks: func(b onboarding, name string) bool {
			return !b.inDays() && b.Keeper.File()["balance"] == nil && get(b.now.own, "balance", "from") == nil && get(b.now.own, "balance", name) == nil
		},
		filled: func(b onboarding) url.Values {
			return url.Values{"from": {b.Today().String()}, "start": {"0h"}}
		},
		answers: func(b onboarding, typed url.Values) (answers []answer, missing string) {
			if typed.Get("from") == "" {
				missing = "from"
			}
			return []answer{{part: "balance", shown: map[string]string{"": "from", "balance.start": "start"},
				typed: url.Values{"balance.from": {typed.Get("from")}, "balance.start": {typed.Get("start")}}}}, missing
		},
	},
}

// asked is a field of a step alone.
func asked(key settings.Key) field { return field{Key: key, path: []string{key.Name}} }

// askedAs is a field of a step for a key of the settings, under a name of its own.
func askedAs(as settings.Key, path ...string) field {
	of := settings.KeyAt(path...)
	as.Kind, as.Unit, as.Refusal, as.Label = of.Kind, of.Unit, of.Refusal, cmp.Or(as.Label, of.Label)
	return asked(as)
}

// week is the answer of a week, or the field that says too little.
func (b onboarding) week(chosen, hours string) (of answer, missing string) {
	const row = "targets.0."
	typed := url.Values{row + "from": {civil.Date{Year: b.Today().Year, Month: 1, Day: 1}.String()}}
	shown := map[string]string{"": "week"}
	days := ""
	switch chosen {
	case "35":
		days = "7h"
	case "39":
		days = "7h48"
	case "roster":
		typed.Set(row+"week", "35h")
	case "days":
		typed.Set(row+"days_per_year", "218")
	case weekOther:
		shown[row+"week"] = "hours"
		if typed.Set(row+"week", hours); hours == "" {
			return answer{}, "hours"
		}
	default:
		return answer{}, "week"
	}
	if days != "" {
		for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday"} {
			typed.Set(row+day, days)
		}
	}
	return answer{part: "targets", typed: typed, shown: shown}, ""
}

// car is the answer of a car.
func (b onboarding) car(typed url.Values) answer {
	name := cmp.Or(typed.Get("vehicle"), carName)
	of := answer{part: "vehicles", id: b.newID("vehicles", name), shown: map[string]string{"": "power", "vehicles.label": "vehicle"},
		typed: url.Values{"vehicles.power_cv": {typed.Get("power")}, "vehicles.label": {name}, "vehicles.type": {"moteur"}, "vehicles.category": {"voiture"}}}
	if typed.Get("electric") != "" {
		of.typed.Set("vehicles.electric", "true")
	}
	return of
}

// none reports whether nothing of a section is set.
func (b onboarding) none(section string) bool {
	return b.Keeper.File()[section] == nil && b.now.own[section] == nil
}

// answeredNone reports whether there is nothing of a section, by an answer.
func (b onboarding) answeredNone(section string) bool {
	table, stored := get(b.now.own, section).(settings.Tree)
	return stored && len(table) == 0
}

// inDays reports whether days are to be worked, rather than hours.
func (b onboarding) inDays() bool {
	rows, _ := settings.Beside(b.Keeper.File(), b.now.own)["targets"].([]any)
	return slices.ContainsFunc(rows, func(row any) bool { return get(asTree(row), "days_per_year") != nil })
}

func (b onboarding) newID(section, label string) string {
	of, _ := partOf(section)
	return b.Pages.newID(b.now, of, label)
}

// open are the fields of a step that are not set.
func (b onboarding) open(of step) (fields []field) {
	for _, f := range of.fields {
		if of.asks(b, f.Name) {
			fields = append(fields, f)
		}
	}
	return fields
}

// next returns the first step from one on that asks for something, or len(steps).
func (b onboarding) next(from int) int {
	for from < len(steps) && len(b.open(steps[from])) == 0 {
		from++
	}
	return from
}

func stepPath(n int) string { return startPath + "?step=" + strconv.Itoa(n+1) }

// onboarding returns what is set now.
func (p *Pages) onboarding(ctx context.Context) (onboarding, error) {
	now, err := p.stored(ctx)
	return onboarding{p, now}, err
}

// Start leads to the first questions; it is empty if they are all answered.
func (p *Pages) Start(c echo.Context) views.Link {
	b, err := p.onboarding(c.Request().Context())
	if err != nil {
		p.LogOmitted(c, "first questions", err)
		return views.Link{}
	}
	left := 0
	for _, of := range steps {
		if len(b.open(of)) > 0 {
			left++
		}
	}
	label := []string{"", "Répondre à une question", "Répondre à deux questions", "Répondre à trois questions"}[left]
	if b.now.err != nil || label == "" {
		return views.Link{}
	}
	return views.Link{Path: startPath, Label: label}
}

// onward leads to the next step, or from the last one to the month.
func (b onboarding) onward(c echo.Context, from int) error {
	if from = b.next(from); from < len(steps) {
		return b.SeeOther(c, stepPath(from))
	}
	b.Flash(c, saidStarted)
	return b.SeeOther(c, views.MonthPath(b.Today()))
}

// stepIn returns the number of the step in a query, from 0.
func stepIn(query url.Values) (int, error) {
	if !query.Has("step") {
		return 0, nil
	}
	n, err := strconv.Atoi(query.Get("step"))
	if err != nil || n < 1 || n > len(steps) {
		return 0, echo.ErrNotFound
	}
	return n - 1, nil
}

// begin shows a step.
func (p *Pages) begin(c echo.Context) error {
	n, err := stepIn(c.QueryParams())
	if err != nil {
		return err
	}
	b, err := p.onboarding(c.Request().Context())
	switch {
	case err != nil:
		return err
	case b.now.err != nil:
		return p.SeeOther(c, Path)
	case b.next(n) != n || !c.QueryParams().Has("step"):
		return b.onward(c, n)
	}
	return b.render(c, http.StatusOK, n, steps[n].filled(b), nil, views.Start{})
}

// render shows a step with what stands in its fields; page has what is said above them.
func (b onboarding) render(c echo.Context, status, n int, typed url.Values, messages map[string]string, page views.Start) error {
	of := steps[n]
	page.Frame, page.Heading = b.Frame(c, of.heading), of.heading
	page.Hand = nil // nothing else is to be pressed meanwhile
	page.Of = strconv.Itoa(n+1) + " sur " + strconv.Itoa(len(steps))
	page.Action, page.Version = stepPath(n), views.StampOf(b.now.Stamp())
	focus := true
	for _, f := range b.open(of) {
		field := f.view(f.Name, "start", typed[f.Name], messages, &focus)
		if f.Name == "week" {
			field.Type = "radios"
		}
		page.Fields = append(page.Fields, field)
	}
	return frame.Render(c, status, views.StartPage(page))
}

// answer stores the answer to a step, and leads to the next one.
func (p *Pages) answer(c echo.Context) error {
	typed, err := read(c)
	if err != nil {
		return err
	}
	n, err := stepIn(c.QueryParams())
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	b, err := p.onboarding(ctx)
	switch {
	case err != nil:
		return err
	case b.now.err != nil:
		return p.SeeOther(c, Path)
	case typed.Get("do") == "skip":
		return b.onward(c, n+1)
	case typed.Get("do") == "edit":
		return b.render(c, http.StatusOK, n, typed, nil, views.Start{})
	}
	version, err := forms.ReadVersion(typed)
	if err != nil {
		return errNoVersion
	}
	if !version.Is(b.now.ID, b.now.MadeAt) {
		return b.answeredBefore(c, n, version, typed)
	}
	after, readings, missing := b.after(n, typed)
	effect, problems := p.Keeper.With(after)
	if len(problems) > 0 || missing != "" {
		messages, details := refuseStep(steps[n], readings, missing, problems)
		return b.render(c, http.StatusUnprocessableEntity, n, typed, messages,
			views.Start{Alert: "Rien n’est enregistré" + nbsp + ": voyez ce qui est marqué.", Details: details})
	}
	if shown, err := p.preview(c, stepPath(n), effect, typed); shown || err != nil {
		return err
	}
	document, err := settings.Text(after)
	if err != nil {
		return err
	}
	_, err = p.store(ctx, b.now, document, effect)
	if errors.Is(err, settings.ErrChanged) {
		if b, err = p.onboarding(ctx); err != nil {
			return err
		}
		return b.answeredBefore(c, n, version, typed)
	}
	if err != nil {
		return err
	}
	b.now.own = after
	return b.onward(c, n+1)
}

// readAnswer is an answer as its part has read it.
type readAnswer struct {
	answer
	part part
	reading
}

// after returns the settings with the answer to a step, and the field that it lacks.
func (b onboarding) after(n int, typed url.Values) (own settings.Tree, readings []readAnswer, missing string) {
	plain := url.Values{}
	for _, f := range b.open(steps[n]) {
		plain.Set(f.Name, strings.TrimSpace(typed.Get(f.Name)))
	}
	own = b.now.own
	answers, missing := steps[n].answers(b, plain)
	for _, a := range answers {
		of, _ := partOf(a.part)
		if of.thing != nil && a.id == "" {
			own = clone(own).(settings.Tree)
			own[a.part] = settings.Tree{}
			continue
		}
		all := of.typedOf(own, a.id)
		for name, texts := range a.typed {
			all[name] = texts
		}
		r := of.read(own, a.id, all, b.Keeper)
		own, readings = r.own, append(readings, readAnswer{a, of, r})
	}
	return own, readings, missing
}

// answeredBefore refuses the answer to a step whose form is based on settings that are not those
// of now, unless it was sent twice.
func (b onboarding) answeredBefore(c echo.Context, n int, version models.Stamp, typed url.Values) error {
	before, err := b.find(c.Request().Context(), version.Number)
	if err != nil {
		return err
	}
	if before == nil {
		return settings.ErrChanged
	}
	then := storedIn(*before)
	if then.err != nil {
		return settings.ErrChanged
	}
	after, _, missing := onboarding{b.Pages, then}.after(n, typed)
	sent, err := settings.Text(after)
	is, errNow := settings.Text(b.now.own)
	if err != nil || errNow != nil {
		return errors.Join(err, errNow)
	}
	if sent != is || missing != "" {
		return settings.ErrChanged
	}
	return b.onward(c, n+1)
}

// refuseStep returns what is said beside the fields of a step, and of what has none.
func refuseStep(of step, readings []readAnswer, missing string, problems []settings.Problem) (messages map[string]string, details []string) {
	messages = map[string]string{}
	say := func(name string) {
		for _, f := range of.fields {
			if f.Name == name {
				messages[name] = f.Refusal
			}
		}
	}
	say(missing)
	for _, problem := range problems {
		placed := false
		for _, r := range readings {
			r.messages = map[string]string{}
			if placed = len(r.refuse(r.part, []settings.Problem{problem})) == 0; !placed {
				continue
			}
			for name := range r.messages {
				shown, known := r.shown[name]
				if !known {
					shown = r.shown[""]
				}
				say(shown)
			}
			break
		}
		if !placed {
			details = append(details, wordsOfProblem(problem))
		}
	}
	return messages, details
}

// showStepBefore shows a step that was sent when the session had ended.
func (p *Pages) showStepBefore(c echo.Context, d frame.Draft) error {
	address, err := url.Parse(d.Path)
	if err != nil {
		return echo.ErrNotFound
	}
	n, err := stepIn(address.Query())
	if err != nil {
		return err
	}
	b, err := p.onboarding(c.Request().Context())
	if err != nil {
		return err
	}
	return b.render(c, d.Why.Status, n, d.Values, nil, views.Start{Alert: d.Why.Text + "rien n’est encore enregistré."})
}
