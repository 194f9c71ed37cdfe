package store

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// checker walks over the types that hold each other.
type checker struct {
	started map[reflect.Type]bool // as what a Ref stands for
	done    map[reflect.Type]bool
	stack   []reflect.Type // each holds the next one, other than by Ref
}

func newChecker() *checker {
	return &checker{started: map[reflect.Type]bool{}, done: map[reflect.Type]bool{}}
}

func (c *checker) entity(k *Kind) error {
	t := k.model.typ
	if i := slices.Index(c.stack, t); i >= 0 {
		return recursive(append(c.stack[i:], t))
	}
	if c.done[t] {
		return nil
	}
	if err := shape.Check(t); err != nil {
		return err
	}
	comp := compilerFor(k, nil)
	comp.root(t)
	if comp.err != nil {
		return comp.err
	}
	c.stack = append(c.stack, t)
	err := c.parts(comp.used)
	c.stack = c.stack[:len(c.stack)-1]
	c.done[t] = err == nil
	return err
}

func (c *checker) parts(used []kind) error {
	for _, k := range used {
		for _, of := range k.entities {
			if err := c.part(k, of); err != nil {
				return err
			}
		}
	}
	return nil
}

// part checks an entity type that another holds. By way of a Ref it may hold
// the other again.
func (c *checker) part(k kind, of *Kind) error {
	if k.eager {
		return c.entity(of)
	}
	if c.started[of.model.typ] {
		return nil
	}
	c.started[of.model.typ] = true
	return (&checker{started: c.started, done: c.done}).entity(of)
}

func recursive(path []reflect.Type) error {
	t := path[0]
	if len(path) == 2 {
		return fmt.Errorf("%s holds itself: use Ref[%s]", t, t.Name())
	}
	return fmt.Errorf("%s holds itself, by way of %s: use Ref[%s]", t, path[1], t.Name())
}
