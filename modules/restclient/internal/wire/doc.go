// Package wire holds what the transports over net/http share: when a
// redirect is followed, and how the end of a context shows in errors.
package wire
