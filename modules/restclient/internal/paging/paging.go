// Package paging reads long lists page by page.
//
//	options := paging.Options{Way: paging.ByNumber("page")}
//	paging.Read(ctx, session, endpoint, &filter, options, func(p paging.Page, err error) bool { … })
package paging

import (
	"context"
	"iter"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
)

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
