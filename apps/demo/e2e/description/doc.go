// Package description holds specs of what the reference says about every object
// of a description, in a real browser.
package description
