//go:build race

package restclient_test

// raced reports whether the race detector watches, which allocates.
const raced = true
