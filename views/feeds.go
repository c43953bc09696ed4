package views

import (
	"fmt"
	"strings"

	qr "github.com/piglig/go-qr"

	"worklog/models"
)

// FeedGroup is the addresses that one secret opens.
type FeedGroup struct {
	Group models.FeedGroup
	Since string // when they were made; empty when there are none
	// Addresses are those of the feeds in their order; none if only the digest of their secret is known.
	Addresses []string
	Missing   string // how a device reaches the program, if its address is not known
}

// FeedFields are the values by which a form names a group.
var FeedFields = map[models.FeedGroup]string{models.StateFeeds: "state", models.DaysFeed: "days"}

var feedWords = map[models.FeedGroup]struct {
	heading, what         string
	names                 []string // of the feeds
	none, since           string
	create, renew, revoke string // the buttons
}{
	models.StateFeeds: {
		"État du moment et agenda",
		"Pour la domotique, si vous êtes au travail\u00a0; pour un agenda, vos journées et leurs créneaux.",
		[]string{"État du moment (JSON)", "Agenda (iCalendar)"},
		"Il n’y a pas encore d’adresses\u00a0: personne ne peut lire ces flux.",
		"Les adresses existent depuis le %s. Elles ne peuvent pas être affichées de nouveau\u00a0: si vous les avez perdues, renouvelez-les.",
		"Créer les adresses", "Renouveler les adresses", "Révoquer les adresses",
	},
	models.DaysFeed: {
		"Journées",
		"Pour un tableau de bord ou un tableur, les journées d’une période de 400 jours au plus\u00a0: type, créneaux et leur origine, durée, heures dues, ce qui est à vérifier. La période s’écrit à la fin de l’adresse\u00a0: days.json?from=2026-11-01&to=2026-11-30",
		[]string{"Journées (JSON)"},
		"Il n’y a pas encore d’adresse\u00a0: personne ne peut lire ce flux.",
		"L’adresse existe depuis le %s. Elle ne peut pas être affichée de nouveau\u00a0: si vous l’avez perdue, renouvelez-la.",
		"Créer l’adresse", "Renouveler l’adresse", "Révoquer l’adresse",
	},
}

// webcal is the address of a calendar for the program of this device that reads calendars; it is empty
// for what is none, and for an address that is not known.
func webcal(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	if !strings.HasSuffix(rest, ".ics") || strings.HasPrefix(rest, "ADRESSE") {
		return ""
	}
	return "webcal://" + rest
}

// QRCode is a text as an image of square modules (ISO/IEC 18004), drawn as a path of SVG.
type QRCode struct {
	Size int // of a side, with the margin of 4 modules that the standard wants
	Path string
}

// NewQRCode returns the image of a text; nil for one that is too long for it.
func NewQRCode(text string) *QRCode {
	code, err := qr.EncodeText(text, qr.Low)
	if err != nil {
		return nil
	}
	const margin = 4
	var path strings.Builder
	for y := range code.Size() {
		for x := range code.Size() {
			if code.Module(x, y) {
				fmt.Fprintf(&path, "M%d,%dh1v1h-1z", x+margin, y+margin)
			}
		}
	}
	return &QRCode{code.Size() + 2*margin, path.String()}
}
