// Package search holds the specs of the reference's search in a real browser.
package search
