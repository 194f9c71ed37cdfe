package restclient

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/rows"
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
			return yield(Page[E]{Items: entity.ListIn[E](p.rows), Number: p.number, Cursor: p.cursor, Total: p.total}, err)
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
	// more reports whether there may be another page.
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

// KindPage is the kind of an error in the way from one page to the next.
const KindPage Kind = "page"

// Causes of a KindPage error.
var (
	// ErrPageLoop says that a page names itself, or one before it, as the next.
	ErrPageLoop = errors.New("the pages go in circles")
	// ErrForeignPage says that the next page is at another origin than the list.
	// AllowOrigins permits that.
	ErrForeignPage = errors.New("the next page is at another origin")
)

// PageOption changes how Pages and All go from page to page. Options apply in
// order, the last wins. A member is given by its name, or by a JSON pointer
// (RFC 6901) such as "/meta/next".
type PageOption func(*paging)

type paging struct {
	way          way
	items        string // the member that holds the array; empty: the body is the array
	total        func(PageReply) (string, error)
	maxPages     int
	maxItems     int
	prefetch     bool
	throughEmpty bool
	origins      []string
}

// way leads from one page to the next.
type way struct {
	field string // the query parameter that selects a page; empty: a page is a URL
	first string // selects the first page when the arguments do not; may be empty
	// counts says that the client makes up what selects a page, so that there is
	// always one more.
	counts bool
	// next returns what selects the next page, empty on the last.
	next func(PageReply) (string, error)
}

// PageReply is what the server said about one page.
type PageReply struct {
	At     string // what selected the page; empty when nothing did
	Header http.Header
	Body   jsontext.Value
	Rows   int // entities in the page
}

func newPaging(opts []PageOption) paging {
	p := paging{total: func(PageReply) (string, error) { return "", nil }}
	for _, opt := range opts {
		opt(&p)
	}
	return p
}

// ByPage counts pages in the query parameter name: from the number that the
// arguments hold, or else from 1. An int of value 0 counts as none; a pointer
// to 0 is a number.
func ByPage(name string) PageOption {
	return by(way{field: name, first: "1", counts: true, next: func(r PageReply) (string, error) { return plus(r.At, 1) }})
}

// ByOffset counts entities in the query parameter name: the next page begins
// after those that have arrived.
func ByOffset(name string) PageOption {
	return by(way{field: name, counts: true, next: func(r PageReply) (string, error) { return plus(r.At, r.Rows) }})
}

// ByCursor puts the member of a page into the query parameter name of the next
// one. The last page has none, or null, false or "". The entities are in
// another member, see ItemsIn.
func ByCursor(name, member string) PageOption { return ByCursorFunc(name, inMember(member)) }

// ByCursorFunc puts what next returns for a page into the query parameter name
// of the next one. It returns "" for the last page.
func ByCursorFunc(name string, next func(PageReply) (string, error)) PageOption {
	return by(way{field: name, next: next})
}

// ByLink follows the Link header of relation "next" (RFC 8288).
func ByLink() PageOption {
	return by(way{next: func(r PageReply) (string, error) { return exchange.LinkTo(r.Header, "next"), nil }})
}

// ByNextURL follows the URL in a member of the page, absolute or relative. The
// last page has none, or null, false or "". The entities are in another member,
// see ItemsIn.
func ByNextURL(member string) PageOption { return by(way{next: inMember(member)}) }

func by(w way) PageOption { return func(p *paging) { p.way = w } }

// ItemsIn says which member of a page holds the array of entities. Default:
// none, the page is the array.
func ItemsIn(member string) PageOption { return func(p *paging) { p.items = member } }

// TotalIn says which member of a page holds the number of all entities. It is
// shown in Page.Total, and does not end the loop.
func TotalIn(member string) PageOption { return func(p *paging) { p.total = inMember(member) } }

// TotalInHeader says which header, such as X-Total-Count, holds the number of
// all entities. It is shown in Page.Total, and does not end the loop.
func TotalInHeader(name string) PageOption {
	return func(p *paging) {
		p.total = func(r PageReply) (string, error) { return r.Header.Get(name), nil }
	}
}

// MaxPages ends the loop after n pages. Default, and not positive: no limit.
func MaxPages(n int) PageOption { return func(p *paging) { p.maxPages = n } }

// MaxItems ends All after n entities, and Pages after the page that has the
// n-th. Default, and not positive: no limit.
func MaxItems(n int) PageOption { return func(p *paging) { p.maxItems = n } }

// Prefetch reads the next page while the loop is busy with the one before, so
// that leaving it may have cost one request too many. Default: off.
func Prefetch() PageOption { return func(p *paging) { p.prefetch = true } }

// ThroughEmptyPages goes on after an empty page that names a next one, as
// servers need it that filter after they have cut pages. Default: an empty page
// is the end. ByPage and ByOffset end there in any case.
func ThroughEmptyPages() PageOption { return func(p *paging) { p.throughEmpty = true } }

// AllowOrigins permits next pages at other origins, such as
// "https://eu.api.example.com". Middleware sends them the same credentials.
// Default: only the origin of the page before, without what the server says
// about user and password.
func AllowOrigins(origins ...string) PageOption {
	return func(p *paging) { p.origins = append(p.origins, origins...) }
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

// inMember returns a function that finds the text of a member in a page.
func inMember(member string) func(PageReply) (string, error) {
	return func(r PageReply) (string, error) {
		value, err := rows.Member(r.Body, member)
		if err != nil {
			return "", err
		}
		return rows.Text(value, member)
	}
}
