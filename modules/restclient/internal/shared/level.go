// Package shared is the level below the stores of clients in which several processes
// keep the answers that they have read.
//
//	level, err := shared.New(shared.Config{Name: "todos", Blobs: store, Signals: store})
//	place := level.Place(shared.Read{Identity: "ida", URL: url, Of: []string{"at " + path}})
//	answer := level.Find(ctx, place, nil)
//	// not found: ask the server
//	level.Prepare(ctx, place)
//	// … and when it has answered
//	level.Keep(ctx, place, answer, time.Minute)
//	// changed: nobody finds that any more
//	err = level.Replace(ctx, shared.News{Of: []string{"at " + path}}, true)
//
// What an answer is made of has versions, which are in the store. An answer says of
// which ones it was made, all of which were there before the server was asked. Reading it
// takes the versions of now, too, and one that was made of others is none. So a reader
// never finds what is older than a Replace that has returned, however late an answer is
// kept and whatever becomes of signals.
//
// The body of an answer with an entity tag is kept apart, for longer than the answer: when
// a server confirms the tag, the answer is kept again without it.
//
//	level.Renew(ctx, place, answer, time.Minute)
package shared

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// Config says what is shared, and where.
type Config struct {
	Name     string // the same in all processes that share
	Blobs    state.Blobs
	Signals  state.Signals // nil for none
	Keys     [][]byte      // of AES-256: the first encrypts, all decrypt; none for no encryption
	Lifetime time.Duration // of answers, at most
	MaxBody  int           // of an answer that is kept, in bytes
	Timeout  time.Duration // of one use of Blobs
	Logger   *slog.Logger
	Now      func() time.Time // which the age of answers is told by
}

// Level is where answers are. It is safe for concurrent use.
type Level struct {
	Config
	topic
	many    state.ManyGetter
	guard   *state.Guard // of Blobs
	sealer  sealer
	signals signals
	debts   debts
}

// New returns a level of a store in which there may be answers already.
func New(c Config) (*Level, error) {
	s, err := newSealer(c.Keys)
	if err != nil {
		return nil, err
	}
	o := state.GuardOptions{Timeout: c.Timeout, Logger: c.Logger.With("shared", c.Name)}
	name := topic("restclient:" + c.Name)
	return &Level{
		Config: c, topic: name, many: state.Many(c.Blobs), guard: state.NewGuard(o), sealer: s,
		signals: signals{topic: name, through: c.Signals, guard: state.NewGuard(o), sealer: s, origin: rand.Text()},
	}, nil
}

// Place returns the place of an answer. Programs that make it of other parts have other
// places for it.
func (l *Level) Place(r Read) *Place {
	p := &Place{keys: make([]string, 2, 2+len(r.Of))}
	names := append([]string{r.Identity, r.Method, r.URL, r.Variant}, r.Of...)
	p.keys[0], p.keys[1] = l.key("answer", names...), l.key("text", names...)
	for _, name := range r.Of {
		p.keys = append(p.keys, l.key("version", name))
	}
	return p
}

// errStrange says that a store returns what nobody has asked for.
var errStrange = errors.New("the store returns another number of values than it was asked for")

// Find returns the answer of a place, nil where there is none that may be shown. Where it
// is the one that was found there before, it is without its body.
func (l *Level) Find(ctx context.Context, p *Place, before *Answer) *Answer {
	values := l.look(ctx, p, p.keys)
	if len(values) == 0 || values[0] == nil || !p.isReady() {
		return nil
	}
	if before.is(values[0], p.versions) {
		again := *before
		again.Age = max(l.Now().Sub(again.at), 0)
		return &again
	}
	a, made := l.open(values[0], p.keys[0], len(p.versions))
	if a == nil || !same(made, p.versions) || a.tag() != "" && !l.addText(a, values[1], p.keys[1]) || len(a.Body) > l.MaxBody {
		return nil
	}
	a.Age = max(l.Now().Sub(a.at), 0)
	a.mark, a.made = [markSize]byte(values[0]), made
	return a
}

// open reads what was kept with so many versions, nil for what cannot be read.
func (l *Level) open(blob []byte, key string, versions int) (a *Answer, made [][]byte) {
	text, err := l.sealer.open(blob, key)
	if err == nil {
		a, made, err = decode(text, versions)
	}
	if err != nil {
		l.guard.Complain(err)
		return nil, nil
	}
	return a, made
}

