package connect

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// contacts returns what has come to the doors without a line in the journal: what is
// stored, and what is counted since.
func (p Pages) contacts(ctx context.Context) ([]models.Contact, error) {
	stored, err := p.Store.Contacts(ctx)
	return append(stored, p.Endpoint.PendingContacts()...), err
}

// at returns the contacts of a door from one date to another, inclusive, those of a kind
// and a name as one, the latest first.
func at(door models.Door, contacts []models.Contact, from, to civil.Date) []models.Contact {
	var found []models.Contact
	for _, contact := range contacts {
		if contact.Door != door || contact.Date.Compare(from) < 0 || contact.Date.Compare(to) > 0 {
			continue
		}
		i := slices.IndexFunc(found, func(other models.Contact) bool { return other.Kind == contact.Kind && other.Name == contact.Name })
		if i < 0 {
			found = append(found, contact)
			continue
		}
		found[i].Requests += contact.Requests
		if contact.LastAt.After(found[i].LastAt.Time) {
			found[i].LastAt = contact.LastAt
		}
	}
	slices.SortFunc(found, func(a, b models.Contact) int {
		return cmp.Or(b.LastAt.Compare(a.LastAt.Time), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return found
}

// unused are the kinds of messages of OwnTracks that are not used, in one word and in
// several; %s stands for the name.
var unused = map[models.ContactKind]struct{ one, several, named string }{
	models.ContactOtherRegion:  {"passage d’une région ", "passages d’une région ", "inconnue\u00a0: «\u00a0%s\u00a0»"},
	models.ContactOtherMessage: {"message d’un autre genre", "messages d’un autre genre", "\u00a0: «\u00a0%s\u00a0»"},
	models.ContactEncrypted:    {"message chiffré", "messages chiffrés", ""},
	models.ContactUnreadable:   {"message illisible", "messages illisibles", ""},
}

// regionsNamed is how many regions that are not the workplace are named: those through which
// the phone comes most often, for the workplace with another name is one of them.
const regionsNamed = 5

// mostPassed returns the regions that are named.
func mostPassed(contacts []models.Contact) map[string]bool {
	regions := slices.DeleteFunc(slices.Clone(contacts), func(c models.Contact) bool { return c.Kind != models.ContactOtherRegion || c.Name == "" })
	slices.SortStableFunc(regions, func(a, b models.Contact) int { return cmp.Compare(b.Requests, a.Requests) })
	named := map[string]bool{}
	for _, region := range regions[:min(len(regions), regionsNamed)] {
		named[region.Name] = true
	}
	return named
}

// gathered merges the contacts of the regions that are not named into one without a name,
// and returns how many names that leaves out. A region whose name is almost the workplace's
// is always named, since a person must correct it.
func (p Pages) gathered(contacts []models.Contact) (told []models.Contact, leftOut int) {
	named, others := mostPassed(contacts), -1
	for _, contact := range contacts {
		if contact.Kind == models.ContactOtherRegion && contact.Name != "" && !named[contact.Name] && p.alike(contact.Name) == "" {
			leftOut++
			contact.Name = ""
		}
		if contact.Kind != models.ContactOtherRegion || contact.Name != "" {
			told = append(told, contact)
			continue
		}
		if others < 0 {
			told, others = append(told, contact), len(told)
			continue
		}
		told[others].Requests += contact.Requests
	}
	return told, leftOut
}

// alike returns the region of the workplace whose name is almost a region's, or "".
func (p Pages) alike(name string) string {
	for _, region := range p.Endpoint.OwnTracksRegions {
		if strings.EqualFold(strings.TrimSpace(region), strings.TrimSpace(name)) {
			return region
		}
	}
	return ""
}

// unusedWords says how many messages of OwnTracks of a kind were not used, and when the
// last one came: "3 passages d'une région inconnue : « Travail », dernier à 08:52", or of
// several regions "73 passages d'autres régions (55 noms), dernier à 08:52". It reports false
// for what is no such message.
func (p Pages) unusedWords(contact models.Contact, leftOut int) (string, bool) {
	words, known := unused[contact.Kind]
	last := "dernier "
	switch {
	case !known:
		return "", false
	case contact.Kind == models.ContactOtherMessage && contact.Name == "location":
		words.one, words.several, words.named, last = "position, qui n’est pas gardée", "positions, qui ne sont pas gardées", "", "dernière "
	case contact.Kind == models.ContactOtherRegion && contact.Name == "":
		words.one, words.several, words.named = "passage d’une autre région", "passages d’autres régions", ""
		if leftOut > 1 {
			words.named = " (" + french.Counted(leftOut, "nom") + ")"
		}
	case contact.Name == "":
		words.named = ""
	}
	what := words.one
	if contact.Requests > 1 {
		what = words.several
	}
	return strconv.FormatInt(contact.Requests, 10) + french.NBSP + what + strings.ReplaceAll(words.named, "%s", contact.Name) + ", " + p.lastTime(contact, last), true
}

// lastTime says when the last of several requests came, or when the only one did.
func (p Pages) lastTime(contact models.Contact, last string) string {
	if contact.Requests == 1 {
		last = ""
	}
	return last + p.When(contact.LastAt)
}

// unusedOf says what OwnTracks has sent in vain on a day, or of late if there is none.
func (p Pages) unusedOf(ctx context.Context, day *civil.Date) ([]string, error) {
	contacts, err := p.contacts(ctx)
	if err != nil {
		return nil, err
	}
	from, to := p.Today().AddDays(1-views.RecentDays), p.Today()
	if day != nil {
		from, to = *day, *day
	}
	var told []string
	gathered, leftOut := p.gathered(at(models.DoorOwnTracks, contacts, from, to))
	for _, contact := range gathered {
		if words, isUnused := p.unusedWords(contact, leftOut); isUnused {
			told = append(told, words+".")
		}
	}
	return told, nil
}
