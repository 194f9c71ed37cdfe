// Package export writes a reference as files, for hosts that run no program and
// for readers without a network:
//
//	err := export.Folder(ctx, v, "public/reference")
//	err = export.Single(ctx, v, out)
//
// A folder works from any server of files, below any path, and opened from a
// disk: every link names a file. A single file holds all pages, its styles and
// its scripts; it loads nothing, and shows everything without JavaScript.
//
// Pages are asked of the viewer as a browser would, several at the same time,
// and none is kept, so that memory hardly grows with their number. The same
// description gives the same bytes.
package export
