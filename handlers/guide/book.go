package guide

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image/png"
	"path"
	"strings"
	"sync"

	"worklog/docs"
	"worklog/handlers/frame"
	"worklog/views"
)

// picturePath is the path below which the pictures are.
const picturePath = "/help/images/"

// Book is the guide as HTML. It is read when a page of it is first asked for.
type Book struct {
	load     sync.Once
	pages    map[string]page
	pictures map[string]picture // by their names in the folder
}

// page is a page of the guide.
type page struct {
	name           string // in its address
	title          string
	parts          []views.GuidePart
	earlier, later views.Link
}

// picture is a picture of the guide.
type picture struct {
	name          string // with its checksum, in its address
	content       []byte
	width, height int
}

func (b *Book) page(name string) (page, bool) {
	b.load.Do(b.read)
	found, ok := b.pages[name]
	return found, ok
}

func (b *Book) picture(name string) ([]byte, bool) {
	b.load.Do(b.read)
	for _, picture := range b.pictures {
		if picture.name == name {
			return picture.content, true
		}
	}
	return nil, false
}

// read reads the embedded files. It panics if one of them is no picture, or does not begin with a
// heading, which tests would find.
func (b *Book) read() {
	b.pages, b.pictures = map[string]page{}, map[string]picture{}
	for _, file := range files("fr/images") {
		b.pictures[path.Base(file)] = readPicture(file)
	}
	pages := map[string]page{}
	for _, file := range files("fr") {
		name := nameOf(path.Base(file))
		title, parts, _ := b.render(content(file))
		pages[name] = page{name: name, title: title, parts: parts}
	}
	order := append([]string{contents}, b.listed()...)
	for i, name := range order {
		of, found := pages[name]
		if !found {
			panic("guide: no page " + name)
		}
		if i > 1 {
			of.earlier = frame.GuideLink(order[i-1], pages[order[i-1]].title)
		}
		if i > 0 && i+1 < len(order) {
			of.later = frame.GuideLink(order[i+1], pages[order[i+1]].title)
		}
		b.pages[name] = of
	}
}

// listed are the names of the pages in the order in which the list of them has them.
func (b *Book) listed() (names []string) {
	_, _, led := b.render(content("fr/README.md"))
	for _, link := range led {
		names = append(names, strings.TrimPrefix(link, frame.GuidePath("")))
	}
	return names
}

// nameOf is the name of the page of a file.
func nameOf(file string) string {
	if file == "README.md" {
		return contents
	}
	return strings.TrimSuffix(file, ".md")
}

// files are the files of a folder.
func files(folder string) (names []string) {
	entries, err := docs.French.ReadDir(folder)
	if err != nil {
		panic(err) // it is embedded
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			names = append(names, path.Join(folder, entry.Name()))
		}
	}
	return names
}

func content(file string) []byte {
	content, err := docs.French.ReadFile(file)
	if err != nil {
		panic(err) // it is embedded
	}
	return content
}

func readPicture(file string) picture {
	read := picture{content: content(file)}
	config, err := png.DecodeConfig(bytes.NewReader(read.content))
	if err != nil {
		panic(fmt.Sprintf("%s: %v", file, err))
	}
	sum := sha256.Sum256(read.content)
	read.name = strings.TrimSuffix(path.Base(file), ".png") + "." + hex.EncodeToString(sum[:6]) + ".png"
	read.width, read.height = config.Width, config.Height
	return read
}
