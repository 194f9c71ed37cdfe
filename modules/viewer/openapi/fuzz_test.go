package openapi_test

import (
	"context"
	"errors"
	"testing"
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
