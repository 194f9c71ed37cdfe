// Package router serves controllers: maps from route strings to functions.
//
//	r := router.New()
//	r.Register(router.Controllers{
//		"GET /user/:id":   router.F1(show),  // func(*router.Context, int) (User, error)
//		"POST AUTH /user": router.In(create), // func(*router.Context, *NewUser) (router.Created[User], error)
//	})
//	r.Guard("AUTH", login)
//	err := r.Start() // http://127.0.0.1:8080, until a signal
//
// The route table is the one source of dispatch, of the checks at start and of
// the OpenAPI description; it is compiled once, and nothing is looked up per
// request. All mistakes of a table are reported together, before a port opens.
//
// # The way of a request
//
//   - The paths of WithHealth are answered. Middleware of Use runs around all
//     that follows.
//   - The engine finds the route. 404, 405 and OPTIONS are answered without
//     being asked for; HEAD is GET without a body. Middleware of UseFor runs.
//   - Path values are decoded; Accept is compared with what the route offers
//     (406).
//   - Guards and the hooks of BeforeFunctionCall run.
//   - Path values and the struct of In are bound and checked (400, 413, 415,
//     422), and the controller function is called.
//   - The hooks of BeforeRender run, and the result is encoded into a buffer.
//   - The hooks of BeforeResponse run, and the response is written.
//   - The hooks of AfterResponse run, whatever has happened.
//
// An error on this way is answered from where it is: hooks that are around that
// place see it, and so do those of BeforeResponse and AfterResponse. A
// *ClientError is answered with its status, every other error with a logged 500.
// Errors are problem+json (RFC 9457), or text for those who accept nothing else,
// and carry the id of the request, which is also the header X-Request-Id.
//
// # Paths
//
// A route matches the decoded segments of a path, "%2F" stays inside its segment
// and "+" is a plus. A trailing slash makes another path. Nothing is cleaned or
// redirected: "//" and dot segments are 404. A parameter is never empty; a
// catch-all "*rest" also matches nothing behind its slash. A literal segment
// beats a parameter, a parameter beats a catch-all.
//
// # What is where
//
//   - Functions: Controllers, F0 to F4, In, SSE, NDJSON; None, Created, Bytes,
//     Content (OpenContent), Redirect, Events and Stream as results; With and its
//     Settings for one route, Group for those that have something in common.
//   - Input: the tags of In, Opt, File, Context.Params, Context.Parts.
//   - Flags and hooks: Flag, Bearer, Basic, APIKey; Router.Guard and the four
//     stages; Key, ResultOf, InputOf; Pack, with the packs of package flagpack and of
//     module otelpack.
//   - The request: Context, with Detach and Go for what outlives it.
//   - The server: Router.Run, Start, Listen, Serve and Stop, and the options
//     whose names begin with With.
//   - The description: Router.Load, DocumentHandler and Routes; package
//     routercli for the command line.
//   - Tests: package routertest.
//
// The package needs the standard library only and runs on an engine of its own
// (package trierouter); package ginrouter runs it on gin and package muxrouter on
// net/http's ServeMux, with the same answers.
package router
