package frame

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/civil"
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
	`La journée est de nouveau comme avant\.`,
	`[01]_journée reprise\.`,
	`\d{1,5}_journées reprises\.`,
	`Les adresses des flux sont révoquées\.`,
	`Déconnexion faite\.`,
	`Tous les navigateurs sont déconnectés\.`,
}, "|"), "_", french.NBSP) + `)$`)

var changeID = regexp.MustCompile(`^[1-9][0-9]{0,18}$`)

// FuzzFlash reads arbitrary cookies as a flash: the result is one of the known messages or
// none.
func FuzzFlash(f *testing.F) {
	for _, said := range everyFlash() {
		f.Add(string(said))
	}
	for _, seed := range []string{"", ".", "saved.", "saved-slots", "saved-slots.-1", "saved-slots.153722868", "filled.367.WORK", "filled.8.work", "deleted.2026-02-30", "deleted.10000-01-01",
		"\"saved\"", "saved; worklog_flash=discarded", "saved.change-7", "taken-back.change-8", "saved.change-0", "saved.change-+7", "saved.change-9223372036854775808", "x.change-7", "saved.change-7.change-8", "RW5yZWdpc3Ryw6ku", "%%%", "<b>"} {
		f.Add(seed)
	}
	e, p := echo.New(), &Site{}
	f.Fuzz(func(t *testing.T, text string) {
		request := httptest.NewRequest(http.MethodGet, "/months/2026-11", nil)
		request.Header.Set("Cookie", flashCookie+"="+text)
		said, undo := p.takeFlash(e.NewContext(request, httptest.NewRecorder()))
		if said != "" && !sayable.MatchString(said) {
			t.Fatalf("%q: got %q", text, said)
		}
		if undo != nil && (said == "" || undo.Action != TakeBackPath || !changeID.MatchString(undo.ChangeID) || undo.Label != "Annuler" && undo.Label != "Rétablir") {
			t.Fatalf("%q: got %q with %+v", text, said, undo)
		}
	})
}

// everyFlash returns a flash of each code, as the forms create them, by message.
func everyFlash() map[string]Flash {
	return map[string]Flash{
		"Enregistré.":                           NewFlash(FlashSaved),
		"Enregistré. 8_h_28.":                   NewFlash(FlashSavedSlots, int64(508)),
		"8_journées enregistrées_: Congé.":      NewFlash(FlashFilled, 8, models.Leave),
		"1_journée enregistrée_: Maladie.":      NewFlash(FlashFilled, 1, models.SickLeave),
		"Départ enregistré. 45_min.":            NewFlash(FlashClosed, int64(45)),
		"2_événements enregistrés.":             NewFlash(FlashRecorded, 2),
		"1_événement enregistré.":               NewFlash(FlashRecorded, 1),
		"Les deux journées sont séparées.":      NewFlash(FlashParted),
		"Le départ est enregistré.":             NewFlash(FlashEndTaken),
		"C’est noté_: rien n’a été enregistré.": NewFlash(FlashDismissed),
		"Annulé.":  NewFlash(FlashTakenBack),
		"Rétabli.": NewFlash(FlashMadeAgain),
		"La journée est de nouveau comme avant.":          NewFlash(FlashBroughtBack),
		"Arrivée ignorée.":                                NewFlash(FlashDiscarded),
		"Arrivée à 08:03 enregistrée.":                    NewFlash(FlashArrived, "08:03"),
		"Départ à 17:21 enregistré.":                      NewFlash(FlashLeft, "17:21"),
		"C’est noté_: ce n’est plus à vérifier.":          NewFlash(FlashRight),
		"Créneaux réunis.":                                NewFlash(FlashMerged),
		"Créneau corrigé. 8_h_28.":                        NewFlash(FlashShortened, int64(508)),
		"Session terminée.":                               NewFlash(FlashSessionEnded),
		"3_journées reprises.":                            NewFlash(FlashImported, 3),
		"1_journée reprise.":                              NewFlash(FlashImported, 1),
		"Les adresses des flux sont révoquées.":           NewFlash(FlashFeedsRevoked),
		"Déconnexion faite.":                              NewFlash(FlashSignedOut),
		"Tous les navigateurs sont déconnectés.":          NewFlash(FlashSignedOutEverywhere),
		"Journée du vendredi 20_novembre 2026 supprimée.": NewFlash(FlashDeleted, civil.Date{Year: 2026, Month: 11, Day: 20}),
	}
}

func TestEveryFlashIsShownAsIntended(t *testing.T) {
	codes := map[FlashCode]bool{}
	for want, said := range everyFlash() {
		want = strings.ReplaceAll(want, "_", french.NBSP)
		if got := said.Sentence(); got != want || !sayable.MatchString(got) {
			t.Errorf("%s: got %q, want %q", said, got, want)
		}
		code, _, _ := strings.Cut(string(said), ".")
		codes[FlashCode(code)] = true
	}
	if len(codes) != len(flashes) {
		t.Errorf("got %v of %d codes", codes, len(flashes))
	}
}
