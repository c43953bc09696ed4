package access

import "sync"

// maxCarried is how many bytes of forms may be carried through the login at once: of
// all strangers together, and of all browsers that have signed in before.
const maxCarried = 4 << 20

// carrying counts the bytes of the forms that are being read, or sent back in a page.
type carrying struct {
	mu        sync.Mutex
	known     int64
	strangers int64
}

// Carry takes room for a form of an attempt that is to be carried through the login. It
// returns the function that frees it, or false if there is none.
func (l *Login) Carry(attempt Attempt, size int64) (free func(), ok bool) {
	l.carrying.mu.Lock()
	defer l.carrying.mu.Unlock()
	taken := &l.carrying.strangers
	if attempt.device != "" {
		taken = &l.carrying.known
	}
	if size < 0 || *taken+size > maxCarried {
		return nil, false
	}
	*taken += size
	return func() {
		l.carrying.mu.Lock()
		defer l.carrying.mu.Unlock()
		*taken -= size
	}, true
}
