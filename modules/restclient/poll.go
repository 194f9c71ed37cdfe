package restclient

import (
	"context"
	"iter"
	"sync"
	"time"
)

// LiveOption changes a setting of one UseLive.
type LiveOption func(*liveConfig)

type liveConfig struct{ every time.Duration }

// PollEvery sets how often the answer is read again as long as the loop runs.
// Not positive: not at all. Default: what WithPollFrequency says of the endpoint.
func PollEvery(d time.Duration) LiveOption { return func(c *liveConfig) { c.every = d } }

// WithPollFrequency sets how often UseLive reads an answer again. Not positive:
// not at all, which is the default.
func WithPollFrequency(every time.Duration) EndpointOption { return extra(pollFrequency{}, every) }

// pollFrequency is the key of what WithPollFrequency says.
type pollFrequency struct{}

// UseLive yields the answer to a read and then each change of it, as Watch does,
// and reads it again at intervals until the loop is left. Loops that follow the
// same answer share the requests: the shortest of their intervals counts. The
// first is sent one interval after the answer came, if it is there already. None
// is sent while the client is offline (see WithConnectivity).
//
// A poll that fails is hidden as long as there is an answer.
//
// The loop ends with ctx and with the client. The client is the one that ctx
// carries. Every error is an *Error.
func UseLive[A, R any](ctx context.Context, read Readable[A, R], args A, opts ...LiveOption) iter.Seq2[R, error] {
	return results[R](liveIn(ctx, (*endpoint)(read.read()), boxed(args), opts))
}

//go:noinline
func liveIn(ctx context.Context, ep *endpoint, args any, opts []LiveOption) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		watchIn(ctx, ep, args, polled(ctx, ep, args, opts)).all(ctx)(yield)
	}
}

// polled polls an answer in each space that it is followed in.
func polled(ctx context.Context, e *endpoint, args any, opts []LiveOption) (joined func(session) (leave func())) {
	var c liveConfig
	if e != nil {
		c.every, _ = e.declared.Extra[pollFrequency{}].(time.Duration)
	}
	for _, opt := range opts {
		opt(&c)
	}
	return func(s session) func() { return subscribe(ctx, s, e, args, c.every) }
}

// subscribe polls an answer until leave is called.
func subscribe(ctx context.Context, s session, e *endpoint, args any, every time.Duration) (leave func()) {
	r, err := e.request(s.client, args)
	if err != nil || every <= 0 {
		return func() {}
	}
	ctx = context.WithoutCancel(ctx)
	key := e.callKey(s, r)
	return s.client.polls.subscribe(key, &subscriber{
		every:    every,
		answered: func() time.Time { return s.space.answers.last(key) },
		ask:      func(every time.Duration) { poll(ctx, s, e, args, every) },
	})
}

// poll asks in the background. Its errors are soft.
func poll(ctx context.Context, s session, e *endpoint, args any, every time.Duration) {
	r, err := newRead(s, e, args)
	if err != nil {
		return
	}
	r.every = every
	r.revalidate(ctx)
}

// polls are the timers of a client, one for each answer that is polled.
type polls struct {
	mu      sync.Mutex
	timers  map[callKey]*timer
	offline bool
	closed  bool
}

func newPolls() *polls { return &polls{timers: map[callKey]*timer{}} }

// timer asks for one answer. The mutex of polls guards it.
type timer struct {
	subscribers []*subscriber // in the order in which they came
	asked       time.Time     // when the last one came or was asked for
	next        time.Time     // when it is due
	clock       *time.Timer   // nil while it is stopped
}

type subscriber struct {
	every    time.Duration
	answered func() time.Time // zero: not known
	ask      func(every time.Duration)
}

func (p *polls) subscribe(key callKey, s *subscriber) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.timers[key]
	if t == nil {
		t = &timer{asked: s.answered()}
		if t.asked.IsZero() {
			t.asked = time.Now()
		}
		p.timers[key] = t
	}
	t.subscribers = append(t.subscribers, s)
	p.arm(t)
	return func() { p.unsubscribe(key, t, s) }
}

func (p *polls) unsubscribe(key callKey, t *timer, s *subscriber) {
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
func (p *polls) arm(t *timer) {
	if t.clock != nil {
		t.clock.Stop()
		t.clock = nil
	}
	if p.closed || p.offline || len(t.subscribers) == 0 {
		return
	}
	t.next = t.asked.Add(t.every())
	t.clock = time.AfterFunc(time.Until(t.next), func() { p.due(t) })
}

// every is the shortest interval.
func (t *timer) every() time.Duration {
	every := t.subscribers[0].every
	for _, s := range t.subscribers {
		every = min(every, s.every)
	}
	return every
}

// due asks, unless somebody else has done so meanwhile.
func (p *polls) due(t *timer) {
	p.mu.Lock()
	now := time.Now()
	if t.clock == nil || now.Before(t.next) {
		p.mu.Unlock()
		return
	}
	if last := t.subscribers[0].answered(); last.After(t.asked) {
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
func (p *polls) take(t *timer, now time.Time) (ask func()) {
	t.asked = now
	p.arm(t)
	first, every := t.subscribers[0], t.every()
	return func() { first.ask(every) }
}

// pause stops all clocks.
func (p *polls) pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.offline = true
	for _, t := range p.timers {
		p.arm(t)
	}
}

// resume asks for all answers at once and sets the clocks again.
func (p *polls) resume() {
	p.mu.Lock()
	if !p.offline {
		p.mu.Unlock()
		return
	}
	p.offline = false
	var asks []func()
	for _, t := range p.timers {
		asks = append(asks, p.take(t, time.Now()))
	}
	p.mu.Unlock()
	for _, ask := range asks {
		ask()
	}
}

func (p *polls) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, t := range p.timers {
		p.arm(t)
	}
}
