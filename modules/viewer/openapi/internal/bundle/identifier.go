package bundle

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Schemas of other files may have an $id, to which the references below it are relative,
// and by which others refer to them (JSON Schema 2020-12 core, section 8.2.1). In the
// bundle, whose references are all relative to the description, they have none.

// resource is a schema with an $id.
type resource struct {
	file    *file
	pointer string // in file
}

// unresolved is a reference of a schema that leads to no file.
type unresolved struct {
	schema *tree.Node
	at     int // of the reference among what the schema holds
}

// own notes that all below a value stands in a file, and below which $id.
func (b *bundler) own(f *file, n *tree.Node, base, pointer string) {
	if n == nil || b.of[n] != nil {
		return
	}
	b.of[n] = f
	if id := tree.Get(n, "$id"); tree.IsString(id) {
		if address := resolved(base, id.Value); address != "" {
			base = address
			if _, known := b.ids[base]; !known {
				b.ids[base] = resource{f, pointer}
			}
		}
	}
	for i, item := range tree.Items(n) {
		b.own(f, item, base, pointer+"/"+strconv.Itoa(i))
	}
	for i := 0; tree.IsMap(n) && i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		b.of[key] = f
		f.dynamic = f.dynamic || key.Value == "$dynamicAnchor"
		if base != "" && key.Value == "$ref" {
			b.bases[value] = base
		}
		b.own(f, value, base, pointer+"/"+tree.Escape(key.Value))
	}
}

// maxAddress bounds an address in bytes.
const maxAddress = 300

// resolved returns the address that a reference names, without its fragment; "" for none.
func resolved(base, ref string) string {
	ref, _, _ = strings.Cut(ref, "#")
	if len(ref) > maxAddress || len(base) > maxAddress {
		return ""
	}
	u, err := url.Parse(base)
	if err == nil {
		u, err = u.Parse(ref)
	}
	if err != nil {
		return ""
	}
	return u.String()
}

// byID returns what a reference leads to by the $id of a schema, nil for nothing.
func (b *bundler) byID(ref *tree.Node) *target {
	in, known := b.ids[resolved(b.bases[ref], ref.Value)]
	if !known {
		return nil
	}
	_, fragment, _ := strings.Cut(ref.Value, "#")
	node, pointer := in.file.find(in.pointer, fragment)
	if node == nil {
		return nil
	}
	return &target{file: in.file, node: node, pointer: pointer}
}

// identify follows references by $id, now that the files are known, and returns those that
// are still left.
func (b *bundler) identify(list []unresolved) (left []unresolved) {
	for _, u := range list {
		ref := u.schema.Content[u.at]
		t := b.byID(ref)
		if t == nil {
			left = append(left, u)
			continue
		}
		delete(b.failed, ref)
		u.schema.Content[u.at] = tree.NewText(b.refer(t, gate.Schema, schemas), ref)
	}
	return left
}

// anonymous takes the $id from a schema of another file. One with dynamic anchors keeps it:
// they are those of a resource.
func (b *bundler) anonymous(n *tree.Node) {
	if f := b.of[n]; f == nil || f.dynamic {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == "$id" && tree.IsString(n.Content[i+1]) {
			n.Content = slices.Delete(n.Content, i, i+2)
			return
		}
	}
}
