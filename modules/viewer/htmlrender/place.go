package htmlrender

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
)

// placeOf returns the reference under which a schema can be asked for on its
// own, "" when it has none.
func (v *view) placeOf(n node) string {
	if strings.HasPrefix(n.ref, "#/") {
		return n.ref
	}
	return v.places[n.source]
}

// stands notes where in the description a schema stands: a reference, "" when it
// is not known. It returns the schema.
func (v *view) stands(s *apidoc.Schema, ref string) *apidoc.Schema {
	if s != nil && ref != "" && s.Ref == "" && v.places[s] == "" {
		v.places[s] = ref
	}
	return s
}

// learn notes where the parts of a schema stand, and those of the parts that it
// was made one of.
func (v *view) learn(n node) {
	place := v.placeOf(n)
	if place == "" {
		return
	}
	s := n.source
	if n.ref != "" {
		s = v.shapes.Target(n.ref)
	}
	v.learnParts(s, place)
}

func (v *view) learnParts(s *apidoc.Schema, place string) {
	if s == nil || v.learned[s] {
		return
	}
	v.learned[s] = true
	if s.Ref != "" {
		v.learnParts(v.shapes.Target(s.Ref), s.Ref)
		return
	}
	for step, child := range schemafacts.Children(s) {
		switch {
		case child == nil:
		case step.Keyword == "allOf":
			v.learnParts(child, place+step.Pointer())
		case child.Ref == "" && v.places[child] == "":
			v.places[child] = place + step.Pointer()
		}
	}
}

// operationPlace is the reference of a part of the operation that is written.
func (v *view) operationPlace(part string) string {
	if v.operation == nil || v.operation.Pointer == "" {
		return ""
	}
	return "#" + v.operation.Pointer + part
}

// bodyBase is the reference of the body of the request.
func (v *view) bodyBase(ref string) string {
	if ref != "" {
		return ref
	}
	return v.operationPlace("/requestBody")
}

// responseBase is the reference of a response.
func (v *view) responseBase(r *apidoc.Response) string {
	if r.Ref != "" {
		return r.Ref
	}
	return v.operationPlace("/responses/" + jsonpointer.Escape(r.Status))
}

// mediaPlace is the reference of a schema of a body. In Swagger 2.0 a response
// has one for all formats, and that of a request has no place of its own.
func (v *view) mediaPlace(base, media, keyword string) string {
	switch {
	case base == "", v.swagger() && v.direction == core.InRequest:
		return ""
	case v.swagger():
		return base + "/schema"
	}
	return base + "/content/" + jsonpointer.Escape(media) + "/" + keyword
}

func (v *view) swagger() bool { return strings.HasPrefix(v.doc.SpecVersion, "2") }

// parameterPlace is the reference of the schema of a shared parameter.
func parameterPlace(p *apidoc.Parameter) string {
	if p.Ref == "" || p.Schema == nil {
		return ""
	}
	return p.Ref + "/schema"
}

// schemaPage returns the link to the page of a schema: that of a model when it
// is one.
func (v *view) schemaPage(n node) templ.SafeURL {
	if n.model != nil {
		return v.to(core.PageModel, n.model.Slug)
	}
	return v.to(core.PageSchema, v.placeOf(n))
}

// schemaPart returns the address of what a schema consists of, for a page that
// is there already.
func (v *view) schemaPart(n node) string {
	address := string(v.to(core.PageSchema, v.placeOf(n))) + "?part"
	if v.direction != "" {
		address += "&for=" + string(v.direction)
	}
	return address
}
