package lint

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

func checkOperation(c *checker, op *apidoc.Operation) {
	if op.ID == "" {
		c.found(operationIDMissing, op.Pointer, "it has no operationId: programs that are generated make up a name")
	}
	if op.Summary == "" && op.Description == "" {
		c.found(summaryMissing, op.Pointer, "it has neither summary nor description")
	}
	checkSecurity(c, op)
	checkPath(c, op)
	checkQuery(c, op)
	for i := range op.Parameters {
		checkParameter(c, op, &op.Parameters[i])
	}
	if body := op.RequestBody; body != nil {
		pointer := pointerOf(body.Ref, op.Pointer+"/requestBody")
		for i := range body.Content {
			checkMediaType(c, pointer+"/content", &body.Content[i], core.InRequest)
			checkBounds(c, pointer+"/content/"+jsonpointer.Escape(body.Content[i].Name)+"/schema", body.Content[i].Schema)
		}
	}
	for i := range op.Responses {
		checkResponse(c, op, &op.Responses[i])
	}
	if !succeeds(op.Responses) {
		c.found(successMissing, op.Pointer+"/responses", "it has no response for success")
	}
}

// succeeds reports whether a response is no error: 1xx to 3xx, or the default one.
func succeeds(responses []apidoc.Response) bool {
	return slices.ContainsFunc(responses, func(r apidoc.Response) bool {
		return r.Status == "default" || strings.ContainsAny(r.Status[:min(1, len(r.Status))], "123")
	})
}

// pointerOf is where a part stands: where its reference leads to, or in its place.
func pointerOf(ref, place string) string {
	if pointer, ok := strings.CutPrefix(ref, "#"); ok {
		return pointer
	}
	return place
}

func checkSecurity(c *checker, op *apidoc.Operation) {
	for _, requirement := range op.Security {
		for _, needed := range requirement.Schemes {
			if !slices.ContainsFunc(c.doc.SecuritySchemes, func(s apidoc.SecurityScheme) bool { return s.Name == needed.Name }) {
				c.found(securityUndeclared, op.Pointer+"/security", "the security scheme %q is not declared", needed.Name)
			}
		}
	}
	if len(op.Security) > 0 {
		return
	}
	for _, r := range op.Responses {
		if r.Status == "401" || r.Status == "403" {
			c.found(securityMissing, op.Pointer+"/responses/"+r.Status, "it answers with %s and asks for no credentials", r.Status)
			return
		}
	}
}

// checkPath holds the path against the parameters that it is filled with.
func checkPath(c *checker, op *apidoc.Operation) {
	if !strings.HasPrefix(op.Path, "/") { // a webhook
		return
	}
	names := braces.Names(op.Path)
	for _, name := range names {
		if !slices.ContainsFunc(op.Parameters, func(p apidoc.Parameter) bool { return p.In == apidoc.InPath && p.Name == name }) {
			c.found(pathParameter, op.Pointer, "the path parameter %q is not declared", name)
		}
	}
	for i := range op.Parameters {
		if p := &op.Parameters[i]; p.In == apidoc.InPath && !slices.Contains(names, p.Name) {
			c.found(pathParameter, c.parameter(op, p), "the path does not hold the parameter %q", p.Name)
		} else if p.In == apidoc.InPath {
			checkRequired(c, c.parameter(op, p), p.Name)
		}
	}
}

// checkQuery finds what stands beside a parameter that is the whole query.
func checkQuery(c *checker, op *apidoc.Operation) {
	whole := slices.IndexFunc(op.Parameters, func(p apidoc.Parameter) bool { return p.In == apidoc.InQueryString })
	for i := range op.Parameters {
		if p := &op.Parameters[i]; whole >= 0 && i != whole && (p.In == apidoc.InQuery || p.In == apidoc.InQueryString) {
			c.found(membersExclude, c.parameter(op, p), "the parameter %q is the whole query: it has no room for %q", op.Parameters[whole].Name, p.Name)
		}
	}
}

// checkRequired looks at what is written: a parameter of a path is read as required.
func checkRequired(c *checker, pointer, name string) {
	value, at := c.at(pointer)
	if members, ok := value.(map[string]any); ok && at == pointer && members["in"] == "path" && members["required"] != true {
		c.found(pathParameter, pointer, "the path parameter %q has to say that it is required", name)
	}
}

