package browser_test

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// TestPictures takes screenshots of every page and state on a phone and on a desk, in
// the light and the dark scheme, in the folder that WORKLOG_PICTURES names.
func TestPictures(t *testing.T) {
	t.Parallel()
	if os.Getenv("WORKLOG_PICTURES") == "" {
		t.Skip("WORKLOG_PICTURES names no folder")
	}
	p := apptest.Start(t, apptest.NoLimit)
	p.LifelikeMonth()
	for name, s := range map[string]screen{
		"desk-light": desk, "desk-dark": desk.inTheDark(),
		"phone-light": phone, "phone-dark": phone.inTheDark(),
	} {
		b := browse(t, p, s)
		shoot := func(page string) { b.picture(page + "-" + name) }
		b.open("/months/2026-11")
		shoot("month")
		b.open("/months/2027-02")
		shoot("month-empty")
		b.open("/entries/new?date=2026-11-21")
		shoot("day-new")
		b.open("/entries/3/edit")
		shoot("day")
		b.fill(`[name="slot_end"]`, "25h")
		b.fill(`.row:nth-of-type(3) [name="slot_start"]`, "9")
		b.fill(`.row:nth-of-type(3) [name="slot_end"]`, "8")
		b.want(b.follow(".actions button"), 422)
		shoot("day-refused")
		b.dropTyped()
		b.open("/entries/3/edit")
		b.do(chromedp.SetJavascriptAttribute(chromedp.CSS(`[name="version"]`), "value", "1"))
		b.fill(`[name="note"]`, "Réunion de service l’après-midi.")
		b.want(b.follow(".actions button"), 409)
		shoot("day-conflict")
		b.dropTyped()
		b.open("/entries/3/delete")
		shoot("delete")
		b.open("/nowhere")
		shoot("not-found")
		b.open("/years/2026")
		shoot("year")
		b.open("/years/2026/sheets")
		shoot("sheets")
		b.open("/settings")
		shoot("settings")
		b.open("/settings?open=counters")
		shoot("settings-counters")
		b.open("/today")
		shoot("today")
		b.click(".more > summary")
		b.glance("more-" + name)
		b.open("/help")
		shoot("help")
		b.open("/help/connect")
		shoot("connect")
		b.want(b.follow("#trial button"), 200)
		shoot("connect-tried")
		b.open("/entries/range")
		b.want(b.follow(`[value="preview"]`), 200)
		shoot("range")
		b.open("/data")
		shoot("data")
		p.Submit("/feeds", url.Values{"do": {"revoke"}}).Want(t, 303)
		b.open("/feeds")
		shoot("feeds-none")
		b.want(b.follow(`[value="renew"]`), 200)
		shoot("feeds-made")
		b.open("/feeds")
		shoot("feeds")
	}
	picturesOfFigures(t)
	silent := apptest.Listening(t)
	silent.Clock.SetBack(12 * time.Hour)
	silent.Day("2026-11-19T08:03:00+01:00", "2026-11-19T17:40:00+01:00", "k")
	silent.Clock.Advance(16 * time.Hour)
	for name, s := range map[string]screen{"desk-light": desk, "desk-dark": desk.inTheDark(), "phone-light": phone, "phone-dark": phone.inTheDark()} {
		b := browse(t, silent, s)
		b.open("/months/2026-11")
		b.picture("silence-" + name)
	}
	hours := apptest.YearOfHours(t, apptest.HoursConfig)
	for name, s := range map[string]screen{"desk-light": desk, "desk-dark": desk.inTheDark(), "phone-light": phone, "phone-dark": phone.inTheDark()} {
		b := browse(t, hours, s)
		b.open("/years/2026/hours")
		b.picture("hours-year-" + name)
		b.open("/months/2026-11/hours")
		b.picture("hours-month-" + name)
	}
	doubtful := apptest.DoubtfulDays(t)
	rests, without := apptest.AutumnOfOvertime(t, "profile = \"prive\"\nday_max = \"10h30\"\n"), apptest.Start(t)
	for name, s := range map[string]screen{"desk-light": desk, "desk-dark": desk.inTheDark(), "phone-light": phone, "phone-dark": phone.inTheDark()} {
		b := browse(t, rests, s)
		b.open("/years/2026/rests")
		b.click(".rests details summary")
		b.picture("rests-" + name)
		b.open("/months/2026-11/pay")
		b.click(".pay details summary")
		b.picture("pay-" + name)
		b = browse(t, without, s)
		b.open("/years/2026/rests")
		b.picture("rests-none-" + name)
		b.open("/months/2026-11/pay")
		b.picture("pay-none-" + name)
	}
	odd := apptest.Start(t)
	odd.Day("1970-01-01T00:05:00+00:00", "2026-11-20T17:00:00+01:00", "k")
	forgotten := apptest.Start(t, apptest.NoLimit)
	forgotten.LifelikeMonth()
	forgotten.Clock.Advance(20 * time.Hour)
	first := apptest.Start(t)
	locked, unsaved := apptest.RecordedDay(t, apptest.WithPassword), apptest.Unsaved(t)
	unsaved.Day("2026-11-20T08:03:00+01:00", "2026-11-20T12:10:00+01:00", "k")
	for name, s := range map[string]screen{"desk-light": desk, "phone-dark": phone.inTheDark()} {
		b := browse(t, doubtful, s)
		b.open("/review")
		b.picture("review-" + name)
		b.open("/journal")
		b.picture("journal-" + name)
		b = browse(t, odd, s)
		b.open(apptest.EditDay)
		b.picture("day-odd-" + name)
		b = browse(t, forgotten, s)
		b.open("/months/2026-11")
		b.picture("forgotten-" + name)
		b = browse(t, unsaved, s)
		b.open("/months/2026-11")
		b.picture("backups-fail-" + name)
		b = browse(t, locked, s)
		b.open("/logout?unsaved=1")
		b.picture("login-" + name)
		b.fill("#password", "a typing mistake")
		b.want(b.follow(".login button"), 422)
		b.picture("login-refused-" + name)
		b.fill("#password", apptest.Password)
		b.want(b.follow(".login button"), 200)
		b.picture("signed-in-" + name)
		b.open("/logout")
		b.picture("logout-" + name)
		b.show(s.withoutScript()) // with it, the press is kept and sent by itself
		b.open("/months/2026-11")
		b.pressedTooLate(locked, ".hand button", func() { b.picture("login-carries-" + name) })
		b.picture("press-again-" + name)
		b.want(b.follow(".hand-again button"), 200)
		b.show(s)
		b.pressedTooLate(locked, ".done button", func() {})
		b.picture("take-back-again-" + name)
		b.want(b.follow(".actions button"), 200)
		b.open("/entries/1/delete")
		b.pressedTooLate(locked, ".danger", func() {})
		b.picture("delete-again-" + name)
		b = browse(t, first, s)
		b.open("/")
		b.picture("first-" + name)
	}
}

