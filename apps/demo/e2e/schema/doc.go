// Package schema tests the schemas and examples of a reference as people read
// them: in a real browser.
package schema
