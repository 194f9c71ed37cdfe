package bundle

import "github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"

// section is the member of the components that a kind of objects stands in, "" for kinds
// that stand in none.
type section string

const schemas section = "schemas"

// sections are those that every version since 3.0 has.
var sections = []section{schemas, "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links", "callbacks"}

// below is the section of a member of an object, which is a context and of a section
// itself.
func (s section) below(ctx, member gate.Context, name string) section {
	switch {
	case member == gate.Schema || member == gate.SchemaNames:
		return schemas
	case ctx == gate.ObjectNames:
		return s
	case name == "requestBody":
		return "requestBodies"
	}
	for _, known := range sections {
		if string(known) == name {
			return known
		}
	}
	return ""
}

// kept reports whether a version has a place for what others refer to.
func (s section) kept(version string) bool {
	if version == "2.0" {
		return s == schemas || s == "parameters" || s == "responses"
	}
	return s != ""
}

// pointer is where a version has a section.
func (s section) pointer(version string) string {
	switch {
	case version != "2.0":
		return "/components/" + string(s)
	case s == schemas:
		return "/definitions"
	}
	return "/" + string(s)
}
