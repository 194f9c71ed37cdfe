package router

import (
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
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
	call    func(c *Context) error
	handler http.Handler // writes its response itself
	kind    resultKind
	result  reflect.Type // nil: only known when it renders
	takes   reflect.Type // of In: the struct
	input   *bind.Input  // of In, once the table is read
	// reads is bind.Compile, of In: a program without such functions is linked without it.
	reads func(reflect.Type, bind.Rules) (*bind.Input, []string)

	at         origin.Origin
	params     []reflect.Type // of the positional arguments
	reflective bool           // called by reflection
	mistakes   []string
	settings   []Setting  // of With
	of         membership // of groups
	about      about      // of both, once it is settled
}

func newFunction(fn any, result reflect.Type) *Function {
	f := &Function{at: origin.Of(fn), result: result, kind: kindOf(result)}
	if v := reflect.ValueOf(fn); v.Kind() == reflect.Func && v.IsNil() {
		f.mistakes = append(f.mistakes, "the function is nil")
	}
	return f
}

// newTyped is newFunction for the functions that are called by applications.
func newTyped(fn any, result reflect.Type) *Function {
	f := newFunction(fn, result)
	f.at = f.at.Or(origin.CalledFrom(2))
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

// With adds settings to a controller function, in any form that Controllers
// takes: what the description of the API says about its route, and its limits.
//
//	"GET /user/:id": router.With(router.F1(show), router.Summary("Show a user")),
func With(fn any, settings ...Setting) *Function {
	f := *functionOf(fn)
	f.at = f.at.Or(origin.CalledFrom(1))
	f.settings = slices.Concat(f.settings, settings)
	return &f
}

// settled returns the function with its settings: those of its groups, then its own.
func (f *Function) settled() *Function {
	s := *f
	for _, set := range f.of.settings {
		set(&s.about)
	}
	if f.takes == nil {
		s.about.strictQuery = nil // it is for the others of the group
	}
	if !isPage(f.result) {
		s.about.pagedBy = ""
	}
	for _, set := range f.settings {
		set(&s.about)
	}
	return &s
}

// pagedBy is the parameter that selects a page of the result, empty when that is none.
func (f *Function) pagedBy() string {
	if !isPage(f.result) {
		return ""
	}
	return cmp.Or(f.about.pagedBy, pageParameter)
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

// plainFunction makes a Function of a func(*Context, …) error or (T, error),
// called with reflection.
func plainFunction(value any) *Function {
	v := reflect.ValueOf(value)
	f := newFunction(value, nil)
	if message := plainMistake(v); message != "" {
		f.mistakes = append(f.mistakes, message)
	}
	if len(f.mistakes) > 0 {
		return f
	}
	if f.callDirectly(value) {
		return f
	}
	f.reflective = true
	t := v.Type()
	if t.NumOut() == 2 {
		f.result, f.kind = t.Out(0), kindOf(t.Out(0))
	}
	var setters []func(reflect.Value, string) error
	for i := 1; i < t.NumIn(); i++ {
		f.params = append(f.params, t.In(i))
		setters = append(setters, bind.PathSetter(t.In(i)))
	}
	arguments := &sync.Pool{New: func() any {
		in := make([]reflect.Value, 1, 1+len(f.params))
		for _, t := range f.params {
			in = append(in, reflect.New(t).Elem())
		}
		return &in
	}}
	f.call = func(c *Context) error { return callPlain(c, v, setters, arguments) }
	return f
}

// callDirectly sets the call of the forms that are written most, without
// reflection.
func (f *Function) callDirectly(value any) bool {
	switch fn := value.(type) {
	case func(*Context) error:
		f.call = fn
	case func(*Context, string) error:
		p := argument[string](f)
		f.call = func(c *Context) error {
			s, _ := p(c) // text is always read
			return fn(c, s)
		}
	case func(*Context, int) error:
		p := argument[int](f)
		f.call = func(c *Context) error {
			n, err := p(c)
			if err != nil {
				return err
			}
			return fn(c, n)
		}
	default:
		return false
	}
	return true
}

const plainForm = "a controller is an http.Handler, a *router.Function, or a func(*router.Context, …) with results error or (T, error)"

func plainMistake(v reflect.Value) string {
	if v.Kind() != reflect.Func {
		return fmt.Sprintf("%s cannot serve: %s", v.Type(), plainForm)
	}
	t := v.Type()
	isError := func(i int) bool { return t.Out(i) == reflect.TypeFor[error]() }
	switch {
	case t.IsVariadic(), t.NumIn() == 0, t.In(0) != reflect.TypeFor[*Context]():
		return fmt.Sprintf("%s cannot serve: %s", t, plainForm)
	case t.NumOut() == 1 && isError(0), t.NumOut() == 2 && isError(1):
		return ""
	}
	return fmt.Sprintf("%s cannot serve: %s", t, plainForm)
}

func callPlain(c *Context, fn reflect.Value, setters []func(reflect.Value, string) error, arguments *sync.Pool) error {
	in := arguments.Get().(*[]reflect.Value)
	(*in)[0] = reflect.ValueOf(c)
	for i, set := range setters {
		if err := set((*in)[i+1], c.x.call.Values[i]); err != nil {
			return bind.BadParameter("path", c.plan.params[i], err)
		}
	}
	out := fn.Call(*in) // which copies them
	(*in)[0] = reflect.Value{}
	for _, arg := range (*in)[1:] {
		arg.SetZero()
	}
	arguments.Put(in)
	if last := out[len(out)-1]; !last.IsNil() {
		return last.Interface().(error)
	}
	if len(out) == 1 {
		return nil
	}
	return c.end(out[0].Interface(), nil) // which copies nothing
}
