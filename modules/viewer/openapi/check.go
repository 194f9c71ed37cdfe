package openapi

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Judge decides whether a text may be read in this process. Package worker has
// one, which has it read by another process first.
type Judge interface {
	// Judge is called by Load, concurrently, with the text as it is stored and the
	// limits of the source. Load returns its error and reads nothing.
	Judge(ctx context.Context, text []byte, limits Limits) error
}

// UntrustedLimits are the limits for texts that nobody vouches for: 10 MiB,
// 500,000 values and 20,000 references.
func UntrustedLimits() Limits { return Limits{Bytes: 10 << 20, Nodes: 500_000, References: 20_000} }

// WithJudge has a text judged before it is read, for texts that visitors write
// or choose, and sets the limits to UntrustedLimits; a later WithLimits sets
// others. Default: the gate in this process is all there is.
func WithJudge(j Judge) Option {
	return func(c *config) {
		c.judge = j
		WithLimits(UntrustedLimits())(c)
	}
}

// Check reads all of a description at once: the outline, every operation and
// model. It returns how many problems
// there are, and the error of Load. Nothing in it is bounded but by limits, so
// a text that nobody vouches for is checked in a process of its own.
func Check(ctx context.Context, text []byte, limits Limits) (problems int, err error) {
	s := newSource("", []Option{WithLimits(limits)})
	problems, err = guard(ctx, func() (int, error) {
		doc, _, err := parse(text, "", s.config)
		if err != nil {
			return 0, err
		}
		return len(doc.Problems), checkPages(ctx, doc)
	})
	if err != nil {
		return 0, specError(ctx, s.name, err)
	}
	return problems, nil
}

// checkPages reads everything behind an outline and forgets it.
func checkPages(ctx context.Context, doc *apidoc.Document) error {
	for _, o := range doc.Operations {
		if _, err := doc.Operation(ctx, o.Slug); err != nil {
			return err
		}
	}
	for _, o := range doc.Webhooks {
		if _, err := doc.Webhook(ctx, o.Slug); err != nil {
			return err
		}
	}
	for _, m := range doc.Models {
		if _, err := doc.Model(ctx, m.Slug); err != nil {
			return err
		}
	}
	return nil
}