// addText completes an answer with a tag. It is false where there is no text with that tag.
func (l *Level) addText(a *Answer, blob []byte, key string) bool {
	if blob == nil {
		return false
	}
	text, _ := l.open(blob, key, 0)
	if text == nil || text.tag() != a.tag() {
		return false
	}
	a.complete(text)
	return true
}

// Look is Find for a read that asks the server in any case.
func (l *Level) Look(ctx context.Context, p *Place) { l.look(ctx, p, p.keys[2:]) }

// LookAll reads at once, for the next Find of each place, what it looks at. It is false
// when the store fails.
func (l *Level) LookAll(ctx context.Context, places ...*Place) (ok bool) {
	at := map[string]int{} // which have parts in common
	var keys []string
	for _, p := range places {
		for _, key := range p.keys {
			if _, known := at[key]; !known {
				at[key] = len(keys)
				keys = append(keys, key)
			}
		}
	}
	values := l.get(ctx, keys)
	for _, p := range places {
		p.looked, p.values = true, nil
		for _, key := range p.keys {
			if values != nil {
				p.values = append(p.values, values[at[key]])
			}
		}
	}
	return values != nil
}

// look reads the values of keys, the versions of the place among them. There are none
// where the store fails.
func (l *Level) look(ctx context.Context, p *Place, keys []string) (values [][]byte) {
	p.versions = nil
	if p.looked {
		values = p.values
		p.looked, p.values = false, nil
	} else {
		values = l.get(ctx, keys)
	}
	if values == nil {
		return nil
	}
	p.versions = values[len(values)-len(p.keys)+2:]
	for i, version := range p.versions {
		if len(version) != versionSize {
			p.versions[i] = nil
		}
	}
	return values
}

// get reads the values of keys. It returns nil when the store fails.
func (l *Level) get(ctx context.Context, keys []string) (values [][]byte) {
	_ = l.guard.Use(ctx, func(ctx context.Context) (err error) { // which tells the log
		if err = l.pay(ctx); err != nil {
			return err
		}
		values, err = l.many.GetMany(ctx, keys...)
		if err == nil && len(values) != len(keys) {
			values, err = nil, errStrange
		}
		return err
	})
	return values
}

