package mock

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// check says why a request does not fit the description, nil when it does.
func (x *exchange) check() *refusal {
	if f := x.checkCredentials(); f != nil {
		return f
	}
	var all []violation
	in := newSent(x)
	for i := range x.op.Parameters {
		all = append(all, x.checkParameter(in, &x.op.Parameters[i])...)
	}
	inBody, f := x.checkBody()
	if f != nil && len(all) == 0 {
		return f
	}
	if f != nil {
		all = append(all, f.violations...)
	}
	statuses := []int{http.StatusBadRequest, http.StatusUnprocessableEntity}
	if len(all) == 0 && exactly(x.op.Responses, http.StatusUnprocessableEntity) != nil {
		statuses = []int{http.StatusUnprocessableEntity, http.StatusBadRequest} // all of it can be read
	}
	if all = append(all, inBody...); len(all) == 0 {
		return nil
	}
	return &refusal{statuses: statuses, detail: "The request does not fit the description.", violations: all}
}

// ignored are parameters of headers that OpenAPI says nothing about.
var ignored = map[string]bool{"Accept": true, "Content-Type": true, "Authorization": true}

func (x *exchange) checkParameter(in *sent, p *apidoc.Parameter) []violation {
	if p.In == apidoc.InHeader && ignored[http.CanonicalHeaderKey(p.Name)] {
		return nil
	}
	data, there := in.parameter(p)
	at := violation{In: string(p.In), Name: p.Name}
	switch {
	case !there && p.Required:
		at.Detail = "is required"
		return []violation{at}
	case !there, p.AllowEmptyValue && string(data) == `""`:
		return nil
	}
	schema := p.Schema
	if len(p.Content) > 0 {
		schema = p.Content[0].Schema
	}
	return x.violations(at, data, schema)
}

// maxPointer bounds the pointer of a violation, in bytes: members of a body can
// have names of any length.
const maxPointer = 2000

// violations are what a value breaks of its schema.
func (x *exchange) violations(at violation, data json.RawMessage, s *apidoc.Schema) []violation {
	if s == nil {
		return nil
	}
	var all []violation
	for _, f := range x.checker().Check(data, s, core.InRequest).Faults {
		v := at
		v.Detail = f.Message
		if f.Pointer != "" {
			v.Pointer = "#" + (&url.URL{Path: clipTo(f.Pointer, maxPointer)}).EscapedPath()
		}
		all = append(all, v)
	}
	return all
}

// checker checks with what the references of the description lead to.
func (x *exchange) checker() *jsonschema.Checker {
	return x.api.checker.With(func(ref string) (*apidoc.Schema, bool) {
		s := x.resolver.Target(ref)
		return s, s != nil
	})
}
