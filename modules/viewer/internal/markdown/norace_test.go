//go:build !race

package markdown_test

const raceDetector = false
