// Package static holds the pages' assets, embedded, each under an address that
// names its content.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"path"
	"strings"
	"sync"
)

//go:embed *.css *.js *.svg *.png
var files embed.FS

// Asset is a file that the pages need.
type Asset struct {
	Type    string // media type
	Content []byte
	gzipped func() []byte
}

// Gzipped returns the content compressed, once for the life of the program.
func (a Asset) Gzipped() []byte { return a.gzipped() }

// Assets are all files, by their paths.
type Assets struct {
	byPath map[string]Asset
	paths  map[string]string // by name
}

// Load reads the embedded files.
func Load() *Assets {
	assets := &Assets{byPath: map[string]Asset{}, paths: map[string]string{}}
	names, err := fs.Glob(files, "*")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	for _, name := range names {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		assets.add(name, content)
	}
	return assets
}

func (a *Assets) add(name string, content []byte) {
	sum := sha256.Sum256(content)
	base, extension := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name)
	address := "/static/" + base + "." + hex.EncodeToString(sum[:6]) + extension
	a.paths[name] = address
	a.byPath[address] = Asset{
		Type:    mime.TypeByExtension(extension),
		Content: content,
		gzipped: sync.OnceValue(func() []byte { return compress(content) }),
	}
}

// Path returns the path of a file, its checksum in it. It panics on a name that
// is not embedded.
func (a *Assets) Path(name string) string {
	address, ok := a.paths[name]
	if !ok {
		panic("static: no file " + name)
	}
	return address
}

// At returns the asset of a path.
func (a *Assets) At(path string) (Asset, bool) {
	asset, ok := a.byPath[path]
	return asset, ok
}

func compress(content []byte) []byte {
	var buffer bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&buffer, gzip.BestCompression) // the level exists
	_, _ = writer.Write(content)                                    // a buffer takes all
	_ = writer.Close()
	return buffer.Bytes()
}
