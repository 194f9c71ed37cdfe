package router

import (
	"net/http"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
)

// Controllers is a controller module: a map from route strings to functions. A
// value is one of
//
//   - an http.Handler, http.HandlerFunc or func(http.ResponseWriter,
//     *http.Request), which finds path values with Request.PathValue;
//   - a *Function: what F0 to F4, In and With return, typed at compile time;
//   - a plain func(*Context, …) error or func(*Context, …) (T, error) with one
//     argument per path parameter, called with reflection unless it returns an
//     error only and takes nothing, a string or an int. An argument is a string,
//     bool, integer or float of any size, or an encoding.TextUnmarshaler.
//
// Any other value is a mistake of the table.
type Controllers map[string]any

var _ core.Controller = Controllers(nil)

// Routes returns the map itself.
func (c Controllers) Routes() map[string]any { return c }

// Function is a controller function whose types are known to the router. Make
// one with F0 to F4, In or With.
type Function struct {
	at         origin
	params     []reflect.Type // of the positional arguments
	input      *bind.Input    // of In
	result     reflect.Type   // nil: only known when it renders
	kind       resultKind
	reflective bool         // called by reflection
	handler    http.Handler // writes its response itself
	mistakes   []string
	about      about
	call       func(c *Context) error
}

func newFunction(fn any, result reflect.Type) *Function {
	f := &Function{at: originOf(fn), result: result, kind: kindOf(result)}
	if v := reflect.ValueOf(fn); v.Kind() == reflect.Func && v.IsNil() {
		f.mistakes = append(f.mistakes, "the function is nil")
	}
	return f
}

// newTyped is newFunction for the functions that are called by applications.
func newTyped(fn any, result reflect.Type) *Function {
	f := newFunction(fn, result)
	f.at = f.at.or(calledFrom(2))
	return f
}

// functionOf makes a Function of the value of a controller.
func functionOf(value any) *Function {
	switch v := value.(type) {
	case nil:
		return &Function{mistakes: []string{"the controller is nil"}}
	case *Function:
		if v == nil {
			return &Function{mistakes: []string{"the controller is nil"}}
		}
		return v
	case func(http.ResponseWriter, *http.Request):
		return handlerFunction(http.HandlerFunc(v), v)
	case http.Handler:
		return handlerFunction(v, value)
	}
	return plainFunction(value)
}

func handlerFunction(h http.Handler, value any) *Function {
	f := newFunction(value, nil)
	f.handler = h
	f.call = func(c *Context) error {
		for i, name := range c.plan.params {
			c.x.request.SetPathValue(name, c.x.call.Values[i])
		}
		h.ServeHTTP(&contextWriter{c}, c.x.request)
		return nil
	}
	return f
}