// parameter is where a parameter stands: in the operation or in its path item.
func (c *checker) parameter(op *apidoc.Operation, p *apidoc.Parameter) string {
	if p.Ref != "" {
		return pointerOf(p.Ref, op.Pointer)
	}
	item := op.Pointer[:max(strings.LastIndex(op.Pointer, "/"), 0)]
	for _, list := range []string{op.Pointer + "/parameters", item + "/parameters"} {
		all, _ := c.at(list)
		parameters, _ := all.([]any)
		for i, one := range parameters {
			if members, _ := one.(map[string]any); members["name"] == p.Name && members["in"] == string(p.In) {
				return list + "/" + strconv.Itoa(i)
			}
		}
	}
	return op.Pointer
}

func checkParameter(c *checker, op *apidoc.Operation, p *apidoc.Parameter) {
	pointer := c.parameter(op, p)
	checkSchema(c, pointer+"/schema", p.Schema)
	checkBounds(c, pointer+"/schema", p.Schema)
	checkExamples(c, pointer, p.Example, p.Examples, p.Schema, core.InRequest)
	for i := range p.Content {
		checkMediaType(c, pointer+"/content", &p.Content[i], core.InRequest)
	}
}

// status matches what responses are for.
var status = regexp.MustCompile(`^(default|[1-5]([0-9][0-9]|XX))$`)

func checkResponse(c *checker, op *apidoc.Operation, r *apidoc.Response) {
	place := op.Pointer + "/responses/" + jsonpointer.Escape(r.Status)
	// In OpenAPI 3 the keys are checked as they are written.
	if !c.version("3") && !status.MatchString(r.Status) {
		c.found(responseStatus, place, "%q is neither a status, nor a range such as 4XX, nor default", r.Status)
	}
	pointer := pointerOf(r.Ref, place)
	for i := range r.Links {
		checkLink(c, pointer+"/links/"+jsonpointer.Escape(r.Links[i].Name), &r.Links[i])
	}
	for i := range r.Headers {
		h := &r.Headers[i]
		at := pointerOf(h.Ref, pointer+"/headers/"+jsonpointer.Escape(h.Name))
		checkSchema(c, at+"/schema", h.Schema)
		checkExamples(c, at, h.Example, h.Examples, h.Schema, core.InResponse)
	}
	for i := range r.Content {
		checkMediaType(c, pointer+"/content", &r.Content[i], core.InResponse)
	}
}

func checkLink(c *checker, pointer string, l *apidoc.Link) {
	if c.doc.Linked(l) != nil || slices.ContainsFunc(c.doc.Webhooks, func(o apidoc.OperationSummary) bool { return o.ID != "" && o.ID == l.OperationID }) {
		return
	}
	switch {
	case l.OperationID != "":
		c.found(linkTarget, pointer, "no operation has the operationId %q", l.OperationID)
	case strings.HasPrefix(l.OperationRef, "#"):
		c.found(linkTarget, pointer, "no operation stands at %s", l.OperationRef)
	}
}

func checkServer(c *checker, pointer string, s *apidoc.Server) {
	for _, v := range s.Variables {
		if len(v.Enum) > 0 && !slices.Contains(v.Enum, v.Default) {
			c.found(serverVariable, pointer+"/variables/"+jsonpointer.Escape(v.Name), "the default %q is not in the enum: %s", v.Default, strings.Join(v.Enum, ", "))
		}
	}
}

func checkMediaType(c *checker, content string, m *apidoc.MediaType, sent core.Direction) {
	pointer := content + "/" + jsonpointer.Escape(m.Name)
	checkSchema(c, pointer+"/schema", m.Schema)
	checkSchema(c, pointer+"/itemSchema", m.ItemSchema)
	if strings.Contains(m.Name, "json") { // an example of another format may be its text
		checkExamples(c, pointer, m.Example, m.Examples, m.Schema, sent)
	}
}

// checkExamples holds the examples of a part against its schema.
func checkExamples(c *checker, pointer string, one json.RawMessage, named []apidoc.Example, s *apidoc.Schema, sent core.Direction) {
	if one != nil {
		checkValue(c, example, pointer+"/example", one, s, sent)
	}
	for _, e := range named {
		if e.Value != nil {
			at := pointer + "/examples/" + jsonpointer.Escape(e.Name)
			member := "/value"
			if written, _ := c.at(at); has(written, "dataValue") {
				member = "/dataValue"
			}
			checkValue(c, example, at+member, e.Value, s, sent)
		}
	}
}
