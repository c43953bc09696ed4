// Package figures says how hours stand against their targets and what stands out by the rules
// about rest. It reads no request and no database.
package figures
