package htmlrender

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// locator knows where in the description the schemas of a page stand.
type locator struct {
	*subject
	scope
	shapes  *shape.Resolver
	places  map[*apidoc.Schema]string // where in the description they stand
	learned map[*apidoc.Schema]bool   // those whose parts are in places
}

// placeOf returns the reference under which a schema can be asked for on its
// own, "" when it has none.
func (l *locator) placeOf(n node) string {
	switch {
	case n.ref == "":
		return l.places[n.source]
	case strings.HasPrefix(n.ref, "#/"):
		return n.ref
	}
	return "" // a dynamic one, below which no pointer leads
}

// stands notes where in the description a schema stands: a reference, "" when it
// is not known. It returns the schema.
func (l *locator) stands(s *apidoc.Schema, ref string) *apidoc.Schema {
	if s != nil && ref != "" && s.Ref == "" && l.places[s] == "" {
		l.places[s] = ref
	}
	return s
}

// learn notes where the parts of a schema stand, and those of the parts that it
// was made one of.
func (l *locator) learn(n node) {
	place := l.placeOf(n)
	if place == "" {
		return
	}
	s := n.source
	if n.ref != "" {
		s = l.shapes.Target(n.ref)
	}
	l.learnParts(s, place)
}

func (l *locator) learnParts(s *apidoc.Schema, place string) {
	if s == nil || l.learned[s] {
		return
	}
	l.learned[s] = true
	if s.Ref != "" {
		l.learnParts(l.shapes.Target(s.Ref), s.Ref)
		return
	}
	for step, child := range schemafacts.Children(s) {
		switch {
		case child == nil:
		case step.Keyword == "allOf":
			l.learnParts(child, place+step.Pointer())
		case child.Ref == "" && l.places[child] == "":
			l.places[child] = place + step.Pointer()
		}
	}
}

// operationPlace is the reference of a part of the operation that is written.
func (l *locator) operationPlace(part string) string {
	if l.operation == nil || l.operation.Pointer == "" {
		return ""
	}
	return "#" + l.operation.Pointer + part
}

// bodyBase is the reference of the body of the request.
func (l *locator) bodyBase(ref string) string {
	if ref != "" {
		return ref
	}
	return l.operationPlace("/requestBody")
}

// responseBase is the reference of a response.
func (l *locator) responseBase(r *apidoc.Response) string {
	if r.Ref != "" {
		return r.Ref
	}
	return l.operationPlace("/responses/" + jsonpointer.Escape(r.Status))
}

// mediaPlace is the reference of a schema of a body. In Swagger 2.0 a response
// has one for all formats, and that of a request has no place of its own.
func (l *locator) mediaPlace(base, media, keyword string) string {
	switch {
	case base == "", l.swagger() && l.direction == core.InRequest:
		return ""
	case l.swagger():
		return base + "/schema"
	}
	return base + "/content/" + jsonpointer.Escape(media) + "/" + keyword
}

func (l *locator) swagger() bool { return strings.HasPrefix(l.doc.SpecVersion, "2") }

// parameterPlace is the reference of the schema of a shared parameter.
func parameterPlace(p *apidoc.Parameter) string {
	if p.Ref == "" || p.Schema == nil {
		return ""
	}
	return p.Ref + "/schema"
}

// schemaPage returns the link to the page of a schema: that of a model when it
// is one.
func (l *locator) schemaPage(n node) templ.SafeURL {
	if n.model != nil {
		return l.to(core.PageModel, n.model.Slug)
	}
	return l.to(core.PageSchema, l.placeOf(n))
}

// schemaPart returns the address of what a schema consists of, for a page that
// is there already.
func (l *locator) schemaPart(n node) string {
	address := string(l.to(core.PageSchema, l.placeOf(n))) + "?part"
	if l.direction != "" {
		address += "&for=" + string(l.direction)
	}
	return address
}
