// Package configuration tests every field of the viewer's configuration, one by
// one, in a real browser. It has no code of its own.
package configuration
