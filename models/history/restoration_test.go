package history

import (
	"testing"

	"worklog/models/modelstest"
)

func TestADayBroughtBackComparesItsSlotsInTimeThatGrowsWithThem(t *testing.T) {
	was, is := modelstest.ManySlots(400_000), modelstest.ManySlots(400_000)
	for i := range is {
		is[i].ID += int64(len(is))
	}
	is[7] = was[7]
	modelstest.Answers(t, func() {
		modelstest.Want(t, len(slotsWithout(is, was)), len(is)-1)
	})
}
