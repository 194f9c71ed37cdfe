package openapi_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// FuzzFromContent checks that every text ends in a document, of which every page
// can be read, or in a *core.SpecError, soon.
func FuzzFromContent(f *testing.F) {
	for _, s := range samples() {
		if len(s.text) < 64<<10 {
			f.Add(s.text)
		}
	}
	for _, text := range []string{
		"", "{", "[]", "null", "openapi: 3.0.0\n\tx", "openapi: banana", "a: &a [*a]", "<<: {openapi: 3.1.0}", "? [a]\n: b", "openapi: &a 3.0.0\n*a : b",
		`{"openapi":"3.0.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}`, `{"swagger":"2.0","paths":{"/a":{"get":{"parameters":[null,{"$ref":1}]}}}}`,
		`{"openapi":"3.1.0","paths":null,"components":{"schemas":{"A":{"$id":"a","$ref":"#/$defs"},"B":true,"C":null}}}`,
		`{"openapi":"3.2.0","paths":{"/a":{"additionalOperations":{"X":null,"Y":{"callbacks":{"c":{"e":{"$ref":"#/nowhere"}}}}}}}}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		doc, err := openapi.FromContent(text).Load(ctx)
		if err != nil {
			var spec *core.SpecError
			if !errors.As(err, &spec) || spec.Message == "" || ctx.Err() != nil {
				t.Fatalf("got %v", err)
			}
			return
		}
		for _, o := range doc.Operations {
			if _, err := doc.Operation(ctx, o.Slug); err != nil {
				t.Errorf("operation %s: %v", o.Pointer, err)
			}
		}
		for _, o := range doc.Webhooks {
			if _, err := doc.Webhook(ctx, o.Slug); err != nil {
				t.Errorf("webhook %s: %v", o.Pointer, err)
			}
		}
		for _, m := range doc.Models {
			if _, err := doc.Model(ctx, m.Slug); err != nil {
				t.Errorf("model %s: %v", m.Ref, err)
			}
		}
	})
}

// FuzzFiles checks that every two files end in a document whose text is read again as the
// same, each line with its origin, or in a *core.SpecError, soon.
func FuzzFiles(f *testing.F) {
	for _, s := range [][2]string{
		{preamble + "paths: {/a: {$ref: a.yaml}}\n", "get: {operationId: a, callbacks: {b: {c: {$ref: '#'}}}}\n"},
		{preamble + "paths: {/a: {$ref: 'a.yaml#/a/0'}, /b: {$ref: 'a.yaml#/a/1'}}\n", "a: [{parameters: &p [{$ref: '#/b'}]}, {parameters: *p, get: {}}]\nb: {name: b, in: query, schema: {$ref: '#/c'}}\nc: {items: {$ref: '#/c'}}\n"},
		{preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: a.yaml}, B: {$ref: 'a.yaml#/properties/a'}}}\n", `{"properties": {"a": {"$ref": "openapi.yaml#/components/schemas/A"}, "b": {"properties": {"$ref": "#/properties"}}}}`},
		{`{"swagger": "2.0", "paths": {"$ref": "a.yaml"}, "definitions": {"A": {"$ref": "a.yaml#x"}}}`, "/a: {get: {responses: {200: {schema: {$anchor: x, $ref: a.yaml#x}}}}}\n"},
		{preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: a.yaml}, B: {$ref: 'https://a/b'}}}\n", `{"$id": "https://a/a", "items": {"$ref": "b#c"}, "$defs": {"B": {"$id": "b", "$ref": "a#/items", "not": {"$anchor": "c", "$ref": "#"}}}}`},
		{preamble + "paths: {}\nx-a: {$ref: a.yaml}\n", "- {$ref: a.yaml}\n- [{$ref: 'openapi.yaml#/info'}]\n- |\n  text\n\n  more\n"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, root, other string) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		files := fstest.MapFS{"openapi.yaml": {Data: []byte(root)}, "a.yaml": {Data: []byte(other)}}
		source, err := openapi.FromFS(files, "openapi.yaml", openapi.WithFilesBelow("."), openapi.WithLimits(openapi.Limits{Nodes: 100_000, Bytes: 1 << 20}))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := source.Load(ctx)
		if err != nil {
			var spec *core.SpecError
			if !errors.As(err, &spec) || spec.Message == "" || ctx.Err() != nil {
				t.Fatalf("got %v", err)
			}
			return
		}
		if len(doc.Text.Origins) == 0 {
			return
		}
		if lines := bytes.Count(doc.Text.Data, []byte("\n")); len(doc.Text.Origins) != lines {
			t.Errorf("%d origins of %d lines", len(doc.Text.Origins), lines)
		}
		again, err := openapi.FromContent(string(doc.Text.Data)).Load(ctx)
		if err != nil {
			t.Fatalf("%v in\n%s", err, doc.Text.Data)
		}
		if len(again.Operations) != len(doc.Operations) || len(again.Models) != len(doc.Models) {
			t.Errorf("%d operations and %d models became %d and %d", len(doc.Operations), len(doc.Models), len(again.Operations), len(again.Models))
		}
		if bytes.Contains(doc.Text.Data, []byte("openapi.yaml")) {
			return // an example that holds itself ends with references as they are written
		}
		whole, err := openapi.FromFS(fstest.MapFS{"openapi.yaml": {Data: doc.Text.Data}}, "openapi.yaml", openapi.WithFilesBelow("."))
		if err != nil {
			t.Fatal(err)
		}
		if last, err := whole.Load(ctx); err != nil || !bytes.Equal(last.Text.Data, doc.Text.Data) {
			t.Errorf("what is put together became something else (%v)\n%s", err, doc.Text.Data)
		}
	})
}
