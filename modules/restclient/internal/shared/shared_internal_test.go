package shared

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

func levelOf(t testing.TB, change func(c *Config)) *Level {
	t.Helper()
	c := Config{
		Name: "test", Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), Signals: &state.MemorySignals{},
		Lifetime: time.Hour, MaxBody: 1 << 20, Logger: slog.New(slog.DiscardHandler), Now: time.Now,
	}
	if change != nil {
		change(&c)
	}
	l, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAnAnswerIsReadAsItWasWritten(t *testing.T) {
	a := Answer{Status: 200, Body: []byte("body"), at: time.UnixMilli(1_800_000_000_123), Header: http.Header{
		"Content-Type": {"application/json"}, "Link": {"</a>; rel=next", "</b>; rel=last"}, "X-Other": {"is left out"},
	}}
	versions := [][]byte{newVersion(), newVersion()}
	got, made, err := decode(encode(a, versions), 2)
	if err != nil || !slices.EqualFunc(made, versions, bytes.Equal) {
		t.Fatalf("versions %x, %v", made, err)
	}
	delete(a.Header, "X-Other")
	if fmt.Sprint(*got) != fmt.Sprint(Answer{Status: 200, Header: a.Header, Body: a.Body, at: a.at}) {
		t.Errorf("%+v, not %+v", *got, a)
	}
}

func FuzzAnswer(f *testing.F) {
	versions := [][]byte{newVersion()}
	whole := encode(Answer{Status: 200, Header: http.Header{"Etag": {`"1"`}}, Body: []byte("{}")}, versions)
	for n := range whole {
		f.Add(whole[:n])
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, text []byte) {
		a, made, err := decode(text, 1)
		if (a == nil) != (err != nil) || err == nil && (len(made) != 1 || len(made[0]) != versionSize) {
			t.Errorf("%x is %+v of %x, %v", text, a, made, err)
		}
	})
}

// slowPuts are blobs that note which versions were put when another one began to be.
type slowPuts struct {
	*state.MemoryBlobs
	mu    sync.Mutex
	begun map[string][]string // the keys that were put by then
	done  []string
}

func (s *slowPuts) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	s.mu.Lock()
	s.begun[key] = slices.Clone(s.done)
	s.mu.Unlock()
	time.Sleep(time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = append(s.done, key)
	return s.MemoryBlobs.Put(ctx, key, value, lifetime)
}

func TestWhatIsReplacedThenIsReplacedBehindAllElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		blobs := &slowPuts{MemoryBlobs: state.NewMemoryBlobs(state.MemoryOptions{}), begun: map[string][]string{}}
		l := levelOf(t, func(c *Config) { c.Blobs = blobs })
		if err := l.Replace(t.Context(), News{Of: []string{"a", "b"}, Then: []string{"c"}}, true); err != nil {
			t.Fatal(err)
		}
		for name, before := range map[string]int{"a": 0, "b": 0, "c": 2} {
			if n := len(blobs.begun[l.key("version", name)]); n != before {
				t.Errorf("%q is put behind %d others", name, n)
			}
		}
	})
}

func TestALevelThatOwesTooMuchIsBlindUntilAllHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := levelOf(t, nil)
		at := func() *Place { return l.Place(Read{URL: "u", Of: []string{"a"}}) }
		fill := func() {
			p := at()
			l.Look(t.Context(), p)
			l.Prepare(t.Context(), p)
			l.Keep(t.Context(), p, Answer{Status: 200, Body: []byte("x")}, 2*time.Hour)
		}
		fill()
		if l.Find(t.Context(), at(), nil) == nil {
			t.Fatal("nothing is found")
		}
		for i := range maxDebts + 1 {
			l.Owe(fmt.Sprint(i))
		}
		fill()
		if l.Find(t.Context(), at(), nil) != nil {
			t.Error("something is found")
		}
		time.Sleep(l.Lifetime)
		fill()
		if l.Find(t.Context(), at(), nil) == nil {
			t.Error("nothing is found after the lifetime")
		}
	})
}

func TestWhatIsOwedAgainWhileItIsPaidStaysOwed(t *testing.T) {
	var d debts
	now := time.Now()
	d.add([]string{"a", "b"}, now)
	paid, _ := d.get(func() time.Time { return now })
	d.add([]string{"a"}, now)
	d.paid(paid)
	if left, _ := d.get(func() time.Time { return now }); len(left) != 1 || left["a"] != 2 {
		t.Errorf("%v", left)
	}
}

func TestNewsIsHeardOnceForManySignals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		signals := &state.MemorySignals{}
		one := levelOf(t, func(c *Config) { c.Signals = signals })
		other := levelOf(t, func(c *Config) { c.Signals = signals })
		ctx, cancel := context.WithCancel(t.Context())
		var heard [][]News
		done := make(chan struct{})
		go func() {
			other.Follow(ctx, func(n []News) { heard = append(heard, n) })
			close(done)
		}()
		time.Sleep(time.Second)
		for i := range 40 {
			if err := one.Replace(ctx, News{Of: []string{fmt.Sprint("n", i%4)}, Drop: i == 2}, true); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Second)
		long := News{Of: []string{strings.Repeat("x", state.MaxSignal)}, By: "ida"}
		if err := other.Replace(ctx, long, true); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		cancel()
		<-done

		names := map[string]bool{}
		for _, news := range heard[1 : len(heard)-1] {
			for _, n := range news {
				for _, name := range n.Of {
					names[name] = names[name] || n.Drop
				}
			}
		}
		if fmt.Sprint(names) != "map[n0:false n1:false n2:true n3:false]" || len(heard) > 5 {
			t.Errorf("%d times, %v", len(heard), heard)
		}
		for _, anything := range [][]News{heard[0], heard[len(heard)-1]} { // the beginning, and what is too long
			if len(anything) != 1 || len(anything[0].Of) != 0 {
				t.Errorf("%v", anything)
			}
		}
	})
}
