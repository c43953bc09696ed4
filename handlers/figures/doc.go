// Package figures writes the figures that models/report has computed: French words, links
// and pictures, as view models. It reads no request and no database; the pages that show
// them are in handlers/reports.
package figures
