package router_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"

	"github.com/trefoil-go/trefoil/modules/router"
)

// count yields numbers from after on, as long as the client is there.
func count(c *router.Context, after, last int) iter.Seq2[router.Event, error] {
	return func(yield func(router.Event, error) bool) {
		for i := after + 1; i <= last; i++ {
			if c.Context().Err() != nil || !yield(router.Event{ID: strconv.Itoa(i), Data: member{ID: i}}, nil) {
				return
			}
		}
	}
}

// A client that comes back says what it has seen.
func ExampleSSE() {
	r := router.New()
	r.Register(router.Controllers{"GET /members": router.SSE(func(c *router.Context) iter.Seq2[router.Event, error] {
		after, err := strconv.Atoi(c.LastEventID())
		if err != nil {
			after = 0 // a new client
		}
		return count(c, after, 2)
	})})

	request(r, "GET", "/members")
	request(r, "GET", "/members", "Last-Event-ID", "1")
	// Output:
	// 200 id: 1
	// data: {"id":1,"name":""}
	//
	// id: 2
	// data: {"id":2,"name":""}
	// 200 id: 2
	// data: {"id":2,"name":""}
}

// A function with path parameters returns Events, and an error in their place
// before anything is sent.
func ExampleEvents() {
	r := router.New()
	r.Register(router.Controllers{"GET /team/:id/members": router.F1(func(c *router.Context, id int) (router.Events, error) {
		if id != 1 {
			return nil, c.Error(http.StatusNotFound, "no such team")
		}
		return router.Events(count(c, 0, 1)), nil
	})})

	request(r, "GET", "/team/1/members")
	request(r, "GET", "/team/2/members")
	// Output:
	// 200 id: 1
	// data: {"id":1,"name":""}
	// 404 {"title":"Not Found","status":404,"detail":"no such team","instance":"…"}
}

// The description says what the data of typed events is.
func ExampleEventsOf() {
	r := router.New()
	r.Register(router.Controllers{"GET /members": router.F0(func(*router.Context) (router.EventsOf[member], error) {
		return func(yield func(router.EventOf[member], error) bool) {
			_ = yield(router.EventOf[member]{Name: "joined", Data: member{1, "Ida"}}, nil) &&
				yield(router.EventOf[member]{Name: "left", Data: member{1, "Ida"}}, nil)
		}, nil
	})})

	request(r, "GET", "/members")
	// Output:
	// 200 event: joined
	// data: {"id":1,"name":"Ida"}
	//
	// event: left
	// data: {"id":1,"name":"Ida"}
}

func ExampleNDJSON() {
	r := router.New()
	r.Register(router.Controllers{"GET /export": router.NDJSON(func(*router.Context) iter.Seq2[member, error] {
		return func(yield func(member, error) bool) {
			_ = yield(member{1, "Ida"}, nil) && yield(member{2, "Ole"}, nil)
		}
	})})

	request(r, "GET", "/export")
	// Output:
	// 200 {"id":1,"name":"Ida"}
	// {"id":2,"name":"Ole"}
}

// An error before the first part is an answer like any other; one behind it cuts
// the connection, so that nobody takes the part for the whole.
func ExampleStream() {
	r := router.New(router.WithLogger(silent()))
	r.Register(router.Controllers{"GET /export/:good": router.F1(func(_ *router.Context, good int) (router.Stream[int], error) {
		return func(yield func(int, error) bool) {
			for i := range good {
				if !yield(i, nil) {
					return
				}
			}
			yield(0, errors.New("the database is gone"))
		}, nil
	})})
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	server := httptest.NewServer(h)
	defer server.Close()

	for _, target := range []string{"/export/0", "/export/2"} {
		response, err := http.Get(server.URL + target)
		if err != nil {
			fmt.Println(err)
			return
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Printf("%s, %d lines, complete: %t\n", response.Status, bytes.Count(body, []byte("\n")), err == nil)
	}
	// Output:
	// 500 Internal Server Error, 0 lines, complete: true
	// 200 OK, 2 lines, complete: false
}

// A stream that is silent sends a comment now and then.
func ExampleWithHeartbeat() {
	r := router.New(router.WithHeartbeat(5 * time.Second))
	r.Register(router.Controllers{"GET /members": router.SSE(func(c *router.Context) iter.Seq2[router.Event, error] {
		return count(c, 0, 1)
	})})

	request(r, "GET", "/members")
	// Output:
	// 200 id: 1
	// data: {"id":1,"name":""}
}
