//go:build !race

package markdown_test

// raceFactor is 1 where nothing slows the specs down.
const raceFactor = 1