// TestPicturesOfHours looks at the pages that show targets, the balance and half days.
func TestPicturesOfHours(t *testing.T) {
	t.Parallel()
	if os.Getenv("WORKLOG_PICTURES") == "" {
		t.Skip("WORKLOG_PICTURES names no folder")
	}
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	p.LifelikeMonth()
	p.Submit("/entries/new?date=2026-11-24", url.Values{"day_type": {"TT"}, "half_day": {"MALADE"}, "slot_start": {"08:00"}, "slot_end": {"12:00"}}).Want(t, 303)
	p.Submit("/entries/new?date=2026-10-12", url.Values{"day_type": {"WORK"}, "half_day": {"CONGE"}, "slot_start": {"08:00"}, "slot_end": {"12:00"}}).Want(t, 303)
	for name, s := range map[string]screen{
		"desk-light": desk, "desk-dark": desk.inTheDark(), "phone-light": phone, "phone-dark": phone.inTheDark(), "small": {width: 320, height: 568, script: true},
	} {
		b := browse(t, p, s)
		for page, path := range map[string]string{"month": "/months/2026-11", "month-past": "/months/2026-10", "year": "/years/2026", "counters": "/counters", "today": "/today", "day": "/entries/new?date=2026-11-24", "range": "/entries/range", "help": "/help"} {
			b.open(path)
			b.picture("against-" + page + "-" + name)
			if s.width < 400 {
				b.glance("against-" + page + "-" + name + "-first")
			}
		}
		if name == "desk-dark" {
			b.emulate("print")
			b.open("/months/2026-11")
			b.picture("against-paper")
			b.emulate("")
		}
	}
}

