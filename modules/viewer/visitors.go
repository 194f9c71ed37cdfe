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
	// KeptBytes bounds the memory of the descriptions that are kept, together, by
	// an estimate of what is made of their texts: from three times the size of a
	// text to a hundred and fifty times. Default: 256 MiB.
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
		{&l.Bytes, 10 << 20}, {&l.Kept, 16}, {&l.KeptBytes, 256 << 20}, {&l.PerMinute, 60}, {&l.Loads, 2},
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
// A text is read only when judge, which package openapi/worker has, lets it pass.
// It is kept in memory, within limits, under an address made of what it says; the
// pages there are shown to pages of this origin alone. What is tried there is sent
// by the page around, never by this server. Default: not offered.
func WithVisitorDescriptions(judge openapi.Judge, limits VisitorLimits) Option {
	return func(c *config) {
		if judge == nil {
			c.fail("visitors' descriptions need a judge, such as that of worker.Main")
			return
		}
		c.judge, c.visitorLimits, c.drafts = judge, limits.orDefault(), visitorFolder
	}
}

const (
	// visitorFolder is where descriptions are sent to and shown.
	visitorFolder = "_d/"
	// visitorHeader has to be sent with a description. A page of another origin
	// cannot without being allowed to.
	visitorHeader = "Trefoil-Description"
	// visitorCache bounds the pages that are kept of one of them, in bytes.
	visitorCache = 1 << 20
	// visitorWait is how long a description waits for others to be read.
	visitorWait = 10 * time.Second
)

// visitors holds what visitors have sent. It is safe for concurrent use.
type visitors struct {
	limits VisitorLimits
	origin *http.CrossOriginProtection
	rate   *rate.Limiter[netip.Prefix]
	loads  chan struct{} // holds a token for each one that is being read
	open   func(visited) (*Viewer, error)
	own    Configuration // that of the viewer
	edits  edits
	warn   func() // of a judge that is not confined, once

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
	viewer        *Viewer
	weight        int // about what it takes, in bytes
}

// What the parts of a description that is kept take, in bytes, measured with texts
// of nothing else: its text twice, its values, its operations and its models, each
// with their part of the outline and of the search, and pages.
const (
	valueWeight     = 80
	operationWeight = 2600
	modelWeight     = 1500
)

// weigh is about how much memory a description takes.
func (d *visited) weigh() int {
	weight, doc := visitorCache, d.viewer.Document()
	if doc == nil {
		return weight + len(d.content)
	}
	values := 0
	for _, mark := range []string{",", ":", "[", "{", "\n"} {
		values += strings.Count(d.content, mark)
	}
	return weight + 2*len(d.content) + valueWeight*values +
		operationWeight*(len(doc.Operations)+len(doc.Webhooks)) + modelWeight*(len(doc.Models)+len(doc.Components))
}

// newVisitors returns nil when they are not offered.
func newVisitors(c *config, v *Viewer) *visitors {
	if c.judge == nil {
		return nil
	}
	s := &visitors{
		limits: c.visitorLimits, origin: http.NewCrossOriginProtection(), loads: make(chan struct{}, c.visitorLimits.Loads),
		rate: rate.New[netip.Prefix](c.visitorLimits.PerMinute, time.Now), order: list.New(), byID: map[string]*list.Element{}, own: c.given,
	}
	s.warn = warning(c.judge, v.log)
	limits := openapi.UntrustedLimits()
	limits.Bytes = s.limits.Bytes
	judge, hosts := c.judge, c.imageHosts
	s.open = func(d visited) (*Viewer, error) {
		options := []Option{WithConfiguration(d.configuration), WithLogger(v.log), WithImageHosts(hosts...), asVisited(s.limits, v.gate)}
		if v.markdown != nil {
			options = append(options, WithMarkdown(v.markdown.Renderer))
		}
		return New(openapi.FromContent(d.content, openapi.WithJudge(judge), openapi.WithLimits(limits)), v.html.Renderer, options...)
	}
	return s
}

// warning returns what logs once that texts are judged in processes which the
// system does not confine, when the judge says so.
func warning(judge openapi.Judge, log *slog.Logger) func() {
	j, ok := judge.(interface{ Unconfined() string })
	if !ok {
		return func() {}
	}
	var once sync.Once
	return func() {
		if why := j.Unconfined(); why != "" {
			once.Do(func() {
				log.Warn("processes that read what visitors send are not kept from files, sockets and other processes", "reason", why)
			})
		}
	}
}

// asVisited is how a viewer of what a visitor has sent differs: its editor sends
// to the viewer that it is below, which its logins come back to as well, and both
// share one gate. Its pages connect to nothing; that is up to the page that has sent
// the description.
func asVisited(l VisitorLimits, gate *admission.Gate) Option {
	return func(c *config) {
		c.gate = gate
		c.cacheBytes, c.drafts, c.visitorLimits, c.settings.Home = visitorCache, "../", l, "../../"
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

// find returns the viewer of a description that is kept, nil when it is not.
func (s *visitors) find(id string) *Viewer {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byID[id]
	if !ok {
		return nil
	}
	s.order.MoveToFront(e)
	return e.Value.(*visited).viewer
}

// errBusy says that too many descriptions are being read.
var errBusy = errors.New("too many descriptions are being read; try again in a moment")

// show reads a description unless it is kept, and keeps it. The error is that of
// the source, errBusy, ErrClosed or that of ctx.
func (s *visitors) show(ctx context.Context, d visited) (*Viewer, error) {
	if v := s.find(d.id); v != nil {
		return v, nil
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
	if v := s.find(d.id); v != nil {
		return v, nil
	}
	v, err := s.open(d)
	if err != nil {
		return nil, err
	}
	err = v.Wait(ctx)
	s.warn()
	if err != nil {
		return nil, errors.Join(err, v.Close())
	}
	d.viewer = v
	d.weight = d.weigh()
	return s.keep(&d)
}

// keep makes room for a description, of which there may be one by now.
func (s *visitors) keep(d *visited) (*Viewer, error) {
	s.mu.Lock()
	var gone []*Viewer
	defer func() {
		s.mu.Unlock()
		closeAll(gone)
	}()
	if s.closed {
		gone = append(gone, d.viewer)
		return nil, ErrClosed
	}
	if e, ok := s.byID[d.id]; ok {
		gone = append(gone, d.viewer)
		return e.Value.(*visited).viewer, nil
	}
	s.byID[d.id] = s.order.PushFront(d)
	s.bytes += d.weight
	for s.order.Len() > 1 && (s.order.Len() > s.limits.Kept || s.bytes > s.limits.KeptBytes) {
		gone = append(gone, s.drop(s.order.Back()))
	}
	return d.viewer, nil
}

// drop forgets a description. The caller holds mu.
func (s *visitors) drop(e *list.Element) *Viewer {
	d := e.Value.(*visited)
	s.order.Remove(e)
	delete(s.byID, d.id)
	s.bytes -= d.weight
	return d.viewer
}

func closeAll(viewers []*Viewer) {
	for _, v := range viewers {
		_ = v.Close() // which has no error
	}
}

// forget drops a description that nothing needs any more.
func (s *visitors) forget(id string) {
	s.mu.Lock()
	var gone []*Viewer
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
	var gone []*Viewer
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
