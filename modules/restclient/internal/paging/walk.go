package paging

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Causes of an error in the way from one page to the next.
var (
	ErrLoop    = errors.New("the pages go in circles")
	ErrForeign = errors.New("the next page is at another origin, which needs AllowOrigins")
)

// Page is one page of a list.
type Page struct {
	Rows   store.List
	New    []int  // places of the rows that no page of this iteration had before
	Number int    // counts the pages of an iteration, from 1
	Cursor string // what selects the next page; empty on the last
	Total  int    // entities in all pages, as the server says; -1 when it does not
}

// walk is one iteration over the pages of a list.
type walk struct {
	call.Call // of the next page; without a request after the last
	Options
	rows answer.Rows

	args   any // a pointer to those of the next page, of its own
	list   store.ListKey
	at     string // what selects the next page
	seen   map[string]struct{}
	seed   maphash.Seed
	last   uint64 // hash of the last page
	number int
	listed map[any]struct{} // keys of the rows so far
	lost   error            // why the page behind the last one cannot be found, if so
}

// start prepares the call of the first page.
func (w *walk) start() (err error) {
	if w.Request, err = w.Client.Request(w.Endpoint, w.args); err != nil {
		return err
	}
	if err := w.prepare(); err != nil {
		return w.Client.Faults.New(w.Request, fault.Declaration, err)
	}
	if w.at == "" && w.Way.first != "" {
		w.at = w.Way.first
		if err := w.moveArgs(); err != nil {
			if w.Client.Faults.Find(err) != nil {
				return err
			}
			return w.Client.Faults.New(w.Request, fault.Declaration, err)
		}
	}
	return w.name()
}

// prepare checks that there is a way from page to page.
func (w *walk) prepare() (err error) {
	rows, ok := w.Endpoint.Schema.(answer.Rows)
	if !ok {
		return errors.New("only a list of entities has pages: declare its schema with ListOf")
	}
	w.Items = cmp.Or(w.Items, rows.Member())
	w.rows, w.seen, w.listed, w.seed = rows, map[string]struct{}{}, map[any]struct{}{}, maphash.MakeSeed()
	if w.Way.Next == nil && w.Endpoint.Declared.Cursor == "" {
		return errors.New("no way from page to page is given: use ByPage or the like, or declare WithPaginationField")
	}
	if w.Way.Next == nil {
		w.Way = ByNumber(w.Endpoint.Declared.Cursor)
	}
	if w.Way.Field != "" {
		w.at, err = argument.QueryText(w.args, w.Way.Field)
	}
	return err
}

// name names the list that the pages belong to: that of the arguments without
// what selects a page.
func (w *walk) name() error {
	args := argument.Copied(w.args)
	if w.Way.Field != "" {
		if err := argument.ClearQuery(args, w.Way.Field); err != nil {
			return w.Client.Faults.New(w.Request, fault.Declaration, err)
		}
	}
	r, err := w.Client.Request(w.Endpoint, args)
	if err == nil {
		w.list = r.List
	}
	return err
}

func (w *walk) more() bool {
	return (w.Request != nil || w.lost != nil) && (w.MaxPages <= 0 || w.number < w.MaxPages) && (w.MaxItems <= 0 || len(w.listed) < w.MaxItems)
}

// step reads one page and finds the next. Where that fails, it is the error of the next step,
// since the page is as good as any.
func (w *walk) step(ctx context.Context) (Page, error) {
	if w.lost != nil {
		return Page{}, w.lost
	}
	c := w.Call
	if err := ctx.Err(); err != nil {
		return Page{}, c.Client.Faults.New(c.Request, fault.KindOf(err), err)
	}
	read, err := c.Alone(ctx, func(ctx context.Context) (any, error) { return w.read(ctx, c) })
	if err != nil {
		return Page{}, c.Client.Faults.Wrapped(c.Request, err)
	}
	return read.(Page), nil
}

