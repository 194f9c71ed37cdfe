package apidoc

import (
	"context"
	"slices"
	"strings"
)

// ReadUses finds the users of a model by reading every operation and schema.
func (m Memory) ReadUses(ctx context.Context, ref string) (References, error) {
	if err := ctx.Err(); err != nil {
		return References{}, err
	}
	users := map[string][]string{} // by what is referred to
	for pointer, op := range m.Operations {
		for named := range operationRefs(op) {
			users[named] = append(users[named], pointer)
		}
	}
	var found References
	for name, s := range m.Schemas {
		for named := range schemaRefs(s) {
			users[named] = append(users[named], name)
		}
		if s != nil && slices.ContainsFunc(s.AllOf, func(part *Schema) bool { return part != nil && part.Ref == ref }) {
			found.Children = append(found.Children, name)
		}
	}
	seen := map[string]bool{ref: true}
	found.Direct = reach([]string{ref}, users, seen)
	for far := found.Direct; len(far) > 0; {
		far = reach(far, users, seen)
		found.Through = append(found.Through, far...)
	}
	return found, nil
}

// reach returns the users of a list that were not seen yet.
func reach(list []string, users map[string][]string, seen map[string]bool) []string {
	var next []string
	for _, name := range list {
		if strings.HasPrefix(name, "/") {
			continue // nobody refers to an operation
		}
		for _, user := range users[name] {
			if !seen[user] {
				seen[user] = true
				next = append(next, user)
			}
		}
	}
	return next
}

// refWalk notes the references to schemas in a part of a description.
type refWalk struct {
	refs map[string]bool
	seen map[*Schema]bool
}

func newRefWalk() *refWalk { return &refWalk{refs: map[string]bool{}, seen: map[*Schema]bool{}} }

func schemaRefs(s *Schema) map[string]bool {
	w := newRefWalk()
	w.schema(s)
	return w.refs
}

func operationRefs(op *Operation) map[string]bool {
	w := newRefWalk()
	w.operation(op)
	return w.refs
}

func (w *refWalk) operation(op *Operation) {
	if op == nil {
		return
	}
	for i := range op.Parameters {
		w.schema(op.Parameters[i].Schema)
		w.content(op.Parameters[i].Content)
	}
	if op.RequestBody != nil {
		w.content(op.RequestBody.Content)
	}
	for i := range op.Responses {
		w.headers(op.Responses[i].Headers)
		w.content(op.Responses[i].Content)
	}
	for i := range op.Callbacks {
		for j := range op.Callbacks[i].Operations {
			w.operation(&op.Callbacks[i].Operations[j])
		}
	}
}

func (w *refWalk) content(list []MediaType) {
	for i := range list {
		w.schema(list[i].Schema)
		w.schema(list[i].ItemSchema)
		for j := range list[i].Encoding {
			w.headers(list[i].Encoding[j].Headers)
		}
	}
}

func (w *refWalk) headers(list []Header) {
	for i := range list {
		w.schema(list[i].Schema)
		w.content(list[i].Content)
	}
}

func (w *refWalk) schema(s *Schema) {
	if s == nil || w.seen[s] {
		return
	}
	w.seen[s] = true
	if s.Ref != "" {
		w.refs[s.Ref] = true
	}
	if s.Discriminator != nil {
		for _, m := range s.Discriminator.Mapping {
			w.refs[m.Ref] = true
		}
	}
	for _, list := range [][]Property{s.Properties, s.PatternProperties, s.DependentSchemas, s.Defs} {
		for i := range list {
			w.schema(list[i].Schema)
		}
	}
	for _, list := range [][]*Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		for _, each := range list {
			w.schema(each)
		}
	}
	for _, each := range []*Schema{
		s.Items, s.Contains, s.ContentSchema, s.UnevaluatedItems, s.AdditionalProperties, s.UnevaluatedProperties,
		s.PropertyNames, s.Not, s.If, s.Then, s.Else,
	} {
		w.schema(each)
	}
}
