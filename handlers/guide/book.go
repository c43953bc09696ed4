package guide

import (
	_ "embed" // the pages
	"encoding/json"
	"sync"
)

// Contents is the name of the page that lists the others.
const Contents = "guide"

// written are the pages, as package markdown makes them.
//
//go:generate go run generate.go
//go:embed pages.json
var written []byte

// Page is a page of the guide, as it is written.
type Page struct {
	Name  string // in its address
	Title string
	HTML  string // with [Root] before each of our paths, and [deploy.Placeholder]
}

// Root stands where the prefix of the request will. No Markdown has it: a NUL is replaced as it is read.
const Root = "\x00"

// pages are those of the guide, in order, the contents first. They are read when one is first asked for.
var pages = sync.OnceValue(func() (pages []Page) {
	if err := json.Unmarshal(written, &pages); err != nil {
		panic(err) // it is embedded
	}
	return pages
})
