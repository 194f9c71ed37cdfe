package restgen

// nest makes the fields that hold entities what restclient can store. One that
// may be absent is a pointer: that is nil also when the entity is deleted. One by
// which an entity would hold itself, on whatever way, is a Ref.
func nest(models []*model) {
	for _, m := range models {
		for _, f := range m.fields {
			if held := f.typ.structOf(); held != nil && held.key != nil && !f.required {
				f.typ = f.typ.of(pointer)
			}
		}
	}
	n := nesting{}
	for _, m := range models {
		if m.key != nil && n[m] == unknown {
			n.visit(m)
		}
	}
}

// nesting is how far the search for circles of entities has come with each. What
// it has not passed through a Ref is without circles in the order in which it is
// done.
type nesting map[*model]progress

type progress uint8

const (
	unknown progress = iota
	begun
	done
)

func (n nesting) visit(m *model) {
	n[m] = begun
	for _, f := range m.holders() {
		switch held := f.typ.leaf(); {
		case held.kind == refer:
		case n[held.model] == begun:
			f.typ = f.typ.referring()
		case n[held.model] == unknown:
			n.visit(held.model)
		}
	}
	n[m] = done
}

// onlyResults are the structs that are nothing but the result of operations, or an envelope
// in it. It leaves out what operations send, and what other structs hold.
func onlyResults(models []*model, operations []*operation) map[*model]bool {
	held, sent := map[*model]int{}, map[*model]bool{}
	for _, m := range models {
		for _, f := range m.fields {
			held[f.typ.leaf().model]++
		}
	}
	for _, o := range operations {
		sent[o.body.leaf().model] = true
		if o.result.elem != nil {
			sent[o.result.leaf().model] = true
		}
	}
	results, within := map[*model]bool{}, map[*model]int{}
	for _, o := range operations {
		m := o.result.structOf()
		if m == nil || m.key != nil || sent[m] || held[m] > 0 || results[m] {
			continue
		}
		results[m] = true
		for _, f := range m.envelopes() {
			within[entityIn(f.typ)]++
		}
	}
	for m, times := range within {
		if times == held[m] && !sent[m] {
			results[m] = true
		}
	}
	return results
}

// listResults makes Lists of the lists of entities in the envelopes that operations answer
// with. What is a part of something else, or sent, keeps its slices: a List has the
// arguments of a call.
func listResults(results map[*model]bool) {
	for m := range results {
		m.listFields()
	}
}
