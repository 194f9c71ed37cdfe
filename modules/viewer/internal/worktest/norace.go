//go:build !race

package worktest

// RaceDetector says that the race detector is on: it allocates too, throws
// pooled memory away by chance and makes everything ten times as slow.
const RaceDetector = false
