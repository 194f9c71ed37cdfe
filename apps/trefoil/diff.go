package main

import (
	"context"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/change"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
)

type diffCommand struct {
	reporting `embed:""`

	Old string `arg:"" help:"Description that clients know, such as main:api.yaml."`
	New string `arg:"" help:"Description that takes its place."`
}

func (c *diffCommand) beside() string { return c.New }

func (c *diffCommand) run(ctx context.Context, s *session) error {
	if err := one(c.Old, c.New); err != nil {
		return err
	}
	var specs [2]*spec.Spec
	for i, name := range []string{c.Old, c.New} {
		var err error
		if specs[i], err = s.opener.Load(ctx, name); err != nil {
			return err
		}
	}
	r, err := change.Compare(specs[0], specs[1], s.file.Severities)
	if err != nil {
		return err
	}
	return c.write(s, r)
}
