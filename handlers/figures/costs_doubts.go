package figures

import (
	"slices"

	"worklog/models"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// costDoubtWords say why a day is to be looked at.
var costDoubtWords = map[report.Reason]string{
	report.SlotOnAbsence:       "avec un créneau",
	report.ArrivalOnTelework:   "avec une arrivée",
	report.NoJourney:           "sans trajet",
	report.NoVehicle:           "sans véhicule",
	report.NoJourneyNorVehicle: "sans trajet ni véhicule",
}

// fewDoubts is how many days a group that is open from the start has at most.
const fewDoubts = 10

// doubts are the days to be looked at, by what is doubtful.
func (c CostsPage) doubts() []views.CostDoubts {
	var groups []views.CostDoubts
	for _, doubt := range c.ToVerify {
		label := french.DayTypes[doubt.Day.DayType] + " " + costDoubtWords[doubt.Reason]
		at := slices.IndexFunc(groups, func(g views.CostDoubts) bool { return g.Label == label })
		if at < 0 {
			at = len(groups)
			groups = append(groups, views.CostDoubts{Label: label})
		}
		groups[at].Days = append(groups[at].Days, views.CostDoubt{
			Link:      views.Link{Path: c.Day(*doubt.Day), Label: french.FullDate(doubt.Day.Date)},
			CountedAs: c.countedText(doubt.Day),
		})
	}
	for i := range groups {
		groups[i].Count = french.Counted(len(groups[i].Days), "jour")
		groups[i].Open = len(groups[i].Days) <= fewDoubts
	}
	return groups
}

// countedText says what counts of a day that is to be looked at.
func (c CostsPage) countedText(day *models.Day) string {
	if day.DayType == models.Telework {
		return "comptée comme télétravail"
	}
	if len(c.Rules.TravelOf([]models.Day{*day})) > 0 {
		return "comptée"
	}
	if slices.Contains(c.Meals.Days, day) {
		return "comptée pour le repas"
	}
	return "non comptée"
}
