package board

import (
	"bytes"
	"context"
	_ "embed" // the page
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/router"
)

//go:embed board.html
var source string

//go:embed board.css
var style []byte

// freeSeats is computed from the list of trips, and again only when that
// changes.
var freeSeats = restclient.NewQuery(Trips.GetList, func(trips restclient.List[Trip], _ TripFilter) (seats int) {
	for _, t := range trips.All() {
		seats += t.Seats
	}
	return seats
})

// Board is the page. It is safe for concurrent use.
type Board struct {
	client    *restclient.Client
	reference string
	page      *template.Template
}

// New returns a board that reads through client, whose base URL is that of the
// API. Reference is the address of the API reference.
func New(client *restclient.Client, reference string) *Board {
	return &Board{client, reference, template.Must(template.New("board").Parse(source))}
}

// Routes implements core.Controller. The board is no part of the API.
func (b *Board) Routes() map[string]any {
	return map[string]any{
		"GET /":          router.With(b.serve, router.Hidden()),
		"GET /board.css": router.With(serveStyle, router.Hidden()),
	}
}

// Departure is a trip with the planet that it leads to.
type Departure struct {
	Trip
	Destination Planet
}

// View is what a board shows.
type View struct {
	Departures []Departure
	FreeSeats  string // a number, or "no"
}

func (b *Board) serve(w http.ResponseWriter, r *http.Request) {
	v, err := Read(b.client.Context(r.Context()))
	if err != nil {
		http.Error(w, "The API does not answer: "+err.Error(), http.StatusBadGateway)
		return
	}
	var page bytes.Buffer
	if err := b.page.Execute(&page, struct {
		*View
		Reference string
	}{v, b.reference}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	_, _ = w.Write(page.Bytes())
}

// Read gets everything that a board shows, through the client that ctx carries. The
// planets of the trips come from the store: they were delivered by the list.
func Read(ctx context.Context) (*View, error) {
	if err := readPlanets(ctx); err != nil {
		return nil, fmt.Errorf("read planets: %w", err)
	}
	trips, err := restclient.UseSuspense(ctx, Trips.GetList, TripFilter{})
	if err != nil {
		return nil, fmt.Errorf("read trips: %w", err)
	}
	v := &View{FreeSeats: "no"}
	for _, trip := range trips.All() {
		planet, err := restclient.UseSuspense(ctx, Planets.Get, trip.Planet)
		if err != nil {
			return nil, fmt.Errorf("read planet %d: %w", trip.Planet, err)
		}
		v.Departures = append(v.Departures, Departure{trip, planet})
	}
	if seats, ok := restclient.UseQuery(ctx, freeSeats, TripFilter{}); ok && seats > 0 {
		v.FreeSeats = strconv.Itoa(seats)
	}
	return v, nil
}

// readPlanets reads the list of planets, page by page, unless it is in the
// store.
func readPlanets(ctx context.Context) error {
	if _, ok := restclient.UseCache(ctx, Planets.GetList, PlanetFilter{}); ok {
		return nil
	}
	if _, err := restclient.UseSuspense(ctx, Planets.GetList, PlanetFilter{}); err != nil {
		return err
	}
	for page := 2; ; page++ {
		rows, err := restclient.Fetch(ctx, Planets.GetList.GetPage, PlanetFilter{Page: page})
		if err != nil || rows.Len() == 0 {
			return err
		}
	}
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write(style)
}
