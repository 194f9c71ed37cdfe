package viewer

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// VisitorLimits bound what visitors can have shown. A field that is zero has its
// default.
type VisitorLimits struct {
	// Bytes bounds the text of one description. Default: 10 MiB.
	Bytes int
	// Kept is how many descriptions are kept; the one that was not asked for the
	// longest goes first. Default: 16.
	Kept int
	// KeptBytes bounds the memory of the processes that have these descriptions,
	// together, by what they say: about 11 MiB for a small one and 110 MiB for a text
	// of 8 MB. While a page is made, each may take what WithMemory of package
	// openapi/worker allows. Default: 512 MiB.
	KeptBytes int
	// PerMinute is how many descriptions one client may send in a minute, and at
	// once. A client is an address of the network, an IPv6 one without its second
	// half, so behind a proxy all of them are one. Default: 60.
	PerMinute int
	// Loads is how many descriptions are read at the same time; others wait.
	// Default: 2.
	Loads int
}

func (l VisitorLimits) orDefault() VisitorLimits {
	for _, field := range []struct {
		value *int
		by    int
	}{
		{&l.Bytes, 10 << 20}, {&l.Kept, 16}, {&l.KeptBytes, 512 << 20}, {&l.PerMinute, 60}, {&l.Loads, 2},
	} {
		if *field.value <= 0 {
			*field.value = field.by
		}
	}
	return l
}

// pause is how many seconds a client that was refused waits until it is allowed.
func (l VisitorLimits) pause() int { return (60 + l.PerMinute - 1) / l.PerMinute }

// WithVisitorDescriptions lets pages of the same origin send a description, and
// serves a reference of it: what the <api-reference> element needs for a text or
// for a description that is not the viewer's own. Whoever can open a page of the
// origin can use it, so this is an option. Which hosts are an origin of the
// viewer's is for WithHosts to say; over loopback it answers for localhost without.
//
// A text is read, and its pages are made, by what drafts opens for it, which
// package openapi/worker has: a process of its own. It is kept there, within limits,
// under an address made of what it says; this server passes requests and answers on,
// which can be pages and data only. The pages are shown to pages of this origin
// alone. What is tried there is sent by the page around, never by this server.
// Default: not offered.
func WithVisitorDescriptions(drafts Drafts, limits VisitorLimits) Option {
	return func(c *config) {
		if drafts == nil {
			c.fail("visitors' descriptions need what opens them, such as that of worker.Main")
			return
		}
		c.openDrafts, c.visitorLimits, c.drafts = drafts, limits.orDefault(), visitorFolder
	}
}

const (
	// visitorFolder is where descriptions are sent to and shown.
	visitorFolder = "_d/"
	// visitorHeader has to be sent with a description. A page of another origin
	// cannot without being allowed to.
	visitorHeader = "Trefoil-Description"
	// visitorWait is how long a description waits for others to be read.
	visitorWait = 10 * time.Second
	// draftsAtOnce is the weight of the pages of all of them that are made at the same
	// time. Each can keep its process busy for as long as that may run, so they have a
	// gate of their own and hold up no page of the viewer's.
	draftsAtOnce = 8
)

// visitors holds what visitors have sent. It is safe for concurrent use.
type visitors struct {
	limits VisitorLimits
	origin *http.CrossOriginProtection
	rate   *rate.Limiter[netip.Prefix]
	loads  chan struct{} // holds a token for each one that is being read
	gate   *admission.Gate
	open   func(context.Context, visited) (OpenDraft, error)
	edits  edits
	warn   func() // of drafts that are not confined, once

	mu     sync.Mutex
	order  *list.List // of *visited, the one asked for last in front
	byID   map[string]*list.Element
	bytes  int // the weights of all
	closed bool
}

// visited is a description as a visitor has sent it.
type visited struct {
	id            string
	content       string
	configuration Configuration
	draft         OpenDraft
	weight        int // what it takes, in bytes
}

// newVisitors returns nil when they are not offered.
func newVisitors(c *config, log *slog.Logger) *visitors {
	if c.openDrafts == nil {
		return nil
	}
	s := &visitors{
		limits: c.visitorLimits, origin: http.NewCrossOriginProtection(), loads: make(chan struct{}, c.visitorLimits.Loads),
		rate: rate.New[netip.Prefix](c.visitorLimits.PerMinute, time.Now), order: list.New(), byID: map[string]*list.Element{},
		warn: warning(c.openDrafts, log), gate: admission.New(draftsAtOnce),
	}
	limits := openapi.UntrustedLimits()
	limits.Bytes = s.limits.Bytes
	drafts, hosts, markdown := c.openDrafts, c.imageHosts, c.markdown != nil
	s.open = func(ctx context.Context, d visited) (OpenDraft, error) {
		return drafts.OpenDraft(ctx, Draft{
			Text: d.content, Limits: limits, Configuration: d.configuration,
			ImageHosts: hosts, Markdown: markdown, MaxEdit: limits.Bytes,
		})
	}
	return s
}

