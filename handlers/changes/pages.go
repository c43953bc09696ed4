// Package changes has the pages of what was done to days: the history of a day, and the
// buttons that take a change back or bring a day back.
package changes

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
)

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
}

var (
	saidTakenBack = frame.Flash{Text: "Annulé.", Focus: views.FocusFlash}
	saidMadeAgain = frame.Flash{Text: "Rétabli.", Focus: views.FocusFlash}
)

// Drafts are the buttons that the login carries.
func (p *Pages) Drafts() []frame.DraftKind {
	return []frame.DraftKind{
		{Path: frame.TakeBackPath, Field: "change", Show: p.showTakeBackBefore},
	}
}

// Route adds the pages; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) *Pages) {
	onForm := frame.OnForm(of)
	frame.Get(e, "/entries/:id/history", frame.On(of)((*Pages).history))
	e.POST(frame.TakeBackPath, onForm((*Pages).takeBack))
	e.POST(views.BringBackPath, onForm((*Pages).bringBack))
}

// PageErrors are the pages of what cannot be taken back or brought back, or is not kept.
var PageErrors = []frame.PageError{
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
