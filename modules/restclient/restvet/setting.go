package restvet

import (
	"go/ast"
	"go/types"
)

// The options that restvet knows; others do not matter to it.
const (
	withURLPrefix       = "WithURLPrefix"
	withMethod          = "WithMethod"
	withPaginationField = "WithPaginationField"
	withSchema          = "WithSchema"
	withBatchGet        = "WithBatchGet"
	withTagsOf          = "WithTagsOf"
	withIfMatch         = "WithIfMatch"
	withSerial          = "WithSerialMutations"
	withEntityIn        = "WithEntityIn"
	withItemsIn         = "WithItemsIn"
	withBodyIn          = "WithBodyIn"
)

// settings are the options of a declaration that are known.
type settings struct {
	last     map[string]setting // those that no later one changes, by name
	tags     []setting          // WithTagsOf, which add up
	complete bool               // there are no others
}

// text returns the constant value of an option, empty when it is not set or not
// known, and where it is set.
func (s settings) text(name string) (string, ast.Node) { return s.last[name].text, s.last[name].node }

// schema returns R of WithSchema[R], unless its argument is the zero Schema, which
// means none.
func (s settings) schema() (types.Type, bool) {
	set, ok := s.last[withSchema]
	if !ok || len(set.types) != 1 || isZero(set.arg) {
		return nil, false
	}
	return set.types[0], true
}

func isZero(e ast.Expr) bool {
	literal, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(literal.Elts) == 0
}

type setting struct {
	node  ast.Expr // the option, as the declaration has it
	arg   ast.Expr
	text  string       // its value, when it is a constant
	types []types.Type // the type arguments, such as R of WithSchema[R]
}

// settingsOf reads the options of a declaration.
func settingsOf(p *pass, call *ast.CallExpr) settings {
	s := settings{last: map[string]setting{}, complete: !call.Ellipsis.IsValid()}
	if !s.complete {
		return s
	}
	for _, option := range call.Args[1:] {
		name, set := settingOf(p, option)
		switch name {
		case "":
			s.complete = false
			clear(s.last) // it may change any of them
		case withTagsOf:
			s.tags = append(s.tags, set)
		default:
			s.last[name] = set
		}
	}
	return s
}

// settingOf reads one option. The name is empty when it is not known which it is.
func settingOf(p *pass, e ast.Expr) (name string, s setting) {
	call, fn, args := p.made(e)
	if fn == nil {
		return "", setting{}
	}
	s = setting{node: e, types: args}
	if len(call.Args) > 0 {
		s.arg = call.Args[0]
		s.text, _ = p.variables.text(s.arg)
	}
	return fn.Name(), s
}
