//go:build !race

package worker_test

// raced says that the race detector makes nothing dear.
const raced = false
