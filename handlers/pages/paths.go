package pages

import "fmt"

// mergePath returns the path to which a day's form is sent to merge slots.
func mergePath(id int64) string { return fmt.Sprintf("/entries/%d/merge", id) }

// deletePath returns the path to delete a day.
func deletePath(id int64) string { return fmt.Sprintf("/entries/%d/delete", id) }
