// Package app composes the demo: the router serves the API of the agency, its
// own OpenAPI document feeds the viewer, the departure board reads the API and
// books with the typed client, and a tour shows all of it on one page.
//
//	fx.New(app.Module(app.Config{Address: "127.0.0.1:8080"})).Run()
//
// Every adapter is one option away from another:
//
//	fx.New(app.Module(config), routerfx.Engine(muxrouter.Engine()))
package app
