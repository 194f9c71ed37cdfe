package restclient_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

var errStoreDown = errors.New("the store is down")

// faultyBlobs are blobs that fail as they are told to, and count what they are asked.
type faultyBlobs struct {
	*state.MemoryBlobs

	mu     sync.Mutex
	err    error
	hangs  bool
	panics bool
	takes  time.Duration // how long each use does
	asked  int
	looked int                                   // with GetMany
	behind func()                                // called once, when several values were read and before they are returned
	mangle func(key string, value []byte) []byte // what is read
	stored map[string][]byte
}

func newFaultyBlobs() *faultyBlobs {
	return &faultyBlobs{MemoryBlobs: state.NewMemoryBlobs(state.MemoryOptions{}), stored: map[string][]byte{}}
}

func (f *faultyBlobs) set(change func(f *faultyBlobs)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

func (f *faultyBlobs) uses() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked
}

// keys are those of a kind that were put.
func (f *faultyBlobs) keys(kind string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.DeleteFunc(slices.Sorted(maps.Keys(f.stored)), func(key string) bool { return !strings.Contains(key, ":"+kind+":") })
}

func (f *faultyBlobs) use(ctx context.Context) error {
	f.mu.Lock()
	hangs, panics, err, takes := f.hangs, f.panics, f.err, f.takes
	f.asked++
	f.mu.Unlock()
	if panics {
		panic("broken")
	}
	time.Sleep(takes)
	if hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	return err
}

// looks are the round trips that have read several values.
func (f *faultyBlobs) looks() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.looked
}

func (f *faultyBlobs) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	f.set(func(f *faultyBlobs) { f.looked++ })
	if err := f.use(ctx); err != nil {
		return nil, err
	}
	values, err := f.MemoryBlobs.GetMany(ctx, keys...)
	var behind func()
	f.set(func(f *faultyBlobs) { behind, f.behind = f.behind, nil })
	if behind != nil {
		behind()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range values {
		if f.mangle != nil {
			values[i] = f.mangle(keys[i], values[i])
		}
	}
	return values, err
}

func (f *faultyBlobs) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if err := f.use(ctx); err != nil {
		return err
	}
	f.set(func(f *faultyBlobs) { f.stored[key] = bytes.Clone(value) })
	return f.MemoryBlobs.Put(ctx, key, value, lifetime)
}

func (f *faultyBlobs) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	if err := f.use(ctx); err != nil {
		return false, err
	}
	return f.MemoryBlobs.PutAbsent(ctx, key, value, lifetime)
}

// lostSignals are published and never received.
type lostSignals struct{ state.MemorySignals }

func (*lostSignals) Publish(context.Context, string, []byte) error { return nil }

func TestWhileTheStoreFailsTheServerIsAsked(t *testing.T) {
	shared(t, func(s *sharing) {
		s.blobs.set(func(f *faultyBlobs) { f.err = errStoreDown })
		one := s.client()
		for id := range 20 {
			_, _ = Todos.On(one).Get(s.Context(), 1+id)
		}
		s.Expect(s.asked()).To(Equal(20))
		s.Expect(s.blobs.uses()).To(Equal(5))
		s.Expect(strings.Count(s.log.String(), "the shared store fails")).To(Equal(1))

		s.Expect(Todos.On(one).Invalidate(s.Context(), 1)).To(MatchError(errStoreDown))
		_, err := restclient.InvalidateAll(one.Context(s.Context()), restclient.AnswersOf(Todos.Get))
		s.Expect(err).To(MatchError(errStoreDown))
		_, err = Todos.On(one).PartialUpdate(s.Context(), 2, restclient.Fields{"title": "new"})
		s.Expect(err).NotTo(HaveOccurred())
	})
}

func TestWhileTheStorePanicsTheServerIsAsked(t *testing.T) {
	for name, use := range map[string]func(s *sharing, one *restclient.Client) error{
		"by a read": func(s *sharing, one *restclient.Client) error {
			s.Expect(s.title(one, 1)).To(Equal("one"))
			return nil
		},
		"by several at once": func(s *sharing, one *restclient.Client) error {
			s.several(nil)
			s.Expect(s.titles(one, 1, 2, 3)).To(Equal([]string{"one", "two", "three"}))
			return nil
		},
		"by a mutation": func(s *sharing, one *restclient.Client) error {
			_, err := Todos.On(one).PartialUpdate(s.Context(), 2, restclient.Fields{"title": "new"})
			return err
		},
		"by what a read has found, which is kept": func(s *sharing, one *restclient.Client) error {
			s.blobs.set(func(f *faultyBlobs) { f.panics = false })
			s.server.set(func(w http.ResponseWriter, r *http.Request) {
				s.blobs.set(func(f *faultyBlobs) { f.panics = true })
				w.Header().Set("ETag", `"1"`)
				writeJSON(w, http.StatusOK, Todo{ID: 1, Title: "one"})
			})
			s.Expect(s.title(one, 1)).To(Equal("one"))
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				one := s.client()
				s.blobs.set(func(f *faultyBlobs) { f.panics = true })

				s.Expect(use(s, one)).To(Succeed())

				s.Expect(s.asked()).To(Equal(1))
				s.settle()
				s.Expect(s.log.String()).To(ContainSubstring("the store panicked: broken"))
			})
		})
	}
}

