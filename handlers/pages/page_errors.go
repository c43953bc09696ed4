package pages

import (
	"errors"
	"net/http"

	"worklog/handlers/frame"
	"worklog/models"
)

// errNotIntegrated is the error of a press while arrivals and departures are not recorded.
var errNotIntegrated = errors.New("presence integration is off")

// PageErrors are the pages of what is refused to a form of this package, or not there.
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
}
