//go:build !race

package tryit_test

// raced says that the race detector is on, which takes memory of its own.
const raced = false