// Prepare is called before the server is asked: what has no version gets one, because one
// that the store has lost may have been replaced.
func (l *Level) Prepare(ctx context.Context, places ...*Place) {
	var keys []string
	for _, p := range places {
		for i, version := range p.versions {
			if version == nil {
				keys = append(keys, p.keys[2+i])
			}
		}
	}
	if len(keys) == 0 {
		return
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	made := make([][]byte, len(keys))
	err := l.guard.Use(ctx, func(ctx context.Context) error {
		return each(len(keys), func(i int) (err error) {
			made[i], err = l.begin(ctx, keys[i])
			return err
		})
	})
	for _, p := range places {
		for i, version := range p.versions {
			if at, _ := slices.BinarySearch(keys, p.keys[2+i]); version == nil && err == nil {
				p.versions[i] = made[at]
			}
		}
	}
}

// begin gives what has no version one, or returns that of another process.
func (l *Level) begin(ctx context.Context, key string) ([]byte, error) {
	for range 3 {
		made := newVersion()
		put, err := l.Blobs.PutAbsent(ctx, key, made, l.versionLifetime())
		if err != nil || put {
			return made, err
		}
		value, found, err := l.Blobs.Get(ctx, key)
		switch {
		case err != nil:
			return nil, err
		case found && len(value) == versionSize:
			return value, nil
		case found: // what nobody has written as one
			made := newVersion()
			return made, l.Blobs.Put(ctx, key, made, l.versionLifetime())
		}
	}
	return nil, errors.New("a version ends as soon as it is made")
}

// versionLifetime is longer than that of any answer that was made of the version before.
func (l *Level) versionLifetime() time.Duration { return 2*l.Lifetime + time.Hour }

// Keep keeps an answer that the server has given since Prepare, for as long as it is
// fresh. It returns the answer as Find takes it, nil where it is not kept.
func (l *Level) Keep(ctx context.Context, p *Place, a Answer, fresh time.Duration) *Answer {
	if len(a.Body) > l.MaxBody {
		return nil
	}
	return l.put(ctx, p, a, fresh, a.tag() != "")
}

// Renew is Keep for an answer without its body, whose entity tag the server has confirmed
// since Prepare. Readers find the answer only while the store holds a text with that tag.
func (l *Level) Renew(ctx context.Context, p *Place, a Answer, fresh time.Duration) *Answer {
	if a.tag() == "" {
		return nil
	}
	return l.put(ctx, p, a, fresh, false)
}

// put keeps an answer, with its text apart or as it is.
func (l *Level) put(ctx context.Context, p *Place, a Answer, fresh time.Duration, apart bool) *Answer {
	fresh = min(fresh, l.Lifetime)
	if fresh < time.Millisecond || !p.isReady() {
		return nil
	}
	a.at = l.Now()
	text, blobs := a, 1
	if apart {
		a.Body, blobs = nil, 2
	}
	blob := l.sealer.seal(encode(a, p.versions), p.keys[0])
	err := l.guard.Use(context.WithoutCancel(ctx), func(ctx context.Context) error { // which tells the log
		return each(blobs, func(i int) error {
			if i == 1 {
				return l.Blobs.Put(ctx, p.keys[1], l.sealer.seal(encode(text, nil), p.keys[1]), l.textLifetime())
			}
			return l.Blobs.Put(ctx, p.keys[0], blob, fresh)
		})
	})
	if err != nil {
		return nil
	}
	a.mark, a.made, a.Header = [markSize]byte(blob), p.versions, mattering(a.Header)
	return a.Head()
}

// textLifetime is longer than that of any answer, so that there is a text to confirm.
func (l *Level) textLifetime() time.Duration { return 2 * l.Lifetime }

// Replace replaces the versions of what has changed: when it returns, nobody finds an
// answer from before. Then it tells the others. With an error, others may find one for as
// long as that is fresh, and this level finds nothing until it has replaced them. It is
// tried also while the store is left alone where the caller insists.
func (l *Level) Replace(ctx context.Context, n News, insist bool) error {
	use := l.guard.Use
	if insist {
		use = l.guard.Try
	}
	ctx = context.WithoutCancel(ctx) // what has changed has done so
	err := use(ctx, func(ctx context.Context) error {
		if err := l.replace(ctx, n.Of); err != nil {
			return err
		}
		return l.replace(ctx, n.Then)
	})
	if err != nil {
		l.Owe(slices.Concat(n.Of, n.Then)...)
		return fmt.Errorf("replace what processes share: %w", err)
	}
	l.signals.publish(ctx, n)
	return nil
}

func (l *Level) replace(ctx context.Context, names []string) error {
	return each(len(names), func(i int) error {
		return l.Blobs.Put(ctx, l.key("version", names[i]), newVersion(), l.versionLifetime())
	})
}

// Owe is Replace at the next use of the level, for a caller that cannot wait.
func (l *Level) Owe(names ...string) { l.debts.add(names, l.Now().Add(l.Lifetime)) }

// pay replaces what was to be replaced before.
func (l *Level) pay(ctx context.Context) error {
	debts, blind := l.debts.get(l.Now)
	if blind {
		return errBlind
	}
	if len(debts) == 0 {
		return nil
	}
	names := slices.Collect(maps.Keys(debts))
	if err := l.replace(ctx, names); err != nil {
		return err
	}
	l.debts.paid(debts)
	l.signals.publish(ctx, News{Of: names})
	return nil
}

// Follow calls hear with what has changed until ctx is done, at once and then every 50
// milliseconds at most. It waits for that.
func (l *Level) Follow(ctx context.Context, hear func([]News)) { l.signals.follow(ctx, hear) }

// each calls f for 0 to n-1 at once, and returns the first error.
func each(n int, f func(i int) error) error {
	if n == 1 {
		return f(0)
	}
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { errs[i] = safely(func() error { return f(i) }) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// safely makes a panic an error, as state.Guard does: in a goroutine of ours it would end the
// program.
func safely(f func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the store panicked: %v\n%s", cause, debug.Stack())
		}
	}()
	return f()
}
