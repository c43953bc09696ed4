package views

// The shapes of the icons: the lines of an SVG path on a square of 16 units.
const (
	iconEarlier  = "M10 3 5 8l5 5"
	iconLater    = "m6 3 5 5-5 5"
	iconAdd      = "M8 3v10M3 8h10"
	iconRemove   = "m4 4 8 8m0-8-8 8"
	iconDone     = "m3 8.5 3.5 3.5 6.5-8"
	iconByHand   = "m10.5 2.5 3 3-8 8L2 14l.5-3.5zM8.8 4.2l3 3"
	iconRecorded = "M8 3.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4M8 1v2.8m0 8.4V15M1 8h2.8m8.4 0H15M3.1 3.1l1.9 1.9m6 6 1.9 1.9m0-9.8L11 5m-6 6-1.9 1.9M8 7a1 1 0 1 0 0 2 1 1 0 0 0 0-2"
	iconPressed  = "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2m0 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5"
	iconFixed    = "m10.5 1.5 3 3-7 7L3 12.5l1-3.5zM3 15h10"
	iconFromFile = "M8 2v7M5 6.5 8 9.5l3-3M2.5 10v3.5h11V10"
	iconPrint    = "M4.5 6V2h7v4M4.5 12H2V6.5h12V12h-2.5m-7-2h7v4h-7z"

	// the phone's bar
	IconToday    = "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8m0 2.9V8l2.3 1.7"
	IconMonth    = "M2 3.3h12V14H2zm0 3.7h12M5 1.3v3.4m6-3.4v3.4"
	IconCounters = "M2.2 12.5a6.5 6.5 0 1 1 11.6 0M8 9.5l2.6-3.4"
	IconReview   = "m1.5 4.3 1.4 1.4 2.3-2.7M1.5 11l1.4 1.4 2.3-2.7M8 4.5h6.5M8 11.2h6.5"
	iconMore     = "M2 4.2h12M2 8h12M2 11.8h12"
)
