// Package declare compiles what is declared about an endpoint, once, and writes
// the arguments of its calls out.
//
//	e := declare.Endpoint{Settings: settings, Args: reflect.TypeFor[TodoFilter]()}
//	err := e.Bind(template, nil, true)
//	var call declare.Call
//	err = e.Write(&call, "https://api.example.com", &filter)
//
// It sends nothing and stores nothing.
package declare

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Settings are what options say about an endpoint.
type Settings struct {
	Name   string // in errors and logs
	Method string // the HTTP method, in upper case
	Prefix string // put before the path, verbatim; empty: the base of the client
	Cursor string // the query parameter that is not part of a list's identity
	// Extra is what one feature alone reads, by a key of its own. It never changes.
	Extra map[any]any
}

// Endpoint is what is declared. Bind completes it; then it never changes.
type Endpoint struct {
	Settings
	Args     reflect.Type // a struct, a scalar, or a struct without fields for none
	Template *pathtemplate.Template
	Path     string // the template as it is written
	// Collection names the lists that results belong to.
	Collection string
	// Key returns the primary key in the arguments, which are given as a pointer. It
	// is nil when they have none.
	Key       func(args any) any
	NamesList bool // the arguments name a list
	Err       error
	Plan      *argument.Plan // nil for what has no path
	scratch   *scratch
}

// scratch is what the calls of an endpoint have to hand.
type scratch struct {
	goodBase atomic.Pointer[string] // the base that was checked last
	buffers  sync.Pool              // of *[]byte, to write URLs into
}

// CheckMethod refuses what is not an HTTP method.
func CheckMethod(method string) error {
	if method == "" || strings.ToUpper(method) != method || strings.ContainsAny(method, " \t\r\n") {
		return fmt.Errorf("%q is not an HTTP method in upper case, such as %v", method, route.Methods())
	}
	return nil
}

// Bind completes an endpoint with the path it is called at, and the type of the
// primary keys that its arguments may hold, nil for none.
func (e *Endpoint) Bind(template *pathtemplate.Template, key reflect.Type, namesList bool) error {
	e.Template, e.Path, e.NamesList = template, template.String(), namesList
	if e.Collection == "" {
		e.Collection = e.Place()
	}
	plan, err := argument.Compile(e.Args, template, argument.WithCursor(e.Cursor))
	if err != nil {
		return fmt.Errorf("endpoint %s: %w", e.Name, err)
	}
	e.Plan = plan
	e.scratch = &scratch{buffers: sync.Pool{New: func() any { return new([]byte) }}}
	if e.Key == nil {
		e.Key = keyFrom(e.Args, plan, template, key)
	}
	return nil
}

// SetCursor names another query parameter that is not part of a list's identity.
func (e *Endpoint) SetCursor(name string) error {
	plan, err := argument.Compile(e.Args, e.Template, argument.WithCursor(name))
	if err != nil {
		return fmt.Errorf("endpoint %s: %w", e.Name, err)
	}
	e.Cursor, e.Plan = name, plan
	return nil
}

// Place is where the endpoint is, whatever the arguments.
func (e *Endpoint) Place() string { return e.Prefix + e.Path }

// Write writes arguments, which are given as a pointer, to c, which is empty. Base is
// the base URL of the client. With an error the call has a URL if that was written.
// An endpoint without a path has calls without a URL.
func (e *Endpoint) Write(c *Call, base string, args any) (err error) {
	c.Op, c.Method, c.Path, c.Args = e.Name, e.Method, e.Path, args
	if e.Plan == nil {
		return nil
	}
	in := e.Plan.Args(args)
	base = e.base(base)
	id, err := e.text(e.Method, base, in, argument.Whole)
	if err != nil {
		return err
	}
	c.setID(id)
	if err := e.checkBase(base, c.URL); err != nil {
		return err
	}
	if c.Header, err = e.Plan.Headers(in); err != nil {
		return err
	}
	if c.Variant = variantOf(c.Header); c.Variant != "" {
		c.SetURL(c.URL)
	}
	if e.NamesList {
		if err = e.list(c, base, in); err != nil {
			return err
		}
	}
	if e.Key != nil {
		c.Key, c.Apart = e.Key(args), e.Plan.Asks(in)
	}
	return nil
}

