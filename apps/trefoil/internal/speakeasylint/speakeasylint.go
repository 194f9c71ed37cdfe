//go:build !small

// Package speakeasylint has the rules of the linter of speakeasy-api/openapi: opinions
// about style and safety, which are asked for.
package speakeasylint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/speakeasy-api/openapi/linter"
	"github.com/speakeasy-api/openapi/openapi"
	openapilinter "github.com/speakeasy-api/openapi/openapi/linter"
	"github.com/speakeasy-api/openapi/openapi/linter/rules"
	"github.com/speakeasy-api/openapi/references"
	"github.com/speakeasy-api/openapi/validation"
	"gopkg.in/yaml.v3"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/finding"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// Sets returns the names of the sets of rules.
func Sets() []string { return []string{"recommended", "security", "all"} }

// prefix stands in front of the ids, so that they are those of no rule of ours.
const prefix = "speakeasy/"

// ours are the rules that package lint has as well.
var ours = []string{
	rules.RuleSemanticUnusedComponent, rules.RuleSemanticPathParams, rules.RuleSemanticOperationOperationId,
	rules.RuleStyleOperationSuccessResponse, rules.RuleOwaspArrayLimit, rules.RuleOwaspStringLimit,
}

var levels = map[validation.Severity]finding.Level{
	validation.SeverityError: finding.Error, validation.SeverityWarning: finding.Warning, validation.SeverityHint: finding.Note,
}

// Rules returns all rules.
func Rules() []finding.Rule {
	l, err := newLinter("")
	if err != nil {
		return nil // the linter fails for custom rules alone, and the command has no such rules
	}
	var list []finding.Rule
	for _, r := range l.Registry().AllRules() {
		if !slices.Contains(ours, r.ID()) {
			list = append(list, finding.Rule{ID: prefix + r.ID(), Level: levels[r.DefaultSeverity()], Title: strings.TrimSuffix(r.Summary(), ".")})
		}
	}
	return list
}

func newLinter(set string) (*openapilinter.Linter, error) {
	c := &linter.Config{Extends: []string{set}}
	for _, id := range ours {
		disabled := true
		c.Rules = append(c.Rules, linter.RuleEntry{ID: id, Disabled: &disabled})
	}
	return openapilinter.NewLinter(c)
}

// Check adds what a set of rules finds to a report. It fetches nothing that the
// description refers to. The error says so when the rules cannot read the description.
func Check(ctx context.Context, r *finding.Report, s *spec.Spec, set string, severities finding.Severities) error {
	if s.Doc.SpecVersion == "2.0" {
		return fmt.Errorf("%s: the rules of speakeasy read OpenAPI 3, and this is Swagger 2.0", s.Name)
	}
	text := bytes.NewReader(s.Doc.Text.Data)
	doc, _, err := openapi.Unmarshal(ctx, text, openapi.WithSkipValidation())
	if err != nil {
		return fmt.Errorf("%s: the rules of speakeasy cannot read it: %w", s.Name, err)
	}
	l, err := newLinter(set)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	alone := &linter.LintOptions{ResolveOptions: &references.ResolveOptions{DisableExternalRefs: true}}
	out, err := l.Lint(ctx, linter.NewDocumentInfo(doc, s.Name), nil, alone)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("check %s: %w", s.Name, err)
	}
	places := map[*yaml.Node]string{}
	note(places, doc.GetRootNode(), "")
	for _, found := range out.Results {
		var f *validation.Error
		if _, isRule := l.Registry().GetRule(ruleOf(found, &f)); isRule {
			at := s.Place(max(f.GetLineNumber(), 1), max(f.GetColumnNumber(), 1))
			r.Add(finding.Finding{
				Rule: prefix + f.Rule, Message: f.UnderlyingError.Error(), Pointer: places[f.Node],
				File: at.File, Line: at.Line, Column: at.Column,
			}, severities)
		}
	}
	return nil
}

// ruleOf sets f to what was found and returns the id of its rule: "" for an error that
// is of none, such as a reference that leads nowhere, which package lint tells.
func ruleOf(found error, f **validation.Error) string {
	if !errors.As(found, f) {
		return ""
	}
	return (*f).Rule
}

// note notes the JSON pointers of a node, of those below it, and of their keys.
func note(places map[*yaml.Node]string, n *yaml.Node, pointer string) {
	if n == nil {
		return
	}
	places[n] = pointer
	switch n.Kind {
	case yaml.DocumentNode:
		for _, below := range n.Content {
			note(places, below, pointer)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			at := pointer + "/" + jsonpointer.Escape(n.Content[i].Value)
			places[n.Content[i]] = at
			note(places, n.Content[i+1], at)
		}
	case yaml.SequenceNode:
		for i, below := range n.Content {
			note(places, below, pointer+"/"+strconv.Itoa(i))
		}
	}
}
