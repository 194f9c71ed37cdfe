package transfer

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// DefaultLimit bounds what Download stores unless WithLimit says otherwise.
const DefaultLimit = 1 << 30

// Errors of downloads, for errors.Is.
var (
	ErrTooLarge = errors.New("the download is longer than the limit")
	ErrCut      = errors.New("the download was cut off")
	ErrRange    = errors.New("the server sent another part than it was asked for")
)

// Option changes how a download goes. Options apply in order, the last wins.
type Option func(*config)

type config struct {
	progress Progress
	limit    int64
	resumes  int
	pause    time.Duration
}

// WithProgress reports what has arrived.
func WithProgress(p Progress) Option { return func(c *config) { c.progress = p } }

// WithLimit bounds the download in bytes; a longer one fails with ErrTooLarge.
// Default: DefaultLimit. Not positive: no limit.
func WithLimit(bytes int64) Option { return func(c *config) { c.limit = bytes } }

// WithResumes sets how many cuts in a row are survived; a part that arrives
// begins the count anew. Default: 5. Zero: none.
func WithResumes(n int) Option { return func(c *config) { c.resumes = n } }

// WithPause sets the wait before the download goes on after a cut; it doubles
// with each cut in a row, up to 10 s. Default: 200 ms.
func WithPause(d time.Duration) Option { return func(c *config) { c.pause = d } }

func newConfig(opts []Option) config {
	c := config{limit: DefaultLimit, resumes: 5, pause: 200 * time.Millisecond}
	for _, opt := range opts {
		opt(&c)
	}
	return c
}

// Info says what was downloaded.
type Info struct {
	Path        string // of the file; empty for DownloadTo
	Name        string // as Filename has it
	Size        int64  // in bytes
	ContentType string
	ETag        string
	Cuts        int // how often the connection broke
	Restarts    int // how often the download began again, because what was there could not be continued
}

// DownloadTo sends r through t and writes the body to dst, from offset 0. After
// a cut it goes on where it broke off (RFC 9110, section 14) if the content has
// not changed since, which ETag or Last-Modified tell; otherwise it begins
// again. If dst has a method Truncate(int64) error, nothing of a longer earlier
// attempt is left.
//
// It returns a *restclient.Error for a status other than 2xx, the error of dst,
// ErrTooLarge, or ErrCut, ErrRange and what t returned when the cuts do not
// end. What has arrived until then stays in dst.
func DownloadTo(ctx context.Context, t core.Transport, r *core.Request, dst io.WriterAt, opts ...Option) (Info, error) {
	d := &download{config: newConfig(opts), transport: t, request: r, dst: dst, total: -1}
	err := d.run(ctx)
	d.info.Size = d.offset
	return d.info, err
}
