package trie

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// Methods knows which methods the paths of a table have.
type Methods struct {
	handler
	known sync.Map // *Allowed by set of trees, a bit for each, made when first asked for
}

// Allowed is what to say about the methods of a path, OPTIONS among them. It is
// shared: nobody writes to it.
type Allowed struct {
	Header []string // of Allow
	Detail string   // for the problem of 405
}

// NewMethods reads a table of at most 64 methods, in which every route of GET also
// answers HEAD: see engine.Engine.
func NewMethods(routes []*engine.Route) *Methods {
	answersHead := map[string]bool{}
	for _, r := range routes {
		answersHead[r.Key] = answersHead[r.Key] || r.Method == http.MethodGet
	}
	m := &Methods{}
	for _, r := range routes {
		if r.Method != http.MethodHead || !answersHead[r.Key] {
			m.tree(r.Method).add(r)
		}
	}
	return m
}

// Beside says what the path of a request allows that no route of its own method
// matches, nil when there is nothing at it.
func (m *Methods) Beside(r *http.Request) *Allowed {
	path, ok := engine.Path(r.URL)
	if !ok {
		return nil
	}
	var set uint64
	for i := range m.trees {
		if t := &m.trees[i]; t.method != r.Method && t.root.match(path[1:], 0, &search{}) != nil {
			set |= 1 << i
		}
	}
	if set == 0 {
		return nil
	}
	if known, ok := m.known.Load(set); ok {
		return known.(*Allowed)
	}
	made, _ := m.known.LoadOrStore(set, m.allowed(set))
	return made.(*Allowed)
}

func (m *Methods) allowed(set uint64) *Allowed {
	names := []string{http.MethodOptions}
	for i, t := range m.trees {
		if set&(1<<i) == 0 {
			continue
		}
		if names = append(names, t.method); t.method == http.MethodGet {
			names = append(names, http.MethodHead)
		}
	}
	slices.Sort(names)
	value := strings.Join(slices.Compact(names), ", ")
	return &Allowed{[]string{value}, "this path allows " + value}
}
