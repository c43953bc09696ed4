package report

// halfUp divides two numbers that are not negative, and rounds a half up.
func halfUp(numerator, denominator int64) int64 {
	return (2*numerator + denominator) / (2 * denominator)
}

// Euros rounds cents to the euro, a half up.
func Euros(cents int64) int64 { return halfUp(cents, 100) }
