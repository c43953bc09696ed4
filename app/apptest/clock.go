package apptest

import (
	"sync"
	"time"

	"worklog/handlers"
)

// Clock is moved by hand.
type Clock struct {
	mu      sync.Mutex
	now     time.Time
	elapsed time.Duration
	asked   func() // called before the time is told; nil for nothing
}

// NewClock returns a clock that stands at 08:00 of Friday 20 November 2026, in Paris.
func NewClock() *Clock {
	return &Clock{now: time.Date(2026, 11, 20, 7, 0, 0, 0, time.UTC)}
}

// Advance lets time pass.
func (c *Clock) Advance(by time.Duration) { c.move(by, by) }

// SetBack sets the wall clock back, as on a machine whose clock was wrong, while one
// second elapses.
func (c *Clock) SetBack(by time.Duration) { c.move(-by, time.Second) }

func (c *Clock) move(by, elapsed time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.elapsed = c.now.Add(by), c.elapsed+elapsed
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if asked := c.asked; asked != nil {
		c.asked = nil
		asked()
	}
	return c.now
}

// WhenAsked sets a function that is called once, when the clock is next asked.
func (c *Clock) WhenAsked(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = do
}

// Handlers returns the clock as the program asks it.
func (c *Clock) Handlers() handlers.Clock {
	return handlers.Clock{
		Now:     c.Now,
		Elapsed: func() time.Duration { c.mu.Lock(); defer c.mu.Unlock(); return c.elapsed },
	}
}
