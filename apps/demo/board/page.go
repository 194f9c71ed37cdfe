package board

import (
	"bytes"
	"cmp"
	"context"
	_ "embed" // the page
	"encoding/json"
	"errors"
	"html/template"
	"iter"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/router"
)

//go:embed board.html
var pageSource string

//go:embed board.css
var style []byte

//go:embed board.js
var script []byte

// templates are the page and its parts: departures, newest and order.
var templates = template.Must(template.New("board").Parse(pageSource))

// Templates returns the parts of the page, for pages that have them among other things:
// "departures" and "newest" take a View, "order" takes a Page. Such a page is served one
// segment below the root of the board, as / and /board are, loads board/board.css and
// board/board.js, and names board/live in the attribute data-live.
func Templates() *template.Template { return template.Must(templates.Clone()) }

// Policy is the Content-Security-Policy of pages with a board.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Page is what the page and the form of orders show.
type Page struct {
	*View
	Reference string // address of the API reference
	From      string // where the form leads back to: "", which is the tour, or "board"
	Passenger string // in the form
	Said      string // of an order
	Refused   bool   // the order
}

// Board is the page at /board and what it needs. It is safe for concurrent use.
type Board struct {
	client    *restclient.Client
	reference string
	log       *slog.Logger
	orders    orders
}

// New returns a board that reads and books through client, whose base URL is that of the
// API and which has logged in. Reference is the address of the API reference. A nil log
// is silent.
func New(client *restclient.Client, reference string, log *slog.Logger) *Board {
	return &Board{client: client, reference: reference, log: cmp.Or(log, slog.New(slog.DiscardHandler))}
}

// Routes implements core.Controller. The board is no part of the API.
func (b *Board) Routes() map[string]any {
	return map[string]any{
		"GET /board":           router.With(b.page, router.Hidden()),
		"GET /board/live":      router.With(router.SSE(b.live), router.Hidden()),
		"POST /board/orders":   router.With(b.order, router.Hidden()),
		"GET /board/board.css": router.With(file("text/css", style), router.Hidden()),
		"GET /board/board.js":  router.With(file("text/javascript", script), router.Hidden()),
	}
}

func file(mediaType string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType+"; charset=utf-8")
		_, _ = w.Write(content)
	}
}

func (b *Board) page(w http.ResponseWriter, r *http.Request) {
	b.show(w, r, http.StatusOK, Page{From: "board", Passenger: DefaultPassenger})
}

// DefaultPassenger is who books unless somebody else is named.
const DefaultPassenger = "Ada Lovelace"

// show writes the page with the departures as they are.
func (b *Board) show(w http.ResponseWriter, r *http.Request, status int, p Page) {
	var err error
	if p.View, err = ReadSeats(b.client.Context(r.Context())); err != nil {
		http.Error(w, "The API does not answer: "+err.Error(), http.StatusBadGateway)
		return
	}
	p.Reference = b.reference
	Write(w, templates, "page", status, p)
}

// Write answers with a page that a template makes of data.
func Write(w http.ResponseWriter, t *template.Template, name string, status int, data any) {
	var page bytes.Buffer
	if err := t.ExecuteTemplate(&page, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", Policy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(page.Bytes())
}

// live sends the parts of the page that change, at once and again at each change.
func (b *Board) live(c *router.Context) iter.Seq2[router.Event, error] {
	return func(yield func(router.Event, error) bool) {
		for parts, err := range restclient.Live(b.client.Context(c.Context()), render) {
			if err != nil {
				b.log.Warn("the board is not shown", "err", err) // readers keep what they have
				continue
			}
			for _, p := range parts {
				if !yield(p, nil) {
					return
				}
			}
		}
	}
}

// render renders the parts of the page that change, an event for each.
func render(ctx context.Context) ([]router.Event, error) {
	view, err := ReadSeats(ctx)
	if err != nil {
		return nil, err
	}
	var parts []router.Event
	for _, name := range []string{"departures", "newest"} {
		var b strings.Builder
		if err := templates.ExecuteTemplate(&b, name, view); err != nil {
			return nil, err
		}
		parts = append(parts, router.Event{Name: name, Data: b.String()})
	}
	return parts, nil
}

// sameOrigin refuses what pages of other origins send.
var sameOrigin = http.NewCrossOriginProtection()

// maxOrder is how many bytes the form of an order may have.
const maxOrder = 4 << 10

// order books or cancels a seat, and answers when the agency has: a script with JSON,
// a form with the page that it is on.
func (b *Board) order(w http.ResponseWriter, r *http.Request) {
	if err := sameOrigin.Check(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxOrder)
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	// The order goes on when its reader leaves.
	said, err := b.place(b.client.Context(context.WithoutCancel(r.Context())), r.PostForm.Get)
	p := Page{From: "board", Passenger: r.PostForm.Get("passenger"), Said: said, Refused: err != nil}
	if err != nil {
		p.Said = "Refused: " + reason(err) + "."
	}
	switch {
	case r.Header.Get("Accept") == "application/json":
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"said": p.Said, "refused": p.Refused})
	case p.Refused:
		b.show(w, r, statusOf(err), p)
	case r.PostForm.Get("from") == "board":
		w.Header().Set("Location", "../board")
		w.WriteHeader(http.StatusSeeOther)
	default:
		w.Header().Set("Location", "../")
		w.WriteHeader(http.StatusSeeOther)
	}
}

// place does what a form asks for, and says what has become of it.
func (b *Board) place(ctx context.Context, field func(name string) string) (said string, err error) {
	trip, notTrip := strconv.ParseInt(field("book"), 10, 64)
	booking, notBooking := strconv.ParseInt(field("cancel"), 10, 64)
	if notTrip != nil && notBooking != nil {
		return "", errNoOrder
	}
	err = b.orders.run(ctx, func() error {
		if notTrip != nil {
			said = "Cancelled: the seat is free again."
			return Cancel(ctx, booking)
		}
		booked, err := Book(ctx, trip, field("passenger"))
		said = "Booked: " + booked.Passenger + " has booking " + strconv.FormatInt(booked.ID, 10) + "."
		return err
	})
	return said, err
}

var errNoOrder = errors.New("the form names no trip to book and no booking to cancel")

// reason says in the words of the API why an order was refused.
func reason(err error) string {
	e, ok := errors.AsType[*restclient.Error](err)
	if !ok || e.Problem == nil {
		return err.Error()
	}
	return cmp.Or(e.Problem.Detail, e.Problem.Title)
}

// statusOf is the status of a page that shows an error.
func statusOf(err error) int {
	e, ok := errors.AsType[*restclient.Error](err)
	switch {
	case !ok:
		return http.StatusBadRequest
	case e.Status >= 400 && e.Status < 500:
		return e.Status
	}
	return http.StatusBadGateway
}
