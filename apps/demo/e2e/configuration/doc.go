// Package configuration tests every field of the viewer's configuration, one by
// one, in a real browser.
package configuration
