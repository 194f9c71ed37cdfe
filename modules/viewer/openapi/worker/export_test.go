package worker

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// MainWith is Main for workers that check a text in another way.
func MainWith(check func(ctx context.Context, text []byte, limits openapi.Limits) (int, error), options ...Option) *Judge {
	return start(check, options)
}

// WithProgram has another program started, which has to be like this one.
func WithProgram(path string) Option { return func(c *config) { c.program = path } }

// Exceeds reads the memory that this process uses, and reports whether it is more than a limit.
func Exceeds(limit int64) bool {
	m := &meter{}
	m.read()
	return m.exceeds(limit)
}

// Used is the memory that this process uses, in bytes.
func Used() int64 {
	m := &meter{}
	m.read()
	return m.memory.Load()
}
