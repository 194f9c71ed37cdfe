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

	"github.com/klauspost/compress/gzip"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/lru"
)

// Entry is one page.
type Entry struct {
	Body   []byte   // nil when Gzip is all that is kept
	Gzip   []byte   // the same, compressed
	Brotli []byte   // the same, compressed even more
	Size   int      // of the body
	ETag   string   // without quotes
	Reach  []string // origins that the page may connect to besides those of the whole description
}

// Packed returns the entry as it is worth keeping: with the compressed body, or a
// copy of the body when there is none.
func (e Entry) Packed() Entry {
	if e.Gzip != nil {
		e.Body = nil
	} else {
		e.Body = bytes.Clone(e.Body)
	}
	return e
}

// WriteTo writes the body. One that is kept compressed is decompressed on the way,
// a piece at a time.
func (e Entry) WriteTo(w io.Writer) (int64, error) {
	if e.Body != nil || e.Gzip == nil {
		n, err := w.Write(e.Body)
		return int64(n), err
	}
	z, err := gzip.NewReader(bytes.NewReader(e.Gzip))
	if err != nil {
		return 0, err
	}
	return io.Copy(w, z)
}

// size is about what an entry takes, its key included.
func (e Entry) size(key string) int {
	n := len(key) + len(e.Body) + len(e.Gzip) + len(e.Brotli) + 256
	for _, origin := range e.Reach {
		n += len(origin) + 16
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
