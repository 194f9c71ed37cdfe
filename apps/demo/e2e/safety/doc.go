// Package safety tests in a real browser that nothing of a description runs. It
// has no code of its own.
package safety
