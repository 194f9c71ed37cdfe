package visit

import (
	"net/url"
	"sync"
	"time"

	"github.com/chromedp/cdproto/network"
)

// Traffic is what a page asked for, in bytes over the wire: compressed, with the
// headers of the answers.
type Traffic struct {
	Bytes    float64
	Script   float64
	Style    float64
	Requests int
	Foreign  []string // hosts that the page asked for and could not reach
}

// traffic adds up the events of the network. It is safe for concurrent use.
type traffic struct {
	mu      sync.Mutex
	on      bool
	open    map[network.RequestID]*request
	all     []*request
	last    time.Time // of the last change
	foreign []string
}

type request struct {
	kind  network.ResourceType
	bytes float64
}

// start forgets what came before.
func (t *traffic) start() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.on, t.open, t.all, t.foreign, t.last = true, map[network.RequestID]*request{}, nil, nil, time.Now()
}

func (t *traffic) note(event any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.on {
		return
	}
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		t.sent(e)
	case *network.EventLoadingFinished:
		t.ended(e.RequestID, e.EncodedDataLength)
	case *network.EventLoadingFailed:
		t.ended(e.RequestID, 0)
	}
}

func (t *traffic) sent(e *network.EventRequestWillBeSent) {
	u, err := url.Parse(e.Request.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return
	}
	t.last = time.Now()
	if u.Hostname() != "127.0.0.1" {
		t.leave(u.Hostname())
		return
	}
	r := &request{kind: e.Type}
	t.open[e.RequestID] = r
	t.all = append(t.all, r)
}

func (t *traffic) leave(host string) {
	for _, known := range t.foreign {
		if known == host {
			return
		}
	}
	t.foreign = append(t.foreign, host)
}

func (t *traffic) ended(id network.RequestID, bytes float64) {
	r := t.open[id]
	if r == nil {
		return
	}
	r.bytes = bytes
	t.last = time.Now()
	delete(t.open, id)
}

// quiet reports whether nothing has happened for some time. What is still open
// does not count: of some requests the browser never says how they ended.
func (t *traffic) quiet(d time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Since(t.last) >= d
}

func (t *traffic) sum() Traffic {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := Traffic{Requests: len(t.all), Foreign: t.foreign}
	for _, r := range t.all {
		s.Bytes += r.bytes
		switch r.kind {
		case network.ResourceTypeScript:
			s.Script += r.bytes
		case network.ResourceTypeStylesheet:
			s.Style += r.bytes
		}
	}
	return s
}
