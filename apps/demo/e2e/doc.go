// Package e2e tests the demo as people see it: in a real browser, against the
// whole composition. It has no code of its own.
package e2e
