package store

import (
	"fmt"
	"reflect"
)

// Part declares a type of entities that occurs inside other values, and how
// lists of them are named there. A Kind is one.
type Part interface{ AddTo(*Parts) }

// PartFunc is a Part made of a function.
type PartFunc func(*Parts)

// AddTo calls f.
func (f PartFunc) AddTo(p *Parts) { f(p) }

// Nesting is what an entity implements that has other entities inside: as
// values, pointers, in slices and maps, or as Ref, List, Map or OneOf. Nested
// returns a Part for each type of them. It is called on a zero value.
type Nesting interface{ Nested() []Part }

// Parts collects what the types of entities inside a value are.
type Parts struct {
	kinds map[reflect.Type]kind     // of entities and unions
	lists map[reflect.Type]nestList // by the entity of the list
	err   error
}

// kind is what the store does with the values of one type that stand for
// entities.
type kind struct {
	entities []*Kind // which ones
	eager    bool    // a change of the entity changes what holds it
	list     bool    // is a List, which needs a key
	node     func(s *Store, key listKeyFunc) node
}

func entitiesOf(uses []kind) (all []*Kind) {
	for _, u := range uses {
		all = append(all, u.entities...)
	}
	return all
}

// nestList says how the lists inside an entity are named.
type nestList struct {
	parent reflect.Type
	key    listKeyFunc
}

func partsOf(parts []Part) *Parts {
	p := &Parts{kinds: map[reflect.Type]kind{}, lists: map[reflect.Type]nestList{}}
	for _, part := range parts {
		if part == nil {
			p.fail(fmt.Errorf("nil among the nested parts"))
			continue
		}
		part.AddTo(p)
	}
	return p
}

// Fail records that a declaration cannot work. The first one counts.
func (p *Parts) Fail(err error) { p.fail(err) }

func (p *Parts) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// NestedList declares that a List of k occurs in the entity parent, and what the key
// of the list is there: a list of the same key elsewhere is the same list. Key is
// given a pointer to the entity and must depend on its primary key alone; it reports
// false when there is no list.
func NestedList(k *Kind, parent reflect.Type, key func(p any) (ListKey, bool)) Part {
	l := nestList{parent, func(l *linking) (ListKey, bool) { return key(l.parent) }}
	return PartFunc(func(p *Parts) {
		p.add(k)
		p.lists[k.model.typ] = l
	})
}

// add adds an entity.
func (p *Parts) add(k *Kind) {
	p.kinds[k.model.typ] = kind{[]*Kind{k}, true, false, func(s *Store, _ listKeyFunc) node { return &entityNode{s, k} }}
}

// kindOf returns what the store does with values of a type: the entity itself, or
// a Ref, Map or List of it, which the field of its holder tells apart.
func (p *Parts) kindOf(t reflect.Type) (kind, bool) {
	if k, ok := p.kinds[t]; ok {
		return k, true
	}
	of, ok := p.kinds[standsFor(t)]
	if !ok {
		return kind{}, false
	}
	all, k := of.entities, of.entities[0]
	switch contentType(t) {
	case referenceType:
		return kind{all, false, false, func(s *Store, _ listKeyFunc) node { return &refNode{s, k} }}, true
	case namedType:
		return kind{all, true, false, func(s *Store, _ listKeyFunc) node { return &mapNode{s, k} }}, true
	case viewType:
		return kind{all, true, true, func(s *Store, key listKeyFunc) node { return &listNode{s, k, key} }}, true
	}
	return kind{}, false
}

// isWritten reports whether the entities are written with what holds them. Of
// others there is only the key.
func (k kind) isWritten() bool { return k.eager && !k.list }
