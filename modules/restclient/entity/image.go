package entity

import (
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Persistent is what a store holds of one type, and what can be saved of it: an
// AnyTable, an AnyValues or an AnyObjects.
type Persistent interface {
	// TypeName is the name of the type, with its package.
	TypeName() string
	// Fingerprint changes with how values of the type are written as JSON.
	Fingerprint() string

	// gather returns what there is to save. The mutex of the store is held.
	gather() *Image
	// restore stores a row. The commit has the number that the row had.
	restore(tx *commit, w Write, r savedRow) (*cell, error)
	// restoreList stores a list of rows; it returns nil for a type without lists.
	restoreList(tx *commit, w Write, l savedList, cells []*cell) *cell
	// restored ends with the commit that everything was restored in.
	restored(tx *commit)
}

var (
	_ Persistent = (*AnyTable)(nil)
	_ Persistent = (*AnyValues)(nil)
	_ Persistent = (*AnyObjects)(nil)
)

// Image is what a store held of one type at one moment: what the server had
// said, without what mutations under way would do, and without what came with a
// volatile Write. It never changes.
type Image struct {
	Of    Persistent
	seq   uint64
	rows  []savedRow
	lists []savedList
}

// savedState says of a row or a list how far it could be trusted.
type savedState struct {
	Seq     uint64 `json:"seq"`            // of the commit that changed it last
	Fresh   int64  `json:"fresh,omitzero"` // for how many milliseconds more
	Keep    int64  `json:"keep,omitzero"`  // for how many seconds more
	Invalid bool   `json:"invalid,omitzero"`
}

type savedRow struct {
	Key   string         `json:"key,omitzero"`  // of a value
	List  *ListKey       `json:"list,omitzero"` // the arguments of a response
	Value jsontext.Value `json:"value,omitzero"`
	// Revision is 0 when nobody has asked for it.
	Revision uint64 `json:"revision,omitzero"`
	savedState

	p any // points to the value
}

type savedList struct {
	Key   ListKey `json:"key"`
	Rows  []int   `json:"rows"`
	Loose []int   `json:"loose,omitzero"` // positions in Rows
	savedState
}

// savedImage is the JSON of an Image.
type savedImage struct {
	Seq   uint64      `json:"seq"`
	Rows  []savedRow  `json:"rows"`
	Lists []savedList `json:"lists,omitzero"`
}

// Images returns what the store holds of several types, all of the same moment.
// Those that are of another store panic.
func (s *Store) Images(of ...Persistent) []*Image {
	s.lock()
	defer s.mu.Unlock()
	images := make([]*Image, len(of))
	for i, p := range of {
		images[i] = p.gather()
		images[i].Of, images[i].seq = p, s.seq.Load()
	}
	return images
}

// Len returns the number of entries, lists included.
func (i *Image) Len() int { return len(i.rows) + len(i.lists) }

// Encode writes the image for Restore. It does not write the entries that
// marshal, which is given a pointer, cannot write: those are an error that comes
// with the others.
func (i *Image) Encode(marshal func(any) ([]byte, error)) ([]byte, error) {
	out := savedImage{Seq: i.seq, Rows: make([]savedRow, len(i.rows)), Lists: i.lists}
	var faults faults
	for n, row := range i.rows {
		data, err := marshal(row.p)
		if err == nil && !jsontext.Value(data).IsValid() {
			err = errors.New("it is not JSON")
		}
		if err != nil {
			faults.add(err)
			data = nil
		}
		row.Value = data
		out.Rows[n] = row
	}
	data, err := json.Marshal(out)
	return data, errors.Join(err, faults.of(i.Of, "written"))
}

// faults counts what went wrong with the entries of one type.
type faults struct {
	n     int
	first error
}

func (f *faults) add(err error) {
	if f.n++; f.first == nil {
		f.first = err
	}
}

func (f *faults) of(p Persistent, done string) error {
	if f.n == 0 {
		return nil
	}
	return fmt.Errorf("%s: %d entries cannot be %s: %w", p.TypeName(), f.n, done, f.first)
}

// gathered is the state of a cell. The mutex of the store is held.
func (c *cell) gathered(s *Store, st state) savedState {
	return savedState{
		Seq:     c.head.Load().seq(),
		Fresh:   max(0, (c.expires.Load()-int64(s.commit.now))/int64(time.Millisecond)),
		Keep:    int64(c.keep.Load()>>1) - int64(s.second(0)),
		Invalid: st == unusable,
	}
}

func (c *cell) isVolatile() bool { return c.more != nil && c.more.volatile }

func (t *AnyTable) gather() *Image {
	n := t.cells.size()
	i, places := &Image{rows: make([]savedRow, 0, n)}, make(map[*cell]int, n)
	for c := range t.cells.all() {
		p, st := t.stateOf(c.confirmed())
		if !st.exists() || c.isVolatile() {
			continue
		}
		places[c] = len(i.rows)
		row := savedRow{savedState: c.gathered(t.store, st), p: p}
		if c.more != nil {
			row.Revision = c.more.revision
		}
		i.rows = append(i.rows, row)
	}
	for _, l := range t.lists.All() {
		if saved, ok := l.gathered(t.store, places); ok {
			i.lists = append(i.lists, saved)
		}
	}
	return i
}

// gathered is false for a list that cannot be saved, or not with all its rows.
func (l *list) gathered(s *Store, at map[*cell]int) (savedList, bool) {
	head := l.head.Load()
	if !head.isThere() || l.isVolatile() {
		return savedList{}, false
	}
	saved := savedList{Key: l.key, Rows: []int{}, savedState: l.cell.gathered(s, head.state())}
	loose := valueIn[places](head).loose
	for _, c := range l.cells() {
		row, known := at[c]
		switch {
		case !known && c.exists():
			return saved, false
		case !known: // a draft
			continue
		}
		if _, is := loose[c]; is {
			saved.Loose = append(saved.Loose, len(saved.Rows))
		}
		saved.Rows = append(saved.Rows, row)
	}
	return saved, true
}

func (v *AnyValues) gather() *Image {
	i := &Image{}
	for key, c := range v.grid.cells.entries() {
		head := c.head.Load()
		if !head.isThere() || c.isVolatile() {
			continue
		}
		i.rows = append(i.rows, savedRow{
			Key: key.(string), savedState: c.gathered(v.grid.store, head.state()), p: v.grid.model.in(head),
		})
	}
	return i
}

func (o *AnyObjects) gather() *Image {
	i := o.table.gather()
	i.lists = nil
	for n := range i.rows {
		row := &i.rows[n]
		row.List = &keyOfObject(row.p).key
		row.p = valueOfObject(row.p).Addr().Interface()
	}
	return i
}
