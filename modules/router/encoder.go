package router

import "io"

// Encoder writes results in a format beside JSON, such as CBOR: for the clients
// whose Accept prefers its media type. It is used concurrently.
type Encoder interface {
	// MediaType is the type without parameters that Accept is compared with,
	// such as "application/cbor".
	MediaType() string
	// Encode writes v, which is never nil. Its error becomes a logged 500.
	Encode(w io.Writer, v any) error
}

// WithEncoder offers a format beside JSON for the results of all controller
// functions. Of the formats that a client likes equally JSON comes first, then
// text, then encoders in the order given. An encoder of "application/json"
// replaces that of the router.
func WithEncoder(e Encoder) Option {
	return func(c *config) { c.encoders = append(c.encoders, e) }
}
