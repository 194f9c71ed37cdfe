//go:build libopenapi

package serverside

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/pb33f/libopenapi"
	"github.com/pb33f/libopenapi/datamodel"
)

// library builds the model of libopenapi, and reads nothing from it.
func library(_ context.Context, text string, _ *Sample) (any, error) {
	c := datamodel.NewDocumentConfiguration()
	c.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	doc, err := libopenapi.NewDocumentWithConfiguration([]byte(text), c)
	if err != nil {
		return nil, err
	}
	if doc.GetSpecInfo().SpecType == "swagger" || doc.GetVersion() == "2.0" {
		model, err := doc.BuildV2Model()
		return held(doc, model, model == nil, err)
	}
	model, err := doc.BuildV3Model()
	return held(doc, model, model == nil, err)
}

// held forgives what the library complains about when it has made a model.
func held(doc, model any, none bool, err error) (any, error) {
	if none {
		return nil, errors.Join(errors.New("no model"), err)
	}
	return []any{doc, model}, nil
}
