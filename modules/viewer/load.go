package viewer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Reload reads the description again and shows it from then on. When that fails
// the last good one stays; the error is that of the source, of ctx, or ErrClosed. A
// description that could not be had is read again later, as after New.
//
// Loads never overlap: Reload waits for one that is going on.
func (v *Viewer) Reload(ctx context.Context) error {
	select {
	case v.loading <- struct{}{}:
	case <-v.life.Done():
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-v.loading }()
	if v.life.Err() != nil {
		return ErrClosed
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(v.life, cancel)()
	return v.load(ctx)
}

// load loads the description and replaces the state, unless nothing has changed.
// Only one call runs at a time.
func (v *Viewer) load(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer v.progress.Store(nil)
	defer cancel()
	ctx = core.WithProgress(ctx, func(p core.Progress) {
		if ctx.Err() == nil {
			v.progress.Store(&p)
		}
	})
	before := v.state.Load()
	doc, err := v.read(ctx)
	known := before.err != nil && err != nil && before.err.Error() == err.Error()
	v.loaded(err, known)
	if err != nil {
		if !known {
			v.become(&state{content: before.content, err: err})
		}
		return err
	}
	if before.doc != nil && before.version == version(doc) {
		if before.err != nil {
			v.become(&state{content: before.content})
		}
		return nil
	}
	v.declare(doc)
	now := &state{content: v.newContent(doc)}
	v.become(now)
	before.retire()
	v.log.Debug("description loaded", "title", doc.Info.Title, "operations", len(doc.Operations), "problems", len(doc.Problems))
	v.updates.loaded(doc.Text.Data, before.doc == nil || bytes.Equal(before.doc.Text.Data, doc.Text.Data))
	now.index() // before the first search
	v.prepare(doc, now.downloads)
	if v.requests != nil || v.settings.Console {
		v.indexing.Go(func() { now.servers() }) // before the first request
	}
	return nil
}

// read calls the source. A source that panics has failed; the server lives on.
func (v *Viewer) read(ctx context.Context) (doc *apidoc.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("load the description: the source panicked: %v", p)
		}
	}()
	doc, err = v.source.Load(ctx)
	if err == nil && doc == nil {
		return nil, errors.New("load the description: the source returned none")
	}
	if err == nil && v.baseServer != "" {
		doc = based(doc, v.baseServer)
	}
	if err == nil && v.mock != nil {
		doc = v.mock.offered(doc)
	}
	return doc, err
}

// based puts an address before the servers that are relative.
func based(doc *apidoc.Document, base string) *apidoc.Document {
	base = strings.TrimRight(base, "/")
	return doc.WithServers(func(list []apidoc.Server) []apidoc.Server {
		if len(list) == 0 {
			return []apidoc.Server{{URL: base}}
		}
		list = slices.Clone(list)
		for i := range list {
			s := &list[i]
			if u, err := url.Parse(s.URL); strings.HasPrefix(s.URL, "{") || err == nil && (u.Scheme != "" || u.Host != "") || strings.Contains(s.URL, "://") {
				continue
			}
			s.URL = base + "/" + strings.TrimLeft(s.URL, "/")
		}
		return list
	})
}
