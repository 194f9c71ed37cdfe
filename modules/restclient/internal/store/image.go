package store

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Persistent is what a store holds of one type, and what can be saved of it: an
// Table, an Values or an Objects.
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

// Image is what a store held of one type at one moment: what the server had
// said, without what mutations under way would do, and without what came with a
// volatile Write. It never changes.
type Image struct {
	Of        Persistent
	seq       uint64
	revisions uint64 // that the store has given
	rows      []savedRow
	lists     []savedList
}

// Len returns the number of entries, lists included.
func (i *Image) Len() int { return len(i.rows) + len(i.lists) }

// Encode writes the image for Restore. It does not write the entries that
// marshal, which is given a pointer, cannot write: those are an error that comes
// with the others.
func (i *Image) Encode(marshal func(any) ([]byte, error)) ([]byte, error) {
	out := savedImage{Seq: i.seq, Revisions: i.revisions, Rows: make([]savedRow, len(i.rows)), Lists: i.lists}
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
