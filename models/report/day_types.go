package report

import "worklog/models"

// Effect is what a type of day does to the figures.
type Effect struct {
	// Absence puts the target of the day to nothing; slots then count as extra.
	Absence bool
	// KeptByRTT keeps the target of an absence where days of RTT consume hours
	// ([BalanceRules.RTTConsumes]).
	KeptByRTT bool
	// Credited has a day without slots count as its target, where that is wanted
	// ([BalanceRules.CreditWithoutSlots]).
	Credited bool
	// Works has the day count among those of days_per_year, with or without slots.
	Works bool
	// CalledOut says that slots on the day are call-outs.
	CalledOut bool
}

// Effects is the table of what each type of day does.
var Effects = map[models.DayType]Effect{
	models.Work:      {Works: true},
	models.Telework:  {Works: true, Credited: true},
	models.Duty:      {Works: true},
	models.OnCall:    {CalledOut: true},
	models.Training:  {Works: true, Credited: true},
	models.RTT:       {Absence: true, KeptByRTT: true, CalledOut: true},
	models.Leave:     {Absence: true, CalledOut: true},
	models.SickLeave: {Absence: true, CalledOut: true},
	models.Holiday:   {Absence: true, CalledOut: true},
}

// Effect returns what a type of day does under the rules: [Effects] with the options of the
// balance. An absence that keeps its target is none.
func (r Rules) Effect(dayType models.DayType) Effect {
	effect := Effects[dayType]
	if effect.KeptByRTT && r.Balance != nil && r.Balance.RTTConsumes {
		effect.Absence = false
	}
	if r.Balance == nil || !r.Balance.CreditWithoutSlots {
		effect.Credited = false
	}
	return effect
}
