// Package poll asks for something again and again, once for all who want it.
//
//	timers := poll.New[string]()
//	leave := timers.Subscribe("GET /todos", &poll.Subscriber{Every: time.Minute, …})
package poll

import (
	"sync"
	"time"
)

// Timers has one timer for each key that is polled, however many ask for it. It is
// safe for concurrent use.
type Timers[K comparable] struct {
	mu     sync.Mutex
	timers map[K]*timer
	paused bool
	closed bool
}

// New makes Timers.
func New[K comparable]() *Timers[K] { return &Timers[K]{timers: map[K]*timer{}} }

// timer asks for one answer. The mutex of Timers guards it.
type timer struct {
	subscribers []*Subscriber // in the order in which they came
	asked       time.Time     // when the last one came or was asked for
	next        time.Time     // when it is due
	clock       *time.Timer   // nil while it is stopped
}

// Subscriber is somebody who polls.
type Subscriber struct {
	Every    time.Duration
	Answered func() time.Time          // when the answer came last; zero: not known
	Ask      func(every time.Duration) // must be quick
}

// Subscribe polls a key until leave is called: each interval after the last answer,
// the shortest one of its subscribers counts.
func (p *Timers[K]) Subscribe(key K, s *Subscriber) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.timers[key]
	if t == nil {
		t = &timer{asked: s.Answered()}
		if t.asked.IsZero() {
			t.asked = time.Now()
		}
		p.timers[key] = t
	}
	t.subscribers = append(t.subscribers, s)
	p.arm(t)
	return func() { p.unsubscribe(key, t, s) }
}

func (p *Timers[K]) unsubscribe(key K, t *timer, s *Subscriber) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range t.subscribers {
		if other == s {
			t.subscribers = append(t.subscribers[:i:i], t.subscribers[i+1:]...)
			break
		}
	}
	p.arm(t)
	if len(t.subscribers) == 0 && p.timers[key] == t {
		delete(p.timers, key)
	}
}

// arm sets the clock to the time at which the answer is due. The mutex is held.
func (p *Timers[K]) arm(t *timer) {
	if t.clock != nil {
		t.clock.Stop()
		t.clock = nil
	}
	if p.closed || p.paused || len(t.subscribers) == 0 {
		return
	}
	t.next = t.asked.Add(t.every())
	t.clock = time.AfterFunc(time.Until(t.next), func() { p.due(t) })
}

// every is the shortest interval.
func (t *timer) every() time.Duration {
	every := t.subscribers[0].Every
	for _, s := range t.subscribers {
		every = min(every, s.Every)
	}
	return every
}

// due asks, unless somebody else has done so meanwhile.
func (p *Timers[K]) due(t *timer) {
	p.mu.Lock()
	now := time.Now()
	if t.clock == nil || now.Before(t.next) {
		p.mu.Unlock()
		return
	}
	if last := t.subscribers[0].Answered(); last.After(t.asked) {
		t.asked = last
	}
	if t.asked.Add(t.every()).After(now) {
		p.arm(t)
		p.mu.Unlock()
		return
	}
	ask := p.take(t, now)
	p.mu.Unlock()
	ask()
}

// take sets the clock for the time after now, and returns what is to be done
// now. The mutex is held.
func (p *Timers[K]) take(t *timer, now time.Time) (ask func()) {
	t.asked = now
	p.arm(t)
	first, every := t.subscribers[0], t.every()
	return func() { first.Ask(every) }
}

// Pause stops all clocks.
func (p *Timers[K]) Pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = true
	for _, t := range p.timers {
		p.arm(t)
	}
}

// Resume asks for all answers at once and sets the clocks again.
func (p *Timers[K]) Resume() {
	p.mu.Lock()
	if !p.paused {
		p.mu.Unlock()
		return
	}
	p.paused = false
	var asks []func()
	for _, t := range p.timers {
		asks = append(asks, p.take(t, time.Now()))
	}
	p.mu.Unlock()
	for _, ask := range asks {
		ask()
	}
}

// Close stops all clocks for good.
func (p *Timers[K]) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, t := range p.timers {
		p.arm(t)
	}
}

// Len returns the number of keys that are polled.
func (p *Timers[K]) Len() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.timers)
}
