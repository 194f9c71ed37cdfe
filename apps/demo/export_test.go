//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
)

// interrupting sends this process a signal for the first page, and waits for it to
// be heard.
type interrupting struct {
	core.Renderer
	signal syscall.Signal
	once   sync.Once // pages are rendered side by side, and a second signal ends the process
}

func (r *interrupting) Render(ctx context.Context, _ io.Writer, _ *core.Page) error {
	var err error
	r.once.Do(func() { err = syscall.Kill(os.Getpid(), r.signal) })
	if err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

func TestExportLeavesNothingWhenItIsInterrupted(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		dir := t.TempDir()
		composition := fx.Options(fx.NopLogger, fx.Provide(func() (*viewer.Viewer, error) {
			source := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return coretest.Document(), nil })
			return viewer.New(source, &interrupting{Renderer: htmlrender.New(), signal: signal})
		}))
		var said strings.Builder

		status := export(composition, []string{dir}, &said)

		left, err := filepath.Glob(filepath.Join(dir, ".*"))
		if err != nil || len(left) > 0 {
			t.Errorf("%v: left %q, %v", signal, left, err)
		}
		if status != 1 || !strings.Contains(said.String(), "canceled") {
			t.Errorf("%v: status %d, said %q", signal, status, said.String())
		}
	}
}
