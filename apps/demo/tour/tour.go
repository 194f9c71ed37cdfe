package tour

import (
	_ "embed" // the page
	"html/template"
	"net/http"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/board"
	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/router"
)

//go:embed tour.html
var pageSource string

//go:embed tour.css
var style []byte

// templates are the page, with the parts of the board.
var templates = template.Must(board.Templates().New("tour").Parse(pageSource))

// Tour is the page. It is safe for concurrent use.
type Tour struct {
	client    *restclient.Client
	reference string
	source    core.SpecSource
	codes     codes
}

// codes are the parts of the code that the page shows.
type codes struct {
	Controller Code // what makes a booking
	Generated  Code // what trefoil gen has made of its description
	Call       Code // what the board does with it
}

// New returns a tour that reads through client, as board.New does. Reference is the
// address of the API reference and source the description of the API, nil when the
// reference is that of another one. The error says which part of the code is not there
// any more.
func New(client *restclient.Client, reference string, source core.SpecSource) (*Tour, error) {
	codes, err := readCodes()
	if err != nil {
		return nil, err
	}
	return &Tour{client, reference, source, codes}, nil
}

func readCodes() (c codes, err error) {
	if c.Controller, err = excerpt("apps/demo/api/bookings.go", api.Source(), "POST ", "order", "book"); err != nil {
		return c, err
	}
	if c.Generated, err = excerpt("apps/demo/travelclient/travelclient.go", travelclient.Source(), "Booking", "Order"); err != nil {
		return c, err
	}
	c.Call, err = excerpt("apps/demo/board/order.go", board.Source(), "bookings", "Book")
	return c, err
}

// Routes implements core.Controller. The tour is no part of the API.
func (t *Tour) Routes() map[string]any {
	return map[string]any{
		"GET /":              router.With(t.serve, router.Hidden()),
		"GET /tour/tour.css": router.With(serveStyle, router.Hidden()),
	}
}

// page is what the template shows.
type page struct {
	board.Page
	codes
	Operation *Operation // nil when the reference is that of another API
}

// booking is the operation that the tour is about.
const booking = "book"

func (t *Tour) serve(w http.ResponseWriter, r *http.Request) {
	p := page{Page: board.Page{Reference: t.reference, Passenger: board.DefaultPassenger}, codes: t.codes}
	var err error
	if p.View, err = board.ReadSeats(t.client.Context(r.Context())); err != nil {
		http.Error(w, "The API does not answer: "+err.Error(), http.StatusBadGateway)
		return
	}
	if t.source != nil {
		if p.Operation, err = describe(r.Context(), t.source, booking); err != nil {
			http.Error(w, "The API does not describe itself: "+err.Error(), http.StatusInternalServerError)
			return
		}
	}
	board.Write(w, templates, "tour", http.StatusOK, p)
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(style)
}
