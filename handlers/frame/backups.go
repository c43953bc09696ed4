package frame

import (
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// BackupState is the state of the backups that the server makes.
type BackupState struct {
	Newest time.Time     // zero if there is none
	Failed time.Time     // when the last attempt failed; zero if it succeeded
	Every  time.Duration // intended interval
}

func (s *Site) warnings(c echo.Context) (texts []views.Remark) {
	unreadable, err := s.Reader.Unreadable(c.Request().Context())
	s.LogOmitted(c, "unreadable days", err)
	for i, day := range unreadable {
		if i == mostUnreadable {
			texts = append(texts, views.Remark{Text: "D’autres journées sont illisibles aussi.", Lead: views.Link{Path: views.ReviewPath, Label: "À vérifier"}})
			break
		}
		texts = append(texts, views.Remark{Text: french.UnreadableDay(day), Lead: views.Link{Path: views.HistoryPath(day.ID), Label: "Historique"}})
	}
	if s.SettingsFault != "" {
		texts = append(texts, views.Remark{Text: "Les derniers réglages ne vont pas avec la configuration\u00a0: d’autres sont appliqués.", Lead: views.Link{Path: SettingsPath, Label: "Réglages"}})
	}
	if s.Ingress != nil && s.Ingress.Unloaded != nil && s.Ingress.Unloaded.Load() {
		texts = append(texts, views.Remark{Text: "L’intégration worklog est en place\u00a0: redémarrez Home Assistant pour qu’il la trouve."})
	}
	if text := s.backupWarning(); text != "" {
		texts = append(texts, views.Remark{Text: text})
	}
	return texts
}

// mostUnreadable is how many days that cannot be read are named on every page.
const mostUnreadable = 3

// backupWarning returns the warning, shown on every page, that backups fail or are
// late, or "".
func (s *Site) backupWarning() string {
	if s.Backups == nil {
		return ""
	}
	state := s.Backups()
	const log = "\u00a0: voyez le journal du serveur."
	if !state.Failed.IsZero() && state.Newest.IsZero() {
		return "La dernière sauvegarde a échoué (" + s.dayAndTime(state.Failed) + ") et il n’y en a aucune autre" + log
	}
	if !state.Failed.IsZero() {
		return "La dernière sauvegarde a échoué (" + s.dayAndTime(state.Failed) + "). La plus récente date du " + s.dayAndTime(state.Newest) + log
	}
	if !state.Newest.IsZero() && s.Now().Sub(state.Newest) > 2*state.Every {
		return "Aucune sauvegarde depuis le " + s.dayAndTime(state.Newest) + log
	}
	return ""
}

// dayAndTime formats a time as "20 novembre à 08:00".
func (s *Site) dayAndTime(t time.Time) string {
	instant := civil.NewInstant(t)
	return french.DayOfMonth(civil.DateOf(instant.In(s.Rules.Zone))) + " à " + french.Clock(instant, s.Rules.Zone)
}
