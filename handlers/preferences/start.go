package preferences

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/views"
)

// startPath is that of the first questions, for somebody who has set nothing.
const startPath = Path + "/start"

var saidStarted = frame.Flash{Text: "C’est prêt. Tout se change dans «" + nbsp + "Plus" + nbsp + "», «" + nbsp + "Réglages" + nbsp + "».", Focus: views.FocusFlash}

// onboarding is one of the first questions, and what is set as it is asked.
type onboarding struct {
	*Pages
	number int // from 0
	now    stored
}

// onboarding returns the step of a query: the first one if it names none.
func (p *Pages) onboarding(now stored, query url.Values) (b onboarding, err error) {
	step := 1
	if query.Has("step") {
		if step, err = strconv.Atoi(query.Get("step")); err != nil || step < 1 || step > len(steps) {
			return b, echo.ErrNotFound
		}
	}
	return onboarding{p, step - 1, now}, nil
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
	now, err := p.stored(c.Request().Context())
	if err != nil {
		p.LogOmitted(c, "first questions", err)
		return views.Link{}
	}
	b, left := onboarding{p, 0, now}, 0
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

func (p *Pages) begin(c echo.Context, now stored) error {
	b, err := p.onboarding(now, c.QueryParams())
	switch {
	case err != nil:
		return err
	case now.err != nil:
		return p.SeeOther(c, Path)
	case b.next(b.number) != b.number || !c.QueryParams().Has("step"):
		return b.onward(c, b.number)
	}
	return b.show(c, http.StatusOK, &sent{typed: b.filled()})
}

func (b onboarding) show(c echo.Context, status int, form *sent) error {
	page := views.Start{
		Heading: steps[b.number].heading,
		Of:      strconv.Itoa(b.number+1) + " sur " + strconv.Itoa(len(steps)),
		Action:  stepPath(b.number),
		Version: b.now.Stamp(),
		Alert:   cmp.Or(form.alert, form.refusal),
		Details: form.details,
	}
	page.Frame = b.Frame(c, page.Heading)
	page.Hand = nil // nothing else is to be pressed meanwhile
	asked := &fieldset{prefix: "start", typed: form.typed, messages: form.messages, focus: true}
	for _, f := range b.open(b.number) {
		page.Fields = append(page.Fields, asked.field(f.Key, f.Name))
	}
	return frame.Render(c, status, views.StartPage(page))
}

// answer stores the answer to a step, or leaves it out, and leads to the next one.
func (p *Pages) answer(c echo.Context, now stored) error {
	typed, err := read(c)
	if err != nil {
		return err
	}
	if typed.Get("do") != "skip" {
		return p.save(c, now, typed)
	}
	b, err := p.onboarding(now, c.QueryParams())
	if err != nil {
		return err
	}
	if now.err != nil {
		return p.SeeOther(c, Path)
	}
	return b.onward(c, b.number+1)
}

// read returns the settings with the answer to the step.
func (b onboarding) read(typed url.Values) reading {
	plain := url.Values{}
	r := b.now.reading()
	for _, f := range b.open(b.number) {
		plain.Set(f.Name, strings.TrimSpace(typed.Get(f.Name)))
		value := parse(f.Key, plain[f.Name])
		if f.at != nil && (value != nil || f.Required) {
			r.put(f.Name, value, f.at...)
		}
		if value == nil && f.Required {
			r.messages[f.Name] = ""
		}
	}
	if answer := steps[b.number].answer; answer != nil {
		if missing := answer(b, r, plain); missing != "" {
			r.messages[missing] = ""
		}
	}
	return r
}
