// Package kept knows which types of a store are saved.
//
//	types, err := kept.Compile(endpoints)
//	parts := types.Parts(store, codec)
package kept

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/saving"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Types are the types that are saved.
type Types struct {
	kinds []*store.Kind // those inside others before those
	whole []*answer.Saved
	paths map[string]bool                 // of reads whose answers are saved as a whole
	from  map[*store.Kind]map[string]bool // what the URLs begin with that entities come by
}

// Compile finds out what some endpoints store.
func Compile(endpoints []*call.Endpoint) (*Types, error) {
	k := &Types{paths: map[string]bool{}, from: map[*store.Kind]map[string]bool{}}
	scratch := store.New()
	var kinds []*store.Kind
	for _, e := range endpoints {
		if err := e.Fault(); err != nil {
			return nil, err
		}
		inside, err := k.add(e, scratch)
		if err != nil {
			return nil, err
		}
		for _, kind := range store.Closure(inside...) {
			if k.from[kind] == nil {
				k.from[kind] = map[string]bool{}
			}
			k.from[kind][origin(e)] = true
		}
		kinds = append(kinds, inside...)
	}
	k.kinds = store.Closure(kinds...)
	return k, k.check(scratch)
}

// add adds what an endpoint stores, and returns the kinds of entities.
func (k *Types) add(e *call.Endpoint, scratch *store.Store) ([]*store.Kind, error) {
	s, ok := e.Schema.(answer.Saver)
	if !ok || e.Open || e.IsUnsaved() {
		return nil, fmt.Errorf("restclient: Keep: the answers of %s cannot be saved", e.Declared.Name)
	}
	kind, whole := s.Saves()
	if whole == nil {
		return []*store.Kind{kind}, nil
	}
	k.paths[e.Declared.Place()] = true
	if !slices.ContainsFunc(k.whole, func(w *answer.Saved) bool { return w.Result == whole.Result }) {
		k.whole = append(k.whole, whole)
	}
	if o, ok := whole.In(scratch).(*store.Objects); ok {
		return o.Kinds(), nil
	}
	return nil, nil
}

// origin is what the URLs of an endpoint begin with, empty for the base URL of the client.
func origin(e *call.Endpoint) string {
	if e.Declared.Template != nil && e.Declared.Template.Absolute() {
		return e.Declared.Path
	}
	return e.Declared.Prefix
}

// check refuses types that have one name.
func (k *Types) check(scratch *store.Store) error {
	seen := map[string]bool{}
	for _, t := range k.Parts(scratch, nil) {
		if seen[t.Name] {
			return fmt.Errorf("restclient: two types that are kept are named %s", t.Name)
		}
		seen[t.Name] = true
	}
	return nil
}

// Parts lists what is saved of a store: what is inside others before those.
func (k *Types) Parts(s *store.Store, codec call.Codec) []saving.Part {
	var all []saving.Part
	add := func(name string, of store.Persistent) {
		all = append(all, saving.Part{Name: name, Fingerprint: fingerprint(of, codec), Of: of})
	}
	keys := sha256.New() // refs hold keys of all kinds
	for _, kind := range k.kinds {
		t := kind.In(s)
		_, _ = io.WriteString(keys, t.Fingerprint())
		add("entity "+t.TypeName(), t)
		all[len(all)-1].Fingerprint += fmt.Sprintf(" %q", slices.Sorted(maps.Keys(k.from[kind])))
	}
	for _, w := range k.whole {
		p := w.In(s)
		add("answer "+p.TypeName(), p)
	}
	add("refs", store.ValuesOf[answer.Ref](s))
	all[len(all)-1].Fingerprint += fmt.Sprintf(" %x", keys.Sum(nil)[:8])
	add("validators", call.Validators(s))
	return all
}

// Has reports whether the answers of an endpoint are kept. Entities are, or are
// not, whatever they came by.
func (k *Types) Has(e *call.Endpoint) bool {
	if e.IsUnsaved() {
		return false
	}
	s, ok := e.Schema.(answer.Saver)
	if !ok {
		return true
	}
	_, whole := s.Saves()
	return whole == nil || k.paths[e.Declared.Place()]
}

// fingerprint is that of a part as this client writes it.
func fingerprint(of store.Persistent, codec call.Codec) string {
	return cmp.Or(of.Fingerprint(), "none") + fmt.Sprintf(" %T %d", codec, savedFormat)
}

// savedFormat is the number of the form in which parts are saved.
const savedFormat = 1
