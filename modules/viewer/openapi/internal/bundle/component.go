package bundle

import (
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// definitions puts the components of the description that are nothing but references to
// other files in the place of these, so that they have their names.
func (b *bundler) definitions() {
	for _, s := range sections {
		list := b.root.part.Index.At(s.pointer(b.version))
		for i := 0; s.kept(b.version) && tree.IsMap(list) && i+1 < len(list.Content()); i += 2 {
			alias := list.Content()[i+1]
			if !tree.IsMap(alias) || len(alias.Content()) != 2 || alias.Content()[0].Value != "$ref" {
				continue
			}
			t := b.lead(alias.Content()[1])
			if t == nil || t.file == b.root || b.placed[t.node] != "" {
				continue
			}
			b.placed[t.node] = fragment(s.pointer(b.version) + "/" + tree.Escape(list.Content()[i].Value))
			list.Content()[i+1] = t.node
		}
	}
}

// refer returns a reference to a value, which becomes a component if it is not part of
// the bundle yet.
func (b *bundler) refer(t *target, ctx gate.Context, in section) string {
	if t.file == b.root {
		return "#" + t.written
	}
	n, rest := t.file.part.Root, t.pointer
	for {
		if at := b.placed[n]; at != "" {
			return at + strings.TrimPrefix(fragment(rest), "#")
		}
		if rest == "" || n == nil {
			break
		}
		token, below, _ := strings.Cut(rest[1:], "/")
		if n = t.file.part.Index.At(strings.TrimSuffix(t.pointer, rest) + "/" + token); below == "" {
			rest = ""
		} else {
			rest = "/" + below
		}
	}
	at := fragment(b.add(t, in))
	b.placed[t.node] = at
	b.queue = append(b.queue, place{t.node, ctx, in})
	return at
}

// fragment writes a JSON pointer as a reference (RFC 6901, section 6).
func fragment(pointer string) string { return "#" + (&url.URL{Fragment: pointer}).EscapedFragment() }

// add makes a component of a value, and returns its place.
func (b *bundler) add(t *target, in section) string {
	at := in.pointer(b.version)
	list := b.root.part.Root
	for _, name := range tree.Tokens(at) {
		below := tree.Get(list, name)
		if !tree.IsMap(below) {
			below = tree.NewMap(nil)
			tree.Set(list, name, below)
		}
		list = below
	}
	name := b.nameOf(t, at, list)
	key := tree.NewText(name, t.node)
	b.of[key] = t.file
	list.SetContent(append(list.Content(), key, t.node))
	return at + "/" + name
}

// nameOf is a name for a component that no other one of a section has, which stands at a
// place: that of the value, with a number behind it if it is taken.
func (b *bundler) nameOf(t *target, at string, list *tree.Node) string {
	if b.taken[at] == nil {
		b.taken[at] = map[string]int{}
		for name := range tree.Members(list) {
			b.taken[at][name] = 1
		}
	}
	taken := b.taken[at]
	base := componentName(t)
	name := base
	for taken[name] > 0 {
		taken[base]++
		name = base + "_" + strconv.Itoa(taken[base])
	}
	taken[name] = 1
	return name
}

// strange are the characters that the name of a component may not have (OpenAPI 3.1,
// section 4.8.7).
var strange = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// componentName is the last name on the way to a value: "Pet" for "schemas/Pet.yaml" and
// for "types.yaml#/definitions/Pet".
func componentName(t *target) string {
	name := strings.TrimSuffix(path.Base(t.file.name), path.Ext(t.file.name))
	if folder := path.Base(path.Dir(t.file.name)); name == "index" && folder != "." && folder != ".." {
		name = folder
	}
	if tokens := tree.Tokens(t.pointer); len(tokens) > 0 {
		name = tokens[len(tokens)-1]
	}
	if name = strange.ReplaceAllString(name, "_"); name == "" {
		return "_"
	}
	return name
}
