package report

// Deduction is the flat deduction of 10 %.
type Deduction struct {
	Euros int64
	Year  int // of the figures
}

// Deduction returns the flat deduction from the salary of a year, in cents.
func (l Law) Deduction(year int, salaryCents int64) Deduction {
	figures := l.of(year)
	tenth := min(max(halfUp(salaryCents, 1000), figures.Deduction.MinEuros), figures.Deduction.MaxEuros)
	return Deduction{Euros: min(tenth, Euros(salaryCents)), Year: figures.year}
}
