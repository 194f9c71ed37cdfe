// Package console tries requests from pages of a reference, in a real
// browser, against servers of its own.
package console
