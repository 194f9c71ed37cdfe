package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/portal"
	"github.com/trefoil-go/trefoil/modules/viewer"
	exporter "github.com/trefoil-go/trefoil/modules/viewer/export"
)

type exportCommand struct {
	versions `embed:""`

	Specs  []string `arg:"" name:"spec" help:"Descriptions and folders of descriptions, such as the versions of an API."`
	Output string   `short:"o" type:"path" xor:"output" placeholder:"DIR" help:"Write a page per file into DIR; of several descriptions, each into a folder of its name."`
	Single string   `type:"path" xor:"output" placeholder:"FILE" help:"Write all of one description into FILE."`
	Public string   `placeholder:"URL" help:"Address that the files will have, for sitemap.xml and canonical links."`
}

func (c *exportCommand) beside() string { return c.Specs[0] }

func (c *exportCommand) run(ctx context.Context, s *session) (err error) {
	if (c.Output == "") == (c.Single == "") {
		return usageError{errors.New("say where to write, with --output or --single")}
	}
	options, err := c.options(ctx, s, c.Specs, true)
	if err != nil {
		return err
	}
	written, err := open(ctx, s, c.Specs, func(_, folder string) ([]viewer.Option, error) {
		if c.Public == "" {
			return options, nil
		}
		return append(slices.Clip(options), viewer.WithPublicURL(strings.TrimSuffix(c.Public, "/")+"/"+folder)), nil
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, written.close()) }()
	switch {
	case c.Single != "" && len(written.members) > 1:
		return usageError{errors.New("one file holds one description")}
	case c.Single != "":
		return single(ctx, written.members[0].Viewer, c.Single)
	case !written.several:
		return exporter.Folder(ctx, written.members[0].Viewer, c.Output)
	}
	return c.folders(ctx, written.members)
}

// single writes a file that is there when all of it is, and makes the directory that it
// is in.
func single(ctx context.Context, v *viewer.Viewer, name string) (err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".trefoil-*")
	if err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(exporter.Single(ctx, v, f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// folders writes each reference into a folder of its name, and a page that leads to
// them. Each page leads to the same one of the others.
func (c *exportCommand) folders(ctx context.Context, members []viewer.Member) error {
	p, err := portal.New("API references", members)
	if err != nil {
		return err
	}
	for _, m := range members {
		if err := m.Viewer.Wait(ctx); err != nil {
			return err
		}
	}
	for _, m := range members {
		if err := exporter.Folder(ctx, m.Viewer, filepath.Join(c.Output, m.Name)); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(c.Output, "index.html"))
	if err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	return errors.Join(p.Static(f), f.Close())
}
