package bundle

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// bundler follows the references of a description, file after file. It changes the trees
// of the files, so that the one of the description is the bundle in the end.
type bundler struct {
	*library
	version string
	depth   int  // of the value that is looked at
	deep    bool // values nest too deep
	changed bool // a reference of the description names its own file

	made   map[*tree.Node]*tree.Node // what has become of values; nil while they are looked at
	raw    map[*tree.Node]*tree.Node // the same for values without references
	placed map[*tree.Node]string     // references to the values that are components
	taken  map[string]map[string]int // how often names of components are wanted, by section
	queue  []place                   // components that are still to be looked at
	later  []unresolved              // references that may be by $id
	failed map[*tree.Node]string     // why references are not followed
}

// place is a component that was made of a value.
type place struct {
	node    *tree.Node
	ctx     gate.Context
	section section
}

func (b *bundler) bundle() error {
	b.definitions()
	b.value(b.root.part.Root, gate.Object, "")
	for {
		b.components()
		left := b.identify(b.later)
		if len(left) == len(b.later) {
			break
		}
		b.later = left
	}
	if err := b.ctx.Err(); err != nil {
		return err
	}
	if b.deep {
		return tooDeep(b.limits)
	}
	return (&extent{limits: b.limits}).add(b.root.part.Root)
}

// components looks at those that are still to be looked at, and at those that they lead to.
func (b *bundler) components() {
	for len(b.queue) > 0 {
		p := b.queue[0]
		b.queue = b.queue[1:]
		b.value(p.node, p.ctx, p.section)
	}
}

// value follows the references in a value, and returns what stands in its place.
func (b *bundler) value(n *tree.Node, ctx gate.Context, in section) *tree.Node {
	switch {
	case !tree.IsMap(n) && !tree.IsList(n):
		return n
	case ctx == gate.Raw:
		return b.included(n)
	}
	if b.tooDeep() {
		return n
	}
	b.depth++
	defer func() { b.depth-- }()
	if made, ok := b.made[n]; ok {
		if made == nil {
			return n
		}
		return made
	}
	b.made[n] = nil
	made := n
	if tree.IsList(n) {
		for i, item := range n.Content() {
			n.Content()[i] = b.value(item, ctx, in)
		}
	} else {
		b.members(n, ctx, in)
		if ctx == gate.Schema {
			b.anonymous(n)
		}
		made = b.reference(n, ctx, in)
	}
	b.made[n] = made
	return made
}

// tooDeep reports whether values nest too deep. Then there will be no bundle.
func (b *bundler) tooDeep() bool {
	b.deep = b.deep || b.limits.Depth > 0 && b.depth > b.limits.Depth
	return b.deep
}

// included returns an example, or another value in which OpenAPI has no references, with the
// files that it names: an object that is nothing but a reference to a file stands for what
// the file holds, if it is there. The value itself stays as it is.
func (b *bundler) included(n *tree.Node) *tree.Node {
	if len(n.Content()) == 0 || b.tooDeep() {
		return n
	}
	if made, ok := b.raw[n]; ok {
		if made == nil {
			return n
		}
		return made
	}
	b.depth++
	defer func() { b.depth-- }()
	b.raw[n] = nil
	made := n
	if ref := tree.Get(n, "$ref"); len(n.Content()) == 2 && ref != nil && !strings.HasPrefix(ref.Value, "#") {
		t := b.lead(ref)
		delete(b.failed, ref)
		switch {
		case t == nil:
		case t.file == b.root:
			made = n.Copy()
			made.Content()[1] = tree.NewText("#"+t.written, ref)
		default:
			made = b.included(t.node)
		}
	} else {
		for i, value := range n.Content() {
			below := b.included(value)
			if below == value {
				continue
			}
			if made == n {
				made = n.Copy()
				b.of[made] = b.of[n]
			}
			made.Content()[i] = below
		}
	}
	b.raw[n] = made
	return made
}

func (b *bundler) members(n *tree.Node, ctx gate.Context, in section) {
	for i := 0; i+1 < len(n.Content()); i += 2 {
		name, value := n.Content()[i].Value, n.Content()[i+1]
		below := ctx.Below(name, value, b.version)
		n.Content()[i+1] = b.value(value, below, in.below(ctx, below, name))
		if ctx == gate.Schema && name == "discriminator" {
			b.discriminator(n.Content()[i+1])
		}
	}
}

// discriminator follows what the values of a discriminator stand for: some are
// references, some are names of components (OpenAPI 3.1, section 4.8.25).
func (b *bundler) discriminator(n *tree.Node) {
	lists := []*tree.Node{tree.Get(n, "mapping")}
	if tree.Get(n, "defaultMapping") != nil {
		lists = append(lists, n)
	}
	for _, list := range lists {
		for i := 0; tree.IsMap(list) && i+1 < len(list.Content()); i += 2 {
			if list == n && list.Content()[i].Value != "defaultMapping" {
				continue
			}
			if t := b.lead(list.Content()[i+1]); t != nil {
				list.Content()[i+1] = tree.NewText(b.refer(t, gate.Schema, "schemas"), list.Content()[i+1])
			}
		}
	}
}

