//go:build race

package viewer_test

// raceDetector allocates more, and throws pooled memory away by chance.
const raceDetector = true
