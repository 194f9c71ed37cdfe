package shared

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

const (
	between = 50 * time.Millisecond // two News, however many signals come
	again   = 10 * time.Second      // a subscription that has broken
)

// News is what has changed. It is a hint: what is told twice, or of nothing, does no harm.
type News struct {
	Of   []string // the names, none where signals may have been lost: anything may have changed
	Then []string // more, which are replaced when those have been; among them when it is heard
	Drop bool     // what was made of them is not to be shown any more
	By   string   // who has changed it; Hidden, and empty for what another process tells, when it is heard
	Own  bool     // this process has changed it
}

// signal is News on its way.
type signal struct {
	From string   `json:"from"`
	By   string   `json:"by,omitempty"`
	Of   []string `json:"of"`
	Drop bool     `json:"drop,omitempty"`
}

// publish tells all who follow. One that is too long says that anything may have changed.
func (l *Level) publish(ctx context.Context, n News) {
	if l.Signals == nil {
		return
	}
	_ = l.told.Use(ctx, func(ctx context.Context) error { // which tells the log
		payload, err := l.payload(signal{l.origin, l.Hidden(n.By), slices.Concat(n.Of, n.Then), n.Drop})
		if err == nil && len(payload) > state.MaxSignal {
			payload, err = l.payload(signal{From: l.origin, By: l.Hidden(n.By)})
		}
		if err != nil {
			return err
		}
		return l.Signals.Publish(ctx, l.topic, payload)
	})
}

// Hidden is a name that tells others as little as the key of a blob does.
func (l *Level) Hidden(name string) string { return l.key("by", name) }

func (l *Level) payload(s signal) ([]byte, error) {
	text, err := json.Marshal(s)
	return l.sealer.seal(text, l.topic), err
}

// read reads what was published. What cannot be read is of another program, and nothing.
func (l *Level) read(payload []byte) (n News, ok bool) {
	if payload == nil {
		return n, true
	}
	var s signal
	text, err := l.sealer.open(payload, l.topic)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		l.told.Complain(err)
		return n, false
	}
	n = News{Of: s.Of, Drop: s.Drop}
	if n.Own = s.From == l.origin; n.Own {
		n.By = s.By
	}
	return n, true
}

// Follow calls hear with what has changed until ctx is done, at once and then every 50
// milliseconds at most. It waits for that.
func (l *Level) Follow(ctx context.Context, hear func([]News)) {
	if l.Signals == nil {
		return
	}
	p := pending{told: make(chan struct{}, 1)}
	var subscribed sync.WaitGroup
	defer subscribed.Wait()
	subscribed.Go(func() { l.subscribe(ctx, &p) })
	for {
		select {
		case <-p.told:
		case <-ctx.Done():
			return
		}
		hear(p.take())
		select {
		case <-time.After(between):
		case <-ctx.Done():
			return
		}
	}
}

// subscribe subscribes, again when that has broken.
func (l *Level) subscribe(ctx context.Context, p *pending) {
	for ctx.Err() == nil {
		err := l.Signals.Subscribe(ctx, l.topic, func(payload []byte) {
			if n, ok := l.read(payload); ok {
				p.add(n)
			}
		})
		if ctx.Err() != nil {
			return
		}
		l.told.Complain(err)
		select {
		case <-time.After(again):
		case <-ctx.Done():
		}
	}
}

// pending is what has come and was not heard yet. It is safe for concurrent use.
type pending struct {
	told chan struct{} // holds one when there is something

	mu   sync.Mutex
	lost bool
	news map[from]map[string]bool // whether the names were dropped
}

// from says who is not to be told.
type from struct {
	by  string
	own bool
}

func (p *pending) add(n News) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.news == nil {
		p.news = map[from]map[string]bool{}
	}
	p.lost = p.lost || len(n.Of) == 0
	who := from{n.By, n.Own}
	if p.news[who] == nil {
		p.news[who] = map[string]bool{}
	}
	for _, name := range n.Of {
		p.news[who][name] = p.news[who][name] || n.Drop
	}
	select {
	case p.told <- struct{}{}:
	default: // it stands there
	}
}

// take returns all of it, without Of alone where signals were lost.
func (p *pending) take() []News {
	p.mu.Lock()
	defer p.mu.Unlock()
	news, lost := p.news, p.lost
	p.news, p.lost = nil, false
	if lost {
		return []News{{}}
	}
	var all []News
	for who, names := range news {
		for _, drop := range []bool{true, false} {
			n := News{By: who.by, Own: who.own, Drop: drop}
			for _, name := range slices.Sorted(maps.Keys(names)) {
				if names[name] == drop {
					n.Of = append(n.Of, name)
				}
			}
			if len(n.Of) > 0 {
				all = append(all, n)
			}
		}
	}
	return all
}
