//go:build race

package markdown_test

// raceDetector allocates more, and throws pooled memory away by chance.
const raceDetector = true
