//go:build small

package speakeasylint

import (
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
)

// Sets returns no set: a small program has none of the rules.
func Sets() []string { return nil }

// Rules returns no rule.
func Rules() []finding.Rule { return nil }

// Check returns an error.
func Check(context.Context, *finding.Report, *spec.Spec, string, finding.Severities) error {
	return errors.New("this program was built without the rules of speakeasy")
}
