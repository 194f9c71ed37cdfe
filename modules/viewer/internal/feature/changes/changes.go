// Package changes tells readers what the versions of a description have changed.
package changes

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/changelog"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
)

// Config says what is compared, and who is told.
type Config struct {
	Own     changelog.Version // the description itself
	Earlier []changelog.Version
	Answers *answer.Sender
	Mount   *mount.Mount
	Log     *slog.Logger
	Go      func(func()) // does something in the background
}

// Changes knows the changelog of each description. It is safe for concurrent use.
type Changes struct {
	Config
	comparer *changelog.Comparer
	logs     loader.Derived[*comparing]
}

// comparing is the comparison of a description, which goes on in the background.
type comparing struct {
	log  atomic.Pointer[core.Changelog]
	done chan struct{} // closed when each version was read or could not be
}

// New makes Changes.
func New(c Config) *Changes {
	all := &Changes{Config: c, comparer: changelog.New(c.Own, c.Earlier)}
	all.logs.Make = all.begin
	return all
}

// Prepare compares a description, before the first reader asks.
func (c *Changes) Prepare(d *loader.Description) { c.logs.Of(d) }

// Of returns the changelog of a description as far as it is known.
func (c *Changes) Of(d *loader.Description) *core.Changelog { return c.logs.Of(d).log.Load() }

// Wait waits for the changelog of a description. The error is that of ctx.
func (c *Changes) Wait(ctx context.Context, d *loader.Description) (*core.Changelog, error) {
	comparing := c.logs.Of(d)
	select {
	case <-comparing.done:
		return comparing.log.Load(), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *Changes) begin(ctx context.Context, d *loader.Description) *comparing {
	now := &comparing{done: make(chan struct{})}
	now.log.Store(&core.Changelog{Pending: true})
	c.Go(func() {
		var once sync.Once
		finish := func() { once.Do(func() { close(now.done) }) }
		defer finish()
		c.compare(ctx, d, func(log *core.Changelog) {
			now.log.Store(log)
			finish()
		})
	})
	return now
}

// A version that could not be had is asked for again after minRetry, and then after twice
// as long each time, up to maxRetry.
const (
	minRetry = 5 * time.Second
	maxRetry = 15 * time.Minute
)

// compare compares a description with its earlier versions, until each could be read or
// never will be, or ctx ends.
func (c *Changes) compare(ctx context.Context, d *loader.Description, tell func(*core.Changelog)) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for wait := minRetry; ; wait = min(2*wait, maxRetry) {
		log, again := c.comparer.Of(ctx, d.Doc)
		if log == nil {
			return
		}
		tell(log)
		c.report(log)
		if !again {
			return
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
	}
}

// report logs which versions could not be read.
func (c *Changes) report(log *core.Changelog) {
	for i := range log.Releases {
		if r := &log.Releases[i]; r.Err != nil {
			c.Log.Warn("earlier version not read", "version", r.Name, "err", r.Err)
		}
	}
}
