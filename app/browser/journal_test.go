package browser_test

import (
	"fmt"
	"testing"

	"worklog/app/apptest"
)

func TestInABrowserLinesOfTheJournalAreSentWhenTheyAreUnfolded(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	for day := 2; day <= 6; day++ {
		p.Day(fmt.Sprintf("2026-11-%02dT08:00:00+01:00", day), fmt.Sprintf("2026-11-%02dT17:00:00+01:00", day), fmt.Sprint(day))
	}
	const lines = `document.querySelectorAll(".run li").length === 10 && !document.querySelector("[data-unfold]")`
	for name, s := range map[string]screen{"desk": desk, "phone-dark": phone.inTheDark()} {
		b := browse(t, p, s)
		b.open("/journal")
		b.click(".run summary")
		b.until(lines)
		b.picture("journal-unfolded-" + name)
	}
	b := browse(t, p, desk.withoutScript())
	b.open("/journal")
	b.click(".run summary")
	b.picture("journal-plain")
	b.want(b.follow(".run a"), 200)
	b.until(lines)
	b.picture("journal-plain-unfolded")
}
