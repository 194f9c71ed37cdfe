package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// dialect is the version of the specification that a description is written in, as it
// says itself.
type dialect string

func (d dialect) swagger() bool { return d == "2.0" }

// additional reports whether path items have operations with methods of other names.
func (d dialect) additional() bool { return strings.HasPrefix(string(d), "3.2") }

const (
	methods2  keywords = "get put post delete options head patch"
	methods30 keywords = methods2 + " trace"
	methods32 keywords = methods30 + " query"
)

// methods are the members of a path item that are operations.
func (d dialect) methods() keywords {
	switch {
	case d.swagger():
		return methods2
	case d.additional():
		return methods32
	}
	return methods30
}

// nullable is the keyword that allows null, empty where type does.
func (d dialect) nullable() string {
	switch {
	case d.swagger():
		return "x-nullable"
	case strings.HasPrefix(string(d), "3.0"):
		return "nullable"
	}
	return ""
}

// modelRef is the reference to a model.
func (d dialect) modelRef(name string) string {
	if d.swagger() {
		return "#/definitions/" + tree.Escape(name)
	}
	return "#/components/schemas/" + tree.Escape(name)
}
