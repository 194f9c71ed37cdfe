package transfer

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// Progress learns how much of an attempt has been sent or received, in bytes.
// Total is -1 when it is unknown. A new attempt begins again, at 0 or where a
// download goes on. It is called by the goroutine that transfers, one call at a
// time, and must not block.
type Progress func(done, total int64)

// segment is a part of a body: text, or a source.
type segment struct {
	text   string
	source *Source
	size   int64 // -1 when unknown
}

// bodyOf makes a body of segments, which are opened one after another. It cannot be
// opened when one of them cannot, so that a policy does not begin an attempt that
// would end amid the body.
func bodyOf(segments []segment, contentType string, progress Progress) restclient.Body {
	total := int64(0)
	for _, s := range segments {
		if s.size < 0 {
			total = -1
			break
		}
		total += s.size
	}
	return restclient.Body{ContentType: contentType, Length: total, Open: func() (io.ReadCloser, error) {
		if slices.ContainsFunc(segments, func(s segment) bool { return s.source != nil && s.source.spent != nil && s.source.spent() }) {
			return nil, ErrOneShot
		}
		q := &sequence{rest: segments, total: total, progress: progress}
		if err := q.advance(); err != nil {
			return nil, err
		}
		q.report()
		return q, nil
	}}
}

// sequence reads segments one after another; no more than one is open. Close
// may overlap with Read, as transports do it when an exchange ends early.
type sequence struct {
	rest     []segment
	done     int64
	total    int64
	progress Progress

	mu      sync.Mutex
	current io.ReadCloser // nil after the last segment
	closed  bool
}

func (q *sequence) Read(p []byte) (int, error) {
	for {
		current, err := q.opened()
		if err != nil {
			return 0, err
		}
		n, err := current.Read(p)
		if n > 0 {
			q.done += int64(n)
			q.report()
		}
		if err == io.EOF {
			err = errors.Join(current.Close(), q.advance())
		}
		if err != nil || n > 0 || len(p) == 0 {
			return n, err
		}
	}
}

func (q *sequence) opened() (io.ReadCloser, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed:
		return nil, fs.ErrClosed
	case q.current == nil:
		return nil, io.EOF
	}
	return q.current, nil
}

// advance opens the next segment. After the last one there is none.
func (q *sequence) advance() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.current = nil
	if q.closed || len(q.rest) == 0 {
		return nil
	}
	next := q.rest[0]
	q.rest = q.rest[1:]
	if next.source == nil {
		q.current = io.NopCloser(strings.NewReader(next.text))
		return nil
	}
	opened, err := next.source.reader(next.size)
	if err == nil {
		q.current = opened
	}
	return err
}

func (q *sequence) report() {
	if q.progress != nil {
		q.progress(q.done, q.total)
	}
}

// Close closes the segment that is open. It can be called again.
func (q *sequence) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	if q.current == nil {
		return nil
	}
	err := q.current.Close()
	q.current = nil
	return err
}
