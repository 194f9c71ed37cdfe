package store_test

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// The lists of the model: all; those of two groups; one of them in an order;
// and one whose argument is no field.
var listNames = []string{"", "x", "y", "ordered x", "tagged"}

func keyOf(name string) store.ListKey {
	switch name {
	case "":
		return listKey()
	case "ordered x":
		return listKey("group", "x", "orderBy", "a")
	case "tagged":
		return listKey("tag", "t")
	}
	return listKey("group", name)
}

// groupOf is the group that a list selects, and whether the fields of an entity
// say that it belongs to the list.
func groupOf(list string) (group string, decides bool) {
	switch list {
	case "", "tagged":
		return "", list == ""
	case "ordered x":
		return "x", true
	}
	return list, true
}

// takes reports whether what is added to one list belongs to another: the group
// that the server has said decides, or else that of the list it is added to.
// Known is false when neither is there.
func takes(list, added string, said map[string]string) (belongs, known bool) {
	group, _ := groupOf(list)
	of, _ := groupOf(added)
	if has, ok := said["group"]; ok {
		of = has
	}
	switch {
	case group == "":
		return list == "" || list == added, true
	case of == "" && said["group"] == "":
		_, ok := said["group"]
		return false, ok
	}
	return group == of, true
}

// asked notes that there is a list, whether it was answered or not.
func (n *naive) asked(name string) {
	group, _ := groupOf(name)
	n.selects = n.selects || group != ""
}

func (n *naive) list(name string) *naiveList {
	n.asked(name)
	if n.lists[name] == nil {
		n.lists[name] = &naiveList{loose: map[int]bool{}, stale: true}
	}
	return n.lists[name]
}

// rows returns what a list shows.
func (n *naive) rows(name string) []item {
	group, _ := groupOf(name)
	rows := []item{}
	for _, id := range n.lists[name].places {
		if i, exists, _ := n.item(id).shown(); exists && (group == "" || i.Group == group || n.lists[name].loose[id]) {
			rows = append(rows, i)
		}
	}
	return rows
}

// judge decides which of the rows that a response has put into a list are there
// although they do not fit.
func (n *naive) judge(name string, w store.Write, rows []naiveRow) []int {
	group, _ := groupOf(name)
	n.strays = nil
	var ids []int
	for _, r := range rows {
		if !n.put(w, r) || slices.Contains(ids, r.id) {
			continue
		}
		ids = append(ids, r.id)
	}
	l := n.list(name)
	for _, r := range rows {
		if slices.Contains(ids, r.id) {
			l.mark(r.id, group != "" && r.on(n.item(r.id).value).Group != group)
		}
	}
	return ids
}

func (l *naiveList) mark(id int, loose bool) {
	delete(l.loose, id)
	if loose {
		l.loose[id] = true
	}
}

func (n *naive) replace(w store.Write, name string, rows []naiveRow) {
	n.asked(name)
	before := naiveList{changed: 0}
	if l := n.lists[name]; l != nil {
		before = *l
	}
	_, known := n.lists[name]
	unknown := !known || before.invalid && w.Start >= before.invalidAt
	if w.Start < before.changed && !unknown {
		for _, r := range rows {
			n.put(w, r)
		}
		return
	}
	ids := n.judge(name, w, rows)
	l := n.lists[name]
	l.places = n.withDrafts(name, l.places, ids)
	for id := range l.loose {
		if !slices.Contains(l.places, id) {
			delete(l.loose, id)
		}
	}
	l.changed = max(before.changed, w.Start)
	n.movedIn()
	if unknown && w.Start < max(n.grown, before.changed) {
		n.doubtList(l)
	}
	n.renew(name, l, w)
}

func (n *naive) renew(name string, l *naiveList, w store.Write) {
	if slices.ContainsFunc(l.places, func(id int) bool { return w.Start < n.item(id).doubted }) {
		n.doubtList(l)
	}
	switch {
	case l.invalid && w.Start < l.invalidAt:
	case w.Start < n.expired[name]:
		l.invalid, l.stale = false, true
	default:
		l.invalid, l.stale = false, w.Start < l.doubted
		delete(n.expired, name)
	}
}

