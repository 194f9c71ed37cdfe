package worker

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// Judge has texts read, and drafts opened, in workers. It is safe for concurrent use.
type Judge struct {
	launcher
	slots   chan struct{} // one for each worker that may run
	cache   *pagecache.Cache
	reading group

	unconfined atomic.Pointer[string] // nil unless a worker has said that it is
}

var (
	_ openapi.Judge = (*Judge)(nil)
	_ viewer.Drafts = (*Judge)(nil)
)

// Report is what reading a text took.
type Report struct {
	CPU      time.Duration // of the whole process, its start included
	Memory   int64         // bytes at its peak, 0 where the system does not tell
	Problems int           // how many the description has
}

// Main is to be called first in main, and in TestMain of tests that need it. In
// a worker it does what that was started for and ends the process; everywhere else it returns at once, with what starts workers.
//
// What packages do when they are initialised happens in a worker too.
func Main(options ...Option) *Judge {
	return start(openapi.Check, options)
}

func start(check checker, options []Option) *Judge {
	c := config{memory: 512 << 20, cpu: 5 * time.Second, timeout: 20 * time.Second, workers: runtime.GOMAXPROCS(0)}
	for _, option := range options {
		option(&c)
	}
	if len(os.Args) == 2 && os.Args[1] == argument && os.Getenv(variable) == protocol {
		os.Exit(serve(&c, os.Stdin, os.Stdout, check))
	}
	return &Judge{launcher: launcher{c}, slots: make(chan struct{}, max(c.workers, 1)), cache: pagecache.New(cacheBytes)}
}

// cacheBytes bounds the answers that are kept.
const cacheBytes = 1 << 20

// Judge has a text read within limits. The error is nil when the text can be
// read here, a *core.SpecError when it is no description or takes more than a
// worker may use, ErrUnavailable, or that of ctx.
func (j *Judge) Judge(ctx context.Context, text []byte, limits openapi.Limits) error {
	_, err := j.Examine(ctx, text, limits)
	return err
}

// Examine is Judge, and says what it took. A text that is being read is not read
// twice, and an answer is kept for as long as there is room.
func (j *Judge) Examine(ctx context.Context, text []byte, limits openapi.Limits) (Report, error) {
	key := keyOf(text, limits)
	if entry, ok := j.cache.Get(key); ok {
		return decodeAnswer(entry.Body).result()
	}
	a, err := j.reading.do(ctx, key, func(ctx context.Context) (answer, error) {
		a, err := j.examine(ctx, text, limits)
		if err == nil && !a.Passing {
			j.cache.Put(key, pagecache.Entry{Body: a.encode()})
		}
		return a, err
	})
	if err != nil {
		return Report{}, err
	}
	return a.result()
}

// OpenDraft has a draft read in a worker, which lives until Close and makes its
// pages. Each of them may take the processor time and the time that reading the text
// may, and the worker all its memory.
func (j *Judge) OpenDraft(ctx context.Context, d viewer.Draft) (viewer.OpenDraft, error) {
	key := keyOf([]byte(d.Text), d.Limits)
	if entry, ok := j.cache.Get(key); ok {
		if _, err := decodeAnswer(entry.Body).result(); err != nil {
			return nil, err
		}
	}
	select {
	case j.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-j.slots }()
	o, err := startDraft(&j.launcher)
	if err != nil {
		return nil, err
	}
	a, err := o.open(ctx, d)
	j.note(a)
	if err == nil && a.Refusal != nil {
		if !a.Passing {
			j.cache.Put(key, pagecache.Entry{Body: a.encode()})
		}
		_, err = a.result()
	}
	if err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

// Unconfined returns why the system does not keep workers from files, sockets and
// other processes, "" when it does or none has been asked yet. They read texts
// all the same.
func (j *Judge) Unconfined() string {
	if why := j.unconfined.Load(); why != nil {
		return *why
	}
	return ""
}

func (j *Judge) examine(ctx context.Context, text []byte, limits openapi.Limits) (answer, error) {
	select {
	case j.slots <- struct{}{}:
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
	defer func() { <-j.slots }()
	a, err := j.run(ctx, text, limits)
	j.note(a)
	return a, err
}

func (j *Judge) note(a answer) {
	if a.Unconfined != "" {
		j.unconfined.Store(&a.Unconfined)
	}
}

// keyOf names a text with its limits.
func keyOf(text []byte, l openapi.Limits) string {
	h := sha256.New()
	for _, n := range []int{l.Bytes, l.Depth, l.Nodes, l.References, l.Chain} {
		_ = binary.Write(h, binary.LittleEndian, int64(n))
	}
	h.Write(text)
	return string(h.Sum(nil))
}
