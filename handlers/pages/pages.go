// Package pages has the pages of the record, one file each.
package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
	"worklog/views/french"
)

// Others is what these pages show of other packages.
type Others struct {
	// Welcome says what to do first on a server without days.
	Welcome func(echo.Context) *views.Welcome
	// CounterLines are what is left today, with the balance if that is asked for.
	CounterLines func(c echo.Context, withBalance bool) ([]views.CounterLine, error)
}

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Others Others
}

// day returns the day in the path of a request. Its errors are those of dayWith.
func (p *Pages) day(c echo.Context) (*models.Day, error) { return p.dayWith(c, c.Request().URL.Path) }

// dayWith returns the stored day whose page or form has a path. It returns echo.ErrNotFound for a
// malformed id, or [models.ErrEntryNotFound].
func (p *Pages) dayWith(c echo.Context, path string) (*models.Day, error) {
	id, err := frame.EntryIDIn(path)
	if err != nil {
		return nil, err
	}
	return p.Store.Day(c.Request().Context(), id)
}

// formAndDay returns the submitted fields and the day in the path. Its errors are
// those of [forms.Read] and day.
func (p *Pages) formAndDay(c echo.Context) (url.Values, *models.Day, error) {
	day, err := p.day(c)
	return p.formOfDay(c, day, err)
}

// formOfDay reads the form of a day, whose size depends on the day. The error is that of finding
// the day: what was typed for one that is gone is shown again.
func (p *Pages) formOfDay(c echo.Context, day *models.Day, missing error) (url.Values, *models.Day, error) {
	if missing == nil {
		values, err := forms.ReadDay(c, len(day.Slots))
		return values, day, err
	}
	values, err := forms.ReadDay(c, 0)
	repeated := new(forms.Repeated)
	if errors.Is(missing, models.ErrEntryNotFound) && (err == nil || errors.As(err, &repeated)) {
		err = &forms.Outdated{Values: values, Err: missing}
	}
	return nil, nil, cmp.Or(err, missing)
}

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) *Pages) {
	on, onSpan, onForm := frame.On(of), frame.OnSpan(of), frame.OnForm(of)
	frame.Get(e, "/", on((*Pages).home))
	frame.Get(e, frame.TodayPath, on((*Pages).today))
	frame.Get(e, "/months", on((*Pages).jump))
	frame.Get(e, "/months/:month", onSpan((*Pages).month))
	frame.Get(e, "/years/:year", onSpan((*Pages).year))
	frame.Get(e, "/years/:year/leave", onSpan((*Pages).leave))
	frame.Get(e, frame.ReviewPath, on((*Pages).reviewPage))
	e.POST("/review/record", onForm((*Pages).recordRefused))
	e.POST("/review/part", onForm((*Pages).partSlot))
	e.POST("/review/end", onForm((*Pages).takeBetterEnd))
	e.POST("/review/dismiss", onForm((*Pages).dismissRefused))
	e.POST("/review/shorten", onForm((*Pages).shortenDoubt))
	e.POST("/review/fill", onForm((*Pages).fillDoubt))
	for path := range doubtAnswers {
		e.POST(path, onForm((*Pages).answerDoubts))
	}
	frame.Get(e, views.ClosePath, on((*Pages).askClose))
	e.POST(views.ClosePath, on(onBand((*Pages).closeArrival)))
	e.POST(views.DiscardPath, on(onBand((*Pages).discardArrival)))
	e.POST(views.HandPath, onForm((*Pages).recordByHand))
	frame.Get(e, "/entries/new", on((*Pages).blank))
	e.POST("/entries/new", on((*Pages).create))
	frame.Get(e, views.YesterdayPath, on((*Pages).yesterday))
	frame.Get(e, "/entries/range", on((*Pages).showRange))
	e.POST("/entries/range", onForm((*Pages).fillRange))
	frame.Get(e, "/entries/:id/edit", on((*Pages).edit))
	e.POST("/entries/:id/edit", on((*Pages).save))
	e.POST("/entries/:id/merge", on((*Pages).merge))
	frame.Get(e, "/entries/:id/delete", on((*Pages).confirmDelete))
	e.POST("/entries/:id/delete", on((*Pages).remove))
	frame.Get(e, "/entries/:id/history", on((*Pages).history))
	e.POST(frame.TakeBackPath, onForm((*Pages).takeBack))
	e.POST(views.BringBackPath, onForm((*Pages).bringBack))
}

var errNotIntegrated = errors.New("presence integration is off")

