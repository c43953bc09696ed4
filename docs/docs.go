// Package docs holds guides. The server offers them beside what they speak of.
package docs

import "embed"

// Guides are the guides, by their names.
//
//go:embed home-assistant.md hours.md node-red.md pay.md phones.md worklog-send.md
var Guides embed.FS
