package reports

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// errSalaryUnreadable is the error for a salary that is not an amount.
var errSalaryUnreadable = errors.New("salary is not an amount of euros")

// amountTyped matches amounts with at most two decimals, below a billion.
var amountTyped = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,9})(?:[.,]([0-9]{1,2}))?$`) })

// readSalary returns an amount in cents as people type it, such as "30 000" or
// "30000,50 €". It returns errSalaryUnreadable.
func readSalary(typed string) (cents int64, err error) {
	compact := strings.Map(func(char rune) rune {
		if unicode.IsSpace(char) || char == '€' || char == '\u202f' {
			return -1
		}
		return char
	}, typed)
	found := amountTyped().FindStringSubmatch(compact)
	if found == nil {
		return 0, errSalaryUnreadable
	}
	cents, err = strconv.ParseInt(found[1]+(found[2] + "00")[:2], 10, 64)
	if err != nil {
		return 0, errSalaryUnreadable
	}
	return cents, nil
}
