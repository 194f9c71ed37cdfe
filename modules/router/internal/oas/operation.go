package oas

import (
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// fixed are the methods that a path item has a member for (section 4.8.9).
var fixed = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// MethodKey is the member of a path item of OpenAPI 3.1 that holds the operation
// of a method. Methods that it does not know become extensions, such as
// "x-query".
func MethodKey(method string) string {
	key := strings.ToLower(method)
	if slices.Contains(fixed, key) {
		return key
	}
	return "x-" + key
}

// Pointer is the JSON pointer of the operation of a method at a path: in 3.2
// QUERY has a member of its own and other methods stand below
// "additionalOperations".
func (o Options) Pointer(method, path string) string {
	key := MethodKey(method)
	switch {
	case !o.newer():
	case key == "x-query":
		key = "query"
	case strings.HasPrefix(key, "x-"):
		key = "additionalOperations/" + jsonpointer.Escape(method)
	}
	return "/paths/" + jsonpointer.Escape(path) + "/" + key
}

// pathItems writes operations by path, a path where its first operation stands.
func (d *document) pathItems(operations []apidoc.OperationSummary) {
	var paths []string
	byPath := make(map[string][]apidoc.OperationSummary, len(operations))
	for _, o := range operations {
		if byPath[o.Path] == nil {
			paths = append(paths, o.Path)
		}
		byPath[o.Path] = append(byPath[o.Path], o)
	}
	for _, path := range paths {
		d.object(path, func() { d.pathItem(byPath[path]) })
	}
}

// pathItem writes a Path Item Object (section 4.8.9). The parameters of the path
// that are the same in several operations stand in front of these.
func (d *document) pathItem(operations []apidoc.OperationSummary) {
	first := d.part(operations[0])
	common := d.commonParameters(operations)
	d.str("summary", first.PathSummary)
	d.str("description", first.PathDescription)
	objects(&d.writer, "parameters", common, d.parameter)
	d.extensions(first.PathExtensions)
	var others []apidoc.OperationSummary
	for _, o := range operations {
		key := MethodKey(o.Method)
		if d.newer && strings.HasPrefix(key, "x-") {
			if key != "x-query" {
				others = append(others, o)
				continue
			}
			key = "query"
		}
		d.object(key, func() { d.operation(o, d.part(o), len(common)) })
	}
	d.optional("additionalOperations", func() {
		for _, o := range others {
			d.object(o.Method, func() { d.operation(o, d.part(o), len(common)) })
		}
	})
}

// commonParameters are the parameters of the path that all operations begin with,
// none when there is one operation.
func (d *document) commonParameters(operations []apidoc.OperationSummary) []apidoc.Parameter {
	common := d.part(operations[0]).Parameters
	n := 0
	for len(operations) > 1 && n < len(common) && common[n].In == apidoc.InPath {
		n++
	}
	for _, o := range operations[1:] {
		others := d.part(o).Parameters
		if len(others) < n || !reflect.DeepEqual(others[:n], common[:n]) {
			return nil
		}
	}
	return common[:n]
}

func (d *document) part(o apidoc.OperationSummary) *apidoc.Operation {
	if op := d.parts.Operations[o.Pointer]; op != nil {
		return op
	}
	return &apidoc.Operation{}
}

// operation writes an Operation Object (section 4.8.10) but the first parameters,
// which stand in its path item.
func (d *document) operation(s apidoc.OperationSummary, op *apidoc.Operation, above int) {
	d.strs("tags", s.Tags)
	d.str("summary", s.Summary)
	d.str("description", cmp.Or(op.Description, s.Description))
	d.externalDocs(op.ExternalDocs)
	d.str("operationId", s.ID)
	d.truth("deprecated", s.Deprecated)
	objects(&d.writer, "parameters", op.Parameters[above:], d.parameter)
	if op.RequestBody != nil {
		d.object("requestBody", func() { d.requestBody(op.RequestBody) })
	}
	d.optional("responses", func() {
		for _, r := range op.Responses {
			d.object(r.Status, func() { d.response(r) })
		}
	})
	if len(op.Security) > 0 || len(d.outline.Security) > 0 || len(d.outline.SecuritySchemes) > 0 {
		d.security(op.Security)
	}
	if d.ownServers(op) {
		d.servers(op.Servers)
	}
	objects(&d.writer, "x-codeSamples", op.CodeSamples, func(c apidoc.CodeSample) {
		d.str("lang", c.Language)
		d.str("label", c.Label)
		d.str("source", c.Source)
		d.str("example", c.Example)
		d.str("contentType", c.ContentType)
	})
	objects(&d.writer, "x-badges", s.Badges, d.badge)
	d.retirement(op.Retirement)
	d.extensions(op.Extensions)
}

func (d *document) badge(b apidoc.Badge) {
	d.str("name", b.Name)
	d.str("color", b.Color)
	if b.Before {
		d.str("position", "before")
	}
}

// retirement writes since when and how long a deprecated operation answers, and
// what stands in for it.
func (d *document) retirement(r *apidoc.Retirement) {
	if r != nil {
		d.str("x-deprecated-at", r.Since)
		d.str("x-sunset", r.Sunset)
		d.str("x-replaced-by", r.Replacement)
		d.str("x-deprecation-reason", r.Reason)
	}
}

// parameter writes a Parameter Object (section 4.8.12.2). A parameter of the
// path is always required; style and explode stand beside a schema only, and
// where they are not the default.
func (d *document) parameter(p apidoc.Parameter) {
	d.str("name", p.Name)
	d.str("in", string(p.In))
	d.str("description", p.Description)
	d.truth("required", p.Required || p.In == apidoc.InPath)
	d.truth("deprecated", p.Deprecated)
	d.truth("allowEmptyValue", p.AllowEmptyValue)
	if len(p.Content) > 0 {
		d.content(p.Content)
	} else {
		d.style(p.Style, p.Explode, defaultStyle(p.In))
		d.truth("allowReserved", p.AllowReserved)
		d.key("schema")
		d.schema(p.Schema)
	}
	d.examples(p.Example, p.Examples)
	d.extensions(p.Extensions)
}

func defaultStyle(in apidoc.Place) string {
	if in == apidoc.InPath || in == apidoc.InHeader {
		return "simple"
	}
	return "form"
}

// style writes how a value is written, as far as that is not the default; only
// form explodes by default (section 4.8.12.2).
func (d *document) style(style string, explode bool, usual string) {
	if style == "" {
		return
	}
	if style != usual {
		d.str("style", style)
	}
	if explode != (style == "form") {
		d.key("explode")
		d.text = strconv.AppendBool(d.text, explode)
	}
}

// requestBody writes a Request Body Object, whose content is required (section
// 4.8.13).
func (d *document) requestBody(b *apidoc.RequestBody) {
	d.str("description", b.Description)
	d.object("content", func() { d.mediaTypes(b.Content) })
	d.truth("required", b.Required)
	d.extensions(b.Extensions)
}

// response writes a Response Object or the reference to one.
func (d *document) response(r apidoc.Response) {
	if name := d.reference("responses", r.Ref); name != "" {
		d.responses[name] = r
		return
	}
	d.responseMembers(r)
}

// responseMembers writes a Response Object, whose description is required
// (section 4.8.17).
func (d *document) responseMembers(r apidoc.Response) {
	d.str(d.since32("summary"), r.Summary)
	d.str("description", cmp.Or(r.Description, statusText(r.Status)))
	d.headers(r.Headers)
	d.content(r.Content)
	d.optional("links", func() {
		for _, l := range r.Links {
			d.object(l.Name, func() { d.link(l) })
		}
	})
	d.extensions(r.Extensions)
}

// classes are the classes of status codes (RFC 9110, section 15).
var classes = map[string]string{
	"1XX": "Informational", "2XX": "Successful", "3XX": "Redirection", "4XX": "Client error", "5XX": "Server error",
	"default": "Any other answer",
}

// statusText describes a status code, a range or "default".
func statusText(status string) string {
	code, err := strconv.Atoi(status)
	if err != nil {
		return cmp.Or(classes[status], status)
	}
	return cmp.Or(http.StatusText(code), status)
}

// link writes a Link Object (section 4.8.20), where operationRef and
// operationId exclude each other.
func (d *document) link(l apidoc.Link) {
	d.str("operationId", l.OperationID)
	if l.OperationID == "" {
		d.str("operationRef", l.OperationRef)
	}
	d.optional("parameters", func() {
		for _, a := range l.Parameters {
			d.raw(a.Name, a.Value)
		}
	})
	d.raw("requestBody", l.RequestBody)
	d.str("description", l.Description)
	if l.Server != nil {
		d.object("server", func() { d.server(*l.Server) })
	}
	d.extensions(l.Extensions)
}
