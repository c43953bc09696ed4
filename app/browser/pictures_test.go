package browser_test

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
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

// TestPictures makes the pictures of the guide in French, from the demonstration, and that of the README
// in the folder that WORKLOG_PICTURES names. Those of every page are taken by
// [TestInABrowserEveryPageIsAccessibleFitsEveryScreenAndIsInReach].
func TestPictures(t *testing.T) {
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
		"journee":    {"/entries/new?date=2026-11-18", 360, 640},
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
	b.turnTo(lifelike(t))
	b.show(desk)
	b.open("/months/2026-11")
	b.picture("month-desk-light")
}

func (b *tab) picture(name string) {
	b.t.Helper()
	b.keep(name, run(b, chromedp.FullScreenshot(100)))
}

// glance is picture for what is visible without scrolling, where bars stick.
func (b *tab) glance(name string) {
	b.t.Helper()
	b.keep(name, run(b, chromedp.CaptureScreenshot()))
}

// keep writes a picture, in few colours, into the folder that WORKLOG_PICTURES names.
func (b *tab) keep(name string, picture []byte) {
	b.t.Helper()
	shown := modelstest.Got(png.Decode(bytes.NewReader(picture)))(b.t)
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

func apart(one, other color.Color) (sum uint32) {
	r, g, b, _ := one.RGBA()
	r2, g2, b2, _ := other.RGBA()
	for _, d := range []uint32{r>>8 - r2>>8, g>>8 - g2>>8, b>>8 - b2>>8} {
		sum += d * d // modulo 2^32, of a negative number too
	}
	return sum
}
