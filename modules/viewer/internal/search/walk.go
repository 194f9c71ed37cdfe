package search

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// walker visits the texts of a part of a description.
type walker struct {
	contentWalker
	// share gets what a reference led to, which is read once for all that refer to it.
	share func(ref string, read func(*walker))
}

// shared reads what a reference led to with all others that refer to it.
func (w *walker) shared(ref string, read func(*walker)) {
	if ref != "" && w.share != nil {
		w.share(ref, read)
		return
	}
	read(w)
}

// operation visits what an operation says beyond its summary.
func (w *walker) operation(o *apidoc.Operation) {
	w.text(inText, o.Description)
	w.what(inDetail, "path", o.PathSummary)
	w.what(inDetail, "path", o.PathDescription)
	for i := range o.Parameters {
		p := &o.Parameters[i]
		w.shared(p.Ref, func(w *walker) { w.parameter(p) })
	}
	if b := o.RequestBody; b != nil {
		w.shared(b.Ref, func(w *walker) { w.body(b) })
	}
	for i := range o.Responses {
		r := &o.Responses[i]
		w.at("response", r.Status, w.responseID(r), func() { w.text(inValue, r.Status) })
		w.shared(r.Ref, func(w *walker) { w.response(r) })
	}
	w.callbacks(o.Callbacks)
	w.security(o.Security)
	w.servers(o.Servers)
	w.docs(o.ExternalDocs)
	for _, s := range o.CodeSamples {
		w.what(inExample, "code sample", cut(s.Label+" "+s.Source, maxExample))
	}
	w.extensions(o.Extensions)
}

// component visits what a component says that nothing refers to.
func (w *walker) component(c *apidoc.Component) {
	switch {
	case c.Parameter != nil:
		w.parameter(c.Parameter)
	case c.RequestBody != nil:
		w.body(c.RequestBody)
	case c.Response != nil:
		w.response(c.Response)
	case c.Header != nil:
		w.base = "component"
		w.header(c.Header)
	case c.Example != nil:
		w.examples(nil, []apidoc.Example{*c.Example})
	case c.Link != nil:
		w.base = "component"
		w.link(c.Link)
	case c.MediaType != nil:
		w.base = "content"
		w.content([]apidoc.MediaType{*c.MediaType})
	}
	for _, o := range c.Operations {
		w.callbacks([]apidoc.Callback{{Name: o.Title(), Operations: []apidoc.Operation{o}}})
	}
	w.callbacks(c.Callbacks)
	w.extensions(c.Extensions)
}

// parameterPlaces are the names of the parameters of a place.
var parameterPlaces = map[apidoc.Place]wording.Key{
	apidoc.InPath: "path parameter", apidoc.InQuery: "query parameter", apidoc.InHeader: "header parameter", apidoc.InCookie: "cookie parameter",
	apidoc.InQueryString: "query string",
}

func (w *walker) parameter(p *apidoc.Parameter) {
	id := sample.Below(w.within+"parameter."+strings.ToLower(apidoc.Slug(string(p.In))), p.Name)
	w.at(parameterPlaces[p.In], p.Name, id, func() {
		w.text(inName, p.Name)
		w.text(inRule, string(p.In))
		w.text(inDetail, p.Description)
		w.schema(p.Schema)
		w.valueContent(p.Content)
		w.examples(p.Example, p.Examples)
		w.extensions(p.Extensions)
	})
}

func (w *walker) body(b *apidoc.RequestBody) {
	w.at("request body", "", "", func() {
		w.text(inDetail, b.Description)
		w.base = w.within + "request-body"
		w.content(b.Content)
		w.extensions(b.Extensions)
	})
}

func (w *walker) responseID(r *apidoc.Response) string {
	return sample.Below(w.within+"response", r.Status)
}

func (w *walker) response(r *apidoc.Response) {
	w.at("response", r.Status, w.responseID(r), func() {
		w.text(inDetail, r.Summary)
		w.text(inDetail, r.Description)
		for i := range r.Headers {
			h := &r.Headers[i]
			w.shared(h.Ref, func(w *walker) { w.header(h) })
		}
		w.content(r.Content)
		for i := range r.Links {
			w.link(&r.Links[i])
		}
		w.extensions(r.Extensions)
	})
}

func (w *walker) link(l *apidoc.Link) {
	w.at("link", l.Name, sample.Below(w.base+".link", l.Name), func() {
		w.text(inField, l.Name)
		w.text(inRule, l.OperationID)
		w.text(inRule, l.OperationRef)
		w.text(inDetail, l.Description)
		for _, p := range l.Parameters {
			w.text(inField, p.Name)
			w.value(inExample, "value", p.Value)
		}
		w.value(inExample, "body", l.RequestBody)
		if l.Server != nil {
			w.servers([]apidoc.Server{*l.Server})
		}
		w.extensions(l.Extensions)
	})
}

func (w *walker) callbacks(list []apidoc.Callback) {
	for _, c := range list {
		w.at("callback", c.Name, w.callbackID(&c, 0), func() {
			w.text(inField, c.Name)
			w.text(inRule, c.Expression)
		})
		w.at("callback", c.Name, "", func() { w.extensions(c.Extensions) })
		for i := range c.Operations {
			w.at("callback", c.Name, w.callbackID(&c, i), func() { w.callback(&c.Operations[i]) })
		}
	}
}

// callbackID is the id of one operation of a callback.
func (w *walker) callbackID(c *apidoc.Callback, i int) string {
	if i >= len(c.Operations) {
		return ""
	}
	return sample.Below(w.within+"callback", c.Name+"-"+c.Operations[i].Method)
}

func (w *walker) callback(o *apidoc.Operation) {
	w.text(inDetail, o.Summary)
	w.text(inRule, o.ID)
	w.text(inRule, o.Method)
	old := w.within
	w.within = w.id + "."
	w.operation(o)
	w.within = old
}

func (w *walker) security(list []apidoc.SecurityRequirement) {
	for _, r := range list {
		for _, s := range r.Schemes {
			w.what(inValue, "security scheme", s.Name)
			for _, scope := range s.Scopes {
				w.what(inValue, "scope", scope)
			}
		}
	}
}

func (w *walker) servers(list []apidoc.Server) {
	for _, s := range list {
		w.at("server", "", "", func() {
			w.text(inRule, s.URL)
			w.text(inDetail, s.Name)
			w.text(inDetail, s.Description)
			for _, v := range s.Variables {
				w.text(inField, v.Name)
				w.text(inDetail, v.Description)
				w.what(inValue, "default", v.Default)
				for _, e := range v.Enum {
					w.what(inValue, "enum value", e)
				}
			}
			w.extensions(s.Extensions)
		})
	}
}
