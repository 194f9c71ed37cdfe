package restgen

// breakCycles makes pointers of the fields through which a struct would hold
// itself. All structs on a cycle are strongly connected (Tarjan), and only
// fields between such structs change.
func breakCycles(models []*model) {
	t := tarjan{index: map[*model]int{}, low: map[*model]int{}, component: map[*model]int{}}
	for _, m := range models {
		if t.index[m] == 0 {
			t.visit(m)
		}
	}
	for _, m := range models {
		for _, f := range m.fields {
			if held := f.typ.structOf(); held != nil && t.component[held] == t.component[m] {
				f.typ = f.typ.of(pointer)
			}
		}
	}
}

type tarjan struct {
	index, low, component map[*model]int
	stack                 []*model
}

func (t *tarjan) visit(m *model) {
	t.index[m] = len(t.index) + 1
	t.low[m] = t.index[m]
	t.stack = append(t.stack, m)
	for _, f := range m.fields {
		held := f.typ.structOf()
		switch {
		case held == nil:
		case t.index[held] == 0:
			t.visit(held)
			t.low[m] = min(t.low[m], t.low[held])
		case t.component[held] == 0:
			t.low[m] = min(t.low[m], t.index[held])
		}
	}
	if t.low[m] != t.index[m] {
		return
	}
	for {
		last := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.component[last] = t.index[m]
		if last == m {
			return
		}
	}
}
