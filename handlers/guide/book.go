package guide

import (
	"crypto/sha256"
	_ "embed" // the pages
	"encoding/hex"
	"encoding/json"
	"path"
	"strings"
	"sync"

	"worklog/docs"
	"worklog/handlers/frame"
	"worklog/views"
)

// Contents is the name of the page that lists the others.
const Contents = "guide"

// picturePath is the path below which the pictures are.
const picturePath = "/help/images/"

// written are the pages, as package markdown makes them.
//
//go:generate go run generate.go
//go:embed pages.json
var written []byte

// Book is the guide. It is read when a page of it is first asked for.
type Book struct {
	load     sync.Once
	pages    map[string]page
	pictures map[string][]byte // by their addresses
}

// Page is a page of the guide, as it is written.
type Page struct {
	Name  string // in its address
	Title string
	HTML  string // with [Root] before each of our paths, and [deploy.Placeholder]
}

// Root stands where the prefix of the request will. No Markdown has it: a NUL is replaced as it is read.
const Root = "\x00"

// page is a page between others.
type page struct {
	Page
	earlier, later views.Link
}

func (b *Book) page(name string) (page, bool) {
	b.load.Do(b.read)
	found, ok := b.pages[name]
	return found, ok
}

func (b *Book) picture(address string) ([]byte, bool) {
	b.load.Do(b.read)
	found, ok := b.pictures[address]
	return found, ok
}

func (b *Book) read() {
	var pages []Page
	if err := json.Unmarshal(written, &pages); err != nil {
		panic(err) // it is embedded
	}
	b.pages, b.pictures = map[string]page{}, map[string][]byte{}
	for i, of := range pages {
		between := page{Page: of}
		if i > 1 {
			between.earlier = frame.GuideLink(pages[i-1].Name, pages[i-1].Title)
		}
		if i > 0 && i+1 < len(pages) {
			between.later = frame.GuideLink(pages[i+1].Name, pages[i+1].Title)
		}
		b.pages[of.Name] = between
	}
	entries, err := docs.Pictures.ReadDir("fr/images")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, entry := range entries {
		content, err := docs.Pictures.ReadFile(path.Join("fr/images", entry.Name()))
		if err != nil {
			panic(err) // it is embedded
		}
		b.pictures[PictureAddress(entry.Name(), content)] = content
	}
}

// PictureAddress is the path of a picture, with its checksum.
func PictureAddress(name string, content []byte) string {
	sum := sha256.Sum256(content)
	return picturePath + strings.TrimSuffix(name, ".png") + "." + hex.EncodeToString(sum[:6]) + ".png"
}
