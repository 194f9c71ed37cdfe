package restclient

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/rows"
)

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
