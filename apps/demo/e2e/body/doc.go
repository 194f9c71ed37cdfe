// Package body tests in a browser how the bodies of answers are shown and checked:
// JSON of any size as a tree, texts and bytes, streams, images, and what a hostile
// server may send.
package body
