package preferences

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/settings"
	"worklog/views"
)

// startPath is that of the first questions, for somebody who has set nothing.
const startPath = Path + "/start"

var saidStarted = frame.Flash{Text: "C’est prêt. Tout se change dans «" + nbsp + "Plus" + nbsp + "», «" + nbsp + "Réglages" + nbsp + "».", Focus: views.FocusFlash}

// onboarding is one of the first questions, and what is set as it is asked.
type onboarding struct {
	*Pages
	step int
	now  stored
}

// onboarding returns the step of a query: the first one if it names none.
func (p *Pages) onboarding(ctx context.Context, query url.Values) (b onboarding, err error) {
	step := 1
	if query.Has("step") {
		if step, err = strconv.Atoi(query.Get("step")); err != nil || step < 1 || step > len(steps) {
			return b, echo.ErrNotFound
		}
	}
	now, err := p.stored(ctx)
	return onboarding{p, step - 1, now}, err
}

// next returns the first step from one on that asks for something, or len(steps).
func (b onboarding) next(from int) int {
	for from < len(steps) && len(b.open(from)) == 0 {
		from++
	}
	return from
}

func stepPath(n int) string { return startPath + "?step=" + strconv.Itoa(n+1) }

// Start leads to the first questions; it is empty if they are all answered.
func (p *Pages) Start(c echo.Context) views.Link {
	b, err := p.onboarding(c.Request().Context(), nil)
	if err != nil {
		p.LogOmitted(c, "first questions", err)
		return views.Link{}
	}
	left := 0
	for n := range steps {
		if len(b.open(n)) > 0 {
			left++
		}
	}
	label := []string{"", "Répondre à une question", "Répondre à deux questions", "Répondre à trois questions", "Répondre à quatre questions"}[left]
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

// begin shows a step.
func (p *Pages) begin(c echo.Context) error {
	b, err := p.onboarding(c.Request().Context(), c.QueryParams())
	switch {
	case err != nil:
		return err
	case b.now.err != nil:
		return p.SeeOther(c, Path)
	case b.next(b.step) != b.step || !c.QueryParams().Has("step"):
		return b.onward(c, b.step)
	}
	return b.render(c, http.StatusOK, b.filled(), nil, views.Start{})
}

// render shows the step with what stands in its fields; page has what is said above them.
func (b onboarding) render(c echo.Context, status int, typed url.Values, messages map[string]string, page views.Start) error {
	page.Heading = steps[b.step].heading
	page.Frame = b.Frame(c, page.Heading)
	page.Hand = nil // nothing else is to be pressed meanwhile
	page.Of = strconv.Itoa(b.step+1) + " sur " + strconv.Itoa(len(steps))
	page.Action, page.Version = stepPath(b.step), views.StampOf(b.now.Stamp())
	asked := &fieldset{prefix: "start", typed: typed, messages: messages, focus: true}
	for _, f := range b.open(b.step) {
		page.Fields = append(page.Fields, asked.field(f, f.Name))
	}
	return frame.Render(c, status, views.StartPage(page))
}

// answer stores the answer to a step, and leads to the next one.
func (p *Pages) answer(c echo.Context) error {
	typed, err := read(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	b, err := p.onboarding(ctx, c.QueryParams())
	switch {
	case err != nil:
		return err
	case b.now.err != nil:
		return p.SeeOther(c, Path)
	case typed.Get("do") == "skip":
		return b.onward(c, b.step+1)
	case typed.Get("do") == "edit":
		return b.render(c, http.StatusOK, typed, nil, views.Start{})
	}
	version, err := forms.ReadVersion(typed)
	if err != nil {
		return errNoVersion
	}
	if !version.Is(b.now.ID, b.now.MadeAt) {
		return b.answeredBefore(c, version, typed)
	}
	r, missing := b.after(typed)
	document, err := settings.Text(r.own)
	if err != nil {
		return err
	}
	proposed, err := p.propose(ctx, document)
	if err := cmp.Or(err, proposed.fault); err != nil {
		return err
	}
	if len(proposed.problems) > 0 || missing != "" {
		details := r.refuse(proposed.problems)
		if missing != "" {
			r.messages[missing] = r.refusals[missing]
		}
		return b.render(c, http.StatusUnprocessableEntity, typed, r.messages, views.Start{Alert: wrongIsMarked, Details: details})
	}
	_, shown, err := p.put(c, stepPath(b.step), b.now, proposed, typed)
	if errors.Is(err, settings.ErrChanged) {
		if b.now, err = p.stored(ctx); err != nil {
			return err
		}
		return b.answeredBefore(c, version, typed)
	}
	if shown || err != nil {
		return err
	}
	b.now.own = r.own
	return b.onward(c, b.step+1)
}

// after returns the settings with the answer to the step, and the field that it lacks.
func (b onboarding) after(typed url.Values) (r reading, missing string) {
	plain := url.Values{}
	r = b.now.reading()
	for _, f := range b.open(b.step) {
		plain.Set(f.Name, strings.TrimSpace(typed.Get(f.Name)))
		r.refusals[f.Name] = f.Refusal
	}
	return r, steps[b.step].answer(b, r, plain)
}

// answeredBefore refuses the answer to a step whose form is based on settings that are not those
// of now, unless it was sent twice.
func (b onboarding) answeredBefore(c echo.Context, version models.Stamp, typed url.Values) error {
	before, err := b.find(c.Request().Context(), version.Number)
	if err != nil || before == nil {
		return cmp.Or(err, settings.ErrChanged)
	}
	then := onboarding{b.Pages, b.step, storedIn(*before)}
	r, missing := then.after(typed)
	if then.now.err != nil || !b.now.is(r.own) || missing != "" {
		return settings.ErrChanged
	}
	return b.onward(c, b.step+1)
}

// showStepBefore shows a step that was sent when the session had ended.
func (p *Pages) showStepBefore(c echo.Context, d frame.Draft) error {
	address, err := url.Parse(d.Path)
	if err != nil {
		return echo.ErrNotFound
	}
	b, err := p.onboarding(c.Request().Context(), address.Query())
	if err != nil {
		return err
	}
	return b.render(c, d.Why.Status, d.Values, nil, views.Start{Alert: d.Why.Text + "rien n’est encore enregistré."})
}
