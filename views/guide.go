package views

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Guide is a page of the guide.
type Guide struct {
	Frame
	Back           Link
	Missing        string // how to reach the program, if its address is not known
	Parts          []GuidePart
	Earlier, Later Link // pages to read before and after it; empty for none
}

// GuidePart is a part of a page of the guide.
type GuidePart struct {
	Kind GuideKind
	Text string
}

// GuideKind says what the text of a part is.
type GuideKind string

// The kinds of part.
const (
	GuideHTML GuideKind = ""  // as it is sent
	GuidePath GuideKind = "p" // one of our paths, within an attribute
	GuideCode GuideKind = "c" // code to copy
)

// guideParts writes the parts one after the other.
func guideParts(parts []GuidePart) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for _, part := range parts {
			if err := guidePart(part).Render(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}

func guidePart(part GuidePart) templ.Component {
	switch part.Kind {
	case GuideCode:
		return toCopy(part.Text)
	case GuidePath:
		return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
			_, err := io.WriteString(w, templ.EscapeString(string(to(ctx, part.Text))))
			return err
		})
	}
	return templ.Raw(part.Text)
}
