// Package mounts shows how the viewer is mounted in popular frameworks, and opens what it
// mounts: a page and a file of each.
//
//	GOWORK=off go test ./...
//
// The functions are the code of docs/howto/mount-the-viewer.md.
//
// It is a module of its own, so that no module of the repository gets the
// dependencies.
package mounts
