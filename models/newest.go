package models

import (
	"fmt"
)

// keepNewest deletes the rows of a table but those of the highest values of a column, at most
// so many. It is called with every row that is added, so it reads no more than the rows that
// stay.
func (tx *Tx) keepNewest(table, column string, most int) error {
	return tx.execute(fmt.Sprintf("DELETE FROM %[1]s WHERE rowid IN (SELECT rowid FROM %[1]s ORDER BY %[2]s DESC LIMIT -1 OFFSET ?)", table, column), most)
}
