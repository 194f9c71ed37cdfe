// Package reading holds specs, run in a browser, of pages that hold several
// operations: that they are complete without a script, that nothing jumps while
// they are read, and that the sidebar, the address and the history follow.
package reading
