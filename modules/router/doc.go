// Package router serves controllers: maps from route strings to functions.
//
//	r := router.New()
//	r.Register(router.Controllers{
//		"GET /user/:id":   router.F1(show),  // func(*router.Context, int) (User, error)
//		"POST AUTH /user": router.In(create), // func(*router.Context, *NewUser) (router.Created[User], error)
//	})
//	r.BeforeFunctionCall("AUTH", login)
//	log.Fatal(r.Start()) // http://127.0.0.1:8080
//
// The route table is the one source of dispatch, of the checks at start and of
// the OpenAPI description; it is compiled once, and nothing is looked up per
// request. All mistakes of a table are reported together, before a port opens.
//
// A request passes: middleware, match (404, 405, HEAD and OPTIONS are answered
// without being asked for), path values, Accept (406), the hooks
// beforeFunctionCall, binding (400, 413, 415, 422), the controller function,
// the hooks beforeRender, encoding into a buffer, the hooks beforeResponse,
// writing. Hooks see errors too: see core.Hook. Errors are problem+json
// (RFC 9457) and carry the id of the request, which is also the header
// X-Request-Id.
//
// Paths: a route matches the decoded segments of a path, "%2F" stays inside its
// segment and "+" is a plus. A trailing slash makes another path. Nothing is
// cleaned or redirected: "//" and dot segments are 404. A parameter is never
// empty; a catch-all "*rest" also matches nothing behind its slash.
//
// The package needs the standard library only and runs on an engine of its own
// (package trierouter); package ginrouter runs it on gin and package muxrouter on
// net/http's ServeMux, with the same answers.
package router
