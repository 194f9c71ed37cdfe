// Package trial writes what a page needs to know of an operation so that readers
// can try it:
//
//	part, err := trial.New(ctx, doc, operation, trial.Options{})
//
// A part is an object of JSON. Its schemas are JSON Schema 2020-12, whatever the
// description speaks, and refer to each other. It is bounded: a description that
// is too large for it gives a part that says that it is not whole.
package trial

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// Options say what a part holds beside the operation. The zero value is that of
// a reference without credentials and proxy.
type Options struct {
	Kind        core.PageKind // PageOperation, or PageWebhook
	Credentials core.Credentials
	OwnProxy    bool   // requests can be sent by way of the server
	Tokens      bool   // tokens can be asked for by way of the server
	ProxyURL    string // a proxy elsewhere, "" for none
}

// New makes the part of an operation. The error is that of ctx.
func New(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation, options Options) (Part, error) {
	m := &maker{ctx: ctx, doc: doc, start: snippet.NewStart(ctx, doc, o), texts: maxTexts, w: newSchemaWriter(ctx, doc)}
	m.part = Part{
		Operation: Operation{
			Slug: o.Slug, URL: address.Of(options.Kind, o.Slug), Method: o.Method, Path: m.start.Path(), ID: o.ID, Title: o.Title(),
		},
		Servers: servers(o.Servers), Proxy: Proxy{options.OwnProxy, options.ProxyURL, options.Tokens}, Prefill: prefill(options.Credentials),
		Security: requirements(o.Security), Schemes: schemes(doc, o.Security),
	}
	if options.Kind == core.PageWebhook {
		m.webhook()
	}
	m.parameters(o)
	m.body(o.RequestBody)
	m.part.Schemas = map[string]json.RawMessage{}
	m.w.referenced(m.part.Schemas)
	m.w.terse = true // nobody fills in a response
	m.responses(o.Responses)
	m.w.referenced(m.part.Schemas)
	m.part.Truncated = m.part.Truncated || m.w.truncated
	if err := ctx.Err(); err != nil {
		return Part{}, fmt.Errorf("write what is needed to try %s: %w", o.Slug, err)
	}
	return m.part, nil
}

// Whole stands for all operations of a description: it has the servers of the
// description, and each scheme as one way to authenticate.
func Whole(doc *apidoc.Document) *apidoc.Operation {
	o := &apidoc.Operation{Servers: doc.Servers}
	for i := range doc.SecuritySchemes {
		o.Security = append(o.Security, apidoc.SecurityRequirement{Schemes: []apidoc.RequiredScheme{{Name: doc.SecuritySchemes[i].Name}}})
	}
	return o
}
