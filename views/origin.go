package views

import "worklog/models"

// originMarks are the marks of the origins, with what a sheet claims by them.
var originMarks = map[models.Origin]struct{ shape, claim string }{
	models.Live:      {iconRecorded, "reçu par ce serveur dans les 15\u00a0minutes, selon son horloge"},
	models.Late:      {iconRecorded, "avec un délai\u00a0: reçu d’autant plus tard, ou plus tôt"},
	models.Pressed:   {iconPressed, "pressé par la personne («\u00a0J’arrive\u00a0», «\u00a0Je pars\u00a0»)"},
	models.Typed:     {iconByHand, "saisi à la main"},
	models.Corrected: {iconFixed, "corrigé à la main"},
	models.Imported:  {iconFromFile, "repris d’un fichier"},
}
