package views

import "worklog/models"

// Start is the page of one of the first questions.
type Start struct {
	Frame
	Heading string
	Of      string // which one it is, as in "1 sur 4"
	Action  string
	Version models.Stamp // of the settings, on which the form is based
	Alert   string
	Details []string // of the alert
	Fields  []SettingsField
}
