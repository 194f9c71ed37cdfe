package worktest

import "runtime"

// Allocated returns how many bytes the process allocates while f runs: nothing
// else may run then, so specs that ask are Serial.
func Allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}
