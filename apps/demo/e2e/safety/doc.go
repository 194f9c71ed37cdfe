// Package safety tests in a real browser that nothing of a description runs.
package safety
