package viewer_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const (
	hinted = 200 * time.Millisecond // by when a replica shows what it was signalled
	looked = 11 * time.Second       // by when it shows what it was not
)

// fleet is what replicas share: a store, and the upstream of their source.
type fleet struct {
	t       *testing.T
	g       Gomega
	up      *snapshots
	blobs   state.Blobs
	signals state.Signals
	log     *bytes.Buffer
	logger  *slog.Logger
}

func newFleet(t *testing.T, g Gomega) *fleet {
	f := &fleet{t: t, g: g, up: &snapshots{}, blobs: state.NewMemoryBlobs(state.MemoryOptions{}), signals: &state.MemorySignals{}, log: &bytes.Buffer{}}
	f.logger = slog.New(slog.NewTextHandler(f.log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	f.up.has("one")
	return f
}

// replica is a viewer of its own. It is not waited for.
func (f *fleet) replica(options ...viewer.Option) *viewer.Viewer {
	f.t.Helper()
	source, err := openapi.FromURL("https://api.example/openapi.json", f.up)
	f.g.Expect(err).NotTo(HaveOccurred())
	return f.replicaOf(source, options...)
}

func (f *fleet) replicaOf(source core.SpecSource, options ...viewer.Option) *viewer.Viewer {
	f.t.Helper()
	options = append([]viewer.Option{viewer.WithShared("zoo", f.blobs, f.signals), viewer.WithLogger(f.logger)}, options...)
	v, err := viewer.New(source, htmlrender.New(), options...)
	f.g.Expect(err).NotTo(HaveOccurred())
	f.t.Cleanup(func() { f.g.Expect(v.Close()).To(Succeed()) })
	return v
}

// started is a replica whose first load has ended.
func (f *fleet) started(options ...viewer.Option) *viewer.Viewer {
	f.t.Helper()
	v := f.replica(options...)
	<-v.Ready()
	synctest.Wait()
	return v
}

// snapshots is an upstream that answers with what it had when it was asked.
type snapshots struct {
	asked atomic.Int64
	mu    sync.Mutex
	title string // "" while it is down
	slow  time.Duration
}

// has changes the title of what it has; "" takes it down.
func (s *snapshots) has(title string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.title = title
}

func (s *snapshots) takes(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slow = d
}

func (s *snapshots) Do(ctx context.Context, _ *core.Request) (*core.Response, error) {
	s.asked.Add(1)
	s.mu.Lock()
	title, slow := s.title, s.slow
	s.mu.Unlock()
	select {
	case <-time.After(slow):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if title == "" {
		return &core.Response{Status: http.StatusServiceUnavailable, Body: http.NoBody}, nil
	}
	text := spec(title)
	return &core.Response{Status: http.StatusOK, Body: io.NopCloser(strings.NewReader(text)), ContentLength: int64(len(text))}, nil
}

// brokenBlobs is a store that an error, a wait or a lie stands in front of.
type brokenBlobs struct {
	lies func(key string, value []byte) []byte // nil for none

	mu    sync.Mutex
	blobs state.Blobs
	fails error
	hangs bool
}

func (b *brokenBlobs) set(fails error, hangs bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fails, b.hangs = fails, hangs
}

// lose lets the store forget everything.
func (b *brokenBlobs) lose() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.blobs = state.NewMemoryBlobs(state.MemoryOptions{})
}

func (b *brokenBlobs) meet(ctx context.Context) (state.Blobs, error) {
	b.mu.Lock()
	blobs, fails, hangs := b.blobs, b.fails, b.hangs
	b.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return blobs, fails
}

func (b *brokenBlobs) Get(ctx context.Context, key string) ([]byte, bool, error) {
	blobs, err := b.meet(ctx)
	if err != nil {
		return nil, false, err
	}
	value, found, err := blobs.Get(ctx, key)
	if b.lies != nil && found {
		value = b.lies(key, value)
	}
	return value, found, err
}

func (b *brokenBlobs) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	blobs, err := b.meet(ctx)
	if err != nil {
		return err
	}
	return blobs.Put(ctx, key, value, lifetime)
}

func (b *brokenBlobs) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	blobs, err := b.meet(ctx)
	if err != nil {
		return false, err
	}
	return blobs.PutAbsent(ctx, key, value, lifetime)
}
