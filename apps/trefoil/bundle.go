package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

type bundleCommand struct {
	Spec   string `arg:"" help:"Description, which may lead to other files."`
	Output string `short:"o" type:"path" placeholder:"FILE" help:"Write to FILE, in JSON or YAML as its name says."`
}

func (c *bundleCommand) beside() string { return c.Spec }

func (c *bundleCommand) run(ctx context.Context, s *session) error {
	read, err := s.opener.Load(ctx, c.Spec)
	if err != nil {
		return err
	}
	s.tell(read)
	text := read.Doc.Text.Data
	switch strings.ToLower(filepath.Ext(c.Output)) {
	case ".json":
		text, err = openapi.ToJSON(read.Doc.Text)
	case ".yaml", ".yml":
		text, err = openapi.ToYAML(read.Doc.Text)
	}
	if err != nil {
		return err
	}
	if c.Output == "" {
		_, err = s.stdout.Write(text)
	} else {
		err = writeBelow(c.Output, text)
	}
	if err == nil && slices.ContainsFunc(read.Doc.Problems, func(p apidoc.Problem) bool { return !p.Read }) {
		return errFound // a part is missing
	}
	return err
}
