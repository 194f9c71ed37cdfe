package snippet_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/trial"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// updateGolden is the environment variable that writes the table anew.
const updateGolden = "TREFOIL_UPDATE_GOLDEN"

// tableDir holds a description, what the console gets of its operations, and their
// requests with all fields. The unit tests of the scripts compare what the console
// makes of them, see serialize.test.ts.
var tableDir = filepath.Join("..", "..", "ui", "serialize", "testdata")

// styled are the values that parameters of every style are written with.
var styled = []string{
	`"é/ü? &=+"`, `"%41;,|~"`, `"\"\\<\u2028"`, `""`, `12345678901234567890.10`, `true`, `["a b","c,d","%20"]`, `[1.0,null,{"x":1.50}]`, `[]`,
	`{"R":100,"G":"x y","é":null,"":2}`, `{"a":{"b":[1,2],"c d":{"e":"&"}},"f":[{"g":"h"},["i"]]}`,
}

type fields = map[string]any

// table is a description with an operation for every way to write a request.
func table() fields {
	paths := fields{}
	add := func(id, path, method string, operation fields) {
		operation["operationId"] = id
		paths[path] = fields{method: operation}
	}
	for _, s := range []struct {
		in     string
		styles string
	}{{"path", "simple label matrix"}, {"query", "form spaceDelimited pipeDelimited deepObject"}, {"header", "simple"}, {"cookie", "form cookie"}} {
		for style := range strings.FieldsSeq(s.styles) {
			for _, explode := range []bool{false, true} {
				for _, reserved := range []bool{false, true} {
					id := fmt.Sprintf("%s-%s-%t-%t", s.in, style, explode, reserved)
					path, list := "/"+id, []fields{}
					for i, value := range styled {
						name := fmt.Sprintf("P q%d", i)
						if s.in == "header" {
							name = fmt.Sprintf("X-P%d", i)
						}
						if s.in == "path" {
							path += "/{" + name + "}"
						}
						list = append(list, fields{"name": name, "in": s.in, "required": true, "style": style, "explode": explode, "allowReserved": reserved, "schema": fields{}, "example": json.RawMessage(value)})
					}
					add(id, path, "get", fields{"parameters": list})
				}
			}
		}
	}
	bodies(add)
	places(add)
	return fields{"openapi": "3.2.0", "info": fields{"title": "Table", "version": "1"}, "servers": []fields{{"url": "https://api.example/v1"}}, "paths": paths}
}

// bodies adds operations with bodies.
func bodies(add func(id, path, method string, operation fields)) {
	form := json.RawMessage(`{"a b":"x y&*é","list":["1 2",3.0],"object":{"k":"v","n":1.0},"deep":{"k":{"l":"m n"}},"csv":["a,b","c"],"photo":"","null":null,"t":"q"}`)
	encoding := fields{"deep": fields{"style": "deepObject"}, "csv": fields{"style": "pipeDelimited"}, "t": fields{"contentType": "text/csv, text/plain"}}
	schema := fields{"allOf": []fields{{"$ref": "#/components/schemas/none"}, {"type": "object", "properties": fields{
		"photo": fields{"type": "string", "contentMediaType": "image/png"}, "csv": fields{"type": "array", "items": fields{"type": "string"}},
	}}}}
	for id, media := range map[string]fields{
		"json":      {"application/json": fields{"example": json.RawMessage(`{"b":12345678901234567890.10,"a":"<é>\u2028\"","c":[],"d":{}}`)}},
		"text":      {"text/plain; charset=utf-8": fields{"example": "two\nlines é"}},
		"yaml":      {"application/yaml": fields{"example": "a: 1\n"}},
		"lines":     {"application/x-ndjson": fields{"example": json.RawMessage(`[{"a":1.0},"b"]`)}},
		"xml":       {"application/xml": fields{"schema": fields{"type": "object", "xml": fields{"name": "pet"}, "properties": fields{"id": fields{"type": "integer", "xml": fields{"attribute": true}}, "tag": fields{"type": "array", "items": fields{"type": "string"}}}}}},
		"any":       {"*/*": fields{"example": json.RawMessage(`{"a":1}`)}},
		"bytes":     {"application/octet-stream": fields{"schema": fields{"type": "string", "format": "binary"}}},
		"image":     {"image/png": fields{}},
		"form":      {"application/x-www-form-urlencoded": fields{"example": form, "encoding": encoding}},
		"multipart": {"multipart/form-data": fields{"example": form, "encoding": encoding, "schema": schema}},
		"xml-parts": {"multipart/form-data": fields{"schema": fields{"type": "object", "properties": fields{"pet": fields{"$ref": "#/components/schemas/none"}, "owner": fields{"type": "object", "xml": fields{"name": "person"}, "properties": fields{"name": fields{"type": "string", "example": "Ada"}}}}}, "encoding": fields{"owner": fields{"contentType": "application/xml", "headers": fields{
			"X-Part": fields{"required": true, "schema": fields{"type": "array", "items": fields{"type": "string"}}, "example": []string{"a", "b \"c\""}}, "X-Optional": fields{"example": "x"}, "content-type": fields{"required": true, "example": "text/x"},
		}}}}},
		"several": {"application/xml": fields{"example": "<a/>"}, "application/vnd.a+json": fields{"example": 1}},
		"nothing": {"multipart/form-data": fields{"example": fields{}}},
	} {
		add("body-"+id, "/body/"+id, "post", fields{"requestBody": fields{"content": media}})
	}
}

