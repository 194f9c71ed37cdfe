//go:build race

package markdown_test

// raceFactor is how many times longer everything takes under the race detector.
const raceFactor = 20
