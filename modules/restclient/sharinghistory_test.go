package restclient_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// shownInput is a step of a history of one todo: a read, or the beginning or the end of a
// change, which is a mutation, or a change behind the back of the clients and an
// invalidation.
type shownInput struct {
	id   int
	op   shownOp
	text string // of a change
}

type shownOp int

const (
	readTodo shownOp = iota
	beginChange
	endChange
)

// shown is what may be read of a todo: the text that was there, and those of changes that
// have begun since, or of which nobody knows which one was the last.
type shown struct {
	texts   map[string]bool            // whether the change has ended
	pending map[string]map[string]bool // what each change under way replaces when it ends
}

// shownModel says that a read returns what was there when it was called, or what has
// changed since, and never what is older than a change that had ended.
var shownModel = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byID := map[int][]porcupine.Operation{}
		for _, o := range history {
			id := o.Input.(shownInput).id
			byID[id] = append(byID[id], o)
		}
		return slices.Collect(maps.Values(byID))
	},
	Init: func() any { return shown{texts: map[string]bool{"": true}} },
	Equal: func(a, b any) bool {
		one, other := a.(shown), b.(shown)
		return maps.Equal(one.texts, other.texts) && maps.EqualFunc(one.pending, other.pending, maps.Equal)
	},
	Step: func(before, input, output any) (bool, any) {
		s, in := before.(shown), input.(shownInput)
		after := shown{maps.Clone(s.texts), map[string]map[string]bool{}}
		maps.Copy(after.pending, s.pending)
		switch in.op {
		case beginChange:
			after.pending[in.text] = maps.Clone(s.texts)
			maps.DeleteFunc(after.pending[in.text], func(_ string, ended bool) bool { return !ended })
			after.texts[in.text] = false
		case endChange:
			for text := range s.pending[in.text] {
				delete(after.texts, text)
			}
			delete(after.pending, in.text)
			if _, there := after.texts[in.text]; there {
				after.texts[in.text] = true
			}
		default:
			if _, there := s.texts[output.(string)]; !there {
				return false, s
			}
			if len(s.pending) == 0 { // the server has one
				after.texts = map[string]bool{output.(string): true}
			}
		}
		return true, after
	},
}

// sharedHistory is a server, and two clients over one shared level, whose steps take
// times at random.
type sharedHistory struct {
	random    func(n int) int
	began     time.Time
	mu        sync.Mutex
	titles    map[int]string
	asked     int // the server, to read
	confirmed int // what was asked, with 304
	ops       []porcupine.Operation
	tick      int64
	clients   []*restclient.Client
}

// pause lets others go on, for a while.
func (h *sharedHistory) pause() { time.Sleep(time.Duration(h.random(1000)) * time.Microsecond) }

func (h *sharedHistory) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/todos" {
		h.list(w, r)
		return
	}
	id, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/todos/"))
	var sent Todo
	_ = json.NewDecoder(r.Body).Decode(&sent)
	h.pause()
	h.mu.Lock()
	reads := r.Method == http.MethodGet
	if !reads {
		h.titles[id] = sent.Title
	}
	answer := Todo{ID: id, Title: h.titles[id]}
	tag := strconv.Quote(answer.Title)
	confirms := reads && r.Header.Get("If-None-Match") == tag
	if reads {
		h.asked++
	}
	if confirms {
		h.confirmed++
	}
	h.mu.Unlock()
	h.pause()
	w.Header().Set("Etag", tag)
	w.Header().Set("Cache-Control", "max-age=1")
	if confirms {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	writeJSON(w, http.StatusOK, answer)
}

// list answers with several todos.
func (h *sharedHistory) list(w http.ResponseWriter, r *http.Request) {
	h.pause()
	h.mu.Lock()
	h.asked++
	all := []Todo{}
	for text := range strings.SplitSeq(r.URL.Query().Get("ids"), ",") {
		id, _ := strconv.Atoi(text)
		all = append(all, Todo{ID: id, Title: h.titles[id]})
	}
	h.mu.Unlock()
	h.pause()
	w.Header().Set("Cache-Control", "max-age=1")
	writeJSON(w, http.StatusOK, all)
}

// end waits until all has ended that was read in this half.
func (h *sharedHistory) end() {
	time.Sleep(time.Until(h.began.Add(2 * time.Second)))
}

// slowBlobs take their time, before and after.
type slowBlobs struct {
	blobs manyBlobs
	pause func()
}

func (s slowBlobs) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	s.pause()
	defer s.pause()
	return s.blobs.GetMany(ctx, keys...)
}

func (s slowBlobs) Get(ctx context.Context, key string) ([]byte, bool, error) {
	s.pause()
	defer s.pause()
	return s.blobs.Get(ctx, key)
}

func (s slowBlobs) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	s.pause()
	defer s.pause()
	return s.blobs.Put(ctx, key, value, lifetime)
}

func (s slowBlobs) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	s.pause()
	defer s.pause()
	return s.blobs.PutAbsent(ctx, key, value, lifetime)
}

// deafToReplacements loses versions that are replaced.
type deafToReplacements struct{ *state.MemoryBlobs }

func (d deafToReplacements) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if strings.Contains(key, ":version:") {
		return nil
	}
	return d.MemoryBlobs.Put(ctx, key, value, lifetime)
}

// lateBlobs acknowledge what they do a little later, as a cache in front of a store does.
type lateBlobs struct{ *state.MemoryBlobs }

