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

// signals are how levels of one name tell each other what has changed.
type signals struct {
	topic
	through state.Signals // nil for none
	guard   *state.Guard
	sealer  sealer
	origin  string // of what this level publishes
}

// publish tells all who follow. One that is too long says that anything may have changed.
func (s *signals) publish(ctx context.Context, n News) {
	if s.through == nil {
		return
	}
	_ = s.guard.Use(ctx, func(ctx context.Context) error { // which tells the log
		payload, err := s.payload(signal{s.origin, s.Hidden(n.By), slices.Concat(n.Of, n.Then), n.Drop})
		if err == nil && len(payload) > state.MaxSignal {
			payload, err = s.payload(signal{From: s.origin, By: s.Hidden(n.By)})
		}
		if err != nil {
			return err
		}
		return s.through.Publish(ctx, string(s.topic), payload)
	})
}

func (s *signals) payload(of signal) ([]byte, error) {
	text, err := json.Marshal(of)
	return s.sealer.seal(text, string(s.topic)), err
}

// read reads what was published. What cannot be read is of another program, and nothing.
func (s *signals) read(payload []byte) (n News, ok bool) {
	if payload == nil {
		return n, true
	}
	var told signal
	text, err := s.sealer.open(payload, string(s.topic))
	if err == nil {
		err = json.Unmarshal(text, &told)
	}
	if err != nil {
		s.guard.Complain(err)
		return n, false
	}
	n = News{Of: told.Of, Drop: told.Drop}
	if n.Own = told.From == s.origin; n.Own {
		n.By = told.By
	}
	return n, true
}

// follow calls hear with what has changed until ctx is done, at once and then every 50
// milliseconds at most. It waits for that.
func (s *signals) follow(ctx context.Context, hear func([]News)) {
	if s.through == nil {
		return
	}
	p := pending{told: make(chan struct{}, 1)}
	var subscribed sync.WaitGroup
	defer subscribed.Wait()
	subscribed.Go(func() { s.subscribe(ctx, &p) })
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
func (s *signals) subscribe(ctx context.Context, p *pending) {
	for ctx.Err() == nil {
		err := safely(func() error {
			return s.through.Subscribe(ctx, string(s.topic), func(payload []byte) {
				if n, ok := s.read(payload); ok {
					p.add(n)
				}
			})
		})
		if ctx.Err() != nil {
			return
		}
		s.guard.Complain(err)
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
