package main

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
)

type mockCommand struct {
	listening `embed:""`

	Spec      string   `arg:"" help:"Description to answer as."`
	Origins   []string `placeholder:"ORIGIN" help:"Let pages of these origins read the answers, with credentials: those of any without, unless told."`
	Unchecked bool     `help:"Answer requests that do not fit the description, too."`
}

func (c *mockCommand) beside() string { return c.Spec }

func (c *mockCommand) run(ctx context.Context, s *session) error {
	source, err := s.opener.Source(ctx, c.Spec)
	if err != nil {
		return err
	}
	doc, err := source.Load(ctx) // a description that cannot be read is told now, and not to clients
	if err != nil {
		return err
	}
	options := []mock.Option{mock.WithCORS(c.Origins...)}
	if c.Unchecked {
		options = append(options, mock.WithoutChecks())
	}
	m, err := mock.New(source, options...)
	if err != nil {
		return usageError{err}
	}
	return c.serve(ctx, s, m, func(address string) {
		fmt.Fprintf(s.stdout, "%d operations are answered at %s\nStop it with Ctrl+C.\n", len(doc.Operations), address)
	}, func() {})
}
