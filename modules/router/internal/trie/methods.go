package trie

import (
	"net/http"
	"net/url"
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

// NewMethods reads a table of at most 64 methods.
func NewMethods(routes []*engine.Route) *Methods {
	m := &Methods{}
	m.addAll(routes)
	return m
}

// Of says what the path of a URL allows, nil when there is nothing at it.
func (m *Methods) Of(u *url.URL) *Allowed {
	path, ok := engine.Path(u)
	if !ok {
		return nil
	}
	var set uint64
	for i := range m.trees {
		if m.trees[i].root.match(path[1:], 0, &search{}) != nil {
			set |= 1 << i
		}
	}
	if set == 0 {
		return nil
	}
	if known, ok := m.known.Load(set); ok {
		return known.(*Allowed)
	}
	names := []string{http.MethodOptions}
	for i, t := range m.trees {
		if set&(1<<i) != 0 && t.method != http.MethodOptions {
			names = append(names, t.method)
		}
	}
	slices.Sort(names)
	value := strings.Join(names, ", ")
	made, _ := m.known.LoadOrStore(set, &Allowed{[]string{value}, "this path allows " + value})
	return made.(*Allowed)
}
