package policy

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// What is read of a response that nobody wants, so that its connection can be
// used again.
const (
	drainBytes = 64 << 10
	drainTime  = 250 * time.Millisecond
)

var errShortBody = errors.New("the body is shorter than in the attempt before")

// replay sends one request several times, each time with its whole body: it
// opens the body again before the answer to the last attempt is given up, and
// breaks off a request whose body ends before the place that was reached before.
type replay struct {
	next    core.Transport
	request *core.Request // Body is that of the caller

	longest atomic.Int64 // how much of the body was read in one attempt
	short   atomic.Bool  // whether the body of an attempt ended before that

	mu     sync.Mutex
	opened io.ReadCloser // for the next attempt
}

func newReplay(next core.Transport, r *core.Request) *replay { return &replay{next: next, request: r} }

// send makes one attempt: the request as, which is that of the caller but for its
// URL and header.
func (p *replay) send(ctx context.Context, as *core.Request) (*core.Response, error) {
	if as.Body == nil {
		return p.next.Do(ctx, as)
	}
	r := *as
	r.Body = p.open
	defer p.drop()
	res, err := p.next.Do(ctx, &r)
	if err == nil && p.short.Load() { // a server that answers to half a request
		discard(res)
		return nil, errShortBody
	}
	return res, err
}

// reopen readies the body for another attempt. After an error there must be none.
func (p *replay) reopen() error {
	if p.request.Body == nil {
		return nil
	}
	body, err := p.request.Body()
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.opened = body
	return nil
}

// drop closes a body that no attempt has asked for.
func (p *replay) drop() {
	if body := p.take(); body != nil {
		_ = body.Close()
	}
}

func (p *replay) take() io.ReadCloser {
	p.mu.Lock()
	defer p.mu.Unlock()
	body := p.opened
	p.opened = nil
	return body
}

func (p *replay) open() (io.ReadCloser, error) {
	body := p.take()
	if body == nil {
		var err error
		if body, err = p.request.Body(); err != nil {
			return nil, err
		}
	}
	if body == http.NoBody {
		return body, nil
	}
	return &measured{ReadCloser: body, replay: p}, nil
}

// measured is a body that knows how long it was in earlier attempts.
type measured struct {
	io.ReadCloser
	n      int64
	replay *replay
}

func (m *measured) Read(b []byte) (int, error) {
	n, err := m.ReadCloser.Read(b)
	m.n += int64(n)
	for longest := m.replay.longest.Load(); m.n > longest; longest = m.replay.longest.Load() {
		if m.replay.longest.CompareAndSwap(longest, m.n) {
			break
		}
	}
	if err == io.EOF && m.n < m.replay.longest.Load() {
		m.replay.short.Store(true)
		return n, errShortBody
	}
	return n, err
}

// discard gives up a response; nil is allowed. It closes a body that is too long
// or too slow to be read, also while it is being read.
func discard(res *core.Response) {
	if res == nil {
		return
	}
	late := time.AfterFunc(drainTime, func() { _ = res.Body.Close() })
	defer late.Stop()
	_, _ = io.CopyN(io.Discard, res.Body, drainBytes)
	_ = res.Body.Close()
}
