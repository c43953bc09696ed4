// Package markdown makes the pages of the guide of its files, when the program is built: what
// reads Markdown is larger than the guide, and no part of the program.
package markdown

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"image/png"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	written "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"worklog/deploy"
	"worklog/docs"
	"worklog/handlers/frame"
	"worklog/handlers/guide"
	"worklog/static"
	"worklog/views"
	"worklog/views/french"
)

// Pages returns the pages of the guide, the list of them first, then in the order in which it has
// them. It panics if a file is none of the guide: a test would find it.
func Pages() []guide.Page {
	_, _, led := render(content("README.md"))
	pages := []guide.Page{pageOf("README.md")}
	for _, address := range led {
		pages = append(pages, pageOf(strings.TrimPrefix(address, frame.GuidePath(""))+".md"))
	}
	return pages
}

// JSON writes the pages.
func JSON() []byte {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(Pages()); err != nil {
		panic(err) // texts can be written
	}
	return written.Bytes()
}

func pageOf(file string) guide.Page {
	title, page, _ := render(content(file))
	return guide.Page{Name: nameOf(file), Title: title, HTML: page}
}

func content(file string) []byte {
	content, err := docs.French.ReadFile("fr/" + file)
	if err != nil {
		panic(err)
	}
	return content
}

func nameOf(file string) string {
	if file == "README.md" {
		return guide.Contents
	}
	return strings.TrimSuffix(file, ".md")
}

// render returns the title of a Markdown document, its HTML, and where its links lead. HTML in it
// is left out.
func render(source []byte) (title, page string, led []string) {
	own := &writer{}
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone))), // no style
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(own, 100))),
	)
	document := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	if heading, ok := document.FirstChild().(*ast.Heading); ok {
		title = typeset(string(heading.Lines().Value(source)))
	}
	var buffer bytes.Buffer
	if err := markdown.Renderer().Render(&buffer, source, document); err != nil {
		panic(err) // a picture that is none
	}
	return title, buffer.String(), own.led
}

// writer writes what is not written as Markdown commonly is: links and pictures, whose addresses
// depend on the request, code, which has a button to copy it, and French text.
type writer struct {
	led []string // where links lead
}

// RegisterFuncs implements [renderer.NodeRenderer].
func (w *writer) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindLink, w.link)
	register.Register(ast.KindImage, w.image)
	register.Register(ast.KindFencedCodeBlock, w.code)
	register.Register(ast.KindCodeSpan, w.span)
	register.Register(ast.KindText, w.text)
}

func (w *writer) link(to util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := to.WriteString("</a>")
		return ast.WalkContinue, err
	}
	destination := string(node.(*ast.Link).Destination)
	if strings.HasPrefix(destination, "#") {
		_, err := to.WriteString(`<a href="` + html.EscapeString(destination) + `">`)
		return ast.WalkContinue, err
	}
	address, english := pathOf(destination)
	w.led = append(w.led, address)
	_, err := to.WriteString(`<a href="` + guide.Root + html.EscapeString(address) + `"`)
	if english {
		_, err = to.WriteString(` hreflang="en"`)
	}
	_, _ = to.WriteString(">")
	return ast.WalkContinue, err
}

// pathOf is our path of where a link of the files leads: to another page, or to a guide of the
// folder above, which are in English.
func pathOf(destination string) (address string, english bool) {
	if name, above := strings.CutPrefix(destination, "../"); above {
		return frame.Guide(name).Path, true
	}
	file, anchor, within := strings.Cut(destination, "#")
	address = frame.GuidePath(nameOf(file))
	if within {
		address += "#" + anchor
	}
	return address, false
}

func (w *writer) image(to util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	name := path.Base(string(node.(*ast.Image).Destination))
	content, err := docs.Pictures.ReadFile("fr/images/" + name)
	if err != nil {
		return ast.WalkStop, err
	}
	size, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return ast.WalkStop, fmt.Errorf("%s: %w", name, err)
	}
	_, err = to.WriteString(`<img src="` + guide.Root + html.EscapeString(static.Path(name)) + `" alt="` + html.EscapeString(typeset(plain(source, node))) +
		`" width="` + strconv.Itoa(size.Width) + `" height="` + strconv.Itoa(size.Height) + `">`)
	return ast.WalkSkipChildren, err
}

// plain is the text of a node without its marks.
func plain(source []byte, node ast.Node) string {
	var text strings.Builder
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if of, ok := child.(*ast.Text); ok {
			text.Write(of.Segment.Value(source))
			if of.SoftLineBreak() {
				text.WriteByte(' ')
			}
		}
	}
	return text.String()
}

func (w *writer) code(to util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	code := strings.TrimSuffix(string(node.Lines().Value(source)), "\n")
	return ast.WalkSkipChildren, views.ToCopy(code).Render(context.Background(), to)
}

// slash is a slash within the path of an address, after which a line may break.
var slash = regexp.MustCompile(`\b/\b`)

func (w *writer) span(to util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	code := string(util.EscapeHTML([]byte(plain(source, node))))
	if strings.HasPrefix(code, deploy.Placeholder) {
		code = slash.ReplaceAllString(code, "/<wbr>")
	}
	_, err := to.WriteString("<code>" + code + "</code>")
	return ast.WalkSkipChildren, err
}

func (w *writer) text(to util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	of := node.(*ast.Text)
	written.DefaultWriter.Write(to, []byte(typeset(string(of.Segment.Value(source)))))
	if of.SoftLineBreak() || of.HardLineBreak() {
		return ast.WalkContinue, to.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}

// breakable is a space at which no line may break: before a mark, next to « » and within a short
// label, between a number and its unit or month, and within a duration or a number.
var breakable = regexp.MustCompile(` [:;!?»]|« (?:[^»]{1,12} »)?|` +
	`\d(?: \d{3}\b)*(?: (?:h(?: \d\d)?|min|s|km|m|j|CV|ans|mois|jours|fois|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\b| [€%])?`)

// typeset puts no-break spaces where French has them. The files have plain ones, which can be seen.
func typeset(text string) string {
	return breakable.ReplaceAllStringFunc(text, func(found string) string {
		return strings.ReplaceAll(found, " ", french.NBSP)
	})
}

// anchors makes the anchors of headings as forges do, so that links work here and there.
type anchors map[string]int

// Generate implements [parser.IDs].
func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	slug := strings.Map(func(char rune) rune {
		switch {
		case char == ' ':
			return '-'
		case char == '-' || char == '_' || unicode.IsLetter(char) || unicode.IsDigit(char):
			return unicode.ToLower(char)
		}
		return -1
	}, string(value))
	given := a[slug]
	if a[slug]++; given > 0 {
		slug += "-" + strconv.Itoa(given)
	}
	return []byte(slug)
}

// Put implements [parser.IDs].
func (a anchors) Put(value []byte) { a[string(value)]++ }