// PageErrors are the pages of what is refused to a form of this package, or not there: the last ones of what
// cannot be taken back or brought back.
var PageErrors = []frame.PageError{
	{Err: models.ErrEntryNotFound, Status: http.StatusNotFound, Heading: "Journée introuvable",
		Text: "Cette journée n’existe pas, ou n’existe plus."},
	{Err: models.ErrDayUnreadable, Status: http.StatusConflict, Heading: "Journée illisible",
		Text: "Rien n’est changé\u00a0: un autre programme a écrit dans cette journée une valeur impossible. Son historique, auquel mène l’avertissement ci-dessus ou «\u00a0À vérifier\u00a0», permet de revenir à un état d’avant, ou de la supprimer."},
	{Err: models.ErrNoOpenArrival, Status: http.StatusConflict, Heading: "Arrivée déjà close",
		Text: "Cette arrivée n’est plus ouverte\u00a0: un départ est arrivé, ou elle a été close entre-temps."},
	{Err: errNotIntegrated, Status: http.StatusNotFound, Heading: "Intégration désactivée",
		Text: "Rien n’est enregistré\u00a0: la section [presence_integration] de config.toml n’est plus là, et «\u00a0J’arrive\u00a0» et «\u00a0Je pars\u00a0» viennent avec elle. Écrivez l’heure dans la journée."},
	{Err: models.ErrUnsound, Status: http.StatusConflict, Heading: "Journée incohérente",
		Text: "Rien n’est changé\u00a0: ses créneaux et ses événements ne s’accorderaient plus. Ouvrez l’historique de la journée pour revenir à un autre de ses états."},
	{Err: models.ErrKeyInvalid, Status: http.StatusUnprocessableEntity, Heading: "Formulaire incomplet",
		Text: "Rien n’est enregistré\u00a0: le bouton est arrivé sans sa clé. Revenez au mois et recommencez."},
	{Err: models.ErrStateNotFound, Status: http.StatusNotFound, Heading: "Rien à annuler",
		Text: "Cette modification n’existe pas, ou ce qui était avant elle n’est plus gardé."},
	{Err: models.ErrStateUnread, Status: http.StatusConflict, Heading: "État illisible",
		Text: "Rien n’est changé\u00a0: ce qui était avant cette modification ne peut pas être lu."},
	{Err: models.ErrEntryChanged, Status: http.StatusConflict, Heading: "Journée changée entre-temps",
		Text: "Rien n’est changé\u00a0: cette journée a été modifiée depuis que cette page a été affichée. Ouvrez son historique pour revenir à l’un de ses états."},
	{Err: models.ErrPlanChanged, Status: http.StatusConflict, Heading: "Planning changé entre-temps",
		Text: "Rien n’est changé\u00a0: le planning a été modifié depuis, ou ce changement est déjà annulé. Le dernier changement s’annule au bas de la page «\u00a0Planning\u00a0»."},
	{Err: models.ErrDateTaken, Status: http.StatusConflict, Heading: "Date déjà prise",
		Text: "Rien n’est changé\u00a0: il y a maintenant une autre journée à cette date. Supprimez-la d’abord si c’est celle d’avant que vous voulez."},
	{Err: models.ErrKeyTaken, Status: http.StatusConflict, Heading: "Événement déjà enregistré ailleurs",
		Text: "Rien n’est changé\u00a0: un envoi automatique a apporté de nouveau un événement de cette journée, et il est maintenant dans une autre."},
	{Err: models.ErrEventMoved, Status: http.StatusConflict, Heading: "Événement dans une autre journée",
		Text: "Rien n’est changé\u00a0: un événement de cette journée est maintenant dans une autre. Ce qui a été séparé ne s’annule que pour les deux journées ensemble."},
	{Err: models.ErrIDTaken, Status: http.StatusConflict, Heading: "Numéro déjà pris",
		Text: "Rien n’est changé\u00a0: cette journée ne peut pas revenir, car son numéro, ou celui d’un de ses créneaux, sert maintenant ailleurs."},
	{Err: models.ErrArrivalOpen, Status: http.StatusConflict, Heading: "Une autre arrivée est ouverte",
		Text: "Rien n’est changé\u00a0: l’arrivée de cette journée serait de nouveau ouverte, et une autre l’est déjà. Clôturez d’abord celle-ci."},
}

var saidDiscarded = frame.Flash{Text: "Arrivée ignorée.", Focus: views.FocusFlash}

// withMinutes says how long that is which was recorded: "Enregistré. 8 h 28."
func withMinutes(done string, minutes int64) frame.Flash {
	return frame.Flash{Text: done + " " + french.Duration(minutes) + "."}
}

func saidClosed(minutes int64) frame.Flash {
	said := withMinutes("Départ enregistré.", minutes)
	said.Focus = views.FocusFlash
	return said
}

// countersMoved says what is left now of the counters that had another figure with days as they
// were, in order.
func (p *Pages) countersMoved(c echo.Context, were []models.DayTotal) (text string) {
	for _, change := range p.CountersWith(c, were) {
		if change.Before != change.After {
			text += " Il reste " + french.Days(change.Before) + " " + french.Of(change.Counter.Label) + "."
		}
	}
	return text
}

func filled(days int, dayType models.DayType) frame.Flash {
	return frame.Flash{Text: french.CountedDone(days, "journée", "enregistrée") + "\u00a0: " + french.DayTypes[dayType] + "."}
}
