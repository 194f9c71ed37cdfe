package store_test

import (
	"maps"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// machineLayer is a mutation under way.
type machineLayer struct {
	layer *store.Layer
	ids   []int // what it patches, in order
	draft int   // 0: none
}

const maxLayers = 4

// target draws what to patch: an entity, or a draft that waits for its answer.
func (m *machine) target(t *rapid.T) int {
	all := []int{0, 1, 2, 3, 4}
	for _, l := range m.layers {
		if l.draft != 0 {
			all = append(all, l.draft)
		}
	}
	return rapid.SampledFrom(all).Draw(t, "target")
}

// begin makes a layer with one or two patches, and says that answers to it will
// come.
func (m *machine) begin(t *rapid.T, patch func(l *store.Layer, id int)) {
	if len(m.layers) == maxLayers {
		m.touched(func() { m.drop(t) })
	}
	l := &machineLayer{layer: m.st.Layer()}
	for range rapid.IntRange(1, 2).Draw(t, "patches") {
		id := m.target(t)
		if slices.Contains(l.ids, id) {
			continue
		}
		l.ids = append(l.ids, id)
		patch(l.layer, id)
		if rapid.Bool().Draw(t, "silent") { // the mutation may be about other fields, too
			m.table.Expect(store.Write{}, l.layer, id, Row[item]{})
			m.model.patch(id, naivePatch{start: l.layer.Start()})
		}
	}
	m.layers = append(m.layers, l)
}

func (m *machine) edit(t *rapid.T) {
	name, suffix := rapid.SampledFrom(itemFields).Draw(t, "field"), texts.Draw(t, "text")
	f := func(i *item) {
		if name == "group" {
			i.Group = suffix
			return
		}
		*i.field(name) += suffix
	}
	m.begin(t, func(l *store.Layer, id int) {
		m.table.Edit(store.Write{}, l, id, f)
		var differed []string // since the edit began
		m.model.patch(id, naivePatch{l.Start(), func(i *item, exists bool) bool {
			if !exists {
				return false
			}
			before := *i
			f(i)
			if *i != before && len(differed) == 0 {
				differed = []string{name}
			}
			return true
		}, func() []string { return differed }})
	})
}

func (m *machine) apply(t *rapid.T) {
	create := rapid.Bool().Draw(t, "create")
	m.begin(t, func(l *store.Layer, id int) {
		r := drawRow(t, id)
		m.table.Apply(store.Write{}, l, id, m.row(r), create && id >= 0)
		m.model.patch(id, naivePatch{l.Start(), func(i *item, exists bool) bool {
			*i = r.on(*i)
			return exists || create && id >= 0
		}, func() []string { return slices.Collect(maps.Keys(r.fields)) }})
	})
}

func (m *machine) hide(t *rapid.T) {
	m.begin(t, func(l *store.Layer, id int) {
		m.table.Hide(store.Write{}, l, id)
		m.model.patch(id, naivePatch{l.Start(), func(*item, bool) bool { return false }, nil})
	})
}

// draft begins a creation. There are three at most, so that keys are few.
func (m *machine) draft(t *rapid.T) {
	for id := -3; id < 0; id++ {
		i := m.model.item(id)
		if _, used := m.model.alias[id]; used || len(i.patches) > 0 {
			continue
		}
		m.beginDraft(t, id)
		return
	}
}

func (m *machine) beginDraft(t *rapid.T, id int) {
	if len(m.layers) == maxLayers {
		m.touched(func() { m.drop(t) })
	}
	name, front := names.Draw(t, "list"), rapid.Bool().Draw(t, "front")
	value := drawRow(t, id).on(item{})
	l := &machineLayer{layer: m.st.Layer(), ids: []int{id}, draft: id}
	m.table.Draft(store.Write{}, l.layer, value, keyOf(name), front)
	m.model.patch(id, naivePatch{l.layer.Start(), func(i *item, exists bool) bool {
		if !exists {
			*i = value
		}
		return true
	}, nil})
	m.model.add([]int{id}, nil, name, front)
	m.layers = append(m.layers, l)
}

func (m *machine) takeLayer(t *rapid.T) *machineLayer {
	if len(m.layers) == 0 {
		return nil
	}
	at := rapid.IntRange(0, len(m.layers)-1).Draw(t, "layer")
	l := m.layers[at]
	m.layers = slices.Delete(m.layers, at, at+1)
	return l
}

// drop is a mutation that failed.
func (m *machine) drop(t *rapid.T) {
	if l := m.takeLayer(t); l != nil {
		l.layer.Remove(store.Write{})
		m.remove(l)
	}
}

func (m *machine) remove(l *machineLayer) {
	if l.draft != 0 && !m.model.adopted(l.draft) {
		// The model takes the rows of a draft away before its patch, as the store
		// does, when nothing but the draft stands for them.
		if !m.model.item(l.draft).exists {
			m.model.withdraw(l.draft)
		}
	}
	for _, id := range slices.Backward(l.ids) {
		if !m.model.adopted(id) {
			m.model.unpatch(id, l.layer.Start())
		}
	}
}

// settle is a mutation that is answered, with some of the fields it may have
// changed, or by the deletion of what it hides.
func (m *machine) settle(t *rapid.T) {
	l := m.takeLayer(t)
	if l == nil {
		return
	}
	rows := make([]naiveRow, len(l.ids))
	for i, id := range l.ids {
		rows[i] = drawRow(t, id)
	}
	w := store.Write{Start: l.layer.Start(), TTL: time.Hour, Mutation: true}
	if l.draft != 0 {
		rows[0].id = m.realKey(t, w.Start)
	}
	m.touched(func() {
		m.st.Commit(w, func(w store.Write) { m.answerLayer(w, l, rows) })
		m.remove(l)
	})
}

func (m *machine) answerLayer(w store.Write, l *machineLayer, rows []naiveRow) {
	if len(rows) == 2 && slices.Min(l.ids) >= 0 { // no two of one entity
		l.layer.Settle(w)
		m.model.settle(w.Start)
	}
	for i, r := range rows {
		switch {
		case l.draft != 0:
			m.table.Adopt(w, l.draft, m.row(r))
			m.model.adopt(w, l.draft, r)
		case l.ids[i] >= 0:
			m.table.Put(w, m.row(r))
			m.model.put(w, r)
		}
	}
	l.layer.Remove(w)
}

// realKey draws the key of what a draft has become: one that a list may have
// brought already, unless a later request has.
func (m *machine) realKey(t *rapid.T, start store.Stamp) int {
	id := ids.Draw(t, "real")
	for _, delivered := range m.model.item(id).delivered {
		if delivered > start {
			m.made++
			return m.made
		}
	}
	return id
}
