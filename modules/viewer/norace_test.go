//go:build !race

package viewer_test

const raceDetector = false
