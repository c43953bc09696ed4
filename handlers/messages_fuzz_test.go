package handlers

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/views/french"
)

// sayable matches every message that a flash can show.
var sayable = regexp.MustCompile(`^(?:` + strings.ReplaceAll(strings.Join([]string{
	`Enregistré\.`,
	`(?:Enregistré|Départ enregistré|Créneau corrigé)\. (?:\d{1,2}_min|\d{1,3}(?:\x{202f}\d{3})*_h_\d{2})\.`,
	`(?:Arrivée à \d{2}:\d{2} enregistrée|Départ à \d{2}:\d{2} enregistré)\.`,
	`C’est noté_: ce n’est plus à vérifier\.|Créneaux réunis\.|Session terminée\.`,
	`(?:[01]_journée enregistrée|\d{1,3}_journées enregistrées)_: (?:Travail|Télétravail|Garde|Astreinte|Formation|RTT|Congé|Maladie|Férié)\.`,
	`Journée du (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) (?:1er|\d{1,2})_(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre) \d{4} supprimée\.`,
	`1_événement enregistré\.`,
	`\d{1,4}_événements enregistrés\.`,
	`Les deux journées sont séparées\.`,
	`Le départ est enregistré\.`,
	`C’est noté_: rien n’a été enregistré\.`,
	`Arrivée ignorée\.`,
	`Annulé\.`,
	`Rétabli\.`,
	`Départ enregistré\.`,
	`La journée est de nouveau comme avant\.|Les réglages sont de nouveau comme avant\.|C’est prêt\. Tout se change dans «_Plus_», «_Réglages_»\.`,
	`(?:[01]_journée reprise|\d{1,5}_journées reprises)(?:, avec les réglages\. Annuler ne rend que les journées_: les réglages d’avant sont dans leur historique|, sans les réglages, qui viennent de changer ici)?\.`,
	`Réglages repris\.`,
	`Les adresses des flux sont révoquées\.`,
	`Déconnexion faite\.`,
	`Tous les navigateurs sont déconnectés\.`,
}, "|"), "_", french.NBSP) + `)$`)

var changeID = regexp.MustCompile(`^[1-9][0-9]{0,18}$`)

// FuzzFlash reads arbitrary cookies as a flash: the result is one of the known messages or
// none.
func FuzzFlash(f *testing.F) {
	for said := range everyFlash() {
		f.Add(said)
	}
	for _, seed := range []string{"", ".", "saved.", "saved-slots", "saved-slots.-1", "saved-slots.153722868", "filled.367.WORK", "filled.8.work", "deleted.2026-02-30", "deleted.10000-01-01",
		"\"saved\"", "saved; worklog_flash=discarded", "saved.change-7-1", "saved.change-7", "taken-back.change-8-1764000000000000000", "saved.change-0-1", "saved.change-+7-1", "saved.change-9223372036854775808-1", "x.change-7-1", "saved.change-7-1.change-8-1", "RW5yZWdpc3Ryw6ku", "%%%", "<b>"} {
		f.Add(seed)
	}
	e, ui := echo.New(), bareWebsite()
	f.Fuzz(func(t *testing.T, text string) {
		request := httptest.NewRequest(http.MethodGet, "/login", nil)
		request.Header.Set("Cookie", "worklog_flash="+text)
		if said := ui.frame.Frame(e.NewContext(request, httptest.NewRecorder()), "").Flash; said != "" && !sayable.MatchString(said) {
			t.Fatalf("%q in a cookie: got %q", text, said)
		}
		said, undo := messages.Say(frame.Flash(text))
		if said != "" && !sayable.MatchString(said) {
			t.Fatalf("%q: got %q", text, said)
		}
		if undo != nil && (said == "" || undo.Action != frame.TakeBackPath && !strings.HasPrefix(undo.Action, frame.SettingsPath) || !changeID.MatchString(undo.Change.Number) || undo.Label != "Annuler" && undo.Label != "Rétablir") {
			t.Fatalf("%q: got %q with %+v", text, said, undo)
		}
	})
}

// everyFlash returns a flash of each message, as the forms create them, with its sentence.
func everyFlash() map[string]string {
	return map[string]string{
		"saved":                 "Enregistré.",
		"saved-slots.508":       "Enregistré. 8_h_28.",
		"filled.8.CONGE":        "8_journées enregistrées_: Congé.",
		"filled.1.MALADE":       "1_journée enregistrée_: Maladie.",
		"closed.45":             "Départ enregistré. 45_min.",
		"recorded.2":            "2_événements enregistrés.",
		"recorded.1":            "1_événement enregistré.",
		"parted":                "Les deux journées sont séparées.",
		"end-taken":             "Le départ est enregistré.",
		"dismissed":             "C’est noté_: rien n’a été enregistré.",
		"taken-back":            "Annulé.",
		"made-again":            "Rétabli.",
		"already.edited":        "Enregistré.",
		"already.closed":        "Départ enregistré.",
		"already.discarded":     "Arrivée ignorée.",
		"brought-back":          "La journée est de nouveau comme avant.",
		"discarded":             "Arrivée ignorée.",
		"arrived.08:03":         "Arrivée à 08:03 enregistrée.",
		"left.17:21":            "Départ à 17:21 enregistré.",
		"right":                 "C’est noté_: ce n’est plus à vérifier.",
		"merged":                "Créneaux réunis.",
		"shortened.508":         "Créneau corrigé. 8_h_28.",
		"session-ended":         "Session terminée.",
		"imported.3":            "3_journées reprises.",
		"imported.1":            "1_journée reprise.",
		"imported-both.2":       "2_journées reprises, avec les réglages. Annuler ne rend que les journées_: les réglages d’avant sont dans leur historique.",
		"imported-days-only.1":  "1_journée reprise, sans les réglages, qui viennent de changer ici.",
		"imported-settings":     "Réglages repris.",
		"feeds-revoked":         "Les adresses des flux sont révoquées.",
		"signed-out":            "Déconnexion faite.",
		"signed-out-everywhere": "Tous les navigateurs sont déconnectés.",
		"deleted.2026-11-20":    "Journée du vendredi 20_novembre 2026 supprimée.",
		"settings-saved":        "Enregistré.",
		"settings-taken-back":   "Annulé.",
		"settings-made-again":   "Rétabli.",
		"settings-returned":     "Les réglages sont de nouveau comme avant.",
		"settings-started":      "C’est prêt. Tout se change dans «_Plus_», «_Réglages_».",
	}
}

func TestEveryMessageIsShownAsIntended(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	for flash, want := range everyFlash() {
		want = strings.ReplaceAll(want, "_", french.NBSP)
		if got, _ := messages.Say(frame.Flash(flash)); got != want || !sayable.MatchString(got) {
			t.Errorf("%s: got %q, want %q", flash, got, want)
		}
		code, _, _ := strings.Cut(flash, ".")
		shown[code] = true
	}
	for i, message := range messages {
		if !shown[message.Code] {
			t.Errorf("%q: not shown", message.Code)
		}
		if slices.ContainsFunc(messages[:i], func(m frame.Message) bool { return m.Code == message.Code }) {
			t.Errorf("%q: the code of two messages", message.Code)
		}
	}
}
