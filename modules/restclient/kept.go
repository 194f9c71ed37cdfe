package restclient

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// keptTypes are the types that are saved.
type keptTypes struct {
	kinds []*entity.Kind // those inside others before those
	whole []*answer.Saved
	paths map[string]bool // of reads whose answers are saved as a whole
}

func compileKept(keep []Kept) (*keptTypes, error) {
	k := &keptTypes{paths: map[string]bool{}}
	scratch := entity.NewStore()
	var kinds []*entity.Kind
	for _, what := range keep {
		if what == nil {
			return nil, fmt.Errorf("restclient: nil in Keep")
		}
		for _, e := range what.kept() {
			if err := e.fault(); err != nil {
				return nil, err
			}
			inside, err := k.add(e, scratch)
			if err != nil {
				return nil, err
			}
			kinds = append(kinds, inside...)
		}
	}
	k.kinds = entity.Closure(kinds...)
	return k, k.check(scratch)
}

// add adds what an endpoint stores, and returns the kinds of entities.
func (k *keptTypes) add(e *endpoint, scratch *entity.Store) ([]*entity.Kind, error) {
	s, ok := e.schema.(answer.Saver)
	if !ok || e.open || isUnsaved(e) {
		return nil, fmt.Errorf("restclient: Keep: the answers of %s cannot be saved", e.declared.Name)
	}
	kind, whole := s.Saves()
	if whole == nil {
		return []*entity.Kind{kind}, nil
	}
	k.paths[e.declared.Place()] = true
	if !slices.ContainsFunc(k.whole, func(w *answer.Saved) bool { return w.Result == whole.Result }) {
		k.whole = append(k.whole, whole)
	}
	if o, ok := whole.In(scratch).(*entity.AnyObjects); ok {
		return o.Kinds(), nil
	}
	return nil, nil
}

// isUnsaved reports whether nothing that comes by an endpoint is saved.
func isUnsaved(e *endpoint) bool { return e.declared.Extra[unsaved{}] != nil }

// check refuses types that have one name.
func (k *keptTypes) check(scratch *entity.Store) error {
	seen := map[string]bool{}
	for _, t := range k.tables(scratch) {
		if seen[t.name] {
			return fmt.Errorf("restclient: two types that are kept are named %s", t.name)
		}
		seen[t.name] = true
	}
	return nil
}

// keptTable is a part of a store, with the name that it is saved under.
type keptTable struct {
	name string
	of   entity.Persistent
}

// tables lists what is saved of a store: what is inside others before those.
func (k *keptTypes) tables(s *entity.Store) []keptTable {
	var all []keptTable
	for _, kind := range k.kinds {
		t := kind.In(s)
		all = append(all, keptTable{"entity " + t.TypeName(), t})
	}
	for _, w := range k.whole {
		p := w.In(s)
		all = append(all, keptTable{"answer " + p.TypeName(), p})
	}
	return append(all,
		keptTable{"refs", entity.AnyValuesOf[answer.Ref](s)},
		keptTable{"validators", entity.AnyValuesOf[validator](s)})
}

// volatile tells whether the answer to a call must not be saved.
func volatile(client *Client, e *endpoint, r *answer.Reply) bool {
	persist := client.config.persist
	if persist == nil {
		return false
	}
	return isUnsaved(e) || r != nil && r.NoStore() || !persist.kept.has(e)
}

// has tells whether the answers of an endpoint are kept. Entities are, or are
// not, whatever they came by.
func (k *keptTypes) has(e *endpoint) bool {
	s, ok := e.schema.(answer.Saver)
	if !ok {
		return true
	}
	_, whole := s.Saves()
	return whole == nil || k.paths[e.declared.Place()]
}

// fingerprint is that of a table as this client writes it.
func (t keptTable) fingerprint(codec Codec) string {
	return cmp.Or(t.of.Fingerprint(), "none") + fmt.Sprintf(" %T %d", codec, savedFormat)
}

// savedFormat is the number of the form in which tables are saved.
const savedFormat = 1
