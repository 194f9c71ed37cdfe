package openapi

import (
	"context"
	"net/url"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// description is a text that has passed the gate, as a tree that is never changed, with
// everything that finds parts of it.
type description struct {
	dialect
	root    *tree.Node
	scheme  string // of the URL of the description, if any
	index   *tree.Index
	anchors map[string]*tree.Node // schemas by the references to their anchors
	library *library              // nil when no schema has an $id by which it may be referred to

	identified []string // references that the library is asked for
	hidden     hidden
}

func newDescription(passed *gate.Text, scheme string) *description {
	d := &description{
		dialect: dialect(passed.Version), root: passed.Root, scheme: scheme,
		index: passed.Index, anchors: passed.Anchors, identified: passed.Identifiers,
	}
	if passed.Identified && passed.References <= maxIndexed {
		d.library = newLibrary(passed.Root)
	}
	d.hidden = newHidden(d)
	return d
}

// find returns the schema that a reference leads to, nil for none. It follows pointers and anchors in the tree, and asks the library for
// what an $id names. The library takes what it does not know for a query
// language, so it is only asked what it can look up.
func (d *description) find(ctx context.Context, ref string) (*tree.Node, error) {
	_, pointer := tree.Pointer(ref)
	switch {
	case ref == "" || ref[0] == '/':
		return nil, nil
	case pointer:
		if n := d.index.Find(ref); n != nil {
			return n, nil
		}
		return d.findThrough(ref), nil
	case ref[0] == '#':
		return d.anchors[ref], nil
	case d.library == nil || !lookupable(ref):
		return nil, nil
	}
	return d.library.find(ctx, ref)
}

// findThrough follows a pointer that leads through references: it says where a
// reader finds a value, not where the value is written.
func (d *description) findThrough(ref string) *tree.Node {
	pointer, _ := tree.Pointer(ref)
	r := &references{description: d}
	n := d.root
	for _, token := range tree.Tokens(pointer) {
		next := d.index.Below(n, token)
		if next == nil {
			target, _ := r.follow(n)
			if next = d.index.Below(target, token); next == nil {
				next = d.formerly(target, token)
			}
		}
		if n = next; n == nil {
			return nil
		}
	}
	return n
}

// formerNames are what older versions of JSON Schema call a keyword that a schema is
// shown with.
var formerNames = map[string]string{"prefixItems": "items", "dependentSchemas": "dependencies", "$defs": "definitions"}

// formerly returns the value of a keyword under its older name. Items have one schema
// for each only as a list.
func (d *description) formerly(schema *tree.Node, keyword string) *tree.Node {
	name := formerNames[keyword]
	if n := d.index.Member(schema, name); name != "" && (name != "items" || tree.IsList(n)) {
		return n
	}
	return nil
}

// maxIdentifier bounds the length of a reference that the library is asked for.
const maxIdentifier = 2048

// lookupable reports whether a reference holds nothing that means something in
// JSONPath or is encoded.
func lookupable(ref string) bool {
	return len(ref) <= maxIdentifier && !strings.ContainsFunc(ref, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("#/:.~_-", r)
	})
}

// swaggerServers makes servers of host, basePath and schemes. Without schemes it
// is the one by which the description was fetched, or https.
func (d *description) swaggerServers(schemes []string) []apidoc.Server {
	host, base := tree.Text(tree.Get(d.root, "host")), tree.Text(tree.Get(d.root, "basePath"))
	switch {
	case host == "" && base == "":
		return nil
	case host == "":
		return []apidoc.Server{{URL: base}}
	case len(schemes) == 0 && d.scheme != "":
		schemes = []string{d.scheme}
	case len(schemes) == 0:
		schemes = []string{"https"}
	}
	var servers []apidoc.Server
	for _, scheme := range schemes {
		u := url.URL{Scheme: scheme, Host: host}
		servers = append(servers, apidoc.Server{URL: u.String() + strings.TrimSuffix(base, "/")})
	}
	return servers
}
