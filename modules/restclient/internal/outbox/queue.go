package outbox

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json"
)

// ErrFull says that there is no room for another entry.
var ErrFull = errors.New("the outbox is full")

// Journal keeps records.
type Journal interface {
	Append(record []byte) error
	Rewrite(records [][]byte) error
}

// Limits bound a queue. Not positive: no bound.
type Limits struct {
	Entries int
	Bytes   int64
}

// Queue holds the entries in the order in which they were put. It is safe for
// concurrent use.
type Queue struct {
	journal Journal
	limits  Limits

	mu      sync.Mutex
	entries []Entry
	names   Names
	bytes   int64
	records int      // in the journal
	unread  [][]byte // of those, what cannot be read, such as by a version before
	behind  bool     // the journal has entries that have ended
}

// End says that entries are not in the queue any more, and what that means for
// those that are.
type End struct {
	IDs []string `json:"ids"`
	// Rename is what the server calls the entity that an entry has made.
	Rename *Rename `json:"rename,omitzero"`
	// Tag is of the state that an entry has left.
	Tag *Tag `json:"tag,omitzero"`
}

// Tag is the entity tag of what is at a URL, empty when it is not known. What
// was changed on top of a state that has changed since by one's own hand is
// changed on top of that.
type Tag struct {
	URL  string `json:"url"`
	ETag string `json:"etag"`
}

// record is one line of the journal.
type record struct {
	Put *Entry `json:"put,omitzero"`
	End *End   `json:"end,omitzero"`
}

// maxNames bounds how many renames are remembered.
const maxNames = 1000

// minRecords is how many records a journal may have that say nothing any more.
const minRecords = 64

// Open reads a queue back. The error is about records that cannot be read, which stay in
// the journal; the queue is usable all the same.
func Open(records [][]byte, journal Journal, limits Limits) (*Queue, error) {
	q := &Queue{journal: journal, limits: limits, records: len(records)}
	var first error
	for _, data := range records {
		if err := q.read(data); err != nil {
			q.unread = append(q.unread, data)
			first = cmp.Or(first, err)
		}
	}
	if first != nil {
		return q, fmt.Errorf("%d of %d records of the journal cannot be read: %w", len(q.unread), len(records), first)
	}
	return q, nil
}

func (q *Queue) read(data []byte) error {
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return err
	}
	switch {
	case r.Put != nil && r.Put.ID != "":
		if q.index(r.Put.ID) < 0 {
			q.add(*r.Put)
		}
	case r.End != nil:
		q.apply(*r.End)
	default:
		return errors.New("it says nothing")
	}
	return nil
}

// Put adds an entry to the end. When it has returned without an error, the
// entry is in the journal. It returns the entry as it is in the queue.
func (q *Queue) Put(e Entry) (Entry, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.limits.Entries > 0 && len(q.entries) >= q.limits.Entries {
		return e, fmt.Errorf("%w: it holds %d mutations", ErrFull, len(q.entries))
	}
	if q.limits.Bytes > 0 && q.bytes+e.size() > q.limits.Bytes {
		return e, fmt.Errorf("%w: it holds %d bytes", ErrFull, q.bytes)
	}
	q.names.Apply(&e)
	if q.behind {
		_ = q.compact() // while it fails, an append is likely to fail, too
	}
	if err := q.append(record{Put: &e}); err != nil {
		return e, err
	}
	q.add(e)
	return e, nil
}

// End takes entries out. What it means is done whether or not it could be
// written into the journal, which is tried again with what is written next.
func (q *Queue) End(end End) (err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.apply(end)
	if q.behind || len(q.entries) == 0 || q.records >= minRecords && q.records > 2*(len(q.entries)+len(q.unread)) {
		err = q.compact()
	} else {
		err = q.append(record{End: &end})
	}
	q.behind = err != nil
	return err
}

// Clear empties the queue, and returns what was in it. The journal is another's
// business.
func (q *Queue) Clear() []Entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	gone := q.entries
	q.entries, q.names, q.bytes, q.records, q.unread, q.behind = nil, nil, 0, 0, nil, false
	return gone
}

// Entries returns the entries in their order, under the names that they have
// now. They belong to the caller, but for what is behind references.
func (q *Queue) Entries() []Entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.entries)
}

// Get returns the entry with an ID, if there is one.
func (q *Queue) Get(id string) (Entry, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := q.index(id); i >= 0 {
		return q.entries[i], true
	}
	return Entry{}, false
}

// Len returns the number of entries.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.entries)
}

// Names returns what entities are called since the server knows them.
func (q *Queue) Names() Names {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.names)
}

func (q *Queue) index(id string) int {
	return slices.IndexFunc(q.entries, func(e Entry) bool { return e.ID == id })
}

func (q *Queue) add(e Entry) {
	q.entries = append(q.entries, e)
	q.bytes += e.size()
}

func (q *Queue) apply(end End) {
	q.entries = slices.DeleteFunc(q.entries, func(e Entry) bool { return slices.Contains(end.IDs, e.ID) })
	if end.Rename != nil {
		q.names = append(q.names, *end.Rename)
		q.names = q.names[max(0, len(q.names)-maxNames):]
	}
	q.bytes = 0
	for i := range q.entries {
		e := &q.entries[i]
		if end.Rename != nil {
			end.Rename.apply(e)
		}
		if end.Tag != nil {
			end.Tag.apply(e)
		}
		q.bytes += e.size()
	}
}

// apply leaves out the tag of what is at the same path with another query, since it is not
// known.
func (t Tag) apply(e *Entry) {
	path, _, _ := strings.Cut(t.URL, "?")
	if at, _, _ := strings.Cut(e.URL, "?"); at != path || e.Header.Get("If-Match") == "" {
		return
	}
	e.Header = e.Header.Clone()
	if t.ETag == "" || e.URL != t.URL {
		e.Header.Del("If-Match")
		return
	}
	e.Header.Set("If-Match", t.ETag)
}

func (q *Queue) append(r record) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := q.journal.Append(data); err != nil {
		return err
	}
	q.records++
	return nil
}

// compact leaves what is in the queue in the journal, and what cannot be read.
func (q *Queue) compact() error {
	records := slices.Clone(q.unread)
	for i := range q.entries {
		data, err := json.Marshal(record{Put: &q.entries[i]})
		if err != nil {
			return err
		}
		records = append(records, data)
	}
	if err := q.journal.Rewrite(records); err != nil {
		return err
	}
	q.records, q.behind = len(records), false
	return nil
}

// secret are headers that are not written into the journal: whoever sends an
// entry adds them anew.
var secret = []string{
	"Authorization", "Proxy-Authorization", "Cookie", "Cookie2", "X-Api-Key", "Api-Key", "X-Auth-Token",
	"X-Csrf-Token", "X-Xsrf-Token",
}

// Public returns a copy of headers without those that are secrets.
func Public(h http.Header) http.Header {
	public := h.Clone()
	for _, name := range secret {
		public.Del(name)
	}
	return public
}
