package preferences

import (
	"cmp"
	"context"
	"errors"
	"maps"
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
	filled  url.Values // what stands in the fields at first
	// answer puts what was typed, and returns the field that was left empty and may not be, or ""
	answer func(b onboarding, r reading, typed url.Values) (missing string)
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

var balanceFields = []field{
	askedAs(settings.Key{Name: "from", Help: "un jour prévu où rien n’est saisi manque au solde"}, "balance", "from"),
	askedAs(settings.Key{Name: "start"}, "balance", "start"),
}

var steps = []step{
	{
		heading: "Comment est votre semaine" + nbsp + "?",
		fields: []field{
			asked(settings.Key{Name: "week", Label: "Semaine", Refusal: "Choisissez une semaine.", Kind: settings.Kind{Form: settings.OneOf, Choices: []settings.Choice{
				{Value: "35", Label: "35" + nbsp + "h, cinq jours de 7" + nbsp + "h"}, {Value: "39", Label: "39" + nbsp + "h, cinq jours de 7" + nbsp + "h" + nbsp + "48"},
				{Value: "roster", Label: "35" + nbsp + "h, des jours qui varient"}, {Value: "days", Label: "Forfait de 218" + nbsp + "jours par an"}, {Value: weekOther, Label: "Autre"}}}}),
			askedAs(settings.Key{Name: "hours", Refusal: "Écrivez une durée de 168" + nbsp + "h au plus, comme 28h."}, "targets", "week"),
			askedAs(settings.Key{Name: "leave", Label: "Congés par an", Unit: "jours"}, "counters", "", "allowance"),
			askedAs(settings.Key{Name: "rtt", Label: "RTT par an", Unit: "jours", Refusal: "Écrivez un nombre de jours de 0 à 366, comme 10 ou 12,5."}, "counters", "", "allowance"),
		},
		asks: func(b onboarding, name string) bool {
			if name == "week" || name == "hours" {
				return b.none("targets")
			}
			return b.none("counters")
		},
		filled: url.Values{"week": {"35"}, "leave": {"25"}},
		answer: func(b onboarding, r reading, typed url.Values) (missing string) {
			if days := typed.Get("leave"); days != "" {
				r.put("leave", settings.Tree{"label": "Congés", "types": []any{"CONGE"}, "allowance": number(days), "period_start": "06-01"}, "counters", b.newID("counters", "Congés"))
			}
			if days := typed.Get("rtt"); days != "" {
				r.put("rtt", settings.Tree{"label": "RTT", "types": []any{"RTT"}, "allowance": number(days)}, "counters", b.newID("counters", "RTT"))
			}
			return b.week(r, typed.Get("week"), typed.Get("hours"))
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
		answer: func(b onboarding, r reading, typed url.Values) (missing string) {
			if distance := typed.Get("distance"); distance != "" {
				r.put("distance", settings.Tree{"label": journeyName, "distance_km": number(distance)}, "journeys", b.newID("journeys", journeyName))
			}
			if !typed.Has("power") {
				return ""
			}
			return b.car(r, typed)
		},
	},
	{
		heading: "Depuis quand compter le solde" + nbsp + "?",
		fields:  balanceFields,
		asks: func(b onboarding, name string) bool {
			return !b.inDays() && b.Keeper.File["balance"] == nil && get(b.now.own, "balance", "from") == nil && get(b.now.own, "balance", name) == nil
		},
		filled: url.Values{"from": {""}, "start": {"0h"}}, // from today
		answer: func(_ onboarding, r reading, typed url.Values) (missing string) {
			for _, f := range balanceFields {
				r.put(f.Name, f.value(typed[f.Name]), "balance", f.Name)
			}
			if typed.Get("from") == "" {
				missing = "from"
			}
			return missing
		},
	},
}

// asked is a field of a step alone.
func asked(key settings.Key) field { return field{Key: key, path: []string{key.Name}} }

// askedAs is a field of a step for a key of the settings, under a name of its own.
func askedAs(as settings.Key, path ...string) field {
	of := settings.KeyAt(path...)
	as.Kind, as.Unit, as.Refusal, as.Label = of.Kind, cmp.Or(as.Unit, of.Unit), cmp.Or(as.Refusal, of.Refusal), cmp.Or(as.Label, of.Label)
	return asked(as)
}

// week puts a week from this year on, or returns the field that says too little.
func (b onboarding) week(r reading, chosen, hours string) (missing string) {
	row := settings.Tree{"from": civil.Date{Year: b.Today().Year, Month: 1, Day: 1}.String()}
	day := ""
	switch chosen {
	case "": // there is one
		return ""
	case "35":
		day = "7h"
	case "39":
		day = "7h48"
	case "roster":
		row["week"] = "35h"
	case "days":
		row["days_per_year"] = int64(218)
	case weekOther:
		if hours == "" {
			return "hours"
		}
		row["week"] = durationTyped(hours)
		r.places[settings.Join("targets", settings.Element(0), "week")] = "hours"
	default:
		return "week"
	}
	for _, name := range []string{"monday", "tuesday", "wednesday", "thursday", "friday"} {
		if day != "" {
			row[name] = day
		}
	}
	r.put("week", []any{row}, "targets")
	return ""
}

// car puts a car, or that there is none, or returns the field that says too little.
func (b onboarding) car(r reading, typed url.Values) (missing string) {
	power, name, electric := typed.Get("power"), typed.Get("vehicle"), typed.Get("electric")
	if power+name+electric == "" {
		r.put("power", settings.Tree{}, "vehicles")
		return ""
	}
	name = cmp.Or(name, carName)
	car := settings.Tree{"label": name, "type": settings.Motor, "category": "voiture"}
	if power == "" {
		missing = "power"
	} else {
		car["power_cv"] = number(power)
	}
	if electric != "" {
		car["electric"] = true
	}
	id := b.newID("vehicles", name)
	r.put("power", car, "vehicles", id)
	r.places[settings.Join("vehicles", id, "label")] = "vehicle"
	return missing
}

// none reports whether nothing of a section is set.
func (b onboarding) none(section string) bool {
	return b.Keeper.File[section] == nil && b.now.own[section] == nil
}

// answeredNone reports whether there is nothing of a section, by an answer.
func (b onboarding) answeredNone(section string) bool {
	table, stored := get(b.now.own, section).(settings.Tree)
	return stored && len(table) == 0
}

// inDays reports whether days are to be worked, rather than hours.
func (b onboarding) inDays() bool {
	rows, _ := settings.Beside(b.Keeper.File, b.now.own)["targets"].([]any)
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
	filled := maps.Clone(steps[n].filled)
	if filled.Has("from") {
		filled.Set("from", b.Today().String())
	}
	return b.render(c, http.StatusOK, n, filled, nil, views.Start{})
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
	r, missing := b.after(n, typed)
	effect, problems := p.Keeper.With(r.own)
	if len(problems) > 0 || missing != "" {
		details := r.refuse(problems)
		if missing != "" {
			r.messages[missing] = r.refusals[missing]
		}
		return b.render(c, http.StatusUnprocessableEntity, n, typed, r.messages,
			views.Start{Alert: "Rien n’est enregistré" + nbsp + ": voyez ce qui est marqué.", Details: details})
	}
	if shown, err := p.preview(c, stepPath(n), effect, typed); shown || err != nil {
		return err
	}
	document, err := settings.Text(r.own)
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
	b.now.own = r.own
	return b.onward(c, n+1)
}

// after returns the settings with the answer to a step, and the field that it lacks.
func (b onboarding) after(n int, typed url.Values) (r reading, missing string) {
	plain := url.Values{}
	r = readingOf(b.now.own)
	for _, f := range b.open(steps[n]) {
		plain.Set(f.Name, strings.TrimSpace(typed.Get(f.Name)))
		r.refusals[f.Name] = f.Refusal
	}
	return r, steps[n].answer(b, r, plain)
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
	r, missing := onboarding{b.Pages, then}.after(n, typed)
	sent, err := settings.Text(r.own)
	is, errNow := settings.Text(b.now.own)
	if err != nil || errNow != nil {
		return errors.Join(err, errNow)
	}
	if sent != is || missing != "" {
		return settings.ErrChanged
	}
	return b.onward(c, n+1)
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