// reference follows the reference of an object, if it is one, and returns what stands in
// its place: the reference to a component, or what it leads to.
func (b *bundler) reference(n *tree.Node, ctx gate.Context, in section) *tree.Node {
	at := 0
	for at+1 < len(n.Content()) && n.Content()[at].Value != "$ref" {
		at += 2
	}
	if at == len(n.Content()) || !tree.IsString(n.Content()[at+1]) {
		return n
	}
	ref := n.Content()[at+1]
	t := b.lead(ref)
	if t == nil && ctx == gate.Schema && (b.of[ref] != nil || !strings.HasPrefix(ref.Value, "#")) {
		b.later = append(b.later, unresolved{n, at + 1})
	}
	if t == nil {
		return n
	}
	object := ctx == gate.Object || ctx == gate.Schema
	if object && (t.file == b.root || in.kept(b.version)) {
		n.Content()[at+1] = tree.NewText(b.refer(t, ctx, in), ref)
		return n
	}
	if made, seen := b.made[t.node]; seen && made == nil || t.file == b.root {
		b.failed[ref] = fmt.Sprintf("the reference %q leads back to where it stands", ref.Value)
		return n
	}
	made := b.value(t.node, ctx, in)
	if len(n.Content()) == 2 {
		return made
	}
	return beside(n, made)
}

// beside returns what a reference leads to with the members that stand beside the
// reference, which come first (OpenAPI 3.1, section 4.8.23).
func beside(n, target *tree.Node) *tree.Node {
	if !tree.IsMap(target) {
		return target
	}
	var content []*tree.Node
	for own := n.Content(); len(own) > 1; own = own[2:] {
		if own[0].Value != "$ref" {
			content = append(content, own[:2]...)
		}
	}
	for other := target.Content(); len(other) > 1; other = other[2:] {
		if tree.Get(n, other[0].Value) == nil {
			content = append(content, other[:2]...)
		}
	}
	merged := tree.NewMap(n)
	merged.SetContent(content)
	return merged
}

// lead returns what a reference leads to if the bundle has to write it otherwise. It is nil
// for any other reference, and for one that leads nowhere.
func (b *bundler) lead(ref *tree.Node) *target {
	if !tree.IsString(ref) {
		return nil
	}
	from := b.of[ref]
	if from == nil {
		from = b.root
	}
	name, fragment, _ := strings.Cut(ref.Value, "#")
	to := from
	switch {
	case name != "":
		if decoded, err := url.PathUnescape(name); err == nil {
			name = decoded
		}
		full, ok := b.named(from, name)
		if !ok {
			return nil
		}
		if to = b.file(full); to.err != nil {
			b.failed[ref] = fmt.Sprintf("the reference %q is not followed: %v", ref.Value, to.err)
			return nil
		}
	case from == b.root || !strings.HasPrefix(ref.Value, "#"):
		return nil
	}
	if t := b.ids.find(ref); t != nil && name == "" {
		return t
	}
	node, pointer := to.find("", fragment)
	if node == nil {
		if name == "" {
			if whole, _ := b.root.find("", fragment); whole != nil {
				return nil // many write references of a part as if it stood in the description
			}
		}
		b.failed[ref] = fmt.Sprintf("the reference %q leads nowhere: %s has no such part", ref.Value, to.name)
		return nil
	}
	if to == b.root {
		b.changed = true
	}
	return &target{to, node, pointer, fragment}
}

// named returns the name of the file that a reference without its fragment leads to. It is
// false for what is no file, and for the address that the description has for itself.
func (b *bundler) named(from *file, ref string) (string, bool) {
	if b.by.names(from, ref) { // a file of that name is another one
		return b.root.name, from != b.root
	}
	if full, ok := from.resolve(ref); ok {
		return full, true
	}
	return b.by.file(from, ref)
}

// unresolved is a reference of a schema that leads to no file.
type unresolved struct {
	schema *tree.Node
	at     int // of the reference among what the schema holds
}

// identify follows references by $id, now that the files are known, and returns those that
// are still left.
func (b *bundler) identify(list []unresolved) (left []unresolved) {
	for _, u := range list {
		ref := u.schema.Content()[u.at]
		t := b.ids.find(ref)
		if t == nil {
			left = append(left, u)
			continue
		}
		delete(b.failed, ref)
		u.schema.Content()[u.at] = tree.NewText(b.refer(t, gate.Schema, schemas), ref)
	}
	return left
}

// anonymous takes the $id from a schema of another file. One with dynamic anchors keeps it:
// they are those of a resource.
func (b *bundler) anonymous(n *tree.Node) {
	if f := b.of[n]; f == nil || f.dynamic {
		return
	}
	for i := 0; i+1 < len(n.Content()); i += 2 {
		if n.Content()[i].Value == "$id" && tree.IsString(n.Content()[i+1]) {
			n.SetContent(slices.Delete(n.Content(), i, i+2))
			return
		}
	}
}