// warning returns what logs once that drafts are opened in processes which the
// system does not confine, when what opens them says so.
func warning(drafts Drafts, log *slog.Logger) func() {
	d, ok := drafts.(interface{ Unconfined() string })
	if !ok {
		return func() {}
	}
	var once sync.Once
	return func() {
		if why := d.Unconfined(); why != "" {
			once.Do(func() {
				log.Warn("processes that read what visitors send are not kept from files, sockets and other processes", "reason", why)
			})
		}
	}
}

// newVisited names a description by everything that its pages depend on. What a
// visitor must not decide for others is left out of the configuration.
func newVisited(content string, c Configuration) visited {
	c.Spec, c.PathRouting, c.MetaData, c.CustomCSS, c.OnSpecUpdate = Spec{}, PathRouting{}, MetaData{}, "", nil
	sum := sha256.New()
	sum.Write([]byte(content))
	sum.Write([]byte{0})
	_ = json.NewEncoder(sum).Encode(c) // a hash takes everything
	return visited{id: hex.EncodeToString(sum.Sum(nil)[:16]), content: content, configuration: c}
}

// maxAnswer bounds an answer of a draft, in bytes.
func (s *visitors) maxAnswer() int64 { return 10*int64(s.limits.Bytes) + freeAnswer }

// find returns a description that is kept, nil when it is not.
func (s *visitors) find(id string) OpenDraft {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byID[id]
	if !ok {
		return nil
	}
	s.order.MoveToFront(e)
	return e.Value.(*visited).draft
}

// errBusy says that too many descriptions are being read.
var errBusy = errors.New("too many descriptions are being read; try again in a moment")

// show reads a description unless it is kept, and keeps it. The error is that of
// the source, errBusy, ErrClosed or that of ctx.
func (s *visitors) show(ctx context.Context, d visited) (OpenDraft, error) {
	if draft := s.find(d.id); draft != nil {
		return draft, nil
	}
	wait := time.NewTimer(visitorWait)
	defer wait.Stop()
	select {
	case s.loads <- struct{}{}:
		defer func() { <-s.loads }()
	case <-wait.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if draft := s.find(d.id); draft != nil {
		return draft, nil
	}
	draft, err := s.open(ctx, d)
	s.warn()
	if err != nil {
		return nil, err
	}
	d.content = "" // the draft has it
	d.draft, d.weight = draft, draft.Memory()
	return s.keep(&d)
}

// keep makes room for a description, of which there may be one by now.
func (s *visitors) keep(d *visited) (OpenDraft, error) {
	s.mu.Lock()
	var gone []OpenDraft
	defer func() {
		s.mu.Unlock()
		closeAll(gone)
	}()
	if s.closed {
		gone = append(gone, d.draft)
		return nil, ErrClosed
	}
	if e, ok := s.byID[d.id]; ok {
		gone = append(gone, d.draft)
		return e.Value.(*visited).draft, nil
	}
	s.byID[d.id] = s.order.PushFront(d)
	s.bytes += d.weight
	gone = s.room()
	return d.draft, nil
}

// weigh notes what a description takes after a page of it was made.
func (s *visitors) weigh(id string) {
	s.mu.Lock()
	var gone []OpenDraft
	if e, ok := s.byID[id]; ok {
		d := e.Value.(*visited)
		s.bytes -= d.weight
		d.weight = d.draft.Memory()
		s.bytes += d.weight
		gone = s.room()
	}
	s.mu.Unlock()
	closeAll(gone)
}

// room forgets what there is no room for, but not what was asked for last. The
// caller holds mu.
func (s *visitors) room() []OpenDraft {
	var gone []OpenDraft
	for s.order.Len() > 1 && (s.order.Len() > s.limits.Kept || s.bytes > s.limits.KeptBytes) {
		gone = append(gone, s.drop(s.order.Back()))
	}
	return gone
}

// drop forgets a description. The caller holds mu.
func (s *visitors) drop(e *list.Element) OpenDraft {
	d := e.Value.(*visited)
	s.order.Remove(e)
	delete(s.byID, d.id)
	s.bytes -= d.weight
	return d.draft
}

func closeAll(drafts []OpenDraft) {
	for _, d := range drafts {
		_ = d.Close() // which has nothing to lose
	}
}

// forget drops a description that nothing needs any more.
func (s *visitors) forget(id string) {
	s.mu.Lock()
	var gone []OpenDraft
	if e, ok := s.byID[id]; ok {
		gone = append(gone, s.drop(e))
	}
	s.mu.Unlock()
	closeAll(gone)
}

// close forgets everything and keeps nothing any more.
func (s *visitors) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.closed = true
	var gone []OpenDraft
	for s.order.Len() > 0 {
		gone = append(gone, s.drop(s.order.Back()))
	}
	s.mu.Unlock()
	closeAll(gone)
}

// splitVisited splits an address in the folder into the description and the
// address of the page of it. It is false for the folder itself.
func splitVisited(address string) (id, rest string, ok bool) {
	address, ok = strings.CutPrefix(address, visitorFolder)
	if !ok || address == "" {
		return "", "", false
	}
	id, rest, _ = strings.Cut(address, "/")
	return id, rest, true
}
