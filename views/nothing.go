package views

import (
	"strconv"
	"strings"
)

// Nothing stands where there is nothing to show: what will fill the place, and how to set it.
type Nothing struct {
	Text  string
	Set   string // what to do about it; may be empty
	Code  string // what to copy for that; may be empty
	Leads []Link
}

// Remark is a text, and where what it is about is set.
type Remark struct {
	Text string
	Lead Link // may be empty
}

// SettingsPath is the path of the page of what a person sets.
const SettingsPath = "/settings"

// SettingsAt is the path of that page at one of its parts, which is open.
func SettingsAt(part string) string { return SettingsPath + "?open=" + part + "#" + part }

// settingsOf is its path at a counter, a vehicle or a journey of a part.
func settingsOf(part, id string) string { return SettingsAt(SettingsPlace(part, id)) }

// settingsNew is its path at a part of which a list has a new row to fill in.
func settingsNew(part, list string) string {
	return SettingsPath + "?open=" + part + "&new=" + list + "#" + SettingsRowPlace(part, list)
}

// SettingsRowPlace is where the new row of a list stands.
func SettingsRowPlace(part, list string) string { return part + "-" + list + "-new" }

// SettingsPlace is where the settings of a counter, a vehicle or a journey stand.
func SettingsPlace(part, id string) string { return part + "-" + placeOf(id) }

// placeOf is an id in the name of a place. Ids of the file may have
// any character.
func placeOf(id string) string {
	var place strings.Builder
	for _, char := range []byte(id) {
		if char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z' || char >= '0' && char <= '9' || char == '-' {
			place.WriteByte(char)
			continue
		}
		place.WriteString("_" + strconv.FormatInt(int64(char), 16))
	}
	return place.String()
}
