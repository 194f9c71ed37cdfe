package goname

import "iter"

// Components numbers nodes so that two have the same number when each can be
// reached from the other: strongly connected components, in one pass (Tarjan 1972).
// Next gives what a node leads to, which need not be among nodes. Structs of Go that
// hold each other by value are in one component, and cannot be: fields between them
// have to be pointers.
func Components[N comparable](nodes []N, next func(N) iter.Seq[N]) map[N]int {
	t := components[N]{next: next, index: map[N]int{}, low: map[N]int{}, of: map[N]int{}}
	for _, n := range nodes {
		if t.index[n] == 0 {
			t.visit(n)
		}
	}
	return t.of
}

type components[N comparable] struct {
	next           func(N) iter.Seq[N]
	index, low, of map[N]int
	stack          []N
}

func (t *components[N]) visit(n N) {
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	for held := range t.next(n) {
		switch {
		case t.index[held] == 0:
			t.visit(held)
			t.low[n] = min(t.low[n], t.low[held])
		case t.of[held] == 0:
			t.low[n] = min(t.low[n], t.index[held])
		}
	}
	if t.low[n] != t.index[n] {
		return
	}
	for {
		last := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.of[last] = t.index[n]
		if last == n {
			return
		}
	}
}
