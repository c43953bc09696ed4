package signin

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/views"
)

// showPassword shows the way in beside the frame of Home Assistant: a port with a password.
func (p *Pages) showPassword(c echo.Context) error { return p.passwordPage(c, http.StatusOK, "") }

// changePassword sets or removes the password, from the next start of the app on.
func (p *Pages) changePassword(c echo.Context, values url.Values) error {
	if p.Ingress == nil || p.Ingress.KeepPassword == nil {
		return echo.ErrNotFound
	}
	password, said := values.Get("password"), "Mot de passe enregistré"
	switch values.Get("do") {
	case "keep":
		if access.CheckPassword(password) != nil {
			return p.passwordPage(c, http.StatusUnprocessableEntity, "Tapez au moins 8 caractères, et 1\u00a0000 au plus.")
		}
	case "remove":
		password, said = "", "Mot de passe retiré"
	default:
		return forms.ErrUnreadable
	}
	if err := p.Ingress.KeepPassword(password); err != nil {
		return err
	}
	p.Flash(c, frame.Flash{Text: said + "\u00a0: redémarrez l’application worklog."})
	return p.SeeOther(c, views.PasswordPath)
}

func (p *Pages) passwordPage(c echo.Context, status int, message string) error {
	if p.Ingress == nil {
		return echo.ErrNotFound
	}
	page := views.Password{Frame: p.Frame(c, "Ouvrir sans Home Assistant"), Port: p.Ingress.Port, Set: p.Login != nil, Fixed: p.Ingress.KeepPassword == nil, Message: message}
	page.Address = p.KnownAddress(c, access.Visitor)
	return frame.Render(c, status, views.PasswordPage(page))
}
