package openapi

import (
	"context"
	"errors"
	"io/fs"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// fileError says which file cannot be read.
func fileError(name string, err error) error {
	message := "the file cannot be read: " + err.Error()
	if errors.Is(err, fs.ErrNotExist) {
		message = "there is no such file"
	}
	return &core.SpecError{Source: name, Message: message, Err: err}
}

// specError turns what stopped the reading of a source into a *core.SpecError.
func specError(ctx context.Context, name string, err error) *core.SpecError {
	if cause := ctx.Err(); cause != nil {
		return stopped(name, cause)
	}
	var spec *core.SpecError
	if errors.As(err, &spec) {
		if spec.Source == "" && name != "" { // that of a judge
			return &core.SpecError{Source: name, Line: spec.Line, Column: spec.Column, Message: spec.Message, Err: spec.Err}
		}
		return spec
	}
	var place *tree.Error
	if errors.As(err, &place) {
		return &core.SpecError{Source: name, Line: place.Line, Column: place.Column, Message: place.Message}
	}
	return &core.SpecError{Source: name, Message: err.Error(), Err: err}
}

func stopped(name string, cause error) *core.SpecError {
	message := "loading was stopped"
	if errors.Is(cause, context.DeadlineExceeded) {
		message = "loading took too long"
	}
	return &core.SpecError{Source: name, Message: message, Err: cause}
}