// panickingSignals cannot be subscribed to.
type panickingSignals struct{ state.MemorySignals }

func (*panickingSignals) Subscribe(context.Context, string, func([]byte)) error { panic("broken") }

func TestSignalsThatPanicAreSubscribedToAgain(t *testing.T) {
	shared(t, func(s *sharing) {
		s.signals = &panickingSignals{}

		s.Expect(s.title(s.client(), 1)).To(Equal("one"))

		time.Sleep(time.Minute + time.Second)
		s.settle()
		s.Expect(strings.Count(s.log.String(), "panicked: broken")).To(Equal(2), "once a minute")
	})
}

func TestAStoreThatHangsIsWaitedForWithinBounds(t *testing.T) {
	shared(t, func(s *sharing) {
		s.blobs.set(func(f *faultyBlobs) { f.hangs = true })
		for one, timeout := range map[*restclient.Client]time.Duration{
			s.client(): restclient.DefaultSharedTimeout,
			s.sharing([]restclient.SharedOption{restclient.WithSharedTimeout(30 * time.Millisecond)}): 30 * time.Millisecond,
		} {
			began := time.Now()
			for id := range 20 {
				_, _ = Todos.On(one).Get(s.Context(), 1+id)
			}
			s.Expect(time.Since(began)).To(Equal(5 * timeout))
		}
	})
}

func TestWhatAMutationHasChangedIsReplacedWhenTheStoreIsBack(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.client(), s.client()
		s.title(one, 1)
		s.blobs.set(func(f *faultyBlobs) { f.err = errStoreDown })
		_, err := Todos.On(one).PartialUpdate(s.Context(), 1, restclient.Fields{"title": "new"})
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(s.title(s.client(), 1)).To(Equal("new")) // the server has said so
		s.blobs.set(func(f *faultyBlobs) { f.err = nil })

		s.Expect(Todos.On(one).Invalidate(s.Context(), 3)).To(Succeed())
		s.title(one, 2) // looks at what is shared, and so replaces what it owes
		s.Expect(s.title(other, 1)).To(Equal("new"))
	})
}

func TestAStoreThatLiesIsNotBelieved(t *testing.T) {
	for name, mangle := range map[string]func(key string, value []byte) []byte{
		"garbage":                      func(string, []byte) []byte { return []byte("garbage") },
		"nothing":                      func(string, []byte) []byte { return []byte{} },
		"a changed byte":               func(_ string, v []byte) []byte { v[len(v)-3] ^= 1; return v },
		"half of it":                   func(_ string, v []byte) []byte { return v[:len(v)/2] },
		"an answer of another version": func(_ string, v []byte) []byte { v[0] = 'q'; return v },
		"eight bytes":                  func(_ string, v []byte) []byte { return v[:8] },
	} {
		for _, kind := range []string{"answer", "text", "version"} {
			if kind == "version" && name != "eight bytes" {
				continue // any 16 bytes are a version
			}
			t.Run(kind+", "+name, func(t *testing.T) {
				shared(t, func(s *sharing) {
					s.tagged(nil)
					s.title(s.client(), 1)
					s.change(1, "new")
					s.blobs.set(func(f *faultyBlobs) {
						f.mangle = func(key string, value []byte) []byte {
							if value == nil || !strings.Contains(key, ":"+kind+":") {
								return value
							}
							return mangle(key, value)
						}
					})
					s.Expect(s.title(s.client(), 1)).To(Equal("new"))
				})
			})
		}
	}
}