func (l lateBlobs) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if !strings.Contains(key, ":version:") {
		return l.MemoryBlobs.Put(ctx, key, value, lifetime)
	}
	go func() {
		time.Sleep(2 * time.Millisecond)
		_ = l.MemoryBlobs.Put(context.WithoutCancel(ctx), key, value, lifetime)
	}()
	return nil
}

// record runs a step, and notes when that was.
func (h *sharedHistory) record(client int, in shownInput, run func() string) {
	h.mu.Lock()
	h.tick++
	call := h.tick
	h.mu.Unlock()
	output := run()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tick++
	h.ops = append(h.ops, porcupine.Operation{ClientId: client, Input: in, Call: call, Output: output, Return: h.tick})
}

// work is what one goroutine does with one client.
func (h *sharedHistory) work(t *testing.T, worker int) {
	client := h.clients[worker%len(h.clients)]
	todos, batched := Todos.On(client), Batched.On(client)
	read := func(id int, get func(ctx context.Context, id int) (Todo, error)) {
		h.record(worker, shownInput{id: id}, func() string {
			todo, err := get(t.Context(), id)
			if err != nil {
				t.Error(err)
			}
			return todo.Title
		})
	}
	for i := range 8 {
		id, text := 1+h.random(2), fmt.Sprintf("%d-%d", worker, i)
		if i == 4 {
			h.end()
		}
		h.pause()
		change := func(run func() error) {
			h.record(worker, shownInput{id, beginChange, text}, func() string { return "" })
			if err := run(); err != nil {
				t.Error(err)
			}
			h.record(worker, shownInput{id, endChange, text}, func() string { return "" })
		}
		switch h.random(9) {
		case 0:
			change(func() error {
				_, err := todos.Update(t.Context(), id, Todo{ID: id, Title: text})
				return err
			})
		case 1:
			change(func() error {
				h.mu.Lock()
				h.titles[id] = text
				h.mu.Unlock()
				h.pause()
				return todos.Invalidate(t.Context(), id)
			})
		case 2: // which changes nothing
			if err := todos.Expire(t.Context(), id); err != nil {
				t.Error(err)
			}
		case 3:
			read(id, todos.Fetch)
		case 4:
			var both sync.WaitGroup
			for id := range 2 {
				both.Go(func() { read(1+id, batched.Get) })
			}
			both.Wait()
		default:
			read(id, todos.Get)
		}
	}
}

// run returns a history of two clients with three goroutines each, and how often the
// server was asked for what was read.
func (h *sharedHistory) run(t *testing.T, blobs state.Blobs) (reads int) {
	for range 2 {
		c, err := restclient.New(httptransport.InProcess(h),
			restclient.WithShared("todos", blobs, &lostSignals{}, restclient.WithRecheck(0)))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		h.clients = append(h.clients, c)
	}
	var group sync.WaitGroup
	for worker := range 6 {
		group.Go(func() { h.work(t, worker) })
	}
	group.Wait()
	time.Sleep(time.Second) // what is still under way
	for _, o := range h.ops {
		if o.Input.(shownInput).op == readTodo {
			reads++
		}
	}
	return reads
}

// outcomes counts what has happened in several histories.
type outcomes struct{ refused, reads, asked, confirmed int }

// histories runs as many, and counts how many of them the model refuses.
func histories(t *testing.T, n int, over func(*state.MemoryBlobs) manyBlobs) (all outcomes) {
	for seed := range n {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			random := rand.New(rand.NewPCG(uint64(seed), 0))
			h := &sharedHistory{began: time.Now(), titles: map[int]string{}, random: func(n int) int {
				mu.Lock()
				defer mu.Unlock()
				return random.IntN(n)
			}}
			all.reads += h.run(t, slowBlobs{over(state.NewMemoryBlobs(state.MemoryOptions{})), h.pause})
			all.asked, all.confirmed = all.asked+h.asked, all.confirmed+h.confirmed
			slices.SortFunc(h.ops, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
			if !porcupine.CheckOperations(shownModel, h.ops) {
				all.refused++
			}
		})
	}
	return all
}

type manyBlobs = interface {
	state.Blobs
	state.ManyGetter
}

// TestNoReadReturnsWhatIsOlderThanAChangeThatHadEnded checks histories of reads,
// mutations and invalidations by two clients over one shared level, and of answers that
// end and are confirmed.
func TestNoReadReturnsWhatIsOlderThanAChangeThatHadEnded(t *testing.T) {
	all := histories(t, thorough.Times(300, 5000), func(b *state.MemoryBlobs) manyBlobs { return b })
	if all.refused > 0 {
		t.Errorf("%d histories have reads that are stale", all.refused)
	}
	if all.asked*10 > all.reads*9 {
		t.Errorf("%d of %d reads have asked the server: too few were shared", all.asked, all.reads)
	}
	if all.confirmed*10 < all.asked {
		t.Errorf("the server has confirmed %d of %d: too few", all.confirmed, all.asked)
	}
	t.Logf("%+v", all)
}

// TestTheModelRefusesALevelThatIsBroken plants faults in what is shared.
func TestTheModelRefusesALevelThatIsBroken(t *testing.T) {
	for name, over := range map[string]func(*state.MemoryBlobs) manyBlobs{
		"replacements are lost":               func(b *state.MemoryBlobs) manyBlobs { return deafToReplacements{b} },
		"replacements are acknowledged early": func(b *state.MemoryBlobs) manyBlobs { return lateBlobs{b} },
	} {
		refused := 0
		for range 20 { // now and then, none of a hundred is
			if refused = histories(t, 100, over).refused; refused > 0 {
				break
			}
		}
		if refused == 0 {
			t.Errorf("%s, and no history is refused", name)
		}
	}
}
