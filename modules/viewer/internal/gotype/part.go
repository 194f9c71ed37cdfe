package gotype

import "github.com/trefoil-go/trefoil/modules/core/apidoc"

// Limits of one part.
const (
	maxTypes     = 30   // structs
	maxFields    = 400  // fields of all structs
	maxArguments = 100  // parameters
	maxDeep      = 40   // schemas in schemas, without a struct between
	maxMember    = 1000 // bytes of the name of a member
)

// Part is what a sample needs to know of an operation. Types are spelled as in Go:
// string, bool, int64, float64, time.Time, []byte, any, json.RawMessage, the name
// of one of Types, and those behind "*", "[]" and "map[string]".
type Part struct {
	Name      string     `json:"name"` // of the operation
	Path      string     `json:"path"` // with its variables in braces
	Arguments []Argument `json:"arguments"`
	Body      string     `json:"body"`   // type of a body of JSON, "" for any other and for none
	Result    string     `json:"result"` // type of what a success answers, "" for nothing
	Types     []Type     `json:"types"`  // in the order in which they are met
}

// Argument is a parameter of the path, the query or a header.
type Argument struct {
	In    apidoc.Place `json:"in"`
	Name  string       `json:"name"`
	Field string       `json:"field"`
	Type  string       `json:"type"`
}

// Type is a struct.
type Type struct {
	Name   string  `json:"name"`
	Schema string  `json:"schema,omitempty"` // its name in the description, where that is another one
	Fields []Field `json:"fields"`
}

// Field is one of a struct.
type Field struct {
	Name     string `json:"name"`
	JSON     string `json:"json"`
	Type     string `json:"type"`
	Optional bool   `json:"optional,omitempty"` // it is left out when it is zero
}
