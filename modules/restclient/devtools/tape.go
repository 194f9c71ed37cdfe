package devtools

import (
	"fmt"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// maxTapes bounds for how many identities commits are kept.
const maxTapes = 16

// tapes are the recordings of what is looked at: that of the client of Handler,
// and those of identities.
type tapes struct {
	home  *tape
	limit int // commits of each

	mu     sync.Mutex
	recent []*tape // of identities, the one that was looked at last in front
}

func newTapes(client *restclient.Client, limit int) *tapes {
	return &tapes{home: newTape(client, limit), limit: limit}
}

// find returns the tape of an identity by its token, nil when there is none.
func (ts *tapes) find(token string, names tokens) *tape {
	if token == "" {
		return ts.home
	}
	for _, id := range ts.home.client.Inspect().Identities {
		if names.of(id) == token {
			return ts.of(ts.home.client.ForIdentity(id))
		}
	}
	return nil
}

func (ts *tapes) of(client *restclient.Client) *tape {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	at := slices.IndexFunc(ts.recent, func(t *tape) bool { return t.client == client })
	var t *tape
	if at >= 0 {
		t = ts.recent[at]
		ts.recent = slices.Delete(ts.recent, at, at+1)
	} else {
		t = newTape(client, ts.limit)
	}
	ts.recent = slices.Insert(ts.recent, 0, t)
	if len(ts.recent) > maxTapes {
		ts.recent[maxTapes].stop()
		ts.recent = ts.recent[:maxTapes]
	}
	return t
}

// tape records the commits of the store of one client, whatever it is reset to,
// and tells of them.
type tape struct {
	client *restclient.Client
	limit  int
	leave  func() // stops listening for resets

	mu        sync.Mutex
	recording *store.Recording
	store     *store.Store
	silence   func() // stops listening to commits
	stopped   bool

	listeners listeners
}

func newTape(client *restclient.Client, limit int) *tape {
	t := &tape{client: client, limit: limit}
	t.leave = client.OnReset(func() {
		t.load()
		t.listeners.tell(note{})
	})
	t.load()
	return t
}

// load begins to record the store that the client has now.
func (t *tape) load() {
	st := t.client.Inspect().Store
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.store == st || st == nil || t.stopped {
		return
	}
	t.unload()
	t.store, t.recording = st, st.Record(t.limit)
	t.silence = st.OnCommit(func(c store.Commit) { t.listeners.tell(note{seq: c.Seq}) })
}

// unload ends the recording. The mutex is held.
func (t *tape) unload() {
	if t.store != nil {
		t.recording.Stop()
		t.silence()
		t.store = nil
	}
}

func (t *tape) stop() {
	t.leave()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	t.unload()
}

// commits returns the commits that are kept, the newest first.
func (t *tape) commits() []store.Commit {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.recording == nil {
		return nil
	}
	all := t.recording.Commits()
	slices.Reverse(all)
	return all
}

// at returns the state that a commit has left, and of which store.
func (t *tape) at(seq uint64) (*store.Store, *store.Snapshot, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.recording == nil {
		return nil, nil, false
	}
	sn, ok := t.recording.At(seq)
	return t.store, sn, ok
}

// pulse is different when calls or optimistic changes have come or gone.
func (t *tape) pulse() string {
	in := t.client.Inspect()
	if in.Store == nil {
		return ""
	}
	text := fmt.Sprint(len(in.Identities), in.AnswerCount)
	for _, c := range in.Calls {
		text += fmt.Sprint(c.URL, c.Began)
	}
	for _, l := range in.Store.Layers() {
		text += fmt.Sprint(l.Start, len(l.Changes))
	}
	return text
}
