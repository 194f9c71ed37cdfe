// Package thorough says how often a test with random inputs repeats.
package thorough

import "os"

// Times returns few, or many with TREFOIL_THOROUGH=1. A test chooses few so
// that it still finds the faults that it is there for, and many for a machine
// that has the night to look for others.
func Times(few, many int) int {
	if os.Getenv("TREFOIL_THOROUGH") != "" {
		return many
	}
	return few
}
