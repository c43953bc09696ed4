package frame

import "worklog/views"

// Links is the only type that knows the path prefix of the public URL. Every link,
// redirect and asset URL comes from it.
type Links struct {
	prefix string // such as "/worklog"; empty for the root
}

// To returns the URL of one of our paths, such as "/months/2026-11".
func (l Links) To(path string) string { return l.prefix + path }

// Guide returns a link to a guide of the docs folder.
func (s *Site) Guide(name string) views.Link {
	return views.Link{URL: s.Links.To("/help/guides/" + name), Label: "Guide complet, en anglais"}
}