func (w *walk) read(ctx context.Context, c call.Call) (Page, error) {
	write := store.Write{Start: w.Store().Begin(), By: c.Request.Op}
	r, err := c.Send(ctx, exchange.Conditions{})
	if err != nil {
		return Page{}, err
	}
	c.Allow(&write, r)
	rows, err := w.decode(r)
	if err != nil {
		return Page{}, w.Client.Faults.Answer(r, err)
	}
	reply := Reply{At: w.at, Header: r.Header, Body: r.Body, Rows: len(rows)}
	p := Page{Number: w.number + 1}
	if p.Total, err = w.totalOf(reply); err != nil {
		return Page{}, w.Client.Faults.Reply(c.Request, &r.Reply, fault.Page, err)
	}
	if err := w.turn(reply); err != nil {
		w.lost = w.Client.Faults.Reply(c.Request, &r.Reply, fault.Page, err)
	}
	p.Cursor = w.at
	p.Rows = w.rows.AppendRows(w.Store(), write, w.list, rows)
	w.number = p.Number
	for i := range p.Rows.Len() {
		before := len(w.listed)
		if w.listed[p.Rows.KeyAt(i)] = struct{}{}; len(w.listed) > before {
			p.New = append(p.New, i)
		}
	}
	return p, nil
}

// decode reads the entities of a page. A response that says that it has no
// content is an empty page.
func (w *walk) decode(r *answer.Reply) ([]store.Row, error) {
	if r.IsEmpty() {
		return nil, nil
	}
	if err := cmp.Or(r.RefuseHTML(), r.NeedJSON()); err != nil {
		return nil, err
	}
	array := r.Body
	if w.Items != "" {
		var err error
		if array, err = member.Only(r.Body, w.Items); err != nil {
			return nil, fmt.Errorf("member %q: %w", w.Items, err)
		}
		if array == nil {
			return nil, fmt.Errorf("the page has no member %q", w.Items)
		}
	}
	rows, err := w.rows.DecodeArray(w.Store(), array)
	if err != nil {
		return nil, err
	}
	return rows, nil
}

func (w *walk) totalOf(r Reply) (int, error) {
	if len(r.Body) == 0 || w.Total == nil {
		return -1, nil
	}
	text, err := w.Total(r)
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
func (w *walk) turn(r Reply) error {
	w.at = ""
	if len(r.Body) == 0 || r.Rows == 0 && (w.Way.counts || !w.ThroughEmpty) {
		w.Request = nil
		return nil
	}
	next, err := w.Way.Next(r)
	if err != nil {
		return err
	}
	if next == "" {
		w.Request = nil
		return nil
	}
	if err := w.checkLoop(r, next); err != nil {
		return err
	}
	w.at = next
	if w.Way.Field == "" {
		return w.moveURL()
	}
	return w.moveArgs()
}

// checkLoop refuses what has selected a page before. Numbers never repeat;
// there, a page that equals the one before it says that the server does not
// heed them.
func (w *walk) checkLoop(r Reply, next string) error {
	if w.Way.counts {
		hash := maphash.Bytes(w.seed, r.Body)
		if w.number > 0 && hash == w.last {
			return fmt.Errorf("%w: page %q is the one before it", ErrLoop, r.At)
		}
		w.last = hash
		return nil
	}
	w.seen[r.At] = struct{}{}
	if _, again := w.seen[next]; again {
		return fmt.Errorf("%w: after %d pages", ErrLoop, w.number+1)
	}
	w.seen[next] = struct{}{}
	return nil
}

// moveArgs writes the arguments of the next page.
func (w *walk) moveArgs() error {
	if err := argument.SetQuery(w.args, w.Way.Field, w.at); err != nil {
		return err
	}
	next, err := w.Client.Request(w.Endpoint, w.args)
	if err == nil {
		w.Request = next
	}
	return err
}

// moveURL takes the URL of the next page, relative to that of this one.
func (w *walk) moveURL() error {
	base, err := url.Parse(w.Request.URL)
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
	} else if !slices.ContainsFunc(w.Origins, func(o string) bool { return sameOrigin(o, origin) }) {
		return fmt.Errorf("%w: %s", ErrForeign, origin)
	}
	r := *w.Request
	r.SetURL(next.String())
	w.Request = &r
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