func TestWhatIsSharedIsEncryptedAndBoundToItsPlace(t *testing.T) {
	first, second := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	with := func(keys ...[]byte) []restclient.SharedOption {
		return []restclient.SharedOption{restclient.WithSharedKeys(keys...)}
	}
	swap := func(s *sharing) {
		keys := s.blobs.keys("answer")
		s.Expect(keys).To(HaveLen(2))
		s.blobs.set(func(f *faultyBlobs) {
			for i, key := range keys {
				_ = f.MemoryBlobs.Put(context.Background(), key, f.stored[keys[1-i]], time.Hour)
			}
		})
	}
	for name, c := range map[string]struct {
		writes, reads [][]byte
		meanwhile     func(s *sharing)
		found         bool
	}{
		"with the key":                      {writes: [][]byte{first}, reads: [][]byte{first}, found: true},
		"with a new key in front":           {writes: [][]byte{first}, reads: [][]byte{second, first}, found: true},
		"with another key":                  {writes: [][]byte{first}, reads: [][]byte{second}},
		"without a key":                     {writes: [][]byte{first}},
		"what is not encrypted, with a key": {reads: [][]byte{first}},
		"the answer of another place":       {writes: [][]byte{first}, reads: [][]byte{first}, meanwhile: swap},
	} {
		t.Run(name, func(t *testing.T) {
			shared(t, func(s *sharing) {
				writer := s.sharing(with(c.writes...))
				s.title(writer, 1)
				s.title(writer, 2)
				for _, key := range s.blobs.keys("answer") {
					s.Expect(bytes.Contains(s.blobs.stored[key], []byte("title"))).To(Equal(c.writes == nil))
				}
				if c.meanwhile != nil {
					c.meanwhile(s)
				}
				reader := s.sharing(with(c.reads...))
				s.Expect(s.title(reader, 1)).To(Equal("one"))
				s.Expect(s.asked() == 2).To(Equal(c.found))
				if c.writes != nil && !c.found {
					s.Expect(s.log.String()).To(ContainSubstring("the shared store fails"))
				}
			})
		})
	}
}

func TestSignalsAreEncrypted(t *testing.T) {
	shared(t, func(s *sharing) {
		var payloads [][]byte
		ctx, cancel := context.WithCancel(s.Context())
		var heard sync.WaitGroup
		heard.Go(func() {
			_ = s.signals.Subscribe(ctx, "restclient:todos", func(p []byte) { payloads = append(payloads, p) })
		})
		key := restclient.WithSharedKeys(make([]byte, 32))
		one, other := s.sharing([]restclient.SharedOption{key}), s.sharing([]restclient.SharedOption{key})
		s.title(other, 1)
		s.change(1, "new")
		s.Expect(Todos.On(one).Invalidate(s.Context(), 1)).To(Succeed())
		s.settle()
		cancel()
		heard.Wait()

		s.Expect(payloads).To(HaveLen(2)) // that it begins, and one
		s.Expect(string(payloads[1])).NotTo(ContainSubstring("Todo"))
		s.Expect(s.title(other, 1)).To(Equal("new"))
	})
}

func TestNewSaysWhatIsWrongWithSharing(t *testing.T) {
	g := NewWithT(t)
	blobs := state.NewMemoryBlobs(state.MemoryOptions{})
	for want, opt := range map[string]restclient.Option{
		`"a b" is no name`:                     restclient.WithShared("a b", blobs, nil),
		`"" is no name`:                        restclient.WithShared("", blobs, nil),
		"nil Blobs":                            restclient.WithShared("a", nil, nil),
		"key 1 has 31 bytes: AES-256 takes 32": restclient.WithShared("a", blobs, nil, restclient.WithSharedKeys(make([]byte, 32), make([]byte, 31))),
		"WithSharedLifetime: 0s is less than":  restclient.WithShared("a", blobs, nil, restclient.WithSharedLifetime(0)),
		"WithSharedTimeout: -1s is not above":  restclient.WithShared("a", blobs, nil, restclient.WithSharedTimeout(-time.Second)),
		"WithMaxShared: 0 is not above":        restclient.WithShared("a", blobs, nil, restclient.WithMaxShared(0)),
	} {
		_, err := restclient.New(httptransport.InProcess(three()), opt)
		g.Expect(err).To(MatchError(ContainSubstring(want)))
	}
}

func TestAnErrorDoesNotOutliveItsCauseForAReadThatRechecks(t *testing.T) {
	shared(t, func(s *sharing) {
		one, other := s.sharing([]restclient.SharedOption{restclient.WithRecheck(0)}), s.client()
		_, err := Todos.On(one).Get(s.Context(), 103)
		s.Expect(err).To(MatchError(restclient.ErrNotFound))
		made, err := Todos.On(other).Create(s.Context(), user(1), Todo{UserID: 1, Title: "new"})
		s.Expect(err).NotTo(HaveOccurred())

		s.Expect(s.title(one, made.ID)).To(Equal("new"))
	})
}
