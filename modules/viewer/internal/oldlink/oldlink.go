// Package oldlink finds the pages that links of other viewers lead to. Those
// name a place by the fragment of an address, in which each has its own way:
//
//	index := oldlink.New(doc, oldlink.Options{})
//	address, ok := index.Resolve("tag/pets/GET/pets/{id}")
//	address, ok = index.Resolve("operation/getPet")
//
// Fragments are compared by their letters, digits and slashes alone, in lower
// case, because every viewer has had its own rules for the rest.
package oldlink

import (
	"maps"
	"net/url"
	"strings"
	"sync"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

// Options says what is left out of an index.
type Options struct{ HideModels bool }

// Index is the fragments that lead to pages of one document, which it reads when it is
// first asked. It is safe for concurrent use.
type Index struct{ table func() *table }

// table is what an index has read.
type table struct {
	addresses map[string]entry  // by folded fragment
	exact     map[string]string // by fragment, where two are folded to one
}

// entry is a page with the fragment that leads to it as it is.
type entry struct{ page, fragment string }

// maxFragment bounds the fragments that are looked at, in bytes.
const maxFragment = 2000

// New returns the index of a document.
func New(doc *apidoc.Document, o Options) *Index {
	return &Index{sync.OnceValue(func() *table { return read(doc, o) })}
}

// read reads the outline of a document.
func read(doc *apidoc.Document, o Options) *table {
	x := &table{addresses: map[string]entry{}, exact: map[string]string{}}
	for i := range doc.Operations {
		x.operation(doc, &doc.Operations[i])
	}
	for i := range doc.Webhooks {
		x.webhook(&doc.Webhooks[i])
	}
	if !o.HideModels {
		x.add(address.Of(core.PageModels, ""), "models", "/schemas", "section/models")
		for i := range doc.Models {
			x.model(&doc.Models[i])
		}
	}
	for i := range doc.Tags {
		x.tag(&doc.Tags[i])
	}
	return x
}

// Resolve returns the address of the page that a fragment leads to, relative to
// the root. The fragment may begin with its sign and be escaped or not.
func (x *Index) Resolve(fragment string) (string, bool) {
	fragment = plain(fragment)
	if found, ok := x.table().exact[fragment]; ok {
		return found, true
	}
	found, ok := x.table().addresses[fold(fragment)]
	return found.page, ok
}

// Map returns all addresses by their fragments, folded or as they are: a fragment as it is comes first. A page without a server looks there.
func (x *Index) Map() map[string]string {
	all := maps.Clone(x.table().exact)
	for key, found := range x.table().addresses {
		if _, taken := all[key]; !taken {
			all[key] = found.page
		}
	}
	return all
}

// add makes fragments lead to a page, unless they lead somewhere already.
func (x *table) add(page string, fragments ...string) {
	for _, f := range fragments {
		key := fold(f)
		first, taken := x.addresses[key]
		if !taken {
			x.addresses[key] = entry{page, f}
		} else if _, known := x.exact[f]; first.page != page && first.fragment != f && !known {
			x.exact[f] = page
		}
	}
}

// operation adds the spellings of an operation: of Scalar old and new, Swagger
// UI, Redoc, Elements and RapiDoc.
func (x *table) operation(doc *apidoc.Document, o *apidoc.OperationSummary) {
	page, verb := address.Of(core.PageOperation, o.Slug), strings.ToLower(o.Method)
	pointer := "paths/" + jsonpointer.Escape(o.Path) + "/" + verb
	x.add(page, verb+o.Path, verb+"-"+o.Path, pointer, "/paths"+o.Path+"/"+verb, "operation/"+verb+o.Path)
	ids := []string{verb + "_" + o.Path}
	if o.ID != "" {
		ids = append(ids, o.ID)
		x.add(page, "operation/"+o.ID, "/operations/"+o.ID)
	}
	for _, t := range tagNames(doc, o.Tags) {
		x.add(page, "tag/"+t+"/"+verb+o.Path, "tag/"+t+"/"+pointer)
		for _, id := range ids {
			id = strings.ReplaceAll(id, "/", "_")
			x.add(page, "/"+t+"/"+id, "tag/"+t+"/operation/"+id)
		}
	}
}

// tagNames are the names of tags by which an operation may be found.
func tagNames(doc *apidoc.Document, tags []string) []string {
	if len(tags) == 0 {
		return []string{"default"}
	}
	var names []string
	for _, name := range tags {
		names = append(names, name)
		if t := doc.TagNamed(name); t != nil && t.DisplayName != name {
			names = append(names, t.DisplayName)
		}
	}
	return names
}

func (x *table) webhook(o *apidoc.OperationSummary) {
	page, verb := address.Of(core.PageWebhook, o.Slug), strings.ToLower(o.Method)
	x.add(page, "webhook/"+o.Path+"/"+verb, "webhook/"+verb+"/"+o.Path, "webhooks/"+o.Path+"/"+verb, "webhook/"+o.Path, "/webhooks/"+o.Path+"/"+verb)
	if o.ID != "" {
		x.add(page, "operation/"+o.ID, "/operations/"+o.ID, "webhook/"+o.ID)
	}
}

func (x *table) model(m *apidoc.ModelSummary) {
	page := address.Of(core.PageModel, m.Slug)
	for _, before := range []string{"model/", "schema/", "/schemas/", "schemas/", "/components/schemas/", "components/schemas/", "/definitions/", "model-"} {
		x.add(page, before+m.Name)
	}
}

func (x *table) tag(t *apidoc.Tag) {
	page := address.Of(core.PageTag, t.Slug)
	for _, name := range []string{t.Name, t.DisplayName} {
		x.add(page, "tag/"+name, "/"+name, "tag--"+name)
	}
}

// plain takes the sign and percent-encoding off a fragment.
func plain(fragment string) string {
	fragment = strings.TrimPrefix(fragment, "#")
	if len(fragment) > maxFragment {
		return ""
	}
	return unescape(fragment)
}

// fold keeps what tells fragments apart.
func fold(fragment string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || unicode.IsDigit(r) || unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, fragment)
}

// unescape decodes percent-encoding; what is none stays.
func unescape(s string) string {
	if decoded, err := url.PathUnescape(s); err == nil {
		return decoded
	}
	return s
}
