package htmlrender

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// turn says in which direction what is written from now on goes, until the
// function that it returns is called. A webhook and a callback are requests that
// the reader gets, but what is read-only is read-only for whoever sends it.
func (v *view) turn(to core.Direction) (leave func()) {
	before := v.direction
	v.direction = to
	return func() { v.direction = before }
}

// enter begins an operation within another one, until the function that it
// returns is called.
func (v *view) enter(o *apidoc.Operation, name string) (leave func()) {
	before, prefix := v.operation, v.within
	v.operation = o
	v.within = v.callbackID(o, name) + "."
	return func() { v.operation, v.within = before, prefix }
}

// callbackID is the id of an operation of a callback: "callback.paid-POST".
func (v *view) callbackID(o *apidoc.Operation, name string) string {
	return sample.Below(v.prefix()+"callback", name+"-"+o.Method)
}

// prefix is what the ids of the parts of an operation begin with.
func (v *view) prefix() string { return v.within }

// parameterID is the id of a parameter: "parameter.query.limit".
func parameterID(prefix string, p *apidoc.Parameter) string {
	return sample.Below(prefix+"parameter."+strings.ToLower(apidoc.Slug(string(p.In))), p.Name)
}
