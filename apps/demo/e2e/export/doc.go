// Package export holds the specs, in a real browser, of references that were
// written as files: read from a server of files and from a disk.
package export
