package store

import (
	"errors"
	"time"
)

// Saved is what Image.Encode wrote about one type.
type Saved struct {
	Of   Persistent
	Data []byte
}

// maxSaved bounds the numbers of commits and revisions that are believed.
const maxSaved = 1 << 60

var errPart = errors.New("a list inside is not there")

// restoring is one Restore.
type restoring struct {
	tx    *commit
	store *Store
	start Stamp
	ago   time.Duration
	last  uint64 // the number of the last commit
}

func (r *restoring) image(of Persistent, image savedImage) error {
	var faults faults
	cells := make([]*cell, len(image.Rows))
	for i, row := range image.Rows {
		if row.Value == nil || r.isOver(row.savedState) {
			continue
		}
		c, err := of.restore(r.tx, r.write(row.savedState), row)
		if err != nil {
			faults.add(err)
			continue
		}
		cells[i] = c
		r.keep(c, row.savedState)
	}
	for _, l := range image.Lists {
		if members, ok := pick(cells, l.Rows); ok && !r.isOver(l.savedState) {
			if c := of.restoreList(r.tx, r.write(l.savedState), l, members); c != nil {
				r.keep(c, l.savedState)
			}
		}
	}
	r.tx.seq = r.last
	of.restored(r.tx)
	return faults.of(of, "read")
}

// pick returns the cells of some rows. It is false when one is not there, or
// twice.
func pick(cells []*cell, rows []int) ([]*cell, bool) {
	picked := make([]*cell, 0, len(rows))
	for _, i := range rows {
		if i < 0 || i >= len(cells) || cells[i] == nil {
			return nil, false
		}
		picked = append(picked, cells[i])
	}
	return picked, len(unique(picked)) == len(rows)
}

func (r *restoring) isOver(s savedState) bool {
	return time.Duration(s.Keep)*time.Second <= max(0, r.ago)
}

// write begins the commit that something was changed in.
func (r *restoring) write(s savedState) Write {
	r.tx.seq = min(max(s.Seq, 1), r.last)
	ttl := max(0, time.Duration(s.Fresh)*time.Millisecond-r.ago)
	if r.ago < 0 {
		ttl = 0
	}
	return Write{Start: r.start, TTL: ttl, commit: r.tx}
}

// keep has a cell dropped when it would have been.
func (r *restoring) keep(c *cell, s savedState) {
	c.keep.Store(r.store.second(time.Duration(s.Keep)*time.Second-max(0, r.ago)) << 1)
}
