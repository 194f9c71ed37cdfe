package webbuild

import "github.com/andybalholm/brotli"

// BuildQuickly is Build with the least compression. The files that are committed
// have the best, which web-check compares.
func BuildQuickly(root string) (Files, error) { return buildAt(root, brotli.BestSpeed) }
