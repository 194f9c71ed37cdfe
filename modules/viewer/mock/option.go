package mock

import (
	"errors"
	"time"
)

// Option changes how a mock answers.
type Option func(*config)

type config struct {
	check   bool
	echo    bool
	sandbox sandbox
	cors    cors
	maxBody int64
	maxWait time.Duration
	pause   time.Duration
}

func defaults() config {
	return config{check: true, echo: true, maxBody: 1 << 20, maxWait: 10 * time.Second, pause: 200 * time.Millisecond}
}

func (c *config) validate() error {
	switch {
	case c.maxBody < 0:
		return errors.New("mock: the limit of bodies is negative")
	case c.maxWait < 0 || c.pause < 0:
		return errors.New("mock: a time is negative")
	}
	return c.cors.validate()
}

// WithoutChecks answers every request as if it fitted the description: without
// credentials, parameters and bodies that are required. Default: requests are
// checked; Prefer: validate=false leaves it out for one.
func WithoutChecks() Option { return func(c *config) { c.check = false } }

// WithoutEcho leaves values that were made up as they are. Default: where the
// answer to a request is made of a schema, a member that has the name of a path
// parameter has its value, and "id" that of a last one such as petId. Examples of
// the description are never changed.
func WithoutEcho() Option { return func(c *config) { c.echo = false } }

// WithCORS lets pages of these origins, such as "https://app.example", read the
// answers, with credentials; without an origin those of any, without credentials.
// Default: pages of other origins cannot read them.
func WithCORS(origins ...string) Option {
	return func(c *config) { c.cors = cors{true, origins} }
}

// WithMaxBody bounds the body of a request, in bytes; a larger one is answered
// with 413. Default: 1 MiB.
func WithMaxBody(bytes int64) Option { return func(c *config) { c.maxBody = bytes } }

// WithMaxWait bounds what Prefer: wait asks for; 0 means that nobody can ask.
// Default: 10 seconds.
func WithMaxWait(d time.Duration) Option { return func(c *config) { c.maxWait = d } }

// WithPause sets the time between two items of a stream. Default: 200 ms.
func WithPause(d time.Duration) Option { return func(c *config) { c.pause = d } }

// WithSharedOrigin makes answers safe to be served from an origin that has pages,
// whoever wrote the description: a browser that opens one shows it without
// scripts, forms and anything else that it would load (Content-Security-Policy:
// sandbox); scripts and sheets are sent as plain text; a request for one to be run
// is refused. Of the headers of the description only those are sent that make
// neither browsers nor proxies do anything: names that begin with X- without the
// ones that servers act upon, those about rates, pages and tracing, ETag,
// Last-Modified, Retry-After, Warning, Deprecation, Sunset, Content-Language and
// Allow. Set-Cookie, Location, Refresh, Link, Clear-Site-Data and all others are
// not; Mock-Withheld names them. A challenge that would open a dialog is spelled
// xBasic. Default: all headers are sent.
func WithSharedOrigin() Option { return func(c *config) { c.sandbox = true } }
