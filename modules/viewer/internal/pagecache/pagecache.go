// Package pagecache keeps written pages, the ones used last, up to a number of
// bytes:
//
//	cache := pagecache.New(16 << 20)
//	entry, ok := cache.Get(key)
//	cache.Put(key, entry)
package pagecache

import (
	"bytes"
	"io"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/lru"
)

// Entry is one page, in as many forms as were asked for.
type Entry struct {
	Body   []byte // nil when other forms are all that is kept
	Gzip   []byte // the same, compressed
	Zstd   []byte
	Brotli []byte
	// Delta is the body compressed with Dictionary.
	Delta      []byte
	Dictionary *coding.Dictionary

	Plain bool     // compressing it does not pay
	Size  int      // of the body
	ETag  string   // without quotes
	Reach []string // origins that the page may connect to besides those of the whole description
	Link  []string // the field Link of the page; read-only
}

// Packed returns the entry as it is worth keeping: with a compressed body, or a copy
// of the body when there is none.
func (e Entry) Packed() Entry {
	if e.Gzip != nil || e.Zstd != nil || e.Delta != nil {
		e.Body = nil
	} else {
		e.Body = bytes.Clone(e.Body)
	}
	return e
}

// With returns the entry with a dictionary, unless that is nil.
func (e Entry) With(d *coding.Dictionary) Entry {
	if d != nil {
		e.Dictionary = d
	}
	return e
}

// WriteTo writes the body. One that is kept compressed is decompressed on the way.
func (e Entry) WriteTo(w io.Writer) (int64, error) {
	var body []byte
	var err error
	switch {
	case e.Body != nil:
		body = e.Body
	case e.Zstd != nil:
		return coding.Unzstd(w, e.Zstd)
	case e.Gzip != nil:
		return coding.Gunzip(w, e.Gzip)
	case e.Delta != nil:
		body, err = e.Dictionary.Unpack(e.Delta)
	}
	if err != nil {
		return 0, err
	}
	n, err := w.Write(body)
	return int64(n), err
}

// size is about what an entry takes, its key included.
func (e Entry) size(key string) int {
	n := len(key) + len(e.Body) + len(e.Gzip) + len(e.Zstd) + len(e.Brotli) + len(e.Delta) + 256
	for _, origin := range e.Reach {
		n += len(origin) + 16
	}
	for _, link := range e.Link {
		n += len(link) + 16
	}
	return n
}

// Cache keeps entries by key. It is safe for concurrent use.
type Cache struct{ entries *lru.Cache[string, Entry] }

// New makes a cache of at most limit bytes.
func New(limit int) *Cache { return &Cache{lru.New[string, Entry](limit)} }

// Get returns the entry of a key.
func (c *Cache) Get(key string) (Entry, bool) { return c.entries.Get(key) }

// Put keeps an entry and drops those that were not used for longest. An entry
// that takes more than a quarter of the cache is not kept.
func (c *Cache) Put(key string, entry Entry) { c.entries.Put(key, entry, entry.size(key)) }
