package restclient

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/rows"
)

// walk is one iteration over the pages of a list.
type walk struct {
	session
	paging
	ep   *endpoint
	rows answer.Rows

	args   any             // a pointer to those of the next page, of its own
	next   *answer.Request // of the next page, nil after the last
	list   entity.ListKey
	at     string // what selects the next page
	seen   map[string]struct{}
	seed   maphash.Seed
	last   uint64 // hash of the last page
	number int
	count  int
}

// start prepares the call of the first page.
func (w *walk) start() (err error) {
	if w.next, err = w.ep.request(w.client, w.args); err != nil {
		return err
	}
	if err := w.prepare(); err != nil {
		return newError(w.next, KindDeclaration, err)
	}
	if w.at == "" && w.way.first != "" {
		w.at = w.way.first
		if err := w.moveArgs(); err != nil {
			if _, ok := asError(err); ok {
				return err
			}
			return newError(w.next, KindDeclaration, err)
		}
	}
	return w.name()
}

// prepare checks that there is a way from page to page.
func (w *walk) prepare() (err error) {
	rows, ok := w.ep.schema.(answer.Rows)
	if !ok {
		return errors.New("only a list of entities has pages: declare its schema with ListOf")
	}
	w.rows, w.seen, w.seed = rows, map[string]struct{}{}, maphash.MakeSeed()
	if w.way.next == nil && w.ep.declared.Cursor == "" {
		return errors.New("no way from page to page is given: use ByPage or the like, or declare WithPaginationField")
	}
	if w.way.next == nil {
		ByPage(w.ep.declared.Cursor)(&w.paging)
	}
	if w.way.field != "" {
		w.at, err = argument.QueryText(w.args, w.way.field)
	}
	return err
}

// name names the list that the pages belong to: that of the arguments without
// what selects a page.
func (w *walk) name() error {
	args := argument.Copied(w.args)
	if w.way.field != "" {
		if err := argument.ClearQuery(args, w.way.field); err != nil {
			return newError(w.next, KindDeclaration, err)
		}
	}
	r, err := w.ep.request(w.client, args)
	if err == nil {
		w.list = r.List
	}
	return err
}

func (w *walk) more() bool {
	return w.next != nil && (w.maxPages <= 0 || w.number < w.maxPages) && (w.maxItems <= 0 || w.count < w.maxItems)
}

// step reads one page and finds the next.
func (w *walk) step(ctx context.Context) (page, error) {
	request := w.next
	if err := ctx.Err(); err != nil {
		return page{}, newError(request, kindOf(err), err)
	}
	read, err := w.alone(ctx, request, func(ctx context.Context) (any, error) { return w.read(ctx, request) })
	if err != nil {
		return page{}, wrapped(request, err)
	}
	return read.(page), nil
}

func (w *walk) read(ctx context.Context, request *answer.Request) (page, error) {
	write := entity.Write{Start: w.store().Begin(), TTL: w.ep.expiry, By: request.Op}
	r, err := w.send(ctx, request, exchange.Conditions{})
	if err != nil {
		return page{}, err
	}
	write.Volatile = volatile(w.client, w.ep, r)
	rows, err := w.decode(r)
	if err != nil {
		return page{}, answerError(r, err)
	}
	reply := PageReply{At: w.at, Header: r.Header, Body: r.Body, Rows: len(rows)}
	p := page{number: w.number + 1}
	if p.total, err = w.totalOf(reply); err != nil {
		return page{}, replyError(request, &r.Reply, KindPage, err)
	}
	if err := w.turn(reply); err != nil {
		return page{}, replyError(request, &r.Reply, KindPage, err)
	}
	p.cursor = w.at
	p.rows = w.rows.AppendRows(w.store(), write, w.list, rows)
	w.number, w.count = p.number, w.count+len(rows)
	return p, nil
}

// decode reads the entities of a page. A response that says that it has no
// content is an empty page.
func (w *walk) decode(r *answer.Reply) ([]entity.AnyRow, error) {
	if r.IsEmpty() {
		return nil, nil
	}
	if err := r.NeedJSON(); err != nil {
		return nil, err
	}
	array := r.Body
	if w.items != "" {
		var err error
		if array, err = rows.Member(r.Body, w.items); err != nil {
			return nil, fmt.Errorf("member %q: %w", w.items, err)
		}
		if array == nil {
			return nil, fmt.Errorf("the page has no member %q", w.items)
		}
	}
	rows, err := w.rows.DecodeArray(w.store(), array)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

func (w *walk) totalOf(r PageReply) (int, error) {
	if len(r.Body) == 0 {
		return -1, nil
	}
	text, err := w.total(r)
	if err != nil || text == "" {
		return -1, err
	}
	total, err := strconv.Atoi(text)
	if err != nil || total < 0 {
		return -1, fmt.Errorf("%q is not the number of all entities", text)
	}
	return total, nil
}

// turn prepares the call of the next page, if there is one.
func (w *walk) turn(r PageReply) error {
	w.at = ""
	if len(r.Body) == 0 || r.Rows == 0 && (w.way.counts || !w.throughEmpty) {
		w.next = nil
		return nil
	}
	next, err := w.way.next(r)
	if err != nil {
		return err
	}
	if next == "" {
		w.next = nil
		return nil
	}
	if err := w.checkLoop(r, next); err != nil {
		return err
	}
	w.at = next
	if w.way.field == "" {
		return w.moveURL()
	}
	return w.moveArgs()
}

// checkLoop refuses what has selected a page before. Numbers never repeat;
// there, a page that equals the one before it says that the server does not
// heed them.
func (w *walk) checkLoop(r PageReply, next string) error {
	if w.way.counts {
		hash := maphash.Bytes(w.seed, r.Body)
		if w.number > 0 && hash == w.last {
			return fmt.Errorf("%w: page %q is the one before it", ErrPageLoop, r.At)
		}
		w.last = hash
		return nil
	}
	w.seen[r.At] = struct{}{}
	if _, again := w.seen[next]; again {
		return fmt.Errorf("%w: after %d pages", ErrPageLoop, w.number+1)
	}
	w.seen[next] = struct{}{}
	return nil
}

// moveArgs writes the arguments of the next page.
func (w *walk) moveArgs() error {
	if err := argument.SetQuery(w.args, w.way.field, w.at); err != nil {
		return err
	}
	next, err := w.ep.request(w.client, w.args)
	if err == nil {
		w.next = next
	}
	return err
}

// moveURL takes the URL of the next page, relative to that of this one.
func (w *walk) moveURL() error {
	base, err := url.Parse(w.next.URL)
	if err != nil {
		return errors.New("the URL of the page cannot be parsed")
	}
	next, err := base.Parse(w.at)
	if err != nil {
		return errors.New("the URL of the next page cannot be parsed")
	}
	next.Fragment, next.RawFragment, next.User = "", "", nil
	if origin := originOf(next); origin == originOf(base) {
		next.User = base.User
	} else if !slices.ContainsFunc(w.origins, func(o string) bool { return sameOrigin(o, origin) }) {
		return fmt.Errorf("%w: %s", ErrForeignPage, origin)
	}
	r := *w.next
	r.SetURL(next.String())
	w.next = &r
	return declare.CheckURL(r.URL)
}

// originOf is scheme, host and port (RFC 6454, section 4).
func originOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}

func sameOrigin(raw, origin string) bool {
	u, err := url.Parse(raw)
	return err == nil && originOf(u) == origin
}
