package openapi

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// description is a text that has passed the gate, as a tree that is never changed, with
// everything that finds parts of it.
type description struct {
	dialect
	root   *tree.Node
	scheme string // of the URL of the description, if any
	index  *tree.Index
	names  *gate.Names
	hidden hidden
}

func newDescription(passed *gate.Text, scheme string) *description {
	d := &description{dialect: dialect(passed.Version), root: passed.Root, scheme: scheme, index: passed.Index, names: passed.Names}
	d.hidden = newHidden(d)
	return d
}

// find returns the schema that a reference leads to, nil for none.
func (d *description) find(ref string) *tree.Node {
	switch _, pointer := tree.Pointer(ref); {
	case ref == "" || ref[0] == '/':
		return nil
	case !pointer:
		return d.names.Find(ref)
	}
	if n := d.index.Find(ref); n != nil {
		return n
	}
	return d.findThrough(ref)
}

// status is a range of statuses, such as 4XX, in the small letters in which some write it.
func status(token string) string {
	if begin, found := strings.CutSuffix(token, "XX"); found && len(begin) == 1 {
		return begin + "xx"
	}
	return token
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
				next = cmp.Or(d.formerly(target, token), d.index.Below(target, status(token)))
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

// swaggerServers makes servers of host, basePath and schemes. Without schemes it
// is the one by which the description was fetched, or https. A base path without a slash has
// one in front: it would be read as a part of the host.
func (d *description) swaggerServers(schemes []string) []apidoc.Server {
	scheme, host, path := hostParts(tree.Text(tree.Get(d.root, "host")))
	base := tree.Text(tree.Get(d.root, "basePath"))
	if base != "" && !strings.HasPrefix(base, "/") {
		base = "/" + base
	}
	base = path + base
	switch {
	case host == "" && base == "":
		return nil
	case host == "":
		return []apidoc.Server{{URL: base}}
	case len(schemes) == 0:
		schemes = []string{cmp.Or(scheme, d.scheme, "https")}
	}
	var servers []apidoc.Server
	for _, scheme := range schemes {
		u := url.URL{Scheme: scheme, Host: host}
		servers = append(servers, apidoc.Server{URL: u.String() + strings.TrimSuffix(base, "/")})
	}
	return servers
}

// hostParts are a host of Swagger 2.0, and what some write with it: a scheme before it and
// a path behind it.
func hostParts(text string) (scheme, host, path string) {
	if before, rest, ok := strings.Cut(text, "://"); ok {
		scheme, text = before, rest
	}
	host, path, _ = strings.Cut(text, "/")
	if path = strings.Trim(path, "/"); path != "" {
		path = "/" + path
	}
	return scheme, host, path
}
