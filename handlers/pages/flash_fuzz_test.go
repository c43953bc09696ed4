package pages

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/models"
)

// sayable are all sentences that a page may say once.
var sayable = regexp.MustCompile(`^(?:` + strings.ReplaceAll(strings.Join([]string{
	`Enregistré\.`,
	`(?:Enregistré|Départ enregistré)\. (?:\d{1,2}_min|\d{1,18}_h_\d{2})\.`,
	`(?:[01]_journée enregistrée|\d{1,3}_journées enregistrées)_: (?:Travail|Télétravail|Garde|Astreinte|Formation|RTT|Congé|Maladie|Férié)\.`,
	`Journée du (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) (?:1er|\d{1,2})_(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre) \d{4} supprimée\.`,
	`1_événement enregistré\.`,
	`\d{1,4}_événements enregistrés\.`,
	`Les deux journées sont séparées\.`,
	`Le départ est enregistré\.`,
	`C’est noté_: rien n’a été enregistré\.`,
	`Arrivée ignorée\.`,
	`[01]_journée reprise\.`,
	`\d{1,5}_journées reprises\.`,
	`Les adresses des flux sont révoquées\.`,
	`Vous êtes déconnecté\.`,
	`Tous les navigateurs sont déconnectés\.`,
}, "|"), "_", nbsp) + `)$`)

// FuzzFlash reads any cookie as a flash: a sentence of ours, or none.
func FuzzFlash(f *testing.F) {
	for _, said := range everyFlash() {
		f.Add(string(said))
	}
	for _, seed := range []string{"", ".", "saved.", "saved-slots", "saved-slots.-1", "saved-slots.153722868", "filled.367.WORK", "filled.8.work", "deleted.2026-02-30", "deleted.10000-01-01",
		"\"saved\"", "saved; worklog_flash=discarded", "RW5yZWdpc3Ryw6ku", "%%%", "<b>"} {
		f.Add(seed)
	}
	e, p := echo.New(), &Pages{cookies: access.NewCookies(nil)}
	f.Fuzz(func(t *testing.T, text string) {
		request := httptest.NewRequest(http.MethodGet, "/months/2026-11", nil)
		request.Header.Set("Cookie", flashCookie+"="+text)
		said := p.takeFlash(e.NewContext(request, httptest.NewRecorder()))
		if said != "" && !sayable.MatchString(said) {
			t.Fatalf("%q: got %q", text, said)
		}
	})
}

// everyFlash has one of each code, as the forms make them.
func everyFlash() map[string]flash {
	return map[string]flash{
		"Enregistré.":                                     newFlash(flashSaved),
		"Enregistré. 8_h_28.":                             newFlash(flashSavedSlots, int64(508)),
		"8_journées enregistrées_: Congé.":                newFlash(flashFilled, 8, models.Leave),
		"1_journée enregistrée_: Maladie.":                newFlash(flashFilled, 1, models.SickLeave),
		"Départ enregistré. 45_min.":                      newFlash(flashClosed, int64(45)),
		"2_événements enregistrés.":                       newFlash(flashRecorded, 2),
		"1_événement enregistré.":                         newFlash(flashRecorded, 1),
		"Les deux journées sont séparées.":                newFlash(flashParted),
		"Le départ est enregistré.":                       newFlash(flashEndTaken),
		"C’est noté_: rien n’a été enregistré.":           newFlash(flashDismissed),
		"Arrivée ignorée.":                                newFlash(flashDiscarded),
		"3_journées reprises.":                            newFlash(flashImported, 3),
		"1_journée reprise.":                              newFlash(flashImported, 1),
		"Les adresses des flux sont révoquées.":           newFlash(flashFeedsRevoked),
		"Vous êtes déconnecté.":                           newFlash(flashSignedOut),
		"Tous les navigateurs sont déconnectés.":          newFlash(flashSignedOutEverywhere),
		"Journée du vendredi 20_novembre 2026 supprimée.": newFlash(flashDeleted, models.Date{Year: 2026, Month: 11, Day: 20}),
	}
}

func TestEveryFlashIsSaidAsItWasMeant(t *testing.T) {
	codes := map[flashCode]bool{}
	for want, said := range everyFlash() {
		want = strings.ReplaceAll(want, "_", nbsp)
		if got := said.sentence(); got != want || !sayable.MatchString(got) {
			t.Errorf("%s: got %q, want %q", said, got, want)
		}
		code, _, _ := strings.Cut(string(said), ".")
		codes[flashCode(code)] = true
	}
	if len(codes) != len(flashes) {
		t.Errorf("got %v of %d codes", codes, len(flashes))
	}
}
