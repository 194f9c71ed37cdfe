// Package restfake is a programmable server without a network, for the tests of
// applications: a core.Transport that answers as it is told and remembers what
// it was asked.
//
//	fake := restfake.New()
//	fake.On("GET", "/todos/:id", func(r *restfake.Request) restfake.Reply {
//		return restfake.JSON(200, Todo{ID: r.Int("id"), Title: "read"})
//	})
//	client, err := restclient.New(fake, restclient.WithBaseURL("http://api.test"))
//
// A whole resource is one line, and it keeps what it is sent:
//
//	todos := restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
//
// What goes wrong in production goes wrong here on demand, and takes no time
// under testing/synctest:
//
//	fake.On("GET", "/a", restfake.Sequence(restfake.Status(503), restfake.JSON(200, v))) // better the second time
//	fake.On("GET", "/b", restfake.Always(restfake.JSON(200, v).After(time.Minute)))      // slow
//	fake.On("GET", "/c", restfake.Always(restfake.JSON(200, v).Cut(5)))                  // the connection breaks
//	fake.On("GET", "/d", restfake.Always(restfake.JSON(200, v).Truncate(5)))             // half a document
//	fake.On("GET", "/e", restfake.Always(restfake.Refused()))                            // nobody listens
//	fake.On("GET", "/f", restfake.Always(restfake.Hang()))                               // silence
//
// Calls returns what has arrived, secrets included. A request that no route
// answers is an error that lists the routes; Verify reports these, and the
// routes that waited in vain, to a test of any framework:
//
//	t.Cleanup(func() { fake.Verify(t) })
//
// Record writes what another transport does as JSON lines, without secrets, and
// Replay answers from them, so that a test can have the answers of a real server
// without one.
//
// The package starts no goroutines, apart from those of HTTP, and never sleeps
// but in After and Trickle.
package restfake
