package frame

import (
	"errors"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/models"
	"worklog/views"
)

// ErrBusy is the error of a request whose turn has not come.
var ErrBusy = errors.New("too many requests are worked on")

// PageError is the page of an error.
type PageError struct {
	Err     error
	Status  int
	Heading string
	Text    string
}

// pageErrors are the pages of the errors that any request can have. A package of pages
// declares those of its own; an error that has no page is a 500.
var pageErrors = []PageError{
	{echo.ErrNotFound, http.StatusNotFound, "Page introuvable",
		"Il n’y a rien à cette adresse."},
	{echo.ErrMethodNotAllowed, http.StatusMethodNotAllowed, "Demande impossible",
		"Cette adresse ne se demande pas ainsi."},
	{access.ErrForeignHost, http.StatusMisdirectedRequest, "Adresse inconnue",
		"Ce serveur n’est pas connu sous ce nom. Si c’est bien le vôtre, ajoutez ce nom à «\u00a0hosts\u00a0» ou à «\u00a0public_url\u00a0», section [server] de config.toml."},
	{access.ErrForwarded, http.StatusForbidden, "Serveur sans mot de passe",
		"Cette demande vient d’un mandataire (proxy), et n’importe qui peut donc la faire\u00a0: ce serveur ne demande pas de mot de passe. " +
			"Réglez «\u00a0auth\u00a0» dans la section [web] de config.toml, ou, si tout votre réseau peut voir ces pages, «\u00a0open_to_network = true\u00a0»."},
	{access.ErrUnknownUser, http.StatusForbidden, "Accès refusé",
		"Ces pages ne s’ouvrent qu’aux personnes que le mandataire (proxy) devant ce serveur a reconnues. " +
			"Si vous en êtes, ouvrez-les par son adresse\u00a0; sinon voyez «\u00a0proxy_users\u00a0» et «\u00a0trusted_proxies\u00a0» dans config.toml."},
	{access.ErrOutsideIngress, http.StatusForbidden, "Par Home Assistant seulement",
		"Ces pages s’ouvrent dans Home Assistant, par son menu. Les automatisations envoient leurs événements ici comme avant. " +
			"Pour ouvrir les pages aussi à cette adresse, donnez un mot de passe à worklog\u00a0: sa documentation, dans Home Assistant, dit comment."},
	{access.ErrIngressPath, http.StatusBadRequest, "Chemin manquant",
		"Home Assistant n’a pas dit sous quel chemin il montre cette page. Ouvrez-la par son menu."},
	{access.ErrUnknownIngressUser, http.StatusForbidden, "Accès refusé",
		"Ces pages ne s’ouvrent pas à cet utilisateur de Home Assistant. Ceux qui peuvent les voir sont nommés dans la configuration de worklog, «\u00a0home_assistant_users\u00a0»."},
	{access.ErrForeignOrigin, http.StatusForbidden, "Demande d’un autre site",
		"Cette demande vient d’un autre site et n’a pas été exécutée. Revenez à vos pages et recommencez. " +
			"Si elle vient bien de vos pages, par un mandataire (proxy) qui les chiffre, donnez leur adresse à «\u00a0public_url\u00a0», section [server] de config.toml."},
	{models.ErrRestored, http.StatusConflict, "Base restaurée",
		"La base a été restaurée depuis l’ouverture de cette page, et rien n’est changé\u00a0: ce ne sont peut-être plus les mêmes journées. Ouvrez la page de nouveau."},
	{models.ErrSettingsChanged, http.StatusConflict, "Réglages changés entre-temps",
		"Rien n’est enregistré\u00a0: les réglages viennent de changer. Recommencez."},
	{models.ErrTakenBack, http.StatusConflict, "Annulé depuis",
		"Annulé depuis\u00a0: ce que cette demande avait fait ne vaut plus, et n’est pas refait. Si vous le voulez de nouveau, recommencez depuis la page."},
	{forms.ErrTooLarge, http.StatusRequestEntityTooLarge, "Formulaire trop volumineux",
		"Rien n’est enregistré\u00a0: ce formulaire a plus de texte ou de champs que le serveur n’en lit."},
	{ErrBusy, http.StatusServiceUnavailable, "Serveur occupé",
		"Rien n’est changé\u00a0: trop de demandes sont en cours. Réessayez dans un instant."},
	{forms.ErrUnreadable, http.StatusBadRequest, "Formulaire illisible",
		"Rien n’est enregistré\u00a0: le formulaire n’est pas arrivé entier. Revenez en arrière et réessayez."},
	{forms.ErrNoVersion, http.StatusUnprocessableEntity, "Formulaire incomplet",
		"Rien n’est changé\u00a0: le formulaire ne dit pas de quelle version de la journée il part. Revenez à la journée et recommencez."},
}

// internalError is the page of all other errors.
var internalError = PageError{nil, http.StatusInternalServerError, "Erreur interne",
	"La demande n’a pas abouti et n’a rien changé. Réessayez dans un instant\u00a0; si cela dure, le journal du serveur en dit la cause."}

// PageOf returns the page of an error. That of a package comes before those of any request.
func (s *Site) PageOf(err error) PageError {
	for _, known := range slices.Concat(s.PageErrors, pageErrors) {
		if errors.Is(err, known.Err) {
			known.Text += whoCame(err)
			return known
		}
	}
	return internalError
}

// whoCame names the user of Home Assistant whom an error refuses, as the option has to name them.
func whoCame(err error) string {
	var stranger access.StrangerError
	switch {
	case !errors.As(err, &stranger):
		return ""
	case stranger.Name == "":
		return " Home Assistant ne vous nomme pas."
	}
	return " Home Assistant vous nomme «\u00a0" + stranger.Name + "\u00a0»."
}

// ErrorPage returns the status of an error and a function that sends its page.
func (s *Site) ErrorPage(c echo.Context, err error) (status int, answer func() error) {
	page := s.PageOf(err)
	return page.Status, func() error {
		shown := views.Error{Frame: s.Frame(c, page.Heading), Heading: page.Heading, Text: page.Text}
		return RenderRefusal(c, page.Status, page.Text, views.ErrorPage(shown))
	}
}
