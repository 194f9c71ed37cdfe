package router

import "time"

// limits bound what one request may cost. In the settings of a route a zero
// value means that of the router.
type limits struct {
	maxBody   int64
	maxUpload int64
	timeout   time.Duration
}

// limitsOf are the limits of a route.
func (c *compiler) limitsOf(e entry) limits {
	l := e.function.about.limits
	if l.maxBody == 0 {
		l.maxBody = c.maxBody
	}
	if l.maxUpload == 0 {
		l.maxUpload = c.maxUpload
	}
	return l
}

// MaxBody bounds the body of the route in bytes, in place of WithMaxBody.
func MaxBody(n int64) Setting { return func(a *about) { a.limits.maxBody = n } }

// MaxUpload bounds the multipart body of the route in bytes, in place of
// WithMaxUpload.
func MaxUpload(n int64) Setting { return func(a *about) { a.limits.maxUpload = n } }

// Timeout bounds how long the route may take: the context of the request ends
// after d, and an error that comes from it is answered with 503. The controller
// function runs to its end all the same, so that never two write one response.
// A longer timeout than WithWriteTimeout extends that for the route. Default: no
// deadline of its own.
func Timeout(d time.Duration) Setting { return func(a *about) { a.limits.timeout = d } }
