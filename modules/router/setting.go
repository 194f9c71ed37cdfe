package router

import (
	"cmp"
	"fmt"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/describe"
)

// Setting is one thing that With sets for the route of a function.
type Setting func(*about)

type about struct {
	describe.About

	id          string
	hidden      bool
	limits      limits
	json        bind.Rules
	strictQuery *bool // nil: as the router
	events      []describe.Event
	produces    []string
	pagedBy     string // empty: the default
}

// Summary is one line about the operation.
func Summary(s string) Setting { return func(a *about) { a.Summary = s } }

// Description says more about the operation, in Markdown.
func Description(s string) Setting { return func(a *about) { a.Description = s } }

// OperationID names the operation. Default: the type of a method, or else the
// package of the function, and its name, such as "usersShow"; for http handlers
// and functions without a name the method and path, such as "getUsersByParam". Two
// operations of one name are a mistake of the table.
func OperationID(id string) Setting { return func(a *about) { a.id = id } }

// Tags replaces the tags of the operation. Default: those of its flags, or the
// first literal segment of its path.
func Tags(tags ...string) Setting { return func(a *about) { a.Tags = tags } }

// Deprecated marks the operation as deprecated.
func Deprecated() Setting { return func(a *about) { a.Deprecated = true } }

// Hidden leaves the route out of the description of the API, such as a page or a
// file that a browser asks for.
func Hidden() Setting { return func(a *about) { a.hidden = true } }

// Status documents a problem status that the function answers with, such as
// 404, or describes that of its result.
func Status(code int, description string) Setting {
	return func(a *about) { a.Statuses = append(a.Statuses, describe.Status{Code: code, Description: description}) }
}

// Produces says which media types a function that returns Bytes or Content answers
// with, such as "image/png", the default first: they come into the description, and a request
// whose Accept excludes all of them is 406. Where there are several, Vary names Accept.
// It replaces what a group says. Default: any.
func Produces(mediaTypes ...string) Setting { return func(a *about) { a.produces = mediaTypes } }

// AllowUnknownMembers accepts members of the JSON body that the struct has not,
// and forgets them. Default: they are faults.
func AllowUnknownMembers() Setting { return func(a *about) { a.json.UnknownMembers = true } }

// AllowDuplicateMembers accepts a member of the JSON body that is there twice;
// the last one counts. Default: the body is refused.
func AllowDuplicateMembers() Setting { return func(a *about) { a.json.DuplicateMembers = true } }

// StrictQuery says whether the route, of a function made with In, refuses query
// parameters that it does not know. Default: as WithStrictQuery says.
func StrictQuery(strict bool) Setting { return func(a *about) { a.strictQuery = &strict } }

// limits bound what one request may cost. In the settings of a route a zero
// value means that of the router.
type limits struct {
	bind.Limits
	timeout time.Duration
}

// or returns the limits with those of the router where there are none.
func (l limits) or(usual bind.Limits) limits {
	l.Body, l.Upload = cmp.Or(l.Body, usual.Body), cmp.Or(l.Upload, usual.Upload)
	return l
}

// mistakes says which limits are less than 0.
func (l limits) mistakes() (found []string) {
	if l.Body < 0 {
		found = append(found, fmt.Sprintf("MaxBody: %d is less than 0", l.Body))
	}
	if l.Upload < 0 {
		found = append(found, fmt.Sprintf("MaxUpload: %d is less than 0", l.Upload))
	}
	if l.timeout < 0 {
		found = append(found, fmt.Sprintf("Timeout: %v is less than 0", l.timeout))
	}
	return found
}

// MaxBody bounds the body of the route in bytes, in place of WithMaxBody.
func MaxBody(n int64) Setting { return func(a *about) { a.limits.Body = n } }

// MaxUpload bounds the multipart body of the route in bytes, in place of
// WithMaxUpload.
func MaxUpload(n int64) Setting { return func(a *about) { a.limits.Upload = n } }

// Timeout bounds how long the route may take: the context of the request ends
// after d, and an error that comes from it is answered with 503. The controller
// function runs to its end all the same, so that never two write one response.
// A longer timeout than WithWriteTimeout extends that for the route. Default: no
// deadline of its own.
func Timeout(d time.Duration) Setting { return func(a *about) { a.limits.timeout = d } }

// EventType documents that the events of these names have data of type T, without
// names those without a Name. Several of them document several kinds of events.
// Default: the data is text.
//
//	"GET /trips/live": router.With(router.SSE(watch), router.EventType[Trip]("trip")),
//
// It is for functions that return Events, and checks nothing when they are sent.
func EventType[T any](names ...string) Setting {
	return func(a *about) {
		if len(names) == 0 {
			names = []string{""}
		}
		for _, name := range names {
			a.events = append(a.events, describe.Event{Name: name, Data: reflect.TypeFor[T]()})
		}
	}
}

// PagedBy names the query parameter that selects a page of the list. Default: "page".
//
//	"GET /trips": router.With(router.In(list), router.PagedBy("after")),
//
// It is for functions that return a Page. Of a function made with In it is one of the
// query; for any other the description has it as a text.
func PagedBy(parameter string) Setting { return func(a *about) { a.pagedBy = parameter } }

const pageParameter = "page"
