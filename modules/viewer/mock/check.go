package mock

import (
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// check says why a request does not fit the description, nil when it does.
func check(c *call, schemes []apidoc.SecurityScheme, s *schemas) *refusal {
	if f := checkCredentials(c.r, c.op.Security, schemes); f != nil {
		return f
	}
	in := reader{s}
	faults := checkParameters(c.op.Parameters, newSent(c.r, c.values), in)
	inBody, f := checkBody(c, in)
	switch {
	case f != nil && len(faults) == 0:
		return f
	case f != nil:
		faults = append(faults, f.violations...)
	case len(faults)+len(inBody) == 0:
		return nil
	default:
		f = &refusal{}
	}
	f.statuses = []int{http.StatusBadRequest, http.StatusUnprocessableEntity}
	if len(faults) == 0 && exactly(c.op.Responses, http.StatusUnprocessableEntity) != nil {
		f.statuses = []int{http.StatusUnprocessableEntity, http.StatusBadRequest} // all of it can be read
	}
	f.detail, f.violations = "The request does not fit the description.", append(faults, inBody...)
	return f
}

// ignored are parameters of headers that OpenAPI says nothing about.
var ignored = map[string]bool{"Accept": true, "Content-Type": true, "Authorization": true}

func checkParameters(described []apidoc.Parameter, sent *sent, in reader) []violation {
	var all []violation
	for i := range described {
		if p := &described[i]; p.In != apidoc.InHeader || !ignored[http.CanonicalHeaderKey(p.Name)] {
			all = append(all, checkParameter(p, sent, in)...)
		}
	}
	return all
}

func checkParameter(p *apidoc.Parameter, sent *sent, in reader) []violation {
	data, there := sent.parameter(in, p)
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
	return at.each(in.faults(data, schema))
}
