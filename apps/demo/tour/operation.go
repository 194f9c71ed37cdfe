package tour

import (
	"context"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Operation is what a description says of one operation, in short.
type Operation struct {
	*apidoc.Operation
	Login  string  // the names of the security schemes that it wants
	Fields []Field // of the body
}

// Field is a property of a body.
type Field struct {
	Name     string
	Type     string
	Required bool
}

// describe reads an operation of a source.
func describe(ctx context.Context, source core.SpecSource, slug string) (*Operation, error) {
	doc, err := source.Load(ctx)
	if err != nil {
		return nil, err
	}
	read, err := doc.Operation(ctx, slug)
	if err != nil {
		return nil, err
	}
	o := &Operation{Operation: read}
	var schemes []string
	for _, requirement := range read.Security {
		for _, scheme := range requirement.Schemes {
			schemes = append(schemes, scheme.Name)
		}
	}
	o.Login = strings.Join(schemes, " or ")
	if read.RequestBody == nil {
		return o, nil
	}
	for _, content := range read.RequestBody.Content {
		body := content.Schema
		if body.Ref != "" {
			if body, err = doc.Schema(ctx, body.Ref); err != nil {
				return nil, err
			}
		}
		for _, p := range body.Properties {
			o.Fields = append(o.Fields, Field{p.Name, strings.Join(p.Schema.Types, " or "), p.Required})
		}
	}
	return o, nil
}
