// Package editor tries the editor of the description in a real browser.
package editor
