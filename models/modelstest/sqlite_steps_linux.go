package modelstest

// #include <stddef.h>
//
// // SQLite's own; weak, since the driver that has them is linked later.
// extern int sqlite3_auto_extension(void (*)(void)) __attribute__((weak));
// extern int sqlite3_cancel_auto_extension(void (*)(void)) __attribute__((weak));
// extern void sqlite3_progress_handler(void *, int, int (*)(void *), void *) __attribute__((weak));
//
// static long long steps;
//
// static int count(void *unused) { __atomic_add_fetch(&steps, 1, __ATOMIC_RELAXED); return 0; }
// static int opened(void *connection) { sqlite3_progress_handler(connection, 1, count, NULL); return 0; }
//
// static void start(void) { sqlite3_auto_extension((void (*)(void)) opened); }
// static void stop(void) { sqlite3_cancel_auto_extension((void (*)(void)) opened); }
// static long long counted(void) { return __atomic_load_n(&steps, __ATOMIC_RELAXED); }
import "C"

import "testing"

// CountSteps returns a function that counts how many steps SQLite's machine takes for f, on connections that were
// opened after this call: work is counted, no time is measured.
func CountSteps(t testing.TB) func(f func()) int {
	C.start()
	t.Cleanup(func() { C.stop() })
	return func(f func()) int {
		before := C.counted()
		f()
		return int(C.counted() - before)
	}
}
