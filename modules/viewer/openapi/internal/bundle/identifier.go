package bundle

import (
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// identifiers are those of the schemas of other files: an $id, to which the references
// below it are relative, and by which others refer to the schema (JSON Schema 2020-12 core,
// section 8.2.1). In the bundle, whose references are all relative to the description,
// schemas have none.
type identifiers struct {
	schemas map[string]resource   // by their addresses
	bases   map[*tree.Node]string // addresses that references are relative to
}

// resource is a schema with an $id.
type resource struct {
	file    *file
	pointer string // in file
}

// note notes the $id and the reference of a schema, if it has them, which stands below a
// base. It returns the base of what is in it.
func (x *identifiers) note(f *file, n *tree.Node, base, pointer string) string {
	if id := tree.Get(n, "$id"); tree.IsString(id) {
		if address := resolved(base, id.Value); address != "" {
			base = address
			if _, known := x.schemas[base]; !known {
				x.schemas[base] = resource{f, pointer}
			}
		}
	}
	if ref := tree.Get(n, "$ref"); ref != nil && base != "" {
		x.bases[ref] = base
	}
	return base
}

// find returns what a reference leads to by the $id of a schema, nil for nothing.
func (x *identifiers) find(ref *tree.Node) *target {
	in, known := x.schemas[resolved(x.bases[ref], ref.Value)]
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
