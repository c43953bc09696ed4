package views_test

import (
	"image"
	"image/color"
	"image/draw"
	"regexp"
	"strconv"
	"testing"

	qr "github.com/piglig/go-qr"

	"worklog/views"
)

func TestAQRCodeIsReadAsTheAddressThatItIsOf(t *testing.T) {
	t.Parallel()
	const address = "webcal://heures.example.org/worklog/feeds/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef/calendar.ics"
	code := views.NewQRCode(address)
	const scale = 4
	drawn := image.NewGray(image.Rect(0, 0, code.Size*scale, code.Size*scale))
	draw.Draw(drawn, drawn.Bounds(), image.White, image.Point{}, draw.Src)
	for _, module := range regexp.MustCompile(`M(\d+),(\d+)h1v1h-1z`).FindAllStringSubmatch(code.Path, -1) {
		x, _ := strconv.Atoi(module[1])
		y, _ := strconv.Atoi(module[2])
		draw.Draw(drawn, image.Rect(x*scale, y*scale, (x+1)*scale, (y+1)*scale), image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	if got, err := qr.Decode(drawn); err != nil || got != address {
		t.Errorf("read %q, %v", got, err)
	}
}
