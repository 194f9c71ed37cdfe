package search

import (
	"math"
	"slices"
	"sort"
	"strings"
)

// table is an inverted index. Entries are what can be found. Each consists of a
// part of its own, which has its number, and of parts that it shares with
// others, whose numbers come behind those of the entries.
type table struct {
	entries []entry
	parts   []part // the shared ones
	owners  [][]owner
	terms   []string // sorted
	offsets []uint32 // of the postings of each term, and one more
	posts   []posting
}

// posting is one place of a word: a part and a field of it.
type posting uint32

func newPosting(part int, f field) posting { return posting(part)<<4 | posting(f) }

func (p posting) part() int    { return int(p >> 4) }
func (p posting) field() field { return field(p & 15) }

// part is what several entries share: a schema, or what else they come to by a
// reference.
type part struct {
	ref    string
	schema bool
}

// maxParts is how many parts can be numbered.
const maxParts = math.MaxUint32 >> 4

// owner is an entry that a shared part belongs to, and how far away it is.
type owner struct {
	entry uint32
	level uint8
}

// nearness says how much a word counts that stands a number of references away.
var nearness = [...]float32{1, 0.7, 0.45}

// of returns the postings of a term.
func (t *table) of(term int) []posting { return t.posts[t.offsets[term]:t.offsets[term+1]] }

// exact returns the number of a term, -1 for none.
func (t *table) exact(word string) int {
	if i, ok := slices.BinarySearch(t.terms, word); ok {
		return i
	}
	return -1
}

// prefix returns the numbers of the first term that begins with word, and of the
// one behind the last.
func (t *table) prefix(word string) (first, end int) {
	first, _ = slices.BinarySearch(t.terms, word)
	n := sort.Search(len(t.terms)-first, func(i int) bool { return !strings.HasPrefix(t.terms[first+i], word) })
	return first, first + n
}

// builder makes a table.
type builder struct {
	table
	ids      map[string]uint32
	names    []string
	pairs    []pair
	seen     []uint32 // by term: the part it was last seen in, from 1
	least    []field  // by term: the weightiest field there
	touched  []uint32 // terms of the part that is read
	splitter splitter
	full     bool
}

type pair struct {
	term uint32
	post posting
}

// The limits of a table, for descriptions that are made to be large.
const (
	maxTerms = 1 << 20
	maxPairs = 8 << 20
)

func newBuilder() *builder { return &builder{ids: map[string]uint32{}} }

// add notes the words of a text in a part. Places that a result shows are all
// noted, of the others the weightiest one of each word.
func (b *builder) add(part int, f field, text string) {
	note := func(w []byte) { b.note(part, f, w) }
	b.splitter.each(text, note)
	switch f {
	case inTitle, inID, inTag, inName, inField, inValue, inOther:
		if whole := joined(text); whole != "" {
			note([]byte(whole))
		}
	}
}

func (b *builder) note(part int, f field, word []byte) {
	if b.full {
		return
	}
	id, known := b.ids[string(word)]
	if !known {
		id = uint32(len(b.names))
		name := string(word)
		b.ids[name] = id
		b.names, b.seen, b.least = append(b.names, name), append(b.seen, 0), append(b.least, 0)
		b.full = len(b.names) >= maxTerms
	}
	switch mark := uint32(part + 1); {
	case b.seen[id] != mark:
		b.seen[id], b.least[id] = mark, f
		b.touched = append(b.touched, id)
	case f == b.least[id]:
	case f.head():
		b.pairs = append(b.pairs, pair{id, newPosting(part, f)})
	default:
		b.least[id] = min(b.least[id], f)
	}
}

// end closes a part.
func (b *builder) end(part int) {
	for _, id := range b.touched {
		b.pairs = append(b.pairs, pair{id, newPosting(part, b.least[id])})
		b.seen[id] = 0
	}
	b.touched = b.touched[:0]
	b.full = b.full || len(b.pairs) >= maxPairs
}

// build sorts what was noted.
func (b *builder) build() *table {
	order := make([]uint32, len(b.names))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return strings.Compare(b.names[x], b.names[y]) })
	rank := make([]uint32, len(order))
	var all strings.Builder // one text for all terms
	for i, id := range order {
		rank[id] = uint32(i)
		all.WriteString(b.names[id])
	}
	b.terms, b.offsets = make([]string, len(order)), make([]uint32, len(order)+1)
	text, at := all.String(), 0
	for i, id := range order {
		b.terms[i] = text[at : at+len(b.names[id])]
		at += len(b.names[id])
	}
	b.place(rank)
	t := b.table
	return &t
}

// place puts the postings of each term together, by counting.
func (b *builder) place(rank []uint32) {
	for _, p := range b.pairs {
		b.offsets[rank[p.term]+1]++
	}
	for i := 1; i < len(b.offsets); i++ {
		b.offsets[i] += b.offsets[i-1]
	}
	next := slices.Clone(b.offsets)
	b.posts = make([]posting, len(b.pairs))
	for _, p := range b.pairs {
		i := rank[p.term]
		b.posts[next[i]] = p.post
		next[i]++
	}
	b.compact()
}

// compact sorts the postings of each term and leaves out those that occur twice.
func (b *builder) compact() {
	end := uint32(0)
	for term := range b.terms {
		own := b.posts[b.offsets[term]:b.offsets[term+1]]
		slices.Sort(own)
		own = slices.Compact(own)
		b.offsets[term] = end
		end += uint32(copy(b.posts[end:], own))
	}
	b.offsets[len(b.terms)] = end
	b.posts = slices.Clip(b.posts[:end])
}
