package apidoc

import (
	"context"
	"fmt"
)

// Memory is a Reader of parts that are all there already: what a router writes
// of its own routes, and what tests make up.
type Memory struct {
	Operations map[string]*Operation // by Pointer
	Schemas    map[string]*Schema    // by reference, such as "#/components/schemas/Pet"
	Components map[string]*Component // by reference
}

var (
	_ Reader          = Memory{}
	_ ComponentReader = Memory{}
	_ UsesReader      = Memory{}
)

// ReadOperation returns the operation at o.Pointer, with o as its summary.
func (m Memory) ReadOperation(_ context.Context, o *OperationSummary) (*Operation, error) {
	op := m.Operations[o.Pointer]
	if op == nil {
		return nil, fmt.Errorf("operation %s: %w", o.Pointer, ErrNotFound)
	}
	whole := *op
	whole.OperationSummary = *o
	return &whole, nil
}

// ReadSchema returns the schema that ref points to.
func (m Memory) ReadSchema(_ context.Context, ref string) (*Schema, error) {
	s := m.Schemas[ref]
	if s == nil {
		return nil, fmt.Errorf("schema %s: %w", ref, ErrNotFound)
	}
	return s, nil
}

// ReadComponent returns the component at c.Ref, with c as its summary.
func (m Memory) ReadComponent(_ context.Context, c *ComponentSummary) (*Component, error) {
	component := m.Components[c.Ref]
	if component == nil {
		return nil, fmt.Errorf("component %s: %w", c.Ref, ErrNotFound)
	}
	whole := *component
	whole.ComponentSummary = *c
	return &whole, nil
}
