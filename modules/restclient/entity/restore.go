package entity

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/go-json-experiment/json"
)

// Saved is what Image.Encode wrote about one type.
type Saved struct {
	Of   Persistent
	Data []byte
}

// maxSaved bounds the numbers of commits and revisions that are believed.
const maxSaved = 1 << 60

var errPart = errors.New("a list inside is not there")

// Restore stores what was saved some time ago, in an empty store that nobody
// reads yet. Types that are inside others come before those. What has been fresh
// since then is not any more when its time is over; what was to be dropped since
// then is not restored. A negative ago says that a clock was set back: nothing
// counts as fresh.
//
// The numbers of commits and revisions are those that they were, so that what was
// remembered about them still holds. The error says what could not be read; the rest is restored.
func (s *Store) Restore(ago time.Duration, saved ...Saved) error {
	var errs []error
	images := make([]savedImage, len(saved))
	last := s.Seq()
	for i := range saved {
		err := json.Unmarshal(saved[i].Data, &images[i])
		if err == nil && images[i].Seq > maxSaved {
			err = errors.New("the number of the commit is too large")
		}
		if err != nil {
			images[i] = savedImage{}
			errs = append(errs, fmt.Errorf("%s: %w", saved[i].Of.TypeName(), err))
		}
		last = max(last, images[i].Seq)
	}
	r := restoring{tx: s.begin(Write{}), store: s, start: s.Begin(), ago: ago, last: last}
	defer s.end(Write{})
	for i, image := range images {
		errs = append(errs, r.image(saved[i].Of, image))
	}
	r.tx.seq = last
	return errors.Join(errs...)
}

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

func (t *AnyTable) restore(tx *commit, w Write, r savedRow) (*cell, error) {
	p := t.model.shallow(nil)
	if err := t.store.unmarshal(r.Value, p); err != nil {
		return nil, err
	}
	if t.inside != nil {
		inside := reading{store: t.store} // what is inside was saved, too
		if _, err := t.inside.scan(&inside, &scanner{data: r.Value}, reflect.ValueOf(p).Elem()); err != nil {
			return nil, err
		}
	}
	return t.restoreAs(tx, w, AnyRow{p: p}, place{}, r)
}

// restoreAs stores a row with all its fields.
func (t *AnyTable) restoreAs(tx *commit, w Write, row AnyRow, at place, saved savedRow) (*cell, error) {
	if t.inside != nil {
		whole := true
		t.inside.link(&linking{w: w, parent: row.p, place: at, whole: &whole}, reflect.ValueOf(row.p).Elem())
		if !whole {
			return nil, errPart
		}
	}
	row.present = newMask(t.shape.size())
	for i := range t.shape.size() {
		row.present.set(i)
	}
	c := t.put(tx, w, &row)
	if saved.Invalid {
		c.expires.Store(0)
		c.rare().invalid = w.Start
		t.confirm(tx, c, unusable, t.model.box(t.model.in(c.confirmed())), w.Start)
	}
	if saved.Revision > 0 && saved.Revision < maxSaved {
		c.rare().revision = saved.Revision
		t.store.revisions = max(t.store.revisions, saved.Revision)
	}
	return c, nil
}

func (t *AnyTable) restoreList(tx *commit, w Write, saved savedList, cells []*cell) *cell {
	l := t.list(saved.Key)
	judged := verdicts{}
	for _, at := range saved.Loose {
		if at >= 0 && at < len(cells) {
			judged[cells[at]] = true
		}
	}
	t.setPlaces(tx, l, cells, judged)
	t.renewList(tx, w, l)
	l.changed = w.Start
	if saved.Invalid {
		l.expires.Store(0)
		l.rare().invalid = w.Start
		l.set(tx, unusable, placesModel.box(placesModel.in(l.head.Load())), 0)
	}
	return &l.cell
}

// restored says that a reader may find other lists than before.
func (t *AnyTable) restored(tx *commit) { t.epoch.Store(tx.seq) }

func (v *AnyValues) restore(tx *commit, w Write, r savedRow) (*cell, error) {
	m := v.grid.model
	p := m.shallow(nil)
	if err := v.grid.store.unmarshal(r.Value, p); err != nil {
		return nil, err
	}
	v.set(w, r.Key, p)
	c := v.grid.cell(r.Key)
	if r.Invalid {
		c.expires.Store(0)
		c.rare().invalid = w.Start
		c.set(tx, unusable, m.box(p), w.Start)
	}
	return c, nil
}

func (v *AnyValues) restoreList(*commit, Write, savedList, []*cell) *cell { return nil }
func (v *AnyValues) restored(tx *commit)                                  { v.grid.epoch.Store(tx.seq) }

func (o *AnyObjects) restore(tx *commit, w Write, r savedRow) (*cell, error) {
	if r.List == nil {
		return nil, errors.New("the arguments are missing")
	}
	row, err := o.Decode(r.Value)
	if err != nil {
		return nil, err
	}
	*keyOfObject(row.row.p) = objectKey{r.List.ID(), *r.List}
	return o.table.restoreAs(tx, w, AnyRow{p: row.row.p}, place{key: *r.List, names: o.names}, r)
}

func (o *AnyObjects) restoreList(*commit, Write, savedList, []*cell) *cell { return nil }
func (o *AnyObjects) restored(tx *commit)                                  { o.table.restored(tx) }
