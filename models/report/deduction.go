package report

// Deduction is the flat deduction of 10 %.
type Deduction struct {
	Euros  int64
	Limits DeductionLimits // that were used
}

// Deduction returns the flat deduction from the salary of a year, in cents.
func (l Law) Deduction(year int, salaryCents int64) Deduction {
	limits := ofYear(l.deductions, year, func(of DeductionLimits) int { return of.Year })
	tenth := min(max(halfUp(salaryCents, 1000), limits.MinEuros), limits.MaxEuros)
	return Deduction{Euros: min(tenth, Euros(salaryCents)), Limits: limits}
}
