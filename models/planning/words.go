package planning

import (
	"strings"

	"worklog/models"
)

// Meaning is what an event of a file is: a shift, whose type it names, or one of these.
type Meaning string

// The meanings that are no types.
const (
	Rest   Meaning = "rest"
	Leave  Meaning = "leave" // a rest, which is named so that the person enters the leave
	Ignore Meaning = "ignore"
)

// Meanings lists them all.
var Meanings = []Meaning{Meaning(models.Work), Meaning(models.Duty), Meaning(models.OnCall), Meaning(models.Training), Meaning(models.Telework), Rest, Leave, Ignore}

// Words are the meanings of titles, and of their first words, by their [Folded] text.
type Words map[string]Meaning

var common = Words{
	"work": Meaning(models.Work), "garde": Meaning(models.Duty), "astreinte": Meaning(models.OnCall), "formation": Meaning(models.Training), "tt": Meaning(models.Telework),
	"rh": Rest, "rf": Rest, "rc": Rest, "repos": Rest, "ca": Leave, "conge": Leave, "rtt": Leave,
}

// Folded is a text without what does not tell it from others: its case, and how its words are spaced.
func Folded(text string) string {
	return strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(text), " ")))
}

// of returns the meaning of a title: of the whole, or else of its first word; "" if it has none.
func (w Words) of(title string) Meaning {
	whole := Folded(title)
	first, _, _ := strings.Cut(whole, " ")
	for _, words := range []Words{w, common} {
		for _, text := range []string{whole, first} {
			if meaning := words[text]; meaning != "" {
				return meaning
			}
		}
	}
	return ""
}
