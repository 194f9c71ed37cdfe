package oas

import (
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// fixed are the methods that a path item has a member for (section 4.8.9).
var fixed = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// methodKey is the member of a path item of OpenAPI 3.1 that holds the operation
// of a method. Methods that it does not know become extensions, such as
// "x-query".
func methodKey(method string) string {
	key := strings.ToLower(method)
	if slices.Contains(fixed, key) {
		return key
	}
	return "x-" + key
}

// writePathItems writes operations by path: those of one stand together.
func writePathItems(d *document, operations []apidoc.OperationSummary) {
	for len(operations) > 0 {
		path, n := operations[0].Path, 1
		for n < len(operations) && operations[n].Path == path {
			n++
		}
		d.object(path, func() { writePathItem(d, operations[:n]) })
		operations = operations[n:]
	}
}

// writePathItem writes a Path Item Object (section 4.8.9). The parameters of the path
// that are the same in several operations stand in front of these.
func writePathItem(d *document, operations []apidoc.OperationSummary) {
	common := commonParameters(d, operations)
	objects(&d.writer, "parameters", common, with(d, writeParameter))
	var others []apidoc.OperationSummary
	for _, o := range operations {
		key := methodKey(o.Method)
		if d.newer && strings.HasPrefix(key, "x-") {
			if key != "x-query" {
				others = append(others, o)
				continue
			}
			key = "query"
		}
		d.object(key, func() { writeOperation(d, o, partOf(d, o), len(common)) })
	}
	d.optional("additionalOperations", func() {
		for _, o := range others {
			d.object(o.Method, func() { writeOperation(d, o, partOf(d, o), len(common)) })
		}
	})
}

// commonParameters are the parameters of the path that all operations begin with,
// none when there is one operation.
func commonParameters(d *document, operations []apidoc.OperationSummary) []apidoc.Parameter {
	common := partOf(d, operations[0]).Parameters
	n := 0
	for len(operations) > 1 && n < len(common) && common[n].In == apidoc.InPath {
		n++
	}
	for _, o := range operations[1:] {
		others := partOf(d, o).Parameters
		if len(others) < n || !reflect.DeepEqual(others[:n], common[:n]) {
			return nil
		}
	}
	return common[:n]
}

func partOf(d *document, o apidoc.OperationSummary) *apidoc.Operation {
	if op := d.parts.Operations[o.Pointer]; op != nil {
		return op
	}
	return &apidoc.Operation{}
}

// writeOperation writes an Operation Object (section 4.8.10) but the first parameters,
// which stand in its path item.
func writeOperation(d *document, s apidoc.OperationSummary, op *apidoc.Operation, above int) {
	d.strs("tags", s.Tags)
	d.str("summary", s.Summary)
	d.str("description", s.Description)
	d.str("operationId", s.ID)
	d.truth("deprecated", s.Deprecated)
	objects(&d.writer, "parameters", op.Parameters[above:], with(d, writeParameter))
	if op.RequestBody != nil {
		d.object("requestBody", func() { writeRequestBody(d, op.RequestBody) })
	}
	d.optional("responses", func() {
		for _, r := range op.Responses {
			d.object(r.Status, func() { writeResponse(d, r) })
		}
	})
	if len(op.Security) > 0 || len(d.outline.SecuritySchemes) > 0 {
		writeSecurity(d, op.Security)
	}
	d.extensions(op.Extensions)
}

// writeParameter writes a Parameter Object (section 4.8.12.2). A parameter of the
// path is always required; style and explode stand beside a schema only, and
// where they are not the default.
func writeParameter(d *document, p apidoc.Parameter) {
	d.str("name", p.Name)
	d.str("in", string(p.In))
	d.str("description", p.Description)
	d.truth("required", p.Required || p.In == apidoc.InPath)
	d.truth("deprecated", p.Deprecated)
	d.truth("allowEmptyValue", p.AllowEmptyValue)
	if len(p.Content) > 0 {
		writeContent(d, p.Content)
	} else {
		writeStyle(d, p.Style, p.Explode, defaultStyle(p.In))
		d.truth("allowReserved", p.AllowReserved)
		d.key("schema")
		writeSchema(d, p.Schema)
	}
	writeExamples(d, p.Example, p.Examples)
	d.extensions(p.Extensions)
}

func defaultStyle(in apidoc.Place) string {
	if in == apidoc.InPath || in == apidoc.InHeader {
		return "simple"
	}
	return "form"
}

// writeRequestBody writes a Request Body Object, whose content is required (section
// 4.8.13).
func writeRequestBody(d *document, b *apidoc.RequestBody) {
	d.object("content", func() { writeMediaTypes(d, b.Content) })
	d.truth("required", b.Required)
}

// writeResponse writes a Response Object or the reference to one.
func writeResponse(d *document, r apidoc.Response) {
	if name := d.reference("responses", r.Ref); name != "" {
		d.responses[name] = r
		return
	}
	writeResponseMembers(d, r)
}

// writeResponseMembers writes a Response Object, whose description is required
// (section 4.8.17).
func writeResponseMembers(d *document, r apidoc.Response) {
	d.str("description", cmp.Or(r.Description, statusText(r.Status)))
	writeHeaders(d, r.Headers)
	writeContent(d, r.Content)
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
