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
		if got, want := len(slotsWithout(is, was)), len(is)-1; got != want {
			t.Errorf("got %d slots, want %d", got, want)
		}
	})
}
