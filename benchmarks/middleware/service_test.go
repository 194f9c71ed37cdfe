package middleware_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

type wrap = func(http.Handler) http.Handler

// place is where middleware stands: an engine, and around what.
type place struct {
	engine router.Engine
	inner  bool // around the routes with the flag MW, not around everything
}

func (p place) put(r *router.Router, middleware ...wrap) {
	if p.inner {
		r.UseFor("MW", middleware...)
		return
	}
	r.Use(middleware...)
}

// places has an entry for every place.
func places() []TableEntry {
	return []TableEntry{
		Entry("around everything, on gin", place{ginrouter.Engine(), false}),
		Entry("around everything, on ServeMux", place{muxrouter.Engine(), false}),
		Entry("around everything, on the tree", place{trierouter.Engine(), false}),
		Entry("around a flag, on gin", place{ginrouter.Engine(), true}),
		Entry("around a flag, on ServeMux", place{muxrouter.Engine(), true}),
		Entry("around a flag, on the tree", place{trierouter.Engine(), true}),
	}
}

// service is a router with one route of every kind, and a server for it.
type service struct {
	*router.Router
	url  string
	more chan struct{} // lets a stream go on

	// asked is called by GET /user/:id, and may be nil.
	asked func(c *router.Context)
}

type user struct {
	ID   int    `json:"id"`
	Bio  string `json:"bio"`
	Seen string `json:"seen"` // what middleware put into the context
}

type newUser struct {
	Bio string `json:"bio"`
}

// bio is long enough for whoever compresses to bother.
var bio = strings.Repeat("She writes programs for engines. ", 100)

type seenKey struct{}

// newService returns a service without middleware, which serve starts.
func newService(engine router.Engine) *service {
	s := &service{more: make(chan struct{})}
	s.Router = router.New(router.WithEngine(engine), router.WithLogger(nil), router.WithPanicPolicy(router.Recover))
	s.Flag(router.Flag{Name: "MW"})
	s.Register(router.Controllers{
		"GET MW /user/:id":    router.F1(s.show),
		"POST MW /user":       router.In(s.create),
		"GET MW /missing/:id": func(c *router.Context, id string) error { return c.Error(404, "nobody is called "+id) },
		"GET MW /broken":      func(*router.Context) error { return errors.New("the disk is full") },
		//lint:ignore SA5000 the bug that is answered
		"GET MW /bug":          func(*router.Context) error { var m map[string]int; m["a"] = 1; return nil },
		"GET MW /events/:name": router.F1(s.watch),
	})
	return s
}

func (s *service) show(c *router.Context, id int) (user, error) {
	if s.asked != nil {
		s.asked(c)
	}
	seen, _ := c.Context().Value(seenKey{}).(string)
	return user{ID: id, Bio: bio, Seen: seen}, nil
}

func (s *service) create(_ *router.Context, in *newUser) (router.Created[user], error) {
	return router.Created[user]{Value: user{ID: 8, Bio: in.Bio}, Location: "/user/8"}, nil
}

// watch yields one event, and another when it is let.
func (s *service) watch(c *router.Context, name string) (router.Events, error) {
	return router.Events(iter.Seq2[router.Event, error](func(yield func(router.Event, error) bool) {
		if !yield(router.Event{ID: "1", Data: name}, nil) {
			return
		}
		select {
		case <-s.more:
			yield(router.Event{ID: "2", Data: name}, nil)
		case <-c.Context().Done():
		}
	})), nil
}

// serve starts the service at a free port of the loopback interface until the
// spec ends.
func (s *service) serve() *service {
	GinkgoHelper()
	h, err := s.Handler()
	Expect(err).NotTo(HaveOccurred())
	server := httptest.NewServer(h)
	DeferCleanup(server.Close)
	s.url = server.URL
	return s
}

// seeing is middleware that puts something into the context.
func seeing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), seenKey{}, "Ida")))
	})
}

// panicking is middleware that panics when it is asked to.
func panicking(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Panic") != "" {
			panic("middleware")
		}
		next.ServeHTTP(w, r)
	})
}
