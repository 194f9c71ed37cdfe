package store_test

import (
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// item is the entity of the model.
type item struct {
	ID    int    `json:"id"`
	Group string `json:"group"`
	A     string `json:"a"`
	B     string `json:"b"`
}

func (i item) PK() int { return i.ID }

// itemFields are the JSON names of the fields besides the key.
var itemFields = []string{"group", "a", "b"}

func (i *item) field(name string) *string {
	switch name {
	case "group":
		return &i.Group
	case "a":
		return &i.A
	}
	return &i.B
}

// naive is the store as maps: no versions, no views, nothing that is shared.
type naive struct {
	begin func() store.Stamp
	items map[int]*naiveItem
	lists map[string]*naiveList
	alias map[int]int // adopted drafts
	grown store.Stamp
	// selects says that a list of a group was asked for.
	selects bool
	// strays have moved while no list held them.
	strays []func()
	// doubts counts what was made stale, which wakes who watches it.
	doubts int
	// expired is when lists were expired last which requests have not told of since.
	expired map[string]store.Stamp
}

// naiveItem is one entity: what the server has said, and what is shown upon it.
type naiveItem struct {
	exists, invalid    bool
	value              item
	delivered, changed map[string]store.Stamp // per field
	settled, claimedAt map[string]store.Stamp // per field
	gone, invalidAt    store.Stamp
	told, doubted      store.Stamp
	inDoubt            bool
	patches            []naivePatch // in the order of their layers

	// head is what was shown after the last change.
	head item
	was  bool
}

type naivePatch struct {
	start store.Stamp
	apply func(*item, bool) bool // nil: nothing
	// claims are the fields that the mutation is about; nil when it does not say.
	claims func() []string
}

// naiveList is one list: the rows that it holds, and which of them it shows
// whatever their fields are.
type naiveList struct {
	places             []int
	loose              map[int]bool
	changed, invalidAt store.Stamp
	doubted            store.Stamp
	invalid, stale     bool
}

// naiveRow is one row of a response.
type naiveRow struct {
	id     int
	fields map[string]string
}

func (r naiveRow) on(i item) item {
	i.ID = r.id
	for name, value := range r.fields {
		*i.field(name) = value
	}
	return i
}

func newNaive(begin func() store.Stamp) *naive {
	return &naive{begin, map[int]*naiveItem{}, map[string]*naiveList{}, map[int]int{}, 0, false, nil, 0, map[string]store.Stamp{}}
}

func (n *naive) item(id int) *naiveItem {
	if real, ok := n.alias[id]; ok {
		id = real
	}
	if n.items[id] == nil {
		n.items[id] = &naiveItem{delivered: map[string]store.Stamp{}, changed: map[string]store.Stamp{}, settled: map[string]store.Stamp{}, claimedAt: map[string]store.Stamp{}}
	}
	return n.items[id]
}

func (n *naive) adopted(draft int) bool {
	_, ok := n.alias[draft]
	return ok
}

// shown returns what readers see of an entity.
func (i *naiveItem) shown() (value item, exists, invalid bool) { return i.beneath(^store.Stamp(0)) }

// beneath returns what is shown without the layers that begin at end or later.
func (i *naiveItem) beneath(end store.Stamp) (value item, exists, invalid bool) {
	if i.exists {
		value, exists, invalid = i.value, true, i.invalid
	}
	for _, p := range i.patches {
		if p.apply == nil || p.start >= end {
			continue
		}
		next := value
		switch was := exists; {
		case !p.apply(&next, was):
			value, exists, invalid = item{}, false, false
		case !was:
			value, exists = next, true
		default:
			for _, name := range itemFields {
				if !i.exists || i.changed[name] <= p.start {
					*value.field(name) = *next.field(name)
				}
			}
		}
	}
	return value, exists, invalid
}

// change does something to an entity that may move it between lists.
func (n *naive) change(id int, f func(*naiveItem)) {
	n.changeIf(id, func(i *naiveItem) bool {
		f(i)
		return true
	})
}

// changeIf is change for an f that reports whether it has.
func (n *naive) changeIf(id int, f func(*naiveItem) bool) {
	i := n.item(id)
	old, was := i.head, i.was
	before, said := old, was // as the server has said, or else as layers have
	if i.exists {
		before, said = i.value, true
	}
	if !f(i) {
		return
	}
	now, is, _ := i.shown()
	i.head, i.was = now, is
	if said && i.exists && before.Group != i.value.Group {
		n.move(id, i.value.Group, i.changed["group"])
	}
	if was && is && old.Group != now.Group && !(i.exists && i.value.Group == now.Group) {
		n.move(id, now.Group, 0)
	}
}

// move puts an entity of a list into those of a group, which lists that were asked for
// before at do not take back.
func (n *naive) move(id int, group string, at store.Stamp) {
	if !slices.ContainsFunc(slices.Collect(maps.Values(n.lists)), func(l *naiveList) bool { return slices.Contains(l.places, id) }) {
		if at > 0 {
			n.strays = append(n.strays, func() { n.move(id, group, at) })
		}
		return
	}
	if n.selects {
		n.grown = max(n.grown, at)
	}
	for name, l := range n.lists {
		if of, decides := groupOf(name); decides && of != "" && of == group && !slices.Contains(l.places, id) {
			l.places = append(slices.Clone(l.places), id)
			l.changed = max(l.changed, at)
			n.entered(l, id)
		}
	}
}

// entered doubts a list that has got an entity in doubt.
func (n *naive) entered(l *naiveList, id int) {
	if n.item(id).inDoubt {
		n.doubtList(l)
	}
}

// put merges a row, and reports false for one from before a deletion.
func (n *naive) put(w store.Write, r naiveRow) bool {
	if n.refuses(w, r) {
		return false
	}
	var answered store.Stamp
	if w.Mutation {
		answered = n.begin()
		n.item(r.id).told = answered
	}
	moved, last, before := false, false, *n.item(r.id)
	n.item(r.id).assure(w, r)
	claimed, known := before.claimed(w)
	var doubtful, open []string
	n.changeIf(r.id, func(i *naiveItem) bool {
		changed := i.revived(w)
		first := i.appears(w, r.id)
		isMine := func(name string) bool { return first || !known || slices.Contains(claimed, name) }
		overtaken := w.Mutation && i.overtakes(w, r, isMine)
		if w.Mutation && !overtaken {
			doubtful = i.takeBack(w, r, claimed)
		}
		for _, name := range itemFields {
			value, ok := r.fields[name]
			if !ok {
				if !first && slices.Contains(claimed, name) {
					doubtful = append(doubtful, name)
				}
				continue
			}
			before, mine := *i.value.field(name), isMine(name)
			kept := overtaken && mine && i.delivered[name] > w.Start
			if w.Mutation && !first && !kept && before != value && i.settled[name] > w.Start && i.changed[name] <= w.Start {
				theirs := i.claimedAt[name] > w.Start
				if !mine && theirs {
					doubtful = append(doubtful, name)
					continue
				}
				if last = last || mine && !theirs && known; theirs || !known || !mine {
					open = append(open, name)
				}
			}
			if !i.set(w, answered, name, value, first || slices.Contains(claimed, name), mine, kept) {
				doubtful = append(doubtful, name)
			}
			changed = changed || *i.value.field(name) != before
		}
		if !last || len(doubtful) > 0 {
			doubtful = append(doubtful, open...)
		}
		moved = changed
		return changed
	})
	if len(doubtful) > 0 {
		n.doubt(r.id, func(group string) bool { return group != "" && slices.Contains(doubtful, "group") })
	}
	if w.Mutation && (moved || before.inDoubt || len(claimed) > 0) {
		n.rehomed(r.id, before, claimed)
	}
	return true
}

// revived makes an entity usable again, and reports whether it was not.
func (i *naiveItem) revived(w store.Write) bool {
	revives := i.invalid && w.Start >= i.invalidAt
	i.invalid = i.invalid && !revives
	return revives || !i.exists
}

// overtakes reports whether a later read has changed a field of a mutation to something else.
func (i *naiveItem) overtakes(w store.Write, r naiveRow, isMine func(name string) bool) bool {
	return slices.ContainsFunc(itemFields, func(name string) bool {
		value, ok := r.fields[name]
		return ok && isMine(name) && i.changed[name] > w.Start && *i.value.field(name) != value
	})
}

// takeBack forgets that later reads have changed fields when one of them tells a field of a
// mutation as it was before. It returns those in which the answer differs from them.
func (i *naiveItem) takeBack(w store.Write, r naiveRow, claimed []string) (differ []string) {
	reads := func(name string) (differs, later, changed bool) {
		value, ok := r.fields[name]
		only := ok && i.settled[name] <= w.Start
		return only && *i.value.field(name) != value, only && i.delivered[name] > w.Start, only && i.changed[name] > w.Start
	}
	if !slices.ContainsFunc(claimed, func(name string) bool {
		differs, later, changed := reads(name)
		return differs && later && !changed
	}) {
		return nil
	}
	for _, name := range itemFields {
		if differs, _, changed := reads(name); changed {
			i.changed[name] = w.Start
			if differs {
				differ = append(differ, name)
			}
		}
	}
	return differ
}

// assure ends the doubt about an entity.
func (i *naiveItem) assure(w store.Write, r naiveRow) {
	expected := func(p naivePatch) bool { return p.start == w.Start }
	others := func(p naivePatch) bool { return p.start != w.Start }
	partial := w.Mutation && len(r.fields) < len(itemFields) && (i.inDoubt || !i.exists && slices.ContainsFunc(i.patches, expected))
	if !partial && w.Start >= i.doubted && !slices.ContainsFunc(i.patches, others) {
		i.inDoubt = false
	}
}

// refuses reports whether a row is from before a deletion.
func (n *naive) refuses(w store.Write, r naiveRow) bool {
	refuses := w.Start < n.item(r.id).gone
	if refuses && w.Mutation {
		n.doubt(r.id, func(group string) bool {
			has, said := r.fields["group"]
			return group == "" || !said || has == group
		})
	}
	return refuses
}

// appears makes an entity exist, and reports whether it did not.
func (i *naiveItem) appears(w store.Write, id int) bool {
	if i.exists {
		return false
	}
	mayMake := func(p naivePatch) bool { return p.claims == nil }
	i.inDoubt = i.inDoubt || !w.Mutation && slices.ContainsFunc(i.patches, mayMake)
	i.exists, i.invalid, i.value = true, false, item{ID: id}
	for _, stamps := range []map[string]store.Stamp{i.delivered, i.changed, i.settled, i.claimedAt} {
		clear(stamps)
	}
	return true
}

// rehomed notes that a mutation may have moved an entity between lists, even when a
// read has told of that before.
func (n *naive) rehomed(id int, before naiveItem, claimed []string) {
	n.grown = n.begin()
	for name, l := range n.lists {
		group, _ := groupOf(name)
		did, does := before.exists && !before.inDoubt && (group == "" || before.value.Group == group), group == "" || n.item(id).value.Group == group
		switch {
		case did == does && !(does && group != "" && slices.Contains(claimed, "group")):
		case slices.Contains(l.places, id):
			l.changed = n.grown
		case does && (before.exists && (group != "" || before.inDoubt) || !before.exists && len(before.patches) > 0):
			n.doubtList(l)
		}
	}
}

// doubt doubts an entity, the lists that hold it and those that may, by their group.
func (n *naive) doubt(id int, may func(group string) bool) {
	n.item(id).doubted, n.item(id).inDoubt = n.begin(), true
	n.doubts++
	for name, l := range n.lists {
		if group, _ := groupOf(name); slices.Contains(l.places, id) || may(group) {
			n.doubtList(l)
		}
	}
	n.grown = n.begin()
}

func (n *naive) doubtList(l *naiveList) {
	l.doubted, l.stale = n.begin(), true
	n.doubts++
}

// claimed returns the fields that the mutation behind a write is about, and whether it
// is known to be about no others.
func (i *naiveItem) claimed(w store.Write) (names []string, known bool) {
	known = true
	for _, p := range i.patches {
		if w.Mutation && p.start == w.Start && p.claims != nil {
			names = p.claims()
		}
		known = known && (p.start != w.Start || p.claims != nil)
	}
	return names, known && slices.ContainsFunc(i.patches, func(p naivePatch) bool { return p.start == w.Start })
}

// set reports false when nobody knows which of two values is the later one.
func (i *naiveItem) set(w store.Write, answered store.Stamp, name, value string, claimed, mine, kept bool) bool {
	late := !w.Mutation && i.settled[name] > w.Start
	if w.Mutation && i.changed[name] > w.Start || kept || !w.Mutation && i.delivered[name] > w.Start || late {
		late = late && i.settled[name] > i.delivered[name]
		if *i.value.field(name) == value {
			i.answered(answered, name, mine)
		}
		return *i.value.field(name) == value || !w.Mutation && !late
	}
	i.answered(answered, name, mine)
	if field := i.value.field(name); claimed || *field != value {
		*field, i.changed[name] = value, max(i.changed[name], w.Start)
	}
	i.delivered[name] = max(i.delivered[name], w.Start)
	return true
}

func (i *naiveItem) answered(at store.Stamp, name string, mine bool) {
	i.settled[name] = max(i.settled[name], at)
	if mine {
		i.claimedAt[name] = max(i.claimedAt[name], at)
	}
}

func (n *naive) delete(w store.Write, id int) {
	overlaps := w.Mutation && max(n.item(id).told, n.item(id).doubted) > w.Start
	n.change(id, func(i *naiveItem) { i.exists, i.invalid, i.gone = false, false, n.begin() })
	n.withdraw(id)
	if overlaps {
		n.doubt(id, func(string) bool { return true })
	}
}

func (n *naive) withdraw(id int) {
	for _, l := range n.lists {
		if at := slices.Index(l.places, id); at >= 0 {
			l.places = slices.Delete(slices.Clone(l.places), at, at+1)
			delete(l.loose, id)
			l.changed = n.begin()
		}
	}
}

func (n *naive) invalidate(id int) {
	if i := n.item(id); i.exists {
		i.invalid, i.invalidAt = true, n.begin()
	}
}

// patch puts a patch on an entity.
func (n *naive) patch(id int, p naivePatch) {
	n.change(id, func(i *naiveItem) {
		i.patches = append(i.patches, p)
		slices.SortStableFunc(i.patches, func(a, b naivePatch) int { return int(a.start) - int(b.start) })
	})
}

// settle shows nothing of a layer any more, from the next change on.
func (n *naive) settle(start store.Stamp) {
	for _, i := range n.items {
		for at := range i.patches {
			if i.patches[at].start == start {
				i.patches[at].apply = nil
			}
		}
	}
}

func (n *naive) unpatch(id int, start store.Stamp) {
	n.change(id, func(i *naiveItem) {
		i.patches = slices.DeleteFunc(i.patches, func(p naivePatch) bool { return p.start == start })
	})
}
