// Package app composes the demo: the router serves the API of the agency, its
// own OpenAPI document feeds the viewer, and the departure board reads the API
// with the typed client.
//
//	fx.New(app.Module(app.Config{Address: "127.0.0.1:8080"})).Run()
//
// Every adapter is one option away from another:
//
//	fx.New(app.Module(config), routerfx.Engine(muxrouter.Engine()))
package app
