// Package snippets has no code of its own. Its specs drive the samples of the
// pages in a browser, and run what the samples say against a server that
// compares it with what was meant.
package snippets
