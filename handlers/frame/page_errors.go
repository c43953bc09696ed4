package frame

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/models"
	"worklog/views"
)

// ErrBusy is the error of a request whose turn has not come.
var ErrBusy = errors.New("too many requests are worked on")

// Errors of an import. The table of error pages contains them.
var (
	ErrFileTooLarge = errors.New("file is too large for the page")
	ErrImporting    = errors.New("another import is running")
)

// pageError is the page of an error.
type pageError struct {
	err     error
	status  int
	heading string
	text    string
}

// pageErrors is the only table of error pages. An error that is not in it is a 500.
var pageErrors = []pageError{
	{echo.ErrNotFound, http.StatusNotFound, "Page introuvable",
		"Il n’y a rien à cette adresse."},
	{models.ErrEntryNotFound, http.StatusNotFound, "Journée introuvable",
		"Cette journée n’existe pas, ou n’existe plus."},
	{models.ErrNoOpenArrival, http.StatusConflict, "Arrivée déjà close",
		"Cette arrivée n’est plus ouverte : un départ est arrivé, ou elle a été close entre-temps."},
	{models.ErrStateNotFound, http.StatusNotFound, "Rien à annuler",
		"Cette modification n’existe pas, ou ce qui était avant elle n’est plus gardé."},
	{models.ErrStateUnread, http.StatusConflict, "État illisible",
		"Rien n’est changé : ce qui était avant cette modification ne peut pas être lu."},
	{models.ErrEntryChanged, http.StatusConflict, "Journée changée entre-temps",
		"Rien n’est changé : cette journée a été modifiée depuis que cette page a été affichée. Ouvrez son historique pour revenir à l’un de ses états."},
	{models.ErrDateTaken, http.StatusConflict, "Date déjà prise",
		"Rien n’est changé : il y a maintenant une autre journée à cette date. Supprimez-la d’abord si c’est celle d’avant que vous voulez."},
	{models.ErrKeyTaken, http.StatusConflict, "Événement déjà enregistré ailleurs",
		"Rien n’est changé : la domotique a envoyé de nouveau un événement de cette journée, et il est maintenant dans une autre."},
	{models.ErrEventMoved, http.StatusConflict, "Événement dans une autre journée",
		"Rien n’est changé : un événement de cette journée est maintenant dans une autre. Ce qui a été séparé ne s’annule que pour les deux journées ensemble."},
	{models.ErrIDTaken, http.StatusConflict, "Numéro déjà pris",
		"Rien n’est changé : cette journée ne peut pas revenir, car son numéro, ou celui d’un de ses créneaux, sert maintenant ailleurs."},
	{models.ErrUnsound, http.StatusConflict, "Journée incohérente",
		"Rien n’est changé : ses créneaux et ses événements ne s’accorderaient plus. Ouvrez l’historique de la journée pour revenir à un autre de ses états."},
	{models.ErrArrivalOpen, http.StatusConflict, "Une autre arrivée est ouverte",
		"Rien n’est changé : l’arrivée de cette journée serait de nouveau ouverte, et une autre l’est déjà. Clôturez d’abord celle-ci."},
	{echo.ErrMethodNotAllowed, http.StatusMethodNotAllowed, "Demande impossible",
		"Cette adresse ne se demande pas ainsi."},
	{access.ErrForeignHost, http.StatusMisdirectedRequest, "Adresse inconnue",
		"Ce serveur n’est pas connu sous ce nom. Si c’est bien le vôtre, ajoutez ce nom à « hosts » ou à « public_url », section [server] de config.toml."},
	{access.ErrForwarded, http.StatusForbidden, "Serveur sans mot de passe",
		"Cette demande vient d’un mandataire (proxy), et n’importe qui peut donc la faire : ce serveur ne demande pas de mot de passe. " +
			"Réglez « auth » dans la section [web] de config.toml, ou, si tout votre réseau peut voir ces pages, « open_to_network = true »."},
	{access.ErrUnknownUser, http.StatusForbidden, "Accès refusé",
		"Ces pages ne s’ouvrent qu’aux personnes que le mandataire (proxy) devant ce serveur a reconnues. " +
			"Si vous en êtes, ouvrez-les par son adresse ; sinon voyez « proxy_users » et « trusted_proxies » dans config.toml."},
	{access.ErrForeignOrigin, http.StatusForbidden, "Demande d’un autre site",
		"Cette demande vient d’un autre site et n’a pas été exécutée. Revenez à vos pages et recommencez. " +
			"Si elle vient bien de vos pages, par un mandataire (proxy) qui les chiffre, donnez leur adresse à « public_url », section [server] de config.toml."},
	{forms.ErrTooLarge, http.StatusRequestEntityTooLarge, "Formulaire trop volumineux",
		"Rien n’est enregistré : aucune journée n’a besoin d’autant."},
	{ErrFileTooLarge, http.StatusRequestEntityTooLarge, "Fichier trop volumineux",
		"Rien n’est enregistré : ce fichier est trop grand pour cette page. La commande « worklog import » prend jusqu’à 32 Mio."},
	{ErrImporting, http.StatusServiceUnavailable, "Reprise en cours",
		"Rien n’est enregistré : un autre fichier est en cours de lecture. Réessayez dans un instant."},
	{ErrBusy, http.StatusServiceUnavailable, "Serveur occupé",
		"Rien n’est changé : trop de demandes sont en cours. Réessayez dans un instant."},
	{models.ErrOthersWrite, http.StatusServiceUnavailable, "Serveur occupé",
		"Rien n’est changé : d’autres enregistrent sans cesse. Réessayez dans un instant."},
	{forms.ErrUnreadable, http.StatusBadRequest, "Formulaire illisible",
		"Rien n’est enregistré : le formulaire n’est pas arrivé entier. Revenez en arrière et réessayez."},
	{models.ErrKeyInvalid, http.StatusUnprocessableEntity, "Formulaire incomplet",
		"Rien n’est enregistré : le bouton est arrivé sans sa clé. Revenez au mois et recommencez."},
	{forms.ErrNoVersion, http.StatusUnprocessableEntity, "Formulaire incomplet",
		"Rien n’est changé : le formulaire ne dit pas de quelle version de la journée il part. Revenez à la journée et recommencez."},
}

// internalError is the page of all other errors.
var internalError = pageError{nil, http.StatusInternalServerError, "Erreur interne",
	"La demande n’a pas abouti et n’a rien changé. Réessayez dans un instant ; si cela dure, le journal du serveur en dit la cause."}

// pageErrorFor returns the page of an error.
func pageErrorFor(err error) pageError {
	for _, known := range pageErrors {
		if errors.Is(err, known.err) {
			return known
		}
	}
	return internalError
}

// ErrorText returns the status and the text of the page of an error.
func ErrorText(err error) (status int, text string) {
	page := pageErrorFor(err)
	return page.status, page.text
}

// ErrorPage returns the status of an error and a function that sends its page.
func (s *Site) ErrorPage(c echo.Context, err error) (status int, answer func() error) {
	page := pageErrorFor(err)
	return page.status, func() error { return s.renderError(c, page) }
}

func (s *Site) renderError(c echo.Context, page pageError) error {
	return Render(c, page.status, views.ErrorPage(views.Error{
		Frame:   s.Frame(c, page.heading),
		Heading: page.heading,
		Text:    page.text,
	}))
}
