// Package routertest tests routers: a conformance suite for authors of engines
// and a kit that calls an application's routes without a port.
//
//	func TestEngine(t *testing.T) { routertest.TestEngine(t, ginrouter.Engine()) }
//
//	func TestShow(t *testing.T) {
//		var user User
//		routertest.Call(t, r, "GET /user/:id", 7).Status(200).JSON(&user)
//	}
package routertest
