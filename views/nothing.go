package views

// Nothing stands where there is nothing to show: what will fill the place, and how to set it.
type Nothing struct {
	Text  string
	Set   string // what to do about it; may be empty
	Code  string // what to copy for that; may be empty
	Leads []Link
}

// SettingsPath is the path of the page of what a person sets.
const SettingsPath = "/settings"

// SettingsAt is the path of that page at one of its parts, which is open.
func SettingsAt(part string) string { return SettingsPath + "?open=" + part + "#" + part }
