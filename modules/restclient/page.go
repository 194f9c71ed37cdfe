package restclient

import (
	"context"
	"iter"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
)

// Page is one page of a list.
type Page[E any] struct {
	Items  List[E]
	Number int    // counts the pages of this iteration, from 1
	Cursor string // what selects the next page: a number, a token or a URL; empty on the last
	Total  int    // entities in all pages, as the server says; -1 when it does not
}

// Pages reads a list page by page, each when the loop asks for it, and stores
// it as GetPage does: its rows go to the end of the list that args name without
// what selects a page, if that list has been read. Leaving the loop ends everything; ranging again begins
// anew.
//
//	for page, err := range restclient.Pages(ctx, Todos.GetList, filter, restclient.ByPage("page")) {
//
// The loop ends with the page that has no successor, before an empty page, at
// MaxPages or MaxItems, and with an *Error: when a page cannot be read, when
// the pages go in circles (ErrPageLoop), or when ctx ends.
//
// Without a By… option, the parameter of WithPaginationField is a page number.
// The client is the one that ctx carries.
func Pages[A, E any](ctx context.Context, read Readable[A, List[E]], args A, opts ...PageOption) iter.Seq2[Page[E], error] {
	return typedPages[E](pagesIn(ctx, (*endpoint)(read.read()), boxed(args), opts))
}

// All yields the entities of a list, reading its pages as Pages does.
func All[A, E any](ctx context.Context, read Readable[A, List[E]], args A, opts ...PageOption) iter.Seq2[E, error] {
	return results[E](itemsOf(pagesIn(ctx, (*endpoint)(read.read()), boxed(args), opts), opts))
}

// page is a Page for entities whose type is known at run time only.
type page struct {
	rows   entity.AnyList
	items  any // rows as a List
	number int
	cursor string
	total  int
}

// typedPages returns pages in their type.
//
//go:noinline
func typedPages[E any](pages iter.Seq2[page, error]) iter.Seq2[Page[E], error] {
	return func(yield func(Page[E], error) bool) {
		pages(func(p page, err error) bool {
			items, _ := p.items.(List[E])
			return yield(Page[E]{Items: items, Number: p.number, Cursor: p.cursor, Total: p.total}, err)
		})
	}
}

// itemsOf yields the entities of pages.
func itemsOf(pages iter.Seq2[page, error], opts []PageOption) iter.Seq2[any, error] {
	limit := newPaging(opts).maxItems
	return func(yield func(any, error) bool) {
		n := 0
		for p, err := range pages {
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range p.rows.Len() {
				n++
				if !yield(p.rows.At(i), nil) || n == limit {
					return
				}
			}
		}
	}
}

//go:noinline
func pagesIn(ctx context.Context, ep *endpoint, args any, opts []PageOption) iter.Seq2[page, error] {
	return func(yield func(page, error) bool) {
		s, err := sessionOf(ctx, ep)
		if err != nil {
			yield(page{}, err)
			return
		}
		readPages(ctx, s, ep, args, opts, yield)
	}
}

// readPages reads a list page by page.
func readPages(ctx context.Context, s session, e *endpoint, args any, opts []PageOption, yield func(page, error) bool) {
	w := &walk{session: s, ep: e, args: argument.Copied(args), paging: newPaging(opts)}
	if err := w.start(); err != nil {
		yield(page{}, err)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	var pages stepper = w
	if w.prefetch {
		p := &prefetcher{pages: w}
		defer p.wait()
		pages = p
	}
	defer cancel()
	for pages.more() {
		p, err := pages.step(ctx)
		if err != nil {
			yield(page{}, err)
			return
		}
		if p.rows.Len() > 0 && !yield(p, nil) {
			return
		}
	}
}

// stepper reads pages one after another, from one goroutine.
type stepper interface {
	// more tells whether there may be another page.
	more() bool
	// step reads it.
	step(ctx context.Context) (page, error)
}

// prefetcher reads one page ahead.
type prefetcher struct {
	pages   stepper        // belongs to the goroutine under way, when there is one
	pending chan pageOrErr // nil when none is
}

type pageOrErr struct {
	page page
	err  error
}

func (p *prefetcher) more() bool { return p.pending != nil || p.pages.more() }

func (p *prefetcher) step(ctx context.Context) (page, error) {
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
