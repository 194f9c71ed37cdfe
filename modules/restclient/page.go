package restclient

import (
	"context"
	"iter"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/paging"
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
// MaxPages or MaxItems, and with an *Error: when a page cannot be read, or found, when
// the pages go in circles (ErrPageLoop), or when ctx ends.
//
// Without a By… option, the parameter of WithPaginationField is a page number.
// The client is the one that ctx carries.
func Pages[A, E any](ctx context.Context, read Readable[A, List[E]], args A, opts ...PageOption) iter.Seq2[Page[E], error] {
	return typedPages[E](pagesIn(ctx, contextual{}, (*call.Endpoint)(read.read()), boxed(args), opts))
}

// All yields the entities of a list, reading its pages as Pages does, each entity once:
// pages overlap where rows came in front of them between two requests. It remembers the
// keys of what it has yielded; Stream does not.
func All[A, E any](ctx context.Context, read Readable[A, List[E]], args A, opts ...PageOption) iter.Seq2[E, error] {
	return results[E](itemsIn(ctx, contextual{}, (*call.Endpoint)(read.read()), boxed(args), opts))
}

// typedPages returns pages in their type.
//
//go:noinline
func typedPages[E any](pages iter.Seq2[paging.Page, error]) iter.Seq2[Page[E], error] {
	return func(yield func(Page[E], error) bool) {
		pages(func(p paging.Page, err error) bool {
			return yield(Page[E]{Items: List[E]{p.Rows.View()}, Number: p.Number, Cursor: p.Cursor, Total: p.Total}, err)
		})
	}
}

//go:noinline
func pagesIn(ctx context.Context, from origin, ep *call.Endpoint, args any, opts []PageOption) iter.Seq2[paging.Page, error] {
	return func(yield func(paging.Page, error) bool) {
		s := from.session(ctx)
		if err := usable(s, ep); err != nil {
			yield(paging.Page{}, err)
			return
		}
		paging.Read(ctx, s, ep, args, newPaging(opts), yield)
	}
}

//go:noinline
func itemsIn(ctx context.Context, from origin, ep *call.Endpoint, args any, opts []PageOption) iter.Seq2[any, error] {
	return paging.Items(pagesIn(ctx, from, ep, args, opts), newPaging(opts).MaxItems)
}

// Causes of a KindPage error.
var (
	// ErrPageLoop says that a page names itself, or one before it, as the next.
	ErrPageLoop = paging.ErrLoop
	// ErrForeignPage says that the next page is at another origin than the list.
	// AllowOrigins permits that.
	ErrForeignPage = paging.ErrForeign
)

// PageOption changes how Pages and All go from page to page. Options apply in
// order, the last wins. A member is given by its name, or by a JSON pointer
// (RFC 6901) such as "/meta/next".
type PageOption func(*paging.Options)

// PageReply is what the server said about one page.
type PageReply struct {
	At     string // what selected the page; empty when nothing did
	Header http.Header
	Body   jsontext.Value
	Rows   int // entities in the page
}

func newPaging(opts []PageOption) paging.Options {
	var p paging.Options
	for _, opt := range opts {
		opt(&p)
	}
	return p
}

// ByPage counts pages in the query parameter name: from the number that the
// arguments hold, or else from 1. An int of value 0 counts as none; a pointer
// to 0 is a number.
func ByPage(name string) PageOption {
	return by(paging.ByNumber(name))
}

// ByOffset counts entities in the query parameter name: the next page begins
// after those that have arrived.
func ByOffset(name string) PageOption {
	return by(paging.ByOffset(name))
}

// ByCursor puts the member of a page into the query parameter name of the next
// one. The last page has none, or null, false or "". The entities are in
// another member, see ItemsIn.
func ByCursor(name, member string) PageOption {
	return by(paging.Way{Field: name, Next: paging.InMember(member)})
}

// ByCursorFunc puts what next returns for a page into the query parameter name
// of the next one. It returns "" for the last page.
func ByCursorFunc(name string, next func(PageReply) (string, error)) PageOption {
	way := paging.Way{Field: name}
	if next != nil {
		way.Next = func(r paging.Reply) (string, error) { return next(PageReply(r)) }
	}
	return by(way)
}

// ByLink follows the Link header of relation "next" (RFC 8288).
func ByLink() PageOption {
	return by(paging.Way{Next: func(r paging.Reply) (string, error) { return exchange.LinkTo(r.Header, "next"), nil }})
}

// ByNextURL follows the URL in a member of the page, absolute or relative. The
// last page has none, or null, false or "". The entities are in another member,
// see ItemsIn.
func ByNextURL(member string) PageOption { return by(paging.Way{Next: paging.InMember(member)}) }

func by(w paging.Way) PageOption { return func(p *paging.Options) { p.Way = w } }

// ItemsIn says which member of a page holds the array of entities. Default: that of
// WithItemsIn, or none, the page is the array.
func ItemsIn(member string) PageOption { return func(p *paging.Options) { p.Items = member } }

// TotalIn says which member of a page holds the number of all entities. It is
// shown in Page.Total, and does not end the loop.
func TotalIn(member string) PageOption {
	return func(p *paging.Options) { p.Total = paging.InMember(member) }
}

// TotalInHeader says which header, such as X-Total-Count, holds the number of
// all entities. It is shown in Page.Total, and does not end the loop.
func TotalInHeader(name string) PageOption {
	return func(p *paging.Options) {
		p.Total = func(r paging.Reply) (string, error) { return r.Header.Get(name), nil }
	}
}

// MaxPages ends the loop after n pages. Default, and not positive: no limit.
func MaxPages(n int) PageOption { return func(p *paging.Options) { p.MaxPages = n } }

// MaxItems ends All after n entities, and Pages after the page that has the
// n-th; one that several pages have counts once. Default, and not positive: no limit.
func MaxItems(n int) PageOption { return func(p *paging.Options) { p.MaxItems = n } }

// Prefetch reads the next page while the loop is busy with the one before, so
// that leaving it may have cost one request too many. Default: off.
func Prefetch() PageOption { return func(p *paging.Options) { p.Prefetch = true } }

// ThroughEmptyPages goes on after an empty page that names a next one, as
// servers need it that filter after they have cut pages. Default: an empty page
// is the end. ByPage and ByOffset end there in any case.
func ThroughEmptyPages() PageOption { return func(p *paging.Options) { p.ThroughEmpty = true } }

// AllowOrigins permits next pages at other origins, such as
// "https://eu.api.example.com". Middleware sends them the same credentials.
// Default: only the origin of the page before, without what the server says
// about user and password.
func AllowOrigins(origins ...string) PageOption {
	return func(p *paging.Options) { p.Origins = append(p.Origins, origins...) }
}
