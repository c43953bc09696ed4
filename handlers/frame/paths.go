package frame

import "worklog/views"

// Guide returns a link to a guide of the docs folder.
func Guide(name string) views.Link {
	return views.Link{Path: "/help/guides/" + name, Label: "Pour qui tient la machine, en anglais"}
}

// GuidePath returns the path of a page of the guide in French, or of a part of it, such as
// "nuits#où-elle-compte".
func GuidePath(page string) string { return "/help/" + page }

// GuideLink returns a link to a page of the guide in French.
func GuideLink(page, label string) views.Link {
	return views.Link{Path: GuidePath(page), Label: label}
}
