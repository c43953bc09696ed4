package app_test

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// TestADayOfRequestsLeavesNothingBehind sends a request every 2 seconds of the
// program's clock and looks at what the process holds. WORKLOG_SOAK says how
// many: a day has 43,200.
func TestADayOfRequestsLeavesNothingBehind(t *testing.T) {
	modelstest.Alone(t)
	requests, err := strconv.Atoi(cmp.Or(os.Getenv("WORKLOG_SOAK"), "780"))
	if err != nil || requests < 10*ofADay {
		t.Fatal("WORKLOG_SOAK must be a number from ", 10*ofADay)
	}
	p := apptest.Start(t)
	t.Logf("at the start: %+v", holds(p))
	var warm *footprint // after a tenth of the days
	for day := 1; day <= requests/ofADay && !t.Failed(); day++ {
		sendDay(p, time.Date(1990, 1, day, 7, 0, 0, 0, time.UTC))
		p.Clock.Advance(ofADay * 2 * time.Second)
		if day%(requests/ofADay/10) != 0 {
			continue
		}
		now := holds(p)
		t.Logf("after %d days: %+v", day, now)
		if warm == nil {
			warm = &now
		}
		now.wantFlat(t, *warm)
	}
	p.WantStored("PRAGMA integrity_check", "ok")
}

// ofADay is how many requests sendDay sends.
const ofADay = 13

// sendDay sends events of a day and saves its form, each also in vain.
func sendDay(p *apptest.Program, morning time.Time) {
	p.T.Helper()
	day := morning.Format(time.DateOnly)
	at := func(hours int) string { return morning.Add(time.Duration(hours) * time.Hour).Format(time.RFC3339) }
	path := fmt.Sprintf("/entries/%d/edit", p.Arrive(at(0), day+" in").Want(p.T, 201).Receipt(p.T).EntryID)
	p.Arrive(at(0), day+" in").Want(p.T, 200, `"replayed"`)
	p.Arrive(at(1), day+" two").Want(p.T, 409)
	p.Unauthenticated().Want(p.T, 401)
	p.Get(morning.Format("/months/2006-01")).Want(p.T, 200, "depuis ")
	p.Leave(at(0), day+" out").Want(p.T, 422)
	p.Leave(at(9), day+" out").Want(p.T, 200, `"created"`)
	p.Leave(at(9), day+" out").Want(p.T, 200, `"replayed"`)
	p.Leave(at(10), day+" out").Want(p.T, 409)
	form := p.Form(path)
	apptest.SetSlot(form, 1, "20", "21", 0)
	p.WantSaved(path, form, path)
	p.WantSaved(path, form, path) // saved already
	form.Set("note", "of the version before")
	p.Submit(path, form).Want(p.T, 409)
}

// footprint is the resources that the process uses.
type footprint struct {
	Heap        int // bytes in use after a collection
	Goroutines  int
	Descriptors int // 0 where there is no /proc
	WAL         int // bytes
}

// holds returns what the process has in use.
func holds(p *apptest.Program) footprint {
	p.T.Helper()
	p.Get("/healthz").Want(p.T, 200) // so that the handler before it has ended
	p.Log.Empty()
	for range 3 { // pools release their contents after two collections
		runtime.GC()
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	descriptors, _ := os.ReadDir("/proc/self/fd")
	wal := modelstest.Got(os.Stat(p.Config.Database + "-wal"))(p.T)
	return footprint{int(memory.HeapInuse), runtime.NumGoroutine(), len(descriptors), int(wal.Size())}
}

// Limits of growth once the program is warm. SQLite folds its log every 1,000 pages
// of 4 KiB.
const (
	heapGrowth  = 2 << 20 // bytes: a pooled compressor takes more than one
	otherGrowth = 2
	walSize     = 8 << 20 // bytes
)

func (now footprint) wantFlat(t *testing.T, warm footprint) {
	t.Helper()
	modelstest.Want(t, now.Heap <= warm.Heap+heapGrowth && now.Goroutines <= warm.Goroutines+otherGrowth && now.Descriptors <= warm.Descriptors+otherGrowth && now.WAL <= walSize, true, now, warm)
}
