package main

import (
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// versions are the earlier versions of a description.
type versions struct {
	Earlier []string `placeholder:"SPEC" spec:"" help:"Earlier version of the description, the newest first; the pages say what has changed."`
}

// options are those of the reference of the description that some specs name. It has a
// date when it stays as it is.
func (v versions) options(ctx context.Context, s *session, specs []string, stays bool) ([]viewer.Option, error) {
	if len(v.Earlier) == 0 {
		return nil, nil
	}
	if len(specs) > 1 || isFolder(specs[0]) {
		return nil, usageError{errors.New("earlier versions are those of one description")}
	}
	if err := one(append(specs[:1:1], v.Earlier...)...); err != nil {
		return nil, err
	}
	var list []viewer.Version
	if stays {
		list = append(list, viewer.Version{Date: s.opener.Date(ctx, specs[0])})
	}
	for _, name := range v.Earlier {
		source, err := s.opener.Source(ctx, name, openapi.WithLogger(s.log()))
		if err != nil {
			return nil, err
		}
		list = append(list, viewer.Version{Date: s.opener.Date(ctx, name), Source: source})
	}
	return []viewer.Option{viewer.WithVersions(list...)}, nil
}
