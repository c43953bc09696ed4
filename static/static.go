// Package static embeds the pages' assets, each under a path that contains its
// checksum.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"

	"worklog/docs"
)

//go:embed *.css css/*.css js/*.js *.svg *.png
var files embed.FS

// bundles are the assets made of several files, in this order: a later rule of a
// stylesheet overrides an earlier one.
var bundles = map[string][]string{
	"worklog.css": {
		"css/base.css", "css/frame.css", "css/login.css", "css/feeds.css", "css/data.css", "css/month.css", "css/today.css", "css/year.css", "css/leave.css", "css/welcome.css", "css/help.css", "css/guide.css",
		"css/types.css", "css/day.css", "css/journal.css", "css/review.css", "css/history.css", "css/hand.css", "css/costs.css", "css/hours.css", "css/rests.css",
		"css/pay.css", "css/plan.css", "css/sheet.css", "css/counters.css", "css/settings.css", "css/kept.css", "css/narrow.css", "css/phone.css", "css/print.css",
	},
	"worklog.js": {"js/place.js", "js/frame.js", "js/kept.js", "js/presses.js", "js/drafts.js", "js/grid.js", "js/share.js", "js/day.js"},
	"worker.js":  {"js/worker.js"},
}

// comment matches one of a stylesheet.
var comment = regexp.MustCompile(`(?s)/\*.*?\*/\n*`)

// types are the media types of the extensions. Package mime would read the machine's
// files for them, which may say otherwise.
var types = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".png": "image/png",
	".svg": "image/svg+xml",
}

// Asset is a file that the pages need.
type Asset struct {
	Type    string // media type
	Content []byte
	gzipped func() []byte
}

// Gzipped returns the compressed content. It is compressed only once.
func (a Asset) Gzipped() []byte { return a.gzipped() }

type assets struct {
	byPath map[string]Asset
	paths  map[string]string // by name
}

// all are the assets. They are read when one is first asked for: a server that only records events needs none.
var all = sync.OnceValue(func() assets {
	a := assets{map[string]Asset{}, map[string]string{}}
	for _, name := range glob(files, "*.*") {
		a.add(name, read(files, name))
	}
	for _, name := range glob(docs.Pictures, "fr/images/*") { // of the guide
		a.add(path.Base(name), read(docs.Pictures, name))
	}
	for name, parts := range bundles {
		var contents [][]byte
		for _, part := range parts {
			contents = append(contents, read(files, part))
		}
		content := bytes.Join(contents, nil)
		if path.Ext(name) == ".css" {
			content = comment.ReplaceAll(content, nil) // a sixth of what is sent
		}
		a.add(name, content)
	}
	return a
})

func glob(in embed.FS, pattern string) []string {
	names, err := fs.Glob(in, pattern)
	if err != nil {
		panic(err) // the pattern is well formed
	}
	return names
}

// read returns the content of an embedded file.
func read(in embed.FS, name string) []byte {
	content, err := in.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return content
}

func (a assets) add(name string, content []byte) {
	sum := sha256.Sum256(content)
	base, extension := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name)
	address := "/static/" + base + "." + hex.EncodeToString(sum[:6]) + extension
	a.paths[name] = address
	a.byPath[address] = Asset{
		Type:    types[extension],
		Content: content,
		gzipped: sync.OnceValue(func() []byte { return compress(content) }),
	}
}

// Path returns the path of a file, which contains its checksum. It panics if the file
// is not embedded.
func Path(name string) string {
	address, ok := all().paths[name]
	if !ok {
		panic("static: no file " + name)
	}
	return address
}

// At returns the asset of a path.
func At(path string) (Asset, bool) {
	asset, ok := all().byPath[path]
	return asset, ok
}

func compress(content []byte) []byte {
	var buffer bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&buffer, gzip.BestCompression) // the level exists
	_, _ = writer.Write(content)                                    // a buffer never fails
	_ = writer.Close()
	return buffer.Bytes()
}