// list writes out which list the arguments name: its URL without the base of the
// client and without the cursor is what identifies it.
func (e *Endpoint) list(c *Call, base string, in argument.Args) (err error) {
	c.List.Collection, c.List.Text = e.Collection, c.URL
	if e.Plan.HasCursor() || e.Prefix != base {
		if c.List.Text, err = e.text("", e.Prefix, in, argument.WithoutCursor); err != nil {
			return err
		}
	}
	c.List.Text += c.Variant
	c.List.Args, err = e.listArgs(in)
	return err
}

// Asks reports whether arguments have something for the query.
func (e *Endpoint) Asks(args any) bool { return e.Plan.Asks(e.Plan.Args(args)) }

// PageIn returns the query parameter of the arguments that selects a page, and
// whether they have it.
func (e *Endpoint) PageIn(args any) (name string, ok bool) { return e.Plan.Cursor(e.Plan.Args(args)) }

// ListKey returns the key of the list that arguments name, false when they name
// none.
func (e *Endpoint) ListKey(args any) (store.ListKey, bool) {
	in := e.Plan.Args(args)
	text, err := e.append(nil, e.Prefix, in, argument.WithoutCursor)
	if err != nil {
		return store.ListKey{}, false
	}
	headers, err := e.Plan.Headers(in)
	if err != nil {
		return store.ListKey{}, false
	}
	all, err := e.listArgs(in)
	return store.ListKey{Collection: e.Collection, Text: string(text) + variantOf(headers), Args: all}, err == nil
}

// FindList calls find with the text of the key of the list that arguments name,
// which is not to be kept. It does not when that takes more than the URL.
func (e *Endpoint) FindList(args argument.Args, find func(text string)) {
	if _, paged := e.Plan.Cursor(args); paged || e.Plan.HasHeaders() {
		return
	}
	buf := e.scratch.buffers.Get().(*[]byte)
	defer e.scratch.buffers.Put(buf)
	text, err := e.append((*buf)[:0], e.Prefix, args, argument.WithoutCursor)
	*buf = text
	if err == nil && len(text) > 0 {
		find(unsafe.String(&text[0], len(text)))
	}
}

// listArgs lists what restricts the list that the arguments name.
func (e *Endpoint) listArgs(args argument.Args) (all []store.Arg, err error) {
	values, err := e.Plan.Values(args, argument.WithoutCursor)
	for _, v := range values {
		all = append(all, store.Arg(v))
	}
	return all, err
}

// base is what the path is appended to.
func (e *Endpoint) base(client string) string {
	if e.Prefix == "" && !e.Template.Absolute() {
		return client
	}
	return e.Prefix
}

// text writes a URL out, after a method if there is one.
func (e *Endpoint) text(method, base string, args argument.Args, part argument.Part) (string, error) {
	buf := e.scratch.buffers.Get().(*[]byte)
	defer e.scratch.buffers.Put(buf)
	text := (*buf)[:0]
	if method != "" {
		text = append(append(text, method...), ' ')
	}
	text, err := e.append(text, base, args, part)
	*buf = text
	return string(text), err
}

func (e *Endpoint) append(dst []byte, base string, args argument.Args, part argument.Part) ([]byte, error) {
	if strings.Contains(base, "?") {
		part |= argument.Continued
	}
	return e.Plan.Append(append(dst, base...), args, part)
}

// checkBase checks that a URL with a base is absolute. Plans write what a URL can
// hold, so that one check of each base is enough.
func (e *Endpoint) checkBase(base, text string) error {
	if good := e.scratch.goodBase.Load(); good != nil && *good == base && base != "" {
		return nil
	}
	if err := CheckURL(text); err != nil {
		return err
	}
	e.scratch.goodBase.Store(new(base))
	return nil
}

// CheckURL refuses what is not the absolute URL of an HTTP server.
func CheckURL(raw string) error {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return errors.New("the URL cannot be parsed")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return errors.New("the URL is not absolute: set WithURLPrefix on the endpoint or WithBaseURL on the client")
	}
	return nil
}
