// Package docs holds guides. The server offers them beside what they speak of.
package docs

import "embed"

// Guides are the guides for who runs the machine, in English, by their names.
//
//go:embed configuration.md debian.md endpoint.md home-assistant.md hours.md install.md node-red.md pay.md phones.md reverse-proxy.md upgrade.md worklog-send.md
var Guides embed.FS

// French is the guide for who records their days, in the folder fr. README.md lists its pages, in
// the order in which they are read.
//
//go:embed fr/*.md
var French embed.FS

// Pictures are those of the guide in French, in the folder fr/images.
//
//go:embed fr/images/*.png
var Pictures embed.FS