// places adds operations with what stands in unusual places.
func places(add func(id, path, method string, operation fields)) {
	value := json.RawMessage(`{"a b":1.0,"c":["d","e"]}`)
	add("query-json", "/query-json", "get", fields{"parameters": []fields{
		{"name": "filter", "in": "query", "content": fields{"application/json": fields{"example": value}}},
		{"name": "page", "in": "query", "schema": fields{"type": "integer"}}, // made up
		{"name": "bad header:", "in": "header", "example": "x"},
		{"name": "Content-Type", "in": "header", "example": "text/x"},
	}})
	add("querystring", "/querystring", "get", fields{"parameters": []fields{
		{"name": "whole", "in": "querystring", "content": fields{"application/x-www-form-urlencoded": fields{"example": value}}},
	}})
	add("querystring-text", "/querystring-text", "query", fields{"parameters": []fields{
		{"name": "whole", "in": "querystring", "content": fields{"text/plain": fields{"example": "a=b&c é"}}},
	}})
	add("servers", "/fixed{undescribed}/ü?x={myName}&y=z w", "delete", fields{"servers": []fields{{
		"url":       "https://{region}.example:{port}/base path/{rest}/",
		"variables": fields{"region": fields{"default": "eu", "enum": []string{"eu", "us"}}, "port": fields{"default": "8443"}, "rest": fields{"default": ""}},
	}}})
	add("query-of-the-path", "/fixed?a=1&b={b}&c={c}", "get", fields{"parameters": []fields{
		{"name": "a", "in": "query", "schema": fields{"type": "integer"}}, {"name": "b", "in": "query", "required": true, "example": "x"},
	}})
	add("relative", "/relative", "patch", fields{"servers": []fields{{"url": "./v2/"}}})
}

var _ = Describe("The table that the console's serializer is compared with", func() {
	It("holds the requests of every operation as the samples have them, and what the console gets of it", func(ctx SpecContext) {
		description := indented(table())
		doc, err := openapi.FromContent(string(description)).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(len(doc.Operations)).To(BeNumerically(">=", 50))
		requests, parts := fields{}, fields{}
		for i := range doc.Operations {
			o, err := doc.Operation(ctx, doc.Operations[i].Slug)
			Expect(err).NotTo(HaveOccurred())
			requests[o.Slug] = snippet.Build(ctx, doc, o, snippet.Options{Fields: snippet.All, Base: "https://docs.example"})
			parts[o.Slug], err = trial.New(ctx, doc, o, trial.Options{Kind: core.PageOperation})
			Expect(err).NotTo(HaveOccurred())
		}

		Expect(kept("description.json", description)).To(Equal(string(description)))
		Expect(kept("requests.json", indented(requests))).To(Equal(string(indented(requests))))
		Expect(kept("parts.json", indented(parts))).To(Equal(string(indented(parts))))
	})
})

func indented(value any) []byte {
	GinkgoHelper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	Expect(e.Encode(value)).To(Succeed())
	return out.Bytes()
}

// kept is what a file of the table holds.
func kept(name string, data []byte) string {
	GinkgoHelper()
	file := filepath.Join(tableDir, name)
	if os.Getenv(updateGolden) != "" {
		Expect(os.WriteFile(file, data, 0o644)).To(Succeed())
	}
	text, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred(), "with %s=1 the files are written anew", updateGolden)
	return string(text)
}
