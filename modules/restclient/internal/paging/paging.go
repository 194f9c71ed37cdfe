// Package paging reads long lists page by page.
//
//	options := paging.Options{Way: paging.ByNumber("page")}
//	paging.Read(ctx, session, endpoint, &filter, options, func(p paging.Page, err error) bool { … })
package paging

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Causes of an error in the way from one page to the next.
var (
	ErrLoop    = errors.New("the pages go in circles")
	ErrForeign = errors.New("the next page is at another origin, which needs AllowOrigins")
)

// Options says how to go from page to page.
type Options struct {
	Way          Way
	Items        string // the member that holds the array; empty: the body is the array
	Total        func(Reply) (string, error)
	MaxPages     int
	MaxItems     int
	Prefetch     bool
	ThroughEmpty bool
	Origins      []string
}

// Way leads from one page to the next.
type Way struct {
	Field string // the query parameter that selects a page; empty: a page is a URL
	first string // selects the first page when the arguments do not; may be empty
	// counts says that the client makes up what selects a page, so that there is
	// always one more.
	counts bool
	// Next returns what selects the next page, empty on the last.
	Next func(Reply) (string, error)
}

// Reply is what the server said about one page.
type Reply struct {
	At     string // what selected the page; empty when nothing did
	Header http.Header
	Body   jsontext.Value
	Rows   int // entities in the page
}

// ByNumber counts pages in a query parameter, from 1.
func ByNumber(name string) Way {
	return Way{Field: name, first: "1", counts: true, Next: func(r Reply) (string, error) { return plus(r.At, 1) }}
}

// ByOffset counts entities in a query parameter.
func ByOffset(name string) Way {
	return Way{Field: name, counts: true, Next: func(r Reply) (string, error) { return plus(r.At, r.Rows) }}
}

func plus(number string, n int) (string, error) {
	if number == "" {
		number = "0"
	}
	i, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return "", fmt.Errorf("%q is not the number of a page: %w", number, err)
	}
	return strconv.FormatInt(i+int64(n), 10), nil
}

// InMember returns a function that finds the text of a member in a page.
func InMember(name string) func(Reply) (string, error) {
	return func(r Reply) (string, error) {
		value, err := member.Find(r.Body, name)
		if err != nil {
			return "", err
		}
		return member.Text(value, name)
	}
}

// Page is one page of a list.
type Page struct {
	Rows   store.List
	New    []int  // places of the rows that no page of this iteration had before
	Number int    // counts the pages of an iteration, from 1
	Cursor string // what selects the next page; empty on the last
	Total  int    // entities in all pages, as the server says; -1 when it does not
}

// Items yields the entities of pages, each once, and at most limit of them; not positive:
// all. Pages overlap where rows came in front of them meanwhile.
func Items(pages iter.Seq2[Page, error], limit int) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		n := 0
		for p, err := range pages {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, i := range p.New {
				n++
				if !yield(p.Rows.At(i), nil) || n == limit {
					return
				}
			}
		}
	}
}

// Read reads a list page by page.
func Read(ctx context.Context, s call.Session, e *call.Endpoint, args any, options Options, yield func(Page, error) bool) {
	w := &walk{Call: call.Call{Session: s, Endpoint: e}, args: argument.Copied(args), Options: options}
	if err := w.start(); err != nil {
		yield(Page{}, err)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	var pages stepper = w
	if w.Prefetch {
		p := &prefetcher{pages: w}
		defer p.wait()
		pages = p
	}
	defer cancel()
	for pages.more() {
		p, err := pages.step(ctx)
		if err != nil {
			yield(Page{}, err)
			return
		}
		if p.Rows.Len() > 0 && !yield(p, nil) {
			return
		}
	}
}

// stepper reads pages one after another, from one goroutine.
type stepper interface {
	// more reports whether there may be another page.
	more() bool
	// step reads it.
	step(ctx context.Context) (Page, error)
}

// prefetcher reads one page ahead.
type prefetcher struct {
	pages   stepper        // belongs to the goroutine under way, when there is one
	pending chan pageOrErr // nil when none is
}

type pageOrErr struct {
	page Page
	err  error
}

func (p *prefetcher) more() bool { return p.pending != nil || p.pages.more() }

func (p *prefetcher) step(ctx context.Context) (Page, error) {
	if p.pending == nil {
		p.begin(ctx)
	}
	r := <-p.pending
	p.pending = nil
	if r.err == nil && p.pages.more() {
		p.begin(ctx)
	}
	return r.page, r.err
}

func (p *prefetcher) begin(ctx context.Context) {
	done := make(chan pageOrErr, 1)
	p.pending = done
	go func() {
		page, err := p.pages.step(ctx)
		done <- pageOrErr{page, err}
	}()
}

// wait returns when nothing is under way.
func (p *prefetcher) wait() {
	if p.pending != nil {
		<-p.pending
	}
}
