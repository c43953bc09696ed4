package french

import (
	"fmt"
	"strings"
)

// Thousandths writes a number of them as "0,357", with as few decimals as it needs.
func Thousandths(n int64) string {
	text := grouped(n / 1000)
	if rest := n % 1000; rest > 0 {
		text += "," + strings.TrimRight(fmt.Sprintf("%03d", rest), "0")
	}
	return text
}

// Cents writes an amount as "4 274,56 €".
func Cents(cents int64) string {
	return fmt.Sprintf("%s,%02d\u00a0€", grouped(cents/100), cents%100)
}

// Bytes writes a size as "12 ko" or "1,2 Mo".
func Bytes(n int64) string {
	if n < 100_000 {
		return grouped((n+999)/1000) + "\u00a0ko"
	}
	return Thousandths((n+50_000)/100_000*100) + "\u00a0Mo"
}

// Euros writes an amount as "4 275 €".
func Euros(euros int64) string { return grouped(euros) + "\u00a0€" }
