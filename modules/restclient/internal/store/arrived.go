package store

import (
	"hash/maphash"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// What a server sends again, byte for byte, is not decoded again. A list remembers
// the texts of the rows of its last answer, as hashes, and where each of them is
// stored. A text that comes again becomes the row that it was: the value of the
// version that it made, which never changes. From there on nothing is different
// from a row that was decoded, so it does not matter what has happened to the
// entity or to the list since.

// Arrived is a list as a response has brought it, decoded and not yet stored.
type Arrived struct {
	table *Table
	key   ListKey
	rows  []Row
	texts *texts // of the rows; nil when the list need not remember them
}

// arrive reads the answer to a request for the list with key k.
func arrive(t *Table, k ListKey, data []byte) (*Arrived, error) {
	a := &Arrived{table: t, key: k}
	if l, ok := t.lists.byID.Load(k.ID()); ok {
		if last := l.texts.Load(); last != nil && a.recall(last, data) {
			return a, nil
		}
	}
	if t.inside == nil && t.hooks.process == nil { // else a row is stored as something else than its text
		a.texts = &texts{}
	}
	var err error
	a.rows, err = t.decodeAll(data, a.texts)
	return a, err
}

// Store makes the rows the list, as Table.Replace does.
func (a *Arrived) Store(w Write) List {
	tx := a.table.store.begin(w)
	defer a.table.store.end(w)
	w.commit = tx
	l := a.table.replace(w, a.key, a.rows)
	if a.texts != nil {
		tx.finish = append(tx.finish, func(tx *commit) { a.remember(tx, l) })
	}
	return a.table.anyList(l.viewNow())
}

// Confirmed is Table.Confirms for the list and all of its rows, after it was stored.
func (a *Arrived) Confirmed(w Write) bool { return a.table.listConfirms(w, a.key, a.rows) }

// remember notes, at the end of the commit, which versions are what the texts say.
func (a *Arrived) remember(tx *commit, l *list) {
	t, cells := a.table, l.cells()
	if len(cells) != len(a.rows) { // a row came twice, or drafts are among them
		return
	}
	known := 0
	for i, row := range a.rows {
		head := cells[i].head.Load()
		if !head.exists() || row.p != t.model.in(head) && !t.equal(t.model.in(head), row.p) {
			a.texts.sizes[i] = 0
			continue
		}
		known++
		if row.present.Count() < t.shape.Size() {
			a.texts.lacks(i, len(a.rows), row.present)
		}
	}
	switch {
	case known == 0:
		a.texts = nil
	case tx.changed:
		a.texts.seq, a.texts.cells = tx.seq, cells
	default: // the next commit has the number of this one
		a.texts.seq, a.texts.cells = tx.seq-1, cells
	}
	l.texts.Store(a.texts)
}

// texts are the JSON of the rows of a list. They do not change once the list has
// them.
type texts struct {
	sums  []uint64
	sizes []uint32 // in bytes; 0 for a text that is not known
	// Each cell has the value of its row, as long as its newest version is of this
	// commit or one before.
	cells []*cell
	seq   uint64
	// present has the fields of each row; nil when all have all fields.
	present []shape.Mask
}

// textSeed is that of the hashes of texts: no server knows it, so none can send two
// texts with one hash.
var textSeed = maphash.MakeSeed()

// grow makes room for the texts of n rows.
func (x *texts) grow(n int) {
	x.sums, x.sizes = make([]uint64, 0, n), make([]uint32, 0, n)
}

func (x *texts) add(text []byte) { x.put(maphash.Bytes(textSeed, text), len(text)) }

func (x *texts) put(sum uint64, size int) {
	x.sums, x.sizes = append(x.sums, sum), append(x.sizes, uint32(size))
}

// lacks notes that a row of n has only some fields.
func (x *texts) lacks(i, n int, has shape.Mask) {
	if x.present == nil {
		x.present = make([]shape.Mask, n)
	}
	x.present[i] = has
}

// begins reports whether data begins with text i.
func (x *texts) begins(data []byte, i int) bool {
	if i >= len(x.sizes) || x.sizes[i] == 0 {
		return false
	}
	size := int(x.sizes[i])
	return size <= len(data) && maphash.Bytes(textSeed, data[:size]) == x.sums[i]
}

// moved is how far rows may have moved to be found.
const moved = 8

// near finds a text not far from position i, -1 when it is not there.
func (x *texts) near(i int, sum uint64, size int) int {
	for at := max(0, i-moved); at < min(len(x.sums), i+moved); at++ {
		if x.sums[at] == sum && int(x.sizes[at]) == size {
			return at
		}
	}
	return -1
}

// row makes the row of text i. It is false when another value is stored since.
func (x *texts) row(t *Table, i int, row *Row) bool {
	head := x.cells[i].head.Load()
	if head.seq() > x.seq {
		return false
	}
	row.p, row.present = t.model.in(head), t.every
	if x.present != nil && !x.present[i].IsEmpty() {
		row.present = x.present[i]
	}
	return t.hooks.validate == nil || t.hooks.validate(row.p) == nil
}

// recalling reads an answer by what is known of the one before.
type recalling struct {
	shape.Scanner
	table *Table
	last  *texts
	rows  []Row
	texts *texts // of the rows; nil as long as they are the first of last, in their order
	next  int    // the text of last that is likely to follow
	fresh int    // how many rows had to be decoded
}

// recall reads an answer of which most rows are known. It is false, and the answer
// is to be decoded as a whole, when many are not, or when something is wrong.
func (a *Arrived) recall(last *texts, data []byte) bool {
	r := recalling{table: a.table, last: last, Scanner: shape.Scanner{Data: data}}
	if !r.Open('[') {
		return false
	}
	for more := !r.Skip(']'); more; {
		if len(r.rows) == moved && r.fresh < moved/2 { // it is worth the room
			r.rows = slices.Grow(r.rows, len(last.sums))
		}
		r.rows = append(r.rows, Row{})
		if !r.row(&r.rows[len(r.rows)-1]) || r.fresh > moved/2+len(r.rows)/4 {
			return false
		}
		if more = r.Skip(','); !more && !r.Skip(']') {
			return false
		}
	}
	if len(r.rows) < len(last.sums) {
		r.differsAfter(len(r.rows))
	}
	a.rows, a.texts = r.rows, r.texts
	return r.Peek() == 0 && r.At == len(data)
}

// row reads the next row, the last one of rows.
func (r *recalling) row(row *Row) (ok bool) {
	r.Peek()
	start := r.At
	at, sum := r.text()
	known := at >= 0 && r.last.row(r.table, at, row)
	if before := len(r.rows) - 1; !known || at != before {
		r.differsAfter(before)
	}
	if r.texts != nil {
		r.texts.put(sum, r.At-start)
	}
	if r.next++; at >= 0 {
		r.next = at + 1
	}
	if known {
		return true
	}
	r.fresh++
	decoded, err := r.table.Decode(r.Data[start:r.At])
	*row = decoded
	return err == nil
}

// text passes over the text of the next row. It returns which one of last it is, -1
// when it is none, and its hash.
func (r *recalling) text() (at int, sum uint64) {
	if r.last.begins(r.Data[r.At:], r.next) {
		r.At += int(r.last.sizes[r.next])
		return r.next, r.last.sums[r.next]
	}
	text := r.Value()
	sum = maphash.Bytes(textSeed, text)
	return r.last.near(r.next, sum, len(text)), sum
}

// differsAfter notes that after n rows something else follows than in last.
func (r *recalling) differsAfter(n int) {
	if r.texts != nil {
		return
	}
	r.texts = &texts{}
	if n > 0 {
		r.texts.grow(len(r.last.sums) + moved)
	}
	r.texts.sums, r.texts.sizes = append(r.texts.sums, r.last.sums[:n]...), append(r.texts.sizes, r.last.sizes[:n]...)
}
