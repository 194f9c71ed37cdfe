// Package oas writes an API description as OpenAPI 3.1, in the order of the
// description and with the same bytes for the same description.
//
//	text := oas.Write(outline, memory)
package oas

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Version is the version of OpenAPI that is written.
const Version = "3.1.0"

// Write returns the description as indented JSON. It writes the parts that a
// router has something to say about.
func Write(outline apidoc.Outline, parts apidoc.Memory) []byte {
	root := object{{"openapi", Version}, {"info", info(outline.Info)}}
	root.add("tags", tags(outline.Tags))
	root.set("paths", paths(outline.Operations, parts))
	var components object
	components.add("schemas", models(outline.Models, parts))
	components.add("securitySchemes", schemes(outline.SecuritySchemes))
	root.add("components", components)
	addExtensions(&root, outline.Extensions)
	var text bytes.Buffer
	if err := json.Indent(&text, appendValue(nil, root), "", "  "); err != nil {
		panic(err) // cannot be: appendValue writes JSON
	}
	return append(text.Bytes(), '\n')
}

func info(i apidoc.Info) object {
	o := object{{"title", i.Title}}
	o.add("description", i.Description)
	o.set("version", i.Version)
	return o
}

func tags(all []apidoc.Tag) list {
	var l list
	for _, t := range all {
		o := object{{"name", t.Name}}
		o.add("description", t.Description)
		l = append(l, o)
	}
	return l
}

// MethodKey is the member of a path item that holds the operation of a method.
// Methods that OpenAPI 3.1 does not know become extensions, such as "x-query".
func MethodKey(method string) string {
	key := strings.ToLower(method)
	if slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}, key) {
		return key
	}
	return "x-" + key
}

func paths(operations []apidoc.OperationSummary, parts apidoc.Memory) object {
	var all object
	at := map[string]int{}
	for _, o := range operations {
		i, known := at[o.Path]
		if !known {
			i = len(all)
			at[o.Path] = i
			all.set(o.Path, object{})
		}
		item := all[i].value.(object)
		item.set(MethodKey(o.Method), operation(o, parts.Operations[o.Pointer]))
		all[i].value = item
	}
	return all
}

func operation(s apidoc.OperationSummary, op *apidoc.Operation) object {
	var o object
	o.add("tags", s.Tags)
	o.add("summary", s.Summary)
	o.add("description", op.Description)
	o.add("operationId", s.ID)
	o.add("deprecated", s.Deprecated)
	o.add("parameters", parameters(op.Parameters))
	if body := op.RequestBody; body != nil {
		b := object{{"content", content(body.Content)}}
		b.add("required", body.Required)
		o.set("requestBody", b)
	}
	var responses object
	for _, r := range op.Responses {
		responses.set(r.Status, response(r))
	}
	o.add("responses", responses)
	o.add("security", security(op.Security))
	addExtensions(&o, op.Extensions)
	return o
}

func parameters(all []apidoc.Parameter) list {
	var l list
	for _, p := range all {
		o := object{{"name", p.Name}, {"in", string(p.In)}}
		o.add("description", p.Description)
		o.add("required", p.Required)
		o.set("schema", Schema(p.Schema))
		l = append(l, o)
	}
	return l
}

func content(types []apidoc.MediaType) object {
	var o object
	for _, t := range types {
		o.set(t.Name, object{{"schema", Schema(t.Schema)}})
	}
	return o
}

func response(r apidoc.Response) object {
	o := object{{"description", r.Description}}
	var headers object
	for _, h := range r.Headers {
		header := object{}
		header.add("description", h.Description)
		header.set("schema", Schema(h.Schema))
		headers.set(h.Name, header)
	}
	o.add("headers", headers)
	o.add("content", content(r.Content))
	return o
}

func security(requirements []apidoc.SecurityRequirement) list {
	var l list
	for _, r := range requirements {
		var o object
		for _, s := range r.Schemes {
			o.set(s.Name, list{})
		}
		l = append(l, o)
	}
	return l
}

func models(all []apidoc.ModelSummary, parts apidoc.Memory) object {
	var o object
	for _, m := range all {
		o.set(m.Name, Schema(parts.Schemas[m.Ref]))
	}
	return o
}

func schemes(all []apidoc.SecurityScheme) object {
	var schemes object
	for _, s := range all {
		o := object{{"type", string(s.Type)}}
		o.add("description", s.Description)
		o.add("name", s.ParameterName)
		o.add("in", string(s.In))
		o.add("scheme", s.Scheme)
		o.add("bearerFormat", s.BearerFormat)
		o.add("openIdConnectUrl", s.OpenIDConnectURL)
		o.add("flows", flows(s.Flows))
		schemes.set(s.Name, o)
	}
	return schemes
}

func flows(all []apidoc.OAuthFlow) object {
	var o object
	for _, f := range all {
		var flow, scopes object
		flow.add("authorizationUrl", f.AuthorizationURL)
		flow.add("tokenUrl", f.TokenURL)
		flow.add("refreshUrl", f.RefreshURL)
		for _, s := range f.Scopes {
			scopes.set(s.Name, s.Description)
		}
		flow.set("scopes", scopes)
		o.set(f.Kind, flow)
	}
	return o
}

func addExtensions(o *object, extensions []apidoc.Extension) {
	for _, x := range extensions {
		o.add(x.Name, x.Value)
	}
}
