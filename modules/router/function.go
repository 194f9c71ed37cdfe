package router

import (
	"cmp"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
)

// ClientError is an error that is meant for the client: the router answers with
// its status and message.
type ClientError = core.ClientError

// F0 makes a Function of a controller function without path parameters. A nil
// pointer or interface is answered with 204, like None. The description says so of an
// interface, and of a pointer whose function has Status with 204.
//
// Fields of a result that the JSON leaves out may be headers and cookies of the
// response:
//
//	type Page struct {
//		Names   []string     `json:"names"`
//		Total   int          `json:"-" header:"X-Total" doc:"How many there are."`
//		Session *http.Cookie `json:"-" cookie:"session"`
//	}
//
// A header is a string, bool, number, time.Time, encoding.TextMarshaler, a pointer to
// one, or a []string, each of which is a line. An empty text, a zero time and nil are
// left out. The result is a struct, a pointer to one, or Created of them, and known to
// the function: what Render is given has none.
//
// The constraints in the tags of a result are those of In. They are described and not
// checked. A tag that is wrong is a mistake of the table where the description is served
// by WithDocument or DocumentHandler, and outside of production.
func F0[T any](fn func(*Context) (T, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[T]())
	f.call = func(c *Context) error {
		v, err := fn(c)
		return deliver(c, v, err)
	}
	return f
}

// F1 makes a Function of a controller function with one path parameter. A value
// that does not convert to the type of the argument is 400, and so is a number or boolean
// that JSON writes otherwise, such as "007" or "1" for true.
func F1[P1, T any](fn func(*Context, P1) (T, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[T]())
	p1 := argument[P1](f)
	f.call = func(c *Context) error {
		a1, err := p1(c)
		if err != nil {
			return err
		}
		v, err := fn(c, a1)
		return deliver(c, v, err)
	}
	return f
}

// F2 is F1 for two path parameters.
func F2[P1, P2, T any](fn func(*Context, P1, P2) (T, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[T]())
	p1, p2 := argument[P1](f), argument[P2](f)
	f.call = func(c *Context) error {
		a1, err := p1(c)
		if err != nil {
			return err
		}
		a2, err := p2(c)
		if err != nil {
			return err
		}
		v, err := fn(c, a1, a2)
		return deliver(c, v, err)
	}
	return f
}

// F3 is F1 for three path parameters.
func F3[P1, P2, P3, T any](fn func(*Context, P1, P2, P3) (T, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[T]())
	p1, p2, p3 := argument[P1](f), argument[P2](f), argument[P3](f)
	f.call = func(c *Context) error {
		a1, err1 := p1(c)
		a2, err2 := p2(c)
		a3, err3 := p3(c)
		if err := cmp.Or(err1, err2, err3); err != nil {
			return err
		}
		v, err := fn(c, a1, a2, a3)
		return deliver(c, v, err)
	}
	return f
}

// F4 is F1 for four path parameters.
func F4[P1, P2, P3, P4, T any](fn func(*Context, P1, P2, P3, P4) (T, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[T]())
	p1, p2, p3, p4 := argument[P1](f), argument[P2](f), argument[P3](f), argument[P4](f)
	f.call = func(c *Context) error {
		a1, err1 := p1(c)
		a2, err2 := p2(c)
		a3, err3 := p3(c)
		a4, err4 := p4(c)
		if err := cmp.Or(err1, err2, err3, err4); err != nil {
			return err
		}
		v, err := fn(c, a1, a2, a3, a4)
		return deliver(c, v, err)
	}
	return f
}

// argument is the next positional argument of f, read from the path.
func argument[P any](f *Function) func(*Context) (P, error) {
	i := len(f.params)
	f.params = append(f.params, reflect.TypeFor[P]())
	parse := bind.Parser[P]()
	return func(c *Context) (P, error) {
		p, err := parse(c.x.call.Values[i])
		if err != nil {
			return p, bind.BadParameter("path", c.plan.params[i], err)
		}
		return p, nil
	}
}
