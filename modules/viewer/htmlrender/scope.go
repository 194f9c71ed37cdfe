package htmlrender

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// scope is what is being written.
type scope struct {
	operation *apidoc.Operation
	direction core.Direction // of a body
	within    string         // what ids begin with, "" for those of the page
}

// turn says in which direction what is written from now on goes, until the
// function that it returns is called. A webhook and a callback are requests that
// the reader gets, but what is read-only is read-only for whoever sends it.
func (s *scope) turn(to core.Direction) (leave func()) {
	before := s.direction
	s.direction = to
	return func() { s.direction = before }
}

// enter begins an operation within another one, until the function that it
// returns is called.
func (s *scope) enter(o *apidoc.Operation, name string) (leave func()) {
	before, prefix := s.operation, s.within
	s.operation = o
	s.within = s.callbackID(o, name) + "."
	return func() { s.operation, s.within = before, prefix }
}

// callbackID is the id of an operation of a callback: "callback.paid-POST".
func (s *scope) callbackID(o *apidoc.Operation, name string) string {
	return sample.Below(s.prefix()+"callback", name+"-"+o.Method)
}

// prefix is what the ids of the parts of an operation begin with.
func (s *scope) prefix() string { return s.within }

// parameterID is the id of a parameter: "parameter.query.limit".
func parameterID(prefix string, p *apidoc.Parameter) string {
	return sample.Below(prefix+"parameter."+strings.ToLower(apidoc.Slug(string(p.In))), p.Name)
}
