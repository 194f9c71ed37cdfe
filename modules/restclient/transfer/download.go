package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
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

const (
	maxPause   = 10 * time.Second
	copyBuffer = 64 << 10
)

// download is one download, of one or more attempts.
type download struct {
	config
	transport core.Transport
	request   *core.Request
	dst       io.WriterAt

	offset    int64  // what has arrived
	total     int64  // -1 when unknown
	validator string // for If-Range; empty: cannot go on
	info      Info
}

// cut is an error that another attempt may make good.
type cut struct{ err error }

func (c *cut) Error() string { return fmt.Sprintf("%v: %v", ErrCut, c.err) }

func (c *cut) Unwrap() []error { return []error{ErrCut, c.err} }

func (d *download) run(ctx context.Context) error {
	pause, left := d.pause, d.resumes
	for {
		before := d.offset
		err := d.attempt(ctx)
		var broken *cut
		if !errors.As(err, &broken) {
			return err
		}
		d.info.Cuts++
		if d.offset > before {
			pause, left = d.pause, d.resumes
		}
		if left == 0 || ctx.Err() != nil {
			return err
		}
		left--
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		pause = min(2*pause, maxPause)
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait before the download goes on: %w", ctx.Err())
	}
}

// attempt makes one exchange. It returns a *cut when it broke off.
func (d *download) attempt(ctx context.Context) error {
	if d.validator == "" && d.offset > 0 {
		d.info.Restarts++
		d.offset = 0
	}
	res, err := d.transport.Do(ctx, d.ranged())
	if err != nil {
		return d.broken(ctx, err)
	}
	defer res.Body.Close()
	if res.Status == http.StatusRequestedRangeNotSatisfiable && d.offset > 0 {
		if res.Header.Get("Content-Range") == fmt.Sprintf("bytes */%d", d.offset) {
			return nil // it broke off after the last byte
		}
		d.validator = ""
		return &cut{fmt.Errorf("%w: status 416", ErrRange)}
	}
	if err := restclient.StatusError(d.request, res); err != nil {
		return err
	}
	if err := d.begin(res); err != nil {
		return err
	}
	return d.copy(ctx, res.Body)
}

// ranged is the request of the next attempt. It asks for the content as it is,
// because offsets in a compressed one mean something else.
func (d *download) ranged() *core.Request {
	r := *d.request
	r.Header = r.Header.Clone()
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set("Accept", "*/*")
	r.Header.Set("Accept-Encoding", "identity")
	if d.offset > 0 {
		r.Header.Set("Range", "bytes="+strconv.FormatInt(d.offset, 10)+"-")
		r.Header.Set("If-Range", d.validator)
	}
	return &r
}

// begin takes what the header of a 2xx response says.
func (d *download) begin(res *core.Response) error {
	if res.Status == http.StatusPartialContent {
		return d.goOn(res)
	}
	if d.offset > 0 {
		d.info.Restarts++
	}
	d.offset, d.total = 0, res.ContentLength
	d.validator = validatorOf(res.Header)
	d.info.Name = Filename(res.Header, d.request.URL)
	d.info.ContentType, d.info.ETag = res.Header.Get("Content-Type"), res.Header.Get("ETag")
	if t, ok := d.dst.(interface{ Truncate(size int64) error }); ok {
		if err := t.Truncate(0); err != nil {
			return fmt.Errorf("begin the download again: %w", err)
		}
	}
	return d.started()
}

// goOn checks that a part is the one that was asked for.
func (d *download) goOn(res *core.Response) error {
	first, total, err := parseContentRange(res.Header.Get("Content-Range"))
	etag := res.Header.Get("ETag")
	switch {
	case err != nil:
	case d.offset == 0 || first != d.offset:
		err = fmt.Errorf("%w: it begins at byte %d, not %d", ErrRange, first, d.offset)
	case etag != "" && d.info.ETag != "" && etag != d.info.ETag,
		d.total >= 0 && total >= 0 && total != d.total:
		err = fmt.Errorf("%w: the content has changed", ErrRange)
	}
	if err != nil {
		d.validator = ""
		return &cut{err}
	}
	if total >= 0 {
		d.total = total
	}
	return d.started()
}

// parseContentRange reads "bytes 5-9/10" (RFC 9110, section 14.4). Total is -1
// for "*".
func parseContentRange(s string) (first, total int64, err error) {
	var last int64
	var size string
	if _, err := fmt.Sscanf(s, "bytes %d-%d/%s", &first, &last, &size); err != nil || first < 0 || last < first {
		return 0, 0, fmt.Errorf("%w: Content-Range %q", ErrRange, s)
	}
	if size == "*" {
		return first, -1, nil
	}
	if total, err = strconv.ParseInt(size, 10, 64); err != nil || total <= last {
		return 0, 0, fmt.Errorf("%w: Content-Range %q", ErrRange, s)
	}
	return first, total, nil
}

// validatorOf returns what If-Range may hold (RFC 9110, section 13.1.5): a
// strong ETag, or a Last-Modified that is strong by section 8.8.2.2.
func validatorOf(h http.Header) string {
	if etag := h.Get("ETag"); etag != "" {
		if etag[0] == '"' {
			return etag
		}
		return ""
	}
	modified, err := http.ParseTime(h.Get("Last-Modified"))
	if err != nil {
		return ""
	}
	sent, err := http.ParseTime(h.Get("Date"))
	if err != nil || sent.Sub(modified) < time.Second {
		return ""
	}
	return h.Get("Last-Modified")
}

func (d *download) started() error {
	if err := d.check(d.total); err != nil {
		return err
	}
	d.report()
	return nil
}

func (d *download) check(size int64) error {
	if d.limit > 0 && size > d.limit {
		return fmt.Errorf("%w of %d bytes", ErrTooLarge, d.limit)
	}
	return nil
}

func (d *download) report() {
	if d.progress != nil {
		d.progress(d.offset, d.total)
	}
}

// copy writes what arrives.
func (d *download) copy(ctx context.Context, body io.Reader) error {
	buffer := make([]byte, copyBuffer)
	for {
		n, err := body.Read(buffer)
		if n > 0 {
			if err := d.write(buffer[:n]); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF && (d.total < 0 || d.offset == d.total):
			return nil
		case err == io.EOF:
			return d.broken(ctx, io.ErrUnexpectedEOF)
		case err != nil:
			return d.broken(ctx, err)
		}
	}
}

func (d *download) write(p []byte) error {
	if err := d.check(d.offset + int64(len(p))); err != nil {
		return err
	}
	if d.total >= 0 && d.offset+int64(len(p)) > d.total {
		return fmt.Errorf("%w: more than %d bytes", ErrRange, d.total)
	}
	n, err := d.dst.WriteAt(p, d.offset)
	d.offset += int64(n)
	if err != nil {
		return fmt.Errorf("write the download: %w", err)
	}
	d.report()
	return nil
}

// broken sorts the error of an exchange: the end of ctx, and a client that is
// closed, are no cuts.
func (d *download) broken(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, restclient.ErrClosed) {
		return err
	}
	var e *restclient.Error
	if errors.As(err, &e) && e.Kind != restclient.KindNetwork && e.Kind != restclient.KindTimeout {
		return err
	}
	return &cut{err}
}
