package flagpack_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// replica is one process of a service of several.
func replica(counter state.Counter) *router.Router {
	r := router.New()
	r.Install(flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 0.1, Burst: 2, Counter: counter}))
	r.Register(router.Controllers{"GET LIMIT /x": func(c *router.Context) error { return c.Render("served") }})
	return r
}

// Replicas that have one counter have one limit.
func ExampleLimit_replicas() {
	counter := state.NewMemoryCounter(state.MemoryOptions{}) // or a store of Valkey or PostgreSQL
	one, other := replica(counter), replica(counter)

	show(one, "/x", "", "")
	show(other, "/x", "", "")
	show(one, "/x", "", "", "Retry-After")
	// Output:
	// 200 "served"
	// 200 "served"
	// 429 {"title":"Too Many Requests","status":429,"detail":"too many requests: the next one is served in 10 s" 10
}

func ExampleIdempotent() {
	user := router.NewKey[string]("user")
	r := router.New(router.WithLogger(nil))
	r.Install(
		flagpack.Basic("AUTH", user, func(_ *router.Context, name, _ string) (string, error) { return name, nil }),
		flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{
			Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), // or a store of Valkey or PostgreSQL
			By:    func(c *router.Context) string { name, _ := user.Get(c); return name },
		}))
	bookings := 0
	r.Register(router.Controllers{"POST AUTH ONCE /bookings": router.In(func(_ *router.Context, in *struct {
		Seat string `json:"seat"`
	},
	) (router.Created[int], error) {
		bookings++
		return router.Created[int]{Value: bookings, Location: fmt.Sprint("/bookings/", bookings)}, nil
	})})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, body := range []string{`{"seat":"1A"}`, `{"seat":"1A"}`, `{"seat":"9F"}`} {
		req := httptest.NewRequest("POST", "/bookings", strings.NewReader(body))
		req.SetBasicAuth("ida", "secret")
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", `"8e03978e-40d5-43e8-bc93-6894a57f9324"`)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		fmt.Println(strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Header().Get("Location"), " ", w.Header().Get("Idempotent-Replayed"))))
	}
	// Output:
	// 201 /bookings/1
	// 201 /bookings/1 true
	// 422
}

func ExampleServerCache() {
	r := router.New(router.WithLogger(nil))
	cache := flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{
		Blobs:  state.NewMemoryBlobs(state.MemoryOptions{}), // or a store of Valkey or PostgreSQL
		MaxAge: time.Minute,
		Tags:   func(c *router.Context) []string { return []string{"trip:" + c.Param("id")} },
	})
	r.Install(cache.Install)
	calls := 0
	r.Register(router.Controllers{"GET KEEP /trips/:id": router.F1(func(*router.Context, string) (int, error) {
		calls++
		return calls, nil
	})})

	show(r, "/trips/7", "", "")
	show(r, "/trips/7", "", "")
	if err := cache.Invalidate(context.Background(), "trip:7"); err != nil {
		fmt.Println(err)
	}
	show(r, "/trips/7", "", "")
	// Output:
	// 200 1
	// 200 1
	// 200 2
}
