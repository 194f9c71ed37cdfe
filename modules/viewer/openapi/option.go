package openapi

import (
	"log/slog"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
)

// Limits bound the descriptions that are read. A field that is zero has its
// default; a negative one means no limit.
type Limits struct {
	// Bytes bounds the text, decoded to UTF-8. Default: 32 MiB.
	Bytes int
	// Depth bounds how deep values nest, those behind YAML aliases included.
	// Default: 200.
	Depth int
	// Nodes bounds how many values and names there are, those behind YAML
	// aliases counted each time. Default: 4,000,000, for which about 800 MB of
	// memory are needed.
	Nodes int
	// References bounds how many references there are. Default: 1,000,000.
	References int
	// Chain bounds how many references may lead to each other one after the
	// other. Default: 100.
	Chain int
}

// Option changes how a description is read.
type Option func(*config)

type config struct {
	limits  gate.Limits
	timeout time.Duration
	judge   Judge // nil when every text is read here
	logger  *slog.Logger

	cacheDir string // "" for none
	below    string // folder whose files references are followed to, "" for none
}

func newConfig(options []Option) config {
	c := config{
		limits:  gate.Limits{Bytes: 32 << 20, Depth: 200, Nodes: 4_000_000, References: 1_000_000, Chain: 100},
		timeout: 30 * time.Second,
		logger:  slog.New(slog.DiscardHandler),
	}
	for _, option := range options {
		option(&c)
	}
	return c
}

// judged are the limits of a source as a judge is told them.
func (c *config) judged() Limits {
	told := func(limit int) int {
		if limit == 0 {
			return -1
		}
		return limit
	}
	l := c.limits
	return Limits{Bytes: told(l.Bytes), Depth: told(l.Depth), Nodes: told(l.Nodes), References: told(l.References), Chain: told(l.Chain)}
}

// WithLimits sets the limits. Default: those that Limits names.
func WithLimits(l Limits) Option {
	return func(c *config) {
		set(&c.limits.Bytes, l.Bytes)
		set(&c.limits.Depth, l.Depth)
		set(&c.limits.Nodes, l.Nodes)
		set(&c.limits.References, l.References)
		set(&c.limits.Chain, l.Chain)
	}
}

func set(limit *int, value int) {
	if value != 0 {
		*limit = max(value, 0)
	}
}

// WithFilesBelow has references followed that lead to other files (OpenAPI 3.1, section
// 4.6), as long as these stand in a folder or below it, end with .json, .yaml or .yml, and
// together are no larger than Limits.Bytes. The document is then that of all files
// together, and so is its text: what they hold becomes components. The folder is named as
// the description is: a path for FromFile, a path in the file system for FromFS, and an
// address for FromURL, relative to that of the description, so that "." is the folder that
// it stands in. A link that leads out of the folder is not followed. Whoever writes the
// description chooses which files are shown. Default, for the empty name: references to
// other files are problems of the document. FromContent has no files.
func WithFilesBelow(dir string) Option { return func(c *config) { c.below = dir } }

// WithTimeout bounds how long one Load may take, the transfer included. Zero
// means no limit but that of the context. Default: 30 seconds.
func WithTimeout(d time.Duration) Option { return func(c *config) { c.timeout = d } }

// WithCacheDir keeps the outlines of descriptions in a directory, which is made
// when it is missing. The next program that loads the same text starts with the
// outline and reads the text when the first operation or model is asked for. An
// outline belongs to one text, these options and this version of the package; one
// that does not, or is damaged, is not used. Few are kept. The directory must
// belong to whoever runs the program: what is in it is shown. Default, for the
// empty name: nothing is kept.
func WithCacheDir(dir string) Option { return func(c *config) { c.cacheDir = dir } }

// WithLogger sets where what happens while loading is logged, at the level
// Debug. Default, also for nil: nowhere.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) {
		if l != nil {
			c.logger = l
		}
	}
}
