package pages

import (
	"net/http"

	"worklog/handlers/frame"
	"worklog/models"
)

// PageErrors are the pages of what is refused to a form of this package, or not there.
var PageErrors = []frame.PageError{
	{Err: models.ErrEntryNotFound, Status: http.StatusNotFound, Heading: "Journée introuvable",
		Text: "Cette journée n’existe pas, ou n’existe plus."},
	{Err: models.ErrNoOpenArrival, Status: http.StatusConflict, Heading: "Arrivée déjà close",
		Text: "Cette arrivée n’est plus ouverte\u00a0: un départ est arrivé, ou elle a été close entre-temps."},
	{Err: models.ErrUnsound, Status: http.StatusConflict, Heading: "Journée incohérente",
		Text: "Rien n’est changé\u00a0: ses créneaux et ses événements ne s’accorderaient plus. Ouvrez l’historique de la journée pour revenir à un autre de ses états."},
	{Err: models.ErrKeyInvalid, Status: http.StatusUnprocessableEntity, Heading: "Formulaire incomplet",
		Text: "Rien n’est enregistré\u00a0: le bouton est arrivé sans sa clé. Revenez au mois et recommencez."},
}
