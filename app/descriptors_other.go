//go:build !unix

package app

// maxDescriptors returns how many files this process may have open.
func maxDescriptors() int { return unlimitedDescriptors }