// withDrafts keeps the rows that the server cannot know yet.
func (n *naive) withDrafts(name string, old, ids []int) []int {
	var front, back []int
	for at, id := range old {
		switch {
		case !n.expects(name, id) || slices.Contains(ids, id):
		case at == len(front):
			front = append(front, id)
		default:
			back = append(back, id)
		}
	}
	return slices.Concat(front, ids, back)
}

func (n *naive) expects(name string, id int) bool {
	i := n.item(id)
	shown, exists, invalid := i.shown()
	if len(i.patches) == 0 || !exists || invalid {
		return false
	}
	group, _ := groupOf(name)
	return !i.exists || i.invalid || group != "" && shown.Group == group && i.value.Group != group
}

func (n *naive) append(w store.Write, name string, rows []naiveRow) {
	if n.lists[name] == nil {
		for _, r := range rows {
			n.put(w, r)
		}
		return
	}
	ids := n.judge(name, w, rows)
	l := n.list(name)
	for _, id := range ids {
		if !slices.Contains(l.places, id) {
			l.places = append(slices.Clone(l.places), id)
		}
		n.entered(l, id)
	}
	n.movedIn()
	l.changed = n.begin()
}

// movedIn moves those that lists hold now.
func (n *naive) movedIn() {
	for _, move := range n.strays {
		move()
	}
	n.strays = nil
}

// said has what the server has said of an entity, whichever answer brought it.
func (n *naive) said(id int) map[string]string {
	fields := map[string]string{}
	for name := range n.item(id).delivered {
		fields[name] = *n.item(id).value.field(name)
	}
	return fields
}

// add puts rows that are stored into the lists that they belong to. Said is what
// the server has said of them, nil for a draft.
func (n *naive) add(ids []int, said map[int]map[string]string, added string, front bool) {
	at := n.begin()
	n.grown = at
	for name, l := range n.lists {
		var fresh []int
		for _, id := range ids {
			belongs, known := takes(name, added, said[id])
			there := slices.Contains(l.places, id)
			switch {
			case belongs:
				l.changed = max(l.changed, at)
				if !there {
					fresh = append(fresh, id)
				}
			case !known && said != nil && !there:
				n.doubtList(l)
				l.changed = l.doubted
			}
		}
		for _, id := range fresh {
			n.markPlaced(name, id)
			n.entered(l, id)
		}
		if front {
			l.places = slices.Concat(fresh, l.places)
			continue
		}
		l.places = slices.Concat(l.places, fresh)
	}
}

// markPlaced is judge for a row that a mutation has put into a list.
func (n *naive) markPlaced(name string, id int) {
	group, _ := groupOf(name)
	i := n.item(id)
	value := i.value
	if !i.exists {
		value, _, _ = i.shown()
	}
	n.lists[name].mark(id, group != "" && value.Group != group)
}

func (n *naive) adopt(w store.Write, draft int, r naiveRow) {
	if !n.put(w, r) {
		return
	}
	for name, l := range n.lists {
		at := slices.Index(l.places, draft)
		if at < 0 {
			continue
		}
		l.changed = n.begin()
		delete(l.loose, draft)
		l.places = slices.Clone(l.places)
		there := slices.Contains(l.places, r.id)
		n.entered(l, r.id)
		group, _ := groupOf(name)
		has, said := n.said(r.id)["group"]
		refused := group != "" && said && has != group
		if !there && !refused {
			n.markPlaced(name, r.id)
		}
		if there || refused {
			l.places = slices.Delete(l.places, at, at+1)
			continue
		}
		l.places[at] = r.id
	}
	n.alias[draft] = r.id
}

func (n *naive) invalidateList(name string) {
	n.asked(name)
	n.expired[name] = n.begin()
	if l := n.lists[name]; l != nil {
		l.invalid, l.stale, l.invalidAt = true, true, n.begin()
	}
}

func (n *naive) expireList(name string) {
	n.asked(name)
	n.expired[name] = n.begin()
	if l := n.lists[name]; l != nil {
		l.stale = true
	}
}
