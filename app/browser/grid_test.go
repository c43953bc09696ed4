package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// focused is the path that the link in focus leads to; "" for another element.
func (b *tab) focused() string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[string](`document.activeElement.matches(".cell, .small-month a") ? document.activeElement.getAttribute("href").replace(/#.*/, "") : ""`))
}

// press presses keys one after the other.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(strings.Join(keys, "")))
}

func TestInABrowserArrowKeysMoveFromDayToDay(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-11-13", "WORK", "08:00-17:00")
	b := browse(t, p, desk)
	b.want(b.open("/months/2026-11"), 200)
	b.audit("the month with one stop")
	b.show(desk)
	b.want(b.open("/months/2026-11"), 200)
	if stops := run(b, chromedp.Evaluate[int](`document.querySelectorAll('.week a:not([tabindex="-1"])').length`)); stops != 1 {
		t.Errorf("got %d stops of Tab in the month, want 1", stops)
	}
	b.do(chromedp.Focus(chromedp.CSS(`[aria-current="date"]`)))
	at := func(name, want string, keys ...string) {
		t.Helper()
		b.press(keys...)
		if got := b.focused(); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	at("today", "/entries/new?date=2026-11-20")
	at("the day before", "/entries/new?date=2026-11-19", kb.ArrowLeft)
	at("the day after", "/entries/new?date=2026-11-20", kb.ArrowRight)
	at("the week before", "/entries/1/edit", kb.ArrowUp)
	at("the week after that", "/entries/new?date=2026-11-27", kb.ArrowDown, kb.ArrowDown)
	at("over the end of a week", "/entries/new?date=2026-11-23", kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft)
	at("and back", "/entries/new?date=2026-11-22", kb.ArrowLeft)

	b.press(kb.ArrowUp, kb.ArrowLeft, kb.ArrowLeft)
	b.want(b.leads(chromedp.KeyEvent(kb.Enter)), 200)
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`location.pathname`)), "/entries/1/edit")
	b.want(b.open("/months/2026-11"), 200)
	b.want(b.leads(chromedp.KeyEvent(kb.ArrowLeft)), 200) // from no day, to another month
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`location.pathname`)), "/months/2026-10")
	b.do(chromedp.Focus(chromedp.CSS(`[name="month"]`)))
	b.press(kb.ArrowLeft) // of the field
	modelstest.Want(t, b.at(), "/months/2026-10")
	b.want(b.open("/years/2026"), 200)
	b.do(chromedp.Focus(chromedp.CSS(`.small-month a[tabindex="0"]`)))
	at("today in the year", "/entries/new?date=2026-11-20")
	at("across months", "/entries/new?date=2026-10-30", kb.ArrowUp, kb.ArrowUp, kb.ArrowUp)
	at("across months, and on", "/entries/new?date=2026-11-02", kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	b.show(phone)
	p.ByHand("2026-11-27", "WORK", "08:00-17:00")
	b.want(b.open("/months/2026-11"), 200)
	b.do(chromedp.Focus(chromedp.CSS(`[aria-current="date"]`)))
	at("up a list, over what is folded", "/entries/new?date=2026-11-19", kb.ArrowUp)
}