// TestPicturesOfTheGuide makes the pictures of the guide in French, from the demonstration.
func TestPicturesOfTheGuide(t *testing.T) {
	t.Parallel()
	if os.Getenv("WORKLOG_PICTURES") == "" {
		t.Skip("WORKLOG_PICTURES names no folder")
	}
	config := apptest.DemoConfig(t)
	morning := 4*time.Hour + 15*time.Minute // it is 12:15, as in [apptest.Program.LifelikeMonth]
	modelstest.Must(t, app.FillDemo(t.Context(), config, apptest.NewClock().Now().Add(morning)))
	p := apptest.Start(t, func(c *app.Config) { *c = config })
	p.Clock.Advance(morning)
	b := browse(t, p, phone)
	sharp := func(width, height int64) { b.do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(1.5))) }
	for name, at := range map[string]struct {
		path          string
		width, height int64
	}{
		"aujourdhui": {"/today", 360, 580},
		"journee":    {"/entries/new?date=2026-11-17", 360, 640},
		"compteurs":  {"/counters", 360, 490},
		"mois":       {"/months/2026-10", 360, 640},
	} {
		sharp(at.width, at.height)
		b.open(at.path)
		b.glance("guide-" + name)
	}
	b.show(screen{width: 1280, height: 690, script: true})
	b.open("/months/2026-11")
	b.glance("guide-mois-ecran")
}

// glance is picture for what is visible without scrolling, where bars stick.
func (b *tab) glance(name string) {
	b.t.Helper()
	b.keep(name, run(b, chromedp.CaptureScreenshot()))
}

// keep writes a picture, in few colours, into the folder that WORKLOG_PICTURES names.
func (b *tab) keep(name string, picture []byte) {
	b.t.Helper()
	shown, err := png.Decode(bytes.NewReader(picture))
	modelstest.Must(b.t, err)
	var written bytes.Buffer
	modelstest.Must(b.t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&written, inFewColours(shown)))
	modelstest.Must(b.t, os.WriteFile(filepath.Join(os.Getenv("WORKLOG_PICTURES"), name+".png"), written.Bytes(), 0o644))
}

// inFewColours returns the picture in 128 of its colours: a third of the bytes, and no difference
// that an eye sees. Half of them are the most frequent, the others the farthest from those, for a
// small mark has a hue of its own. The program contains the pictures of the guide.
func inFewColours(shown image.Image) image.Image {
	bounds, times := shown.Bounds(), map[color.Color]int{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			times[shown.At(x, y)]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(times), func(one, other color.Color) int {
		return cmp.Or(cmp.Compare(times[other], times[one]), cmp.Compare(fmt.Sprint(one), fmt.Sprint(other)))
	})
	few := image.NewPaletted(bounds, slices.Clone(colours[:min(64, len(colours))]))
	for len(few.Palette) < min(128, len(colours)) {
		few.Palette = append(few.Palette, slices.MaxFunc(colours, func(one, other color.Color) int {
			return cmp.Compare(apart(one, few.Palette.Convert(one)), apart(other, few.Palette.Convert(other)))
		}))
	}
	nearest := map[color.Color]uint8{}
	for _, colour := range colours {
		nearest[colour] = uint8(few.Palette.Index(colour))
	}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			few.SetColorIndex(x, y, nearest[shown.At(x, y)])
		}
	}
	return few
}

// apart is the square of the distance of two colours.
func apart(one, other color.Color) (sum uint32) {
	r, g, b, _ := one.RGBA()
	r2, g2, b2, _ := other.RGBA()
	for _, d := range []uint32{r>>8 - r2>>8, g>>8 - g2>>8, b>>8 - b2>>8} {
		sum += d * d // modulo 2^32, of a negative number too
	}
	return sum
}
