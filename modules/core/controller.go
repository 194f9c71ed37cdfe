package core

// Controller is one module of an API: a map from route strings to functions.
// Routers call it; applications implement it.
type Controller interface {
	// Routes is called once, when the router is built and before the first
	// request. Nil means that the module has no routes.
	//
	// A key is a route string as package route reads it, such as
	// "GET AUTH /users/:id". A value is an http.Handler, a
	// func(http.ResponseWriter, *http.Request), or a function in a form that
	// the router documents. A router reports a key or value that it cannot use
	// before it serves; it never skips one.
	Routes() map[string]any
}

// ControllerFunc lets a function serve as a Controller.
type ControllerFunc func() map[string]any

// Routes calls f.
func (f ControllerFunc) Routes() map[string]any { return f() }
