//go:build ignore

// Generate writes the pages of the guide.
package main

import (
	"log"
	"os"

	"worklog/handlers/guide/markdown"
)

func main() {
	if err := os.WriteFile("pages.json", markdown.JSON(), 0o644); err != nil {
		log.Fatal(err)
	}
}
