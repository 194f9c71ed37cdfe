//go:build race

package restclient_test

// scale makes tests that count in millions bearable with the race detector.
const scale = 20
