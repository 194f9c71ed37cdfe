package restvet

import (
	"go/ast"
	"go/types"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// The options that restvet knows; others do not matter to it.
const (
	withURLPrefix       = "WithURLPrefix"
	withMethod          = "WithMethod"
	withPaginationField = "WithPaginationField"
	withSchema          = "WithSchema"
)

// settings are the options of a declaration that are known and that no later
// one changes, by name.
type settings map[string]setting

type setting struct {
	node  ast.Expr // the option, as the declaration has it
	arg   ast.Expr
	text  string     // its value, when it is a constant
	typed types.Type // R of WithSchema[R]
}

// text returns the constant value of an option, empty when it is not set or not
// known, and where it is set.
func (s settings) text(name string) (string, ast.Node) { return s[name].text, s[name].node }

func (c *checker) settings(call *ast.CallExpr) settings {
	s := settings{}
	if call.Ellipsis.IsValid() {
		return s
	}
	for _, option := range call.Args[1:] {
		name, set := c.option(option)
		if name == "" {
			clear(s) // it may change any of them
			continue
		}
		s[name] = set
	}
	return s
}

// option reads one option. The name is empty when it is not known which it is.
func (c *checker) option(e ast.Expr) (name string, s setting) {
	call, ok := c.variables.value(e).(*ast.CallExpr)
	if !ok {
		return "", setting{}
	}
	fn, _, args := c.callee(call.Fun)
	if fn == nil {
		return "", setting{}
	}
	s = setting{node: e}
	if len(call.Args) > 0 {
		s.arg = call.Args[0]
		s.text, _ = c.variables.text(s.arg)
	}
	if len(args) == 1 {
		s.typed = args[0]
	}
	return fn.Name(), s
}

// schema returns R of WithSchema[R], unless its argument is nil, which means
// none.
func (c *checker) schema(s settings) (types.Type, bool) {
	set, ok := s[withSchema]
	if !ok || set.typed == nil || c.pass.TypesInfo.Types[set.arg].IsNil() {
		return nil, false
	}
	return set.typed, true
}

func (c *checker) resourceOptions(d declaration) {
	if method, node := d.settings.text(withMethod); method != "" {
		c.reportf(node, categoryOption, "the methods of a resource are fixed: drop WithMethod, or use RestEndpoint or RestMutation")
	}
	if _, ok := c.schema(d.settings); ok {
		c.reportf(d.settings[withSchema].node, categoryOption, "the schemas of a resource are fixed: drop WithSchema, or use RestEndpoint or RestMutation")
	}
}

func (c *checker) endpointOptions(d declaration, method string) {
	if field, node := d.settings.text(withPaginationField); field != "" {
		c.reportf(node, categoryOption, "WithPaginationField is for resources: drop it, or use CreateResource")
	}
	c.method(d, method)
	c.result(d)
}

func (c *checker) method(d declaration, byDefault string) {
	method, node := d.settings.text(withMethod)
	switch {
	case method == "":
	case strings.ContainsAny(method, " \t\r\n"):
		c.reportf(node, categoryOption, "%q is not an HTTP method: write one word in upper case, such as %q", method, byDefault)
	case strings.ToUpper(method) != method:
		c.report(analysis.Diagnostic{
			Pos: node.Pos(), End: node.End(), Category: categoryOption,
			Message:        "HTTP methods are in upper case: write " + strconv.Quote(strings.ToUpper(method)),
			SuggestedFixes: replaceLiteral(d.settings[withMethod].arg, strings.ToUpper(method)),
		})
	case method == http.MethodGet && byDefault == http.MethodPost:
		c.reportf(node, categoryOption, "a mutation cannot be GET: use RestEndpoint, or another method")
	}
}

// result compares the type that a schema makes with the result of the endpoint,
// its last type argument.
func (c *checker) result(d declaration) {
	made, ok := c.schema(d.settings)
	if !ok || len(d.args) == 0 || !isConcrete(append([]types.Type{made}, d.args...)) {
		return
	}
	if want := d.args[len(d.args)-1]; !types.Identical(made, want) {
		c.reportf(d.settings[withSchema].node, categoryOption, "the schema makes %s, but the result of the endpoint is %s: make them the same type", c.name(made), c.name(want))
	}
}
