// Package schema tests the schemas and examples of a reference as people read
// them: in a real browser. It has no code of its own.
package schema
