package guide

import (
	_ "embed" // the pages
	"encoding/json"
	"sync"

	"worklog/handlers/frame"
	"worklog/views"
)

// Contents is the name of the page that lists the others.
const Contents = "guide"

// written are the pages, as package markdown makes them.
//
//go:generate go run generate.go
//go:embed pages.json
var written []byte

// Book is the guide. It is read when a page of it is first asked for.
type Book struct {
	load  sync.Once
	pages map[string]page
}

// Page is a page of the guide, as it is written.
type Page struct {
	Name  string // in its address
	Title string
	HTML  string // with [Root] before each of our paths, and [deploy.Placeholder]
}

// Root stands where the prefix of the request will. No Markdown has it: a NUL is replaced as it is read.
const Root = "\x00"

type page struct {
	Page
	earlier, later views.Link
}

func (b *Book) page(name string) (page, bool) {
	b.load.Do(b.read)
	found, ok := b.pages[name]
	return found, ok
}

func (b *Book) read() {
	var pages []Page
	if err := json.Unmarshal(written, &pages); err != nil {
		panic(err) // it is embedded
	}
	b.pages = map[string]page{}
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
}
