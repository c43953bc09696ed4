package reports

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/review"
	"worklog/views"
)

func (p Pages) costsOf(c echo.Context, first, last civil.Date) error {
	costs, err := p.readCosts(c, first.Year)
	if err != nil {
		return err
	}
	return frame.Show(c, views.CostsPage(p.costsView(c, costs, first, last)))
}

// compareCosts shows the travel costs beside the flat deduction from a salary, which is
// only read.
func (p Pages) compareCosts(c echo.Context, first, last civil.Date) error {
	costs, err := p.readCosts(c, first.Year)
	if err != nil {
		return err
	}
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	page, status := p.costsView(c, costs, first, last), http.StatusOK
	page.Salary = values.Get("salary")
	if cents, err := readSalary(page.Salary); err != nil {
		status = http.StatusUnprocessableEntity
		page.Message = "Écrivez un montant en euros, par exemple 30\u00a0000."
	} else {
		deduction := page.Rules.Law.Deduction(costs.Year, cents)
		page.Deduction = &deduction
	}
	return frame.Render(c, status, views.CostsPage(page))
}

// costsTable offers the days behind the costs as CSV, for spreadsheets in French.
func (p Pages) costsTable(c echo.Context, first, last civil.Date) error {
	costs, err := p.readCosts(c, first.Year)
	if err != nil {
		return err
	}
	costs.LeftOut, err = review.ToVerify(c.Request().Context(), p.Store, first, last, civil.NewInstant(p.Now()), review.DoubtShort, review.DoubtUnread)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("frais-reels-%d", costs.Year)
	if costs.Provisional {
		name += "-provisoire"
	}
	return sendTable(c, name, func(to io.Writer) error { return costs.WriteCSV(to, true) })
}

// costsKey is what the costs of the pages depend on beside the record.
type costsKey struct {
	year  int
	today civil.Date
	meals bool // that are configured count
}

// readCosts returns the costs of a year. They are not to be changed.
func (p Pages) readCosts(c echo.Context, year int) (report.Costs, error) {
	key := costsKey{year, p.Today(), withMeals(c)}
	rules := p.Config.Costs
	if !key.meals {
		rules.MealCents = 0
	}
	ctx := c.Request().Context()
	read := func() (report.Costs, error) { return rules.ReadCosts(ctx, p.Store, key.year, key.today) }
	return p.costs.Get(ctx, p.Store, key, read, updateOf(key.year, read))
}

// updateOf returns an update of what was read of a year's days: it reads them again if one of them has
// changed.
func updateOf[V any](year int, read func() (V, error)) func(V, []civil.Date) (V, error) {
	return func(known V, dates []civil.Date) (V, error) {
		if slices.ContainsFunc(dates, func(date civil.Date) bool { return date.Year == year }) {
			return read()
		}
		return known, nil
	}
}

// withMeals reports whether the address asks for the meals that are configured, as it does
// unless the form was sent without its tick: that sends "0", and "1" for the tick.
func withMeals(c echo.Context) bool {
	asked := c.QueryParams()["meals"]
	return len(asked) == 0 || slices.Contains(asked, "1")
}

func (p Pages) costsView(c echo.Context, costs report.Costs, first, last civil.Date) views.Costs {
	return views.Costs{
		Head:  p.Head(c, "Frais réels "+strconv.Itoa(costs.Year), first, last),
		Costs: costs, Rules: p.Config.Costs, MealsLeftOut: p.Config.Costs.MealCents > 0 && !withMeals(c),
	}
}

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
