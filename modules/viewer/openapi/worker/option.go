package worker

import (
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

type config struct {
	memory  int64
	cpu     time.Duration
	timeout time.Duration
	workers int
	program string // what is started; this program when it is empty

	html, markdown core.Renderer // of drafts, nil for the default
}

// Option changes what a worker may use.
type Option func(*config)

// WithMemory bounds the memory of a worker in bytes. Default: 512 MiB.
func WithMemory(bytes int64) Option { return func(c *config) { c.memory = bytes } }

// WithCPU bounds the processor time that reading a text takes, or a page of a draft,
// where the system counts it.
// Default: 5 seconds.
func WithCPU(d time.Duration) Option { return func(c *config) { c.cpu = d } }

// WithTimeout bounds how long reading a text may take, or a page of a draft.
// Default: 20 seconds.
func WithTimeout(d time.Duration) Option { return func(c *config) { c.timeout = d } }

// WithWorkers bounds how many texts are read at the same time; others wait.
// Default: GOMAXPROCS.
func WithWorkers(n int) Option { return func(c *config) { c.workers = n } }

// WithRenderers sets what writes the pages of drafts, in the worker. Default, also
// for nil: those of htmlrender and mdrender.
func WithRenderers(html, markdown core.Renderer) Option {
	return func(c *config) { c.html, c.markdown = html, markdown }
}
