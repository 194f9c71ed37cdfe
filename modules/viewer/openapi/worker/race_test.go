//go:build race

package worker_test

// raced is set when the race detector makes everything dear.
const raced = true
