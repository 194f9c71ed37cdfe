package routertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router"
)

// Builder is what Call calls: a *router.Router.
type Builder interface {
	Handler() (http.Handler, error)
}

// Part is a part of a request beside the values of its path.
type Part func(*http.Request)

// Query adds a query parameter.
func Query(name, value string) Part {
	return func(r *http.Request) {
		q := r.URL.Query()
		q.Add(name, value)
		r.URL.RawQuery = q.Encode()
	}
}

// Header adds a header. Host is that of the request.
func Header(name, value string) Part {
	return func(r *http.Request) {
		if strings.EqualFold(name, "Host") { // which net/http keeps apart
			r.Host = value
			return
		}
		r.Header.Add(name, value)
	}
}

// Body sets the body and its Content-Type.
func Body(mediaType, body string) Part {
	return func(r *http.Request) {
		r.Header.Set("Content-Type", mediaType)
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	}
}

// JSON sets the body to v as encoding/json writes it. A value that it cannot
// write panics.
func JSON(v any) Part {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("routertest: encode %T: %v", v, err))
	}
	return Body("application/json", string(data))
}

// Call sends a request to a route, in process and without a port: the route
// string as it is declared, its path values in order (escaped here), and parts. The path
// of a route in a group is the whole one, "GET /v1/teams/:team/members"; flags are for
// the reader.
//
//	routertest.Call(t, r, "PUT AUTH /user/:id", 7, routertest.JSON(user)).Status(204)
//
// A table with mistakes and a wrong number of values end the test.
func Call(t testing.TB, r Builder, key string, valuesAndParts ...any) *Answer {
	t.Helper()
	h, err := r.Handler()
	if err != nil {
		t.Fatal(err)
	}
	to, err := route.Parse(key)
	if err != nil {
		to, err = route.Parse(key, ownMethods(r)...)
	}
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	var parts []Part
	for _, v := range valuesAndParts {
		if part, ok := v.(Part); ok {
			parts = append(parts, part)
			continue
		}
		values = append(values, fmt.Sprint(v))
	}
	if want := len(to.Params()); len(values) != want {
		t.Fatalf("%s: %d path values, want %d%s", key, len(values), want, meant(r, to))
	}
	req := httptest.NewRequest(to.Method, target(to, values), nil)
	for _, part := range parts {
		part(req)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	a := &Answer{t: t, name: key, Code: w.Code, Header: w.Result().Header, Body: w.Body.Bytes()}
	if w.Code == http.StatusNotFound || w.Code == http.StatusMethodNotAllowed {
		a.meant = meant(r, to)
	}
	return a
}

// routesOf are the routes of the table, where the builder lists them.
func routesOf(r Builder) []router.RouteInfo {
	table, lists := r.(interface {
		Routes() ([]router.RouteInfo, error)
	})
	if !lists {
		return nil
	}
	routes, _ := table.Routes() // a table with mistakes has ended the test
	return routes
}

// ownMethods are those of router.WithMethods that routes have.
func ownMethods(r Builder) []string {
	var own []string
	for _, known := range routesOf(r) {
		if !slices.Contains(route.Methods(), known.Method) && !slices.Contains(own, known.Method) {
			own = append(own, known.Method)
		}
	}
	return own
}

// meant says of a route that is not in the table which one of a group ends like it.
func meant(r Builder, to route.Route) string {
	var keys []string
	for _, known := range routesOf(r) {
		switch {
		case known.Method != to.Method:
		case known.Path == to.Path:
			return ""
		case strings.HasSuffix(known.Path, to.Path):
			keys = append(keys, fmt.Sprintf("%q", known.Key))
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return fmt.Sprintf(" (there is no route %s %s: did you mean %s?)", to.Method, to.Path, strings.Join(keys, " or "))
}

func target(to route.Route, values []string) string {
	var b strings.Builder
	for _, s := range to.Segments {
		b.WriteByte('/')
		switch s.Kind {
		case route.Literal:
			b.WriteString(url.PathEscape(s.Text))
		case route.Param, route.Mixed:
			for _, piece := range s.Pieces() {
				text := piece.Text
				if piece.Param {
					text, values = values[0], values[1:]
				}
				b.WriteString(url.PathEscape(text))
			}
		case route.CatchAll:
			b.WriteString((&url.URL{Path: values[0]}).EscapedPath())
		}
	}
	return b.String()
}

// Answer is what came back.
type Answer struct {
	Code   int
	Header http.Header
	Body   []byte

	t     testing.TB
	name  string
	meant string // in place of a route that is not there
}

// Status checks the status and returns the answer. Another status is an error
// of the test, shown with the body.
func (a *Answer) Status(want int) *Answer {
	a.t.Helper()
	if a.Code != want {
		a.t.Errorf("%s: status %d, want %d%s: %s", a.name, a.Code, want, a.meant, a.Body)
	}
	return a
}

// JSON decodes the body into v, without unknown members, and returns the
// answer. A body that does not fit ends the test.
func (a *Answer) JSON(v any) *Answer {
	a.t.Helper()
	dec := json.NewDecoder(bytes.NewReader(a.Body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		a.t.Fatalf("%s: %v in %s", a.name, err, a.Body)
	}
	return a
}
