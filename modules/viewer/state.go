package viewer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

// state is what the last load left behind. It is replaced as a whole, and closes
// next when it is.
type state struct {
	content
	err  error // of the last load, nil when it went well
	next chan struct{}
}

// content is a description with what is made of it. What costs something is made
// when it is first asked for.
type content struct {
	doc       *apidoc.Document // the last good one, nil when there was none
	version   string           // changes with the document
	index     func() *index
	stop      context.CancelFunc // ends what is still being made
	links     func() *oldlink.Index
	mock      func() http.Handler // nil when requests of the description are not answered
	downloads *downloads
	// everything is llms-full.txt.
	everything func() (pagecache.Entry, error)
	servers    func() []apidoc.Server // all that it declares
	reach      *reach                 // where its pages may connect to, nil for nowhere
}

func (v *Viewer) newContent(doc *apidoc.Document) content {
	hidden := v.settings.HideModels
	ctx, stop := context.WithCancel(v.life)
	near := v.newReach(doc)
	c := content{
		mock: v.mock.handler(doc),
		doc:  doc, version: version(doc), downloads: newDownloads(doc.Text), stop: stop,
		index:   sync.OnceValue(func() *index { return v.newIndex(ctx, doc) }),
		servers: sync.OnceValue(func() []apidoc.Server { return near.all(declaredServers(ctx, doc)) }),
		reach:   near,
		links:   sync.OnceValue(func() *oldlink.Index { return oldlink.New(doc, oldlink.Options{HideModels: hidden}) }),
	}
	c.everything = sync.OnceValues(func() (pagecache.Entry, error) { return v.newEverything(ctx, &state{content: c}) })
	return c
}

// retire ends what is still being made of a description that is no longer shown.
func (c *content) retire() {
	if c.stop != nil {
		c.stop()
	}
}

// become replaces the state and tells those who wait. Only one call runs at a
// time.
func (v *Viewer) become(s *state) {
	s.next = make(chan struct{})
	if before := v.state.Swap(s); before != nil {
		close(before.next)
	}
}

// version names a document. Documents without a text, which routers make up, are
// told apart by their address in memory.
func version(doc *apidoc.Document) string {
	sum := sha256.New()
	sum.Write(doc.Text.Data)
	if len(doc.Text.Data) == 0 {
		fmt.Fprintf(sum, "%p", doc)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// tag names what pages show: the document, and why it is not the newest.
func (s *state) tag() string {
	if s.err == nil {
		return s.version
	}
	sum := sha256.Sum256([]byte(s.err.Error()))
	return s.version + "-" + hex.EncodeToString(sum[:4])
}

// The phases of a viewer, as its health says.
const (
	phaseLoading = "loading" // for the first time
	phaseReady   = "ready"
	phaseStale   = "stale"  // the last load failed, an older description is shown
	phaseFailed  = "failed" // there is nothing to show
)

func (s *state) phase() string {
	switch {
	case s.err == nil && s.doc == nil:
		return phaseLoading
	case s.err == nil:
		return phaseReady
	case s.doc != nil:
		return phaseStale
	}
	return phaseFailed
}

// awaited reports whether there is nothing to show yet and may be later.
func (v *Viewer) awaited(s *state) bool {
	return s.doc == nil && (s.err == nil || v.retries.planned().tries > 0)
}

// report is a state as it is told in JSON.
type report struct {
	State      string `json:"state"`             // one of the phases
	Tag        string `json:"tag"`               // changes with what pages show
	Version    string `json:"version,omitempty"` // of the description
	Title      string `json:"title,omitempty"`
	Operations int    `json:"operations,omitempty"`
	Phase      string `json:"phase,omitempty"` // of the load that is going on
	Bytes      int64  `json:"bytes,omitempty"`
	Total      int64  `json:"total,omitempty"`
	Tries      int    `json:"tries,omitempty"` // that have failed, when there will be another
	Retry      string `json:"retry,omitempty"` // from when on, as of RFC 3339
	Error      string `json:"error,omitempty"`
	Line       int    `json:"line,omitempty"`
	Column     int    `json:"column,omitempty"`
}

func (v *Viewer) report(s *state) report {
	r := report{State: s.phase(), Tag: s.tag(), Version: s.version}
	if s.doc != nil {
		r.Title, r.Operations = s.doc.Info.Title, len(s.doc.Operations)
	}
	if p := v.progress.Load(); p != nil {
		r.Phase, r.Bytes, r.Total = p.Phase, p.Bytes, p.Total
	}
	if s.err != nil {
		if p := v.retries.planned(); p.tries > 0 {
			r.Tries, r.Retry = p.tries, p.from.UTC().Format(time.RFC3339Nano)
		}
		r.Error = s.err.Error()
		var spec *core.SpecError
		if errors.As(s.err, &spec) {
			r.Error, r.Line, r.Column = spec.Message, spec.Line, spec.Column
		}
	}
	return r
}
