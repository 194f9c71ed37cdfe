// Package component holds the specs of the reference as an element of another
// page, in a real browser.
package component
